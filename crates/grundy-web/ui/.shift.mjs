import { chromium } from "playwright-core";
const g=(x,r="")=>`#/game/${encodeURIComponent(x)}${r}`;
const pages={catalogue:"",play:g("nim(3,4,5)","?moves=1&right=friend"),chess:g("chess(KQK)"),hex:g("hex(5)"),domineering:g("domineering(4x4)"),setup:g("tic-tac-toe","?tab=setup"),graph:g("nim(1,2)","?tab=explore"),table:g("kayles(12)","?tab=table"),lessons:"#/learn",lesson:"#/lesson/nim",lesson2:"#/lesson/hot-games?step=temperature",calc:"#/calculator",calc2:"#/calculator?lines="+encodeURIComponent("g := domineering(2x3)\nthermograph(g)\nboard(g)"),own:"#/own",filtered:"#/?board=grid&play=loopy",tablepage:"#/table/kayles"};
const b=await chromium.launch({executablePath:"/usr/bin/chromium-headless-shell",args:["--no-sandbox"]});
const only=process.argv.slice(2);
for(const [vw,vh] of [[1280,900],[390,844]]) for(const [name,addr] of Object.entries(pages)){
 if(only.length&&!only.includes(name))continue;
 const ctx=await b.newContext({viewport:{width:vw,height:vh},locale:"en-GB"}); const p=await ctx.newPage();
 await p.addInitScript(()=>{window.m={cls:0,who:[],lcp:0,tbt:0};new PerformanceObserver(l=>{for(const e of l.getEntries())if(!e.hadRecentInput){m.cls+=e.value;m.who.push(e.value.toFixed(3)+": "+e.sources.slice(0,4).map(s=>(s.node?.nodeName||"?")+"."+(s.node?.className?.baseVal??s.node?.className??"")+" "+Math.round(s.previousRect.top)+">"+Math.round(s.currentRect.top)).join(", "))}}).observe({type:"layout-shift",buffered:true});new PerformanceObserver(l=>{for(const e of l.getEntries())m.lcp=e.startTime}).observe({type:"largest-contentful-paint",buffered:true});new PerformanceObserver(l=>{for(const e of l.getEntries())m.tbt+=Math.max(0,e.duration-50)}).observe({type:"longtask",buffered:true})});
 let bytes=0; const cdp=await ctx.newCDPSession(p); await cdp.send("Network.enable"); cdp.on("Network.loadingFinished",e=>bytes+=e.encodedDataLength);
 await p.goto("http://127.0.0.1:7999/"+addr); await p.waitForLoadState("networkidle"); await p.waitForTimeout(2500);
 const m=await p.evaluate(()=>window.m); console.log(vw,name,"cls",m.cls.toFixed(3),"lcp",Math.round(m.lcp),"tbt",Math.round(m.tbt),"KB",Math.round(bytes/1024)); if(m.cls>0.02)console.log("   ",m.who.join("\n    "));
 await ctx.close();
} await b.close();
