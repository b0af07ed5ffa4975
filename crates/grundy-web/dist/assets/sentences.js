import{$ as e,B as t,F as n,H as r,K as i,M as a,N as o,Q as s,Y as c,Z as l,ct as u,dt as d,ft as f,it as p,k as m,o as h,p as g,r as _,rt as v,st as ee,tt as y,z as b}from"./words.svelte.js";function te(e){try{return decodeURIComponent(e)}catch{return e}}function x(){let e=location.hash.replace(/^#\/?/,``),t=e.indexOf(`?`),n=t<0?e:e.slice(0,t),r=n.indexOf(`/`);return{page:r<0?n:n.slice(0,r),argument:r<0?``:te(n.slice(r+1)),query:new URLSearchParams(t<0?``:e.slice(t+1))}}var S=v(x()),C={get route(){return r(S)},go(e){e!==location.hash&&history.pushState(null,``,e),y(S,x())},replace(e){history.replaceState(null,``,e),y(S,x())}};addEventListener(`popstate`,()=>y(S,x()));function w(e,t=``,n={}){let r=t?`${e}/${encodeURIComponent(t)}`:e,i=new URLSearchParams;for(let[e,t]of Object.entries(n))t&&i.set(e,t);let a=i.toString();return`#/${r}${a&&`?${a}`}`}function T(e,t){return`grundy ${e} '${t.replaceAll(`'`,`'\\''`)}'`}var ne=1500,E=class{asked;answered;failed;events=[];read=null;streams=!1;abandoned=!1;constructor(e,t,n){this.asked=e,this.answered=t,this.failed=n}push(e){this.events.push(e),this.read?.()}async*stream(e){try{for(;;){this.events.length===0&&await new Promise(e=>this.read=e);let e=this.events.shift();if(e===null)return;e&&(yield e)}}finally{e()}}tell(e,t){this.asked.events&&(this.streams||(this.streams=!0,this.answered({status:200,kind:`text/event-stream`,text:``,events:this.stream(t)})),this.push(e))}end(e){if(!this.streams)return this.answered(e);let t=e.status===200?`answer`:`error`;this.push({name:t,data:e.text}),this.push(null)}},D=e=>e.split(`?`,1)[0];function O({address:e,body:t}){let n=new URLSearchParams(e.split(`?`)[1]),r=t?JSON.parse(t):{};return n.get(`game`)??n.get(`ruleset`)??n.get(`expr`)??r.game??void 0}function k(e){let t=O(e);return t===void 0?void 0:T({"api/value":`value`,"api/thermograph":`value`,"api/table":`table`,"api/plot":`plot`,"api/period":`period`}[D(e.address)]??`solve`,t)}function A(e,t){if(e.status!==422)return e;let n=JSON.parse(e.text),r=n.error?.kind===`limit`||D(t.address)===`api/graph`,i=k(t);return!r||i===void 0?e:(n.error.help??=`The program goes further than a browser: ${i}`,{...e,text:JSON.stringify(n)})}function j(e,t){let n=/call stack|RangeError/.test(e),r=/memory allocation|capacity overflow|Out of memory/i.test(t+e),i=n?{kind:`limit`,message:`this is nested deeper than a browser allows`}:r?{kind:`limit`,message:`this needs more memory than a browser gives`}:{kind:`internal`,message:`the engine has failed here`};return!n&&!r&&console.warn(`grundy: ${e}\n${t}`),{status:n||r?422:500,kind:`application/json`,text:JSON.stringify({error:i})}}function re(e,t,n,r){let i=[],a=null,o=null,s=[],c=[];function l(){let n={worker:t(),task:null,knows:0,ready:!1};return n.worker.onmessage=({data:e})=>f(n,e),n.worker.onerror=e=>{e.preventDefault(),f(n,{kind:`broken`,why:e.message??`the worker does not start`})},n.worker.postMessage({engine:a??new URL(e,location.href).href}),i.push(n),n}function u(e){e.worker.terminate(),i=i.filter(t=>t!==e)}function d(e,t){e.task===t&&(t.abandoned=!0,setTimeout(()=>{e.task===t&&(u(e),h())},ne),h())}function f(e,t){let{task:n}=e;switch(t.kind){case`ready`:return a=t.compiled,e.ready=!0,h();case`broken`:o=t.why,u(e);for(let e of[...s.splice(0),...n?[n]:[]])e.failed(Error(t.why));return;case`event`:return n?.tell({name:t.name,data:t.data},()=>d(e,n));case`positions`:n&&!n.abandoned&&r(t.count);return;case`failed`:return u(e),p(e,j(t.why,t.printed));case`answer`:return p(e,{status:t.status,kind:t.media,text:t.text})}}function p(e,t){let{task:n}=e;e.task=null,n&&(D(n.asked.address)===`api/own`&&t.status===200&&!c.some(({body:e})=>e===n.asked.body)&&(e.knows===c.length&&(e.knows+=1),c.push(n.asked)),n.abandoned||n.end(A(t,n.asked))),i.some(({task:e})=>e&&!e.abandoned)||r(null),h()}function m(e,t){e.task=t;let{method:n,address:r,body:i}=t.asked;e.worker.postMessage({method:n,address:`/${r}`,body:i??``})}function h(){for(;s.length>0;){let e=i.find(({task:e,ready:t})=>t&&e===null);if(!e){if(i.length<n&&i.every(({ready:e})=>e))l();else{let e=i.find(({task:e})=>e?.abandoned);e&&(u(e),l())}return}let t=c[e.knows];t?(e.knows+=1,m(e,new E(t,()=>void 0,()=>void 0))):m(e,s.shift())}}return l(),{ask:e=>new Promise((t,n)=>{let{signal:r}=e;if(r?.aborted)return n(r.reason);if(o!==null)return n(Error(o));let a=new E(e,t,n);r?.addEventListener(`abort`,()=>{n(r.reason);let e=s.indexOf(a);e>=0&&s.splice(e,1);let t=i.find(e=>e.task===a);t&&d(t,a)}),s.push(a),h()}),stop(){let e=i.filter(({task:e})=>e),t=[...s.splice(0),...e.map(({task:e})=>e)];e.forEach(u),r(null);let n={kind:`limit`,message:`stopped`};for(let e of t)e.abandoned||e.end(A({status:422,kind:`application/json`,text:JSON.stringify({error:n})},e.asked));l()}}}var M=document.querySelector(`meta[name=grundy-engine]`)?.content,N=M!==void 0,P=class extends Error{problem;constructor(e){super(e.message),this.problem=e}};function F(e){return e instanceof DOMException&&e.name===`AbortError`}function ie(e){return e instanceof P?e.problem:{kind:`unreachable`,message:String(e)}}function I(e,t={}){let n=new URLSearchParams;for(let[e,r]of Object.entries(t))r!==void 0&&n.set(e,String(r));let r=n.toString();return`api/${e}${r&&`?${r}`}`}var ae={keep:()=>void 0,namedIn:()=>[]};function oe(e){try{return JSON.parse(e)}catch{return null}}function se(e,t=ae){async function n(t){let n=await e.ask(t).catch(e=>{throw F(e)?e:new P({kind:`unreachable`,message:String(e)})});if(n.status>=200&&n.status<300)return n;throw new P(oe(n.text)?.error??{kind:`unreachable`,message:`HTTP ${n.status}`})}async function r(e){let{status:t,text:r}=await n(e),i=oe(r);if(i===null)throw new P({kind:`unreachable`,message:`HTTP ${t}`});return i}function i(e,t,n){return r({method:`GET`,address:I(e,t),signal:n})}function a(e,t,n){return r({method:`POST`,address:I(e),body:JSON.stringify(t),signal:n})}async function o(e,t,r){return(await n({method:`GET`,address:I(e,t),signal:r})).text}async function s(e,t,r){let{events:i,text:a}=await n({method:`POST`,address:I(`think`),body:JSON.stringify(e),events:!0,signal:r});for await(let{name:e,data:n}of i??[{name:`answer`,data:a}]){let r=JSON.parse(n);if(e===`answer`)return r;if(e===`error`)throw new P(r.error);t(r)}throw new P({kind:`unreachable`,message:`the answer broke off`})}async function c({file:e,text:n},r){let{game:i,title:o,rules:s,positions:c}=await a(`own`,{file:e,text:n},r);return t.keep({game:i,file:e,text:n,title:o,rules:s}),{game:i,title:o,rules:s,positions:c}}let l=new Map;function u(e){let t=e.map(e=>{let t=l.get(e.game)??c(e).finally(()=>l.delete(e.game));return l.set(e.game,t),t});return Promise.all(t)}async function d(e,n){try{return await n()}catch(r){let i=t.namedIn(e);if(ie(r).kind!==`parse`||i.length===0)throw r;return await u(i),n()}}let f=null,p=null;return{picture:o,games(){return f??=i(`games`,{}).then(e=>e.games),f.catch(()=>f=null),f},functions(){return p??=i(`functions`,{}).then(e=>e.functions),p.catch(()=>p=null),p},own:c,think:(e,t,n)=>d(e.game,()=>s(e,t,n)),play:(e,t)=>d(e.game,()=>a(`play`,e,t)),read:(e,t)=>d(e,()=>a(`read`,{text:e},t)),async calculate(e,n){let r=()=>a(`calculate`,{lines:e},n).then(e=>e.results),i=await r(),o=e.filter((e,t)=>i[t]?.error?.kind===`parse`),s=t.namedIn(o.join(`
`));return s.length===0?i:u(s).then(r,()=>i)},options:(e,t)=>d(e,()=>i(`options`,{game:e},t)),table:(e,t,n)=>d(e,()=>i(`table`,{ruleset:e,n:t},n)).then(e=>e.values),period:(e,t)=>d(e,()=>i(`period`,{ruleset:e},t)),graph:(e,t)=>d(e.game,()=>i(`graph`,{...e},t))}}var L=[{file:`take-one-or-two.star`,text:`title = "Take one or two"
about = "There is a heap of tokens. A move takes one or two of them; who cannot move loses."

def start(n = 21):
    return n

def moves(n):
    return [n - k for k in (1, 2) if k <= n]
`},{file:`tic-tac-toe.star`,text:`title = "Tic-tac-toe"
about = "Left puts X, Right puts O; three in a row win. A full board without a row is a tie."

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

# A position is the board, row by row.
def start():
    return "." * 9

def moves(board, player):
    stone = "X" if player == "Left" else "O"
    return {
        "abc"[i % 3] + "321"[i // 3]: board[:i] + stone + board[i + 1:]
        for i in range(9)
        if board[i] == "."
    }

def has_row(board, stone):
    for i, j, k in LINES:
        if board[i] == stone and board[j] == stone and board[k] == stone:
            return True
    return False

def left_won(board):
    return has_row(board, "X")

def right_won(board):
    return has_row(board, "O")

def tie(board):
    return "." not in board

def negative(board):
    return board.replace("X", "-").replace("O", "X").replace("-", "O")

def show(board):
    return "\\n".join([board[:3], board[3:6], board[6:]])
`},{file:`toads-and-frogs.star`,text:`title = "Toads and Frogs"
about = "Left's toads T go right, Right's frogs F go left: a step onto a free square, or a jump over one animal of the other kind. Who cannot move loses."

def start(strip = "TTT..FFF"):
    return strip

def replaced(strip, old, new):
    size = len(old)
    return [
        strip[:i] + new + strip[i + size:]
        for i in range(len(strip) - size + 1)
        if strip[i:i + size] == old
    ]

def left(strip):
    return replaced(strip, "T.", ".T") + replaced(strip, "TF.", ".FT")

def right(strip):
    return replaced(strip, ".F", "F.") + replaced(strip, ".TF", "FT.")

# With the players exchanged, the strip is seen from its other end.
def negative(strip):
    return "".join([{"T": "F", "F": "T", ".": "."}[c] for c in reversed(strip.elems())])
`},{file:`two-heaps.kif`,text:`; Nim with heaps of three and five, in the Game Description Language (GDL).
; A move takes any number of tokens from one heap; who takes the last one wins.

(role left)
(role right)

(init (heap a 3))
(init (heap b 5))
(init (control left))

; Who is to move leaves a heap smaller; the other waits.
(<= (legal ?player (leave ?heap ?n))
    (true (control ?player))
    (true (heap ?heap ?m))
    (less ?n ?m))
(<= (legal ?player noop)
    (role ?player)
    (true (control ?other))
    (distinct ?player ?other))

(<= (next (heap ?heap ?n))
    (does ?player (leave ?heap ?n)))
(<= (next (heap ?heap ?n))
    (true (heap ?heap ?n))
    (does ?player (leave ?other ?m))
    (distinct ?heap ?other))
(<= (next (control right))
    (true (control left)))
(<= (next (control left))
    (true (control right)))

; Nothing is left: who would be to move has lost.
(<= terminal
    (true (heap a 0))
    (true (heap b 0)))
(<= (goal ?player 0)
    (true (control ?player)))
(<= (goal ?player 100)
    (role ?player)
    (true (control ?other))
    (distinct ?player ?other))

(<= (less ?n ?m)
    (succ ?n ?m))
(<= (less ?n ?m)
    (succ ?n ?k)
    (less ?k ?m))
(succ 0 1)
(succ 1 2)
(succ 2 3)
(succ 3 4)
(succ 4 5)
`}];function ce(e){try{return localStorage.getItem(`grundy.${e}`)}catch{return null}}function R(e,t){try{localStorage.setItem(`grundy.${e}`,t)}catch{}}var le=20;function z(e){let{file:t,text:n}=e??{};return typeof t==`string`&&typeof n==`string`}function ue(e){let{game:t,title:n,rules:r}=e??{};return z(e)&&[t,n,r].every(e=>typeof e==`string`)}function B(e){try{return JSON.parse(ce(e)??`null`)}catch{return null}}function V(){let e=B(`own.games`);return Array.isArray(e)?e.filter(ue):[]}function de(){let e=B(`own.draft`);if(!z(e))return{...L[0],before:null};let{file:t,text:n,before:r}=e;return{file:t,text:n,before:z(r)?r:null}}var H=v(V()),U=e(de());function W(e){y(H,e.slice(0,le)),R(`own.games`,JSON.stringify(r(H)))}addEventListener(`storage`,({key:e})=>{e===`grundy.own.games`&&y(H,V())});var G={get games(){return r(H)},get draft(){return U},of(e){let t=/^[\p{L}\p{N}_-]+/u.exec(e.trim())?.[0];return r(H).find(({game:e})=>e===t)},namedIn(e){return r(H).filter(({game:t})=>e.includes(t))},keep(e){W([e,...r(H).filter(({game:t})=>t!==e.game)])},drop(e){W(r(H).filter(({game:t})=>t!==e))},begin({file:e,text:t}){U.text.trim()&&![...L,...r(H)].some(e=>e.text===U.text)&&(U.before={file:U.file,text:U.text}),Object.assign(U,{file:e,text:t}),G.keepDraft()},bringBack(){Object.assign(U,{...U.before,before:null}),G.keepDraft()},keepDraft(){R(`own.draft`,JSON.stringify(U))}};function fe(e){let t=e.split(/\r\n|\n|\r(?!$)/);return[t,t.pop()??``]}async function*pe(e){let t=e.getReader(),n=new TextDecoder,r=``,i=`message`,a=[];try{for(;;){let{done:e,value:o}=await t.read();if(e)return;let[s,c]=fe(r+n.decode(o,{stream:!0}));r=c;for(let e of s){if(e===``){a.length>0&&(yield{name:i,data:a.join(`
`)}),i=`message`,a=[];continue}let[,t,n]=/^([^:]*):? ?(.*)$/.exec(e);t===`event`?i=n:t===`data`&&a.push(n)}}}finally{t.cancel().catch(()=>void 0)}}var me={async ask({method:e,address:t,body:n,events:r,signal:i}){let a=new Headers;n!==void 0&&a.set(`Content-Type`,`application/json`),r&&a.set(`Accept`,`text/event-stream`);let o=await fetch(t,{method:e,headers:a,body:n,signal:i}),{status:s}=o,c=o.headers.get(`Content-Type`)??``;return o.ok&&o.body&&c.startsWith(`text/event-stream`)?{status:s,kind:c,text:``,events:pe(o.body)}:{status:s,kind:c,text:await o.text()}}},he=v(null),ge=null,K={get positions(){return r(he)},tell(e){y(he,e,!0)},begin(e){ge=e},stop(){ge?.()}},_e=2;function ve(e){let t=re(e,()=>new Worker(new URL(new URL(`engine.js`,import.meta.url).href,``+import.meta.url),{type:`module`}),_e,K.tell);return K.begin(t.stop),t}var ye=se(M===void 0?me:ve(M),G),be=[`me`,`friend`,`perfect`,`errs`];function xe(e){return e===`perfect`||e===`errs`}function Se({index:e,move:t}){return e??t}function q(e){return{game:e,misere:!1,first:`left`,left:`me`,right:`perfect`,moves:[],at:0}}function Ce(e,t){return be.find(t=>t===e)??t}function we(e){return typeof e==`number`?String(e):`~${e.replace(/[%.]/g,e=>e===`.`?`%2E`:`%25`)}`}function Te(e){return/^\d+$/.test(e)?[Number(e)]:e.startsWith(`~`)?[e.slice(1).replaceAll(`%2E`,`.`).replaceAll(`%25`,`%`)]:[]}function Ee({argument:e,query:t}){let n=q(e),r=(t.get(`moves`)??``).split(`.`).flatMap(Te),i=Number(t.get(`at`)??r.length);return{...n,misere:t.get(`misere`)===`1`,first:t.get(`first`)===`right`?`right`:`left`,left:Ce(t.get(`left`),n.left),right:Ce(t.get(`right`),n.right),moves:r,at:Number.isInteger(i)&&i>=0&&i<=r.length?i:r.length}}function De(e,t=`play`){let n=q(e.game);return w(`game`,e.game,{first:e.first===n.first?void 0:e.first,misere:e.misere?`1`:void 0,left:e.left===n.left?void 0:e.left,right:e.right===n.right?void 0:e.right,moves:e.moves.map(we).join(`.`),at:e.at===e.moves.length?void 0:String(e.at),tab:t===`play`?void 0:t})}var Oe=n(`<pre class="svelte-7z8a8l"> <span class="before svelte-7z8a8l" aria-hidden="true"> </span><span class="caret svelte-7z8a8l">▲</span></pre>`),ke=n(`<pre class="message svelte-7z8a8l" lang="en" tabindex="0" role="group"> </pre>`),Ae=n(`<p lang="en" class="svelte-7z8a8l"> </p>`),je=n(`<p class="soft svelte-7z8a8l"> <a data-testid="suggested"><code> </code></a></p>`),Me=n(`<p class="soft svelte-7z8a8l" lang="en"> </p>`),Ne=n(`<p class="svelte-7z8a8l"><button data-testid="retry"> </button></p>`),Pe=n(`<div class="trouble svelte-7z8a8l" role="alert" data-testid="trouble"><p class="svelte-7z8a8l"><strong> </strong></p> <!> <!> <!> <!></div>`);function Fe(e,n){u(n,!0);let v=h(n,`text`,3,``),y={parse:`trouble.parse`,rules:`trouble.rules`,limit:`trouble.limit`,"no-answer":`trouble.limit`,busy:`trouble.busy`,"not-found":`trouble.not-found`,unreachable:`trouble.unreachable`},b=p(()=>_(N&&n.problem.kind===`unreachable`?`trouble.engine`:y[n.problem.kind]??`trouble.other`)),te=p(()=>n.onretry&&![`parse`,`rules`,`bad-request`,`illegal`,`not-found`,`no-answer`].includes(n.problem.kind)),x=p(()=>{let[,e,t]=/^(for example|did you mean) (.+?)(; `.*|\?)?$/s.exec(n.problem.help??``)??[];return t?{key:e===`for example`?`trouble.example`:`trouble.meant`,game:t}:null}),S=p(()=>{if(n.problem.at===void 0||!v())return null;let e=new TextEncoder().encode(v()).slice(0,n.problem.at),t=new TextDecoder().decode(e),r=t.lastIndexOf(`
`)+1,i=v().indexOf(`
`,r);return{line:v().slice(r,i<0?void 0:i),before:t.slice(r)}});var C=Pe(),w=c(C),T=c(w),ne=l(T,!0);f(w);var E=s(w,2),D=e=>{var t=Oe(),n=c(t),u=s(n),p=l(u,!0);d(),f(t),i(()=>{a(n,`${r(S).line??``}
`),a(p,r(S).before)}),o(e,t)};m(E,e=>{r(S)&&e(D)});var O=s(E,2),k=e=>{var t=ke(),s=l(t,!0);i(()=>{g(t,`aria-label`,r(b)),a(s,n.problem.message)}),o(e,t)},A=e=>{var t=Ae(),r=l(t,!0);i(()=>a(r,n.problem.message)),o(e,t)};m(O,e=>{n.problem.kind===`rules`?e(k):n.problem.kind!==`unreachable`&&e(A,1)});var j=s(O,2),re=e=>{var t=je(),n=c(t),u=s(n),d=c(u),p=l(d,!0);f(u),f(t),i((e,t)=>{a(n,`${e??``} `),g(u,`href`,t),a(p,r(x).game)},[()=>_(r(x).key),()=>De(q(r(x).game))]),o(e,t)},M=e=>{var t=Me(),r=l(t,!0);i(()=>a(r,n.problem.help)),o(e,t)};m(j,e=>{r(x)?e(re):n.problem.help&&e(M,1)});var P=s(j,2),F=e=>{var r=Ne(),s=c(r),u=l(s,!0);f(r),i(e=>a(u,e),[()=>_(`trouble.retry`)]),t(`click`,s,function(...e){n.onretry?.apply(this,e)}),o(e,r)};m(P,e=>{r(te)&&e(F)}),f(C),i(()=>a(ne,r(b))),o(e,C),ee()}b([`click`]);function J(e,t){let n=_(`side.${e}`),r=t?.[e===`left`?0:1];if(!r)return n;let i=`plays.${r}`,a=_(i);return`${n} · ${a===i?r:a}`}function Y(e){return _(`result.${e??`unknown`}`)}function Ie(e){return _(`letter.${e??`unknown`}`)}function Le({heap:e,from:t,to:n}){let r=n.filter(e=>e>0),i=t-r.reduce((e,t)=>e+t,0),a=`heap.${r.length>1?i>0?`both`:`split`:i>0?`take`:`add`}${e===null?``:`.from`}`;return _(a,{heap:e??``,n:Math.abs(i),parts:r.join(` + `)})}function X(e){return e||`∅`}function Z({name:e,heaps:t,edge:n}){return n?_(`move.cut`,{edge:n}):t?.length?t.map(Le).join(_(`heap.and`)):X(e)}function Re({heaps:e,edge:t}){return!!(e?.length||t)}function ze(e,t,n){let r=J(e,n);return _(Re(t)?`say.action`:`say.move`,{player:r,move:Z(t)})}function Be(e,t,n){return t!==`left`&&t!==`right`?Ve(t,n):_(t===e?`over.you.won`:`over.you.lost`)}function Ve(e,t){return e===`left`||e===`right`?_(`over.won`,{player:J(e,t)}):_(`over.tie`)}function He(e,t){let{mover:n,over:r,winner:i,remoteness:a}=e.position;if(r)return Ve(i,e.players);let o=J(n,e.players),s=t&&t.at_least===t.at_most?t.at_least:null,c=e.position.result??s;if(c===`draw`)return _(`verdict.draw`);if(c!==null&&a===null)return _(`verdict.${c}.open`,{player:o});if(c!==null&&a!==null)return _(`verdict.${c}`,{player:o,n:a});let l=t?.at_least===`draw`?`${_(`verdict.least`,{player:o})} `:``,u=t?.at_most===`draw`?`${_(`verdict.most`,{player:o})} `:``,d=l||u;return t?.score==null?d.trim()||_(`verdict.unknown`):d+Ge(n,t.score,e.players)}var Ue={left:`right`,right:`left`},We=.05;function Ge(e,t,n){return Math.abs(t-.5)<We?_(`belief.even`,{n:Q(t),player:J(e,n)}):t>.5?_(`belief.win`,{player:J(e,n),n:Q(t)}):_(`belief.win`,{player:J(Ue[e],n),n:Q(1-t)})}function Q(e){return Math.min(99,Math.max(1,Math.round(100*e)))}function Ke({at_least:e,at_most:t}){return e===t?``:e===`draw`?_(`move.least`):t===`draw`?_(`move.most`):``}function $(e){let{result:t,remoteness:n,score:r}=e;if(t===null){let t=r===null?``:_(`move.believed`,{n:Q(r)});return[Ke(e),t].filter(Boolean).join(`, `)||Y(null)}let i=Y(t);return n===0&&t!==`draw`?_(`move.fate.now`,{result:i}):n===null||t===`draw`?i:_(`move.fate`,{result:i,n})}function qe(e,t){let n=Z(e);return t?`${n}: ${$(e)}`:n}function Je({winner:e,source:t}){return _(`literature.${e}`,{source:t})}export{ie as A,K as C,L as D,R as E,T as M,w as N,P as O,C as P,ye as S,ce as T,q as _,Re as a,Ee as b,Z as c,Y as d,ze as f,De as g,Fe as h,Je as i,N as j,F as k,Q as l,He as m,Be as n,qe as o,J as p,$ as r,X as s,Ke as t,Ie as u,xe as v,G as w,Se as x,be as y};