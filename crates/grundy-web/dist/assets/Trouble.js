import{$ as e,A as t,B as n,I as r,N as i,P as a,Q as o,U as s,V as c,X as l,at as u,ct as d,et as f,ft as p,i as m,it as h,lt as ee,m as g,n as _,nt as v,pt as y,q as b,r as x,s as te}from"./words.svelte.js";function ne(e){try{return decodeURIComponent(e)}catch{return e}}function S(){let e=location.hash.replace(/^#\/?/,``),t=e.indexOf(`?`),n=t<0?e:e.slice(0,t),r=n.indexOf(`/`);return{page:r<0?n:n.slice(0,r),argument:r<0?``:ne(n.slice(r+1)),query:new URLSearchParams(t<0?``:e.slice(t+1))}}var C=h(S()),w={get route(){return s(C)},go(e){e!==location.hash&&history.pushState(null,``,e),v(C,S())},replace(e){history.replaceState(null,``,e),v(C,S())}};addEventListener(`popstate`,()=>v(C,S()));function T(e,t=``,n={}){let r=t?`${e}/${encodeURIComponent(t)}`:e,i=new URLSearchParams;for(let[e,t]of Object.entries(n))t&&i.set(e,t);let a=i.toString();return`#/${r}${a&&`?${a}`}`}function E(e,t){return`grundy ${e} '${t.replaceAll(`'`,`'\\''`)}'`}var re=1500,D=class{asked;answered;failed;events=[];read=null;streams=!1;abandoned=!1;constructor(e,t,n){this.asked=e,this.answered=t,this.failed=n}push(e){this.events.push(e),this.read?.()}async*stream(e){try{for(;;){this.events.length===0&&await new Promise(e=>this.read=e);let e=this.events.shift();if(e===null)return;e&&(yield e)}}finally{e()}}tell(e,t){this.asked.events&&(this.streams||(this.streams=!0,this.answered({status:200,kind:`text/event-stream`,text:``,events:this.stream(t)})),this.push(e))}end(e){if(!this.streams)return this.answered(e);let t=e.status===200?`answer`:`error`;this.push({name:t,data:e.text}),this.push(null)}},O=e=>e.split(`?`,1)[0];function k({address:e,body:t}){let n=new URLSearchParams(e.split(`?`)[1]),r=t?JSON.parse(t):{};return n.get(`game`)??n.get(`ruleset`)??n.get(`expr`)??r.game??void 0}function A(e){let t=k(e);return t===void 0?void 0:E({"api/value":`value`,"api/thermograph":`value`,"api/table":`table`,"api/plot":`plot`,"api/period":`period`}[O(e.address)]??`solve`,t)}function j(e,t){if(e.status!==422)return e;let n=JSON.parse(e.text),r=A(t);return n.error?.kind!==`limit`||r===void 0?e:(n.error.help??=`The program goes further than a browser: ${r}`,{...e,text:JSON.stringify(n)})}function M(e,t){let n=/call stack|RangeError/.test(e),r=/memory allocation|capacity overflow|Out of memory/i.test(t+e),i=n?{kind:`limit`,message:`this is nested deeper than a browser allows`}:r?{kind:`limit`,message:`this needs more memory than a browser gives`}:{kind:`internal`,message:`the engine has failed here`};return!n&&!r&&console.warn(`grundy: ${e}\n${t}`),{status:n||r?422:500,kind:`application/json`,text:JSON.stringify({error:i})}}function N(e,t,n,r){let i=[],a=null,o=null,s=[],c=[];function l(){let n={worker:t(),task:null,knows:0,ready:!1};return n.worker.onmessage=({data:e})=>f(n,e),n.worker.onerror=e=>{e.preventDefault(),f(n,{kind:`broken`,why:e.message??`the worker does not start`})},n.worker.postMessage({engine:a??new URL(e,location.href).href}),i.push(n),n}function u(e){e.worker.terminate(),i=i.filter(t=>t!==e)}function d(e,t){e.task===t&&(t.abandoned=!0,setTimeout(()=>{e.task===t&&(u(e),h())},re),h())}function f(e,t){let{task:n}=e;switch(t.kind){case`ready`:return a=t.compiled,e.ready=!0,h();case`broken`:o=t.why,u(e);for(let e of[...s.splice(0),...n?[n]:[]])e.failed(Error(t.why));return;case`event`:return n?.tell({name:t.name,data:t.data},()=>d(e,n));case`positions`:n&&!n.abandoned&&r(t.count);return;case`failed`:return u(e),p(e,M(t.why,t.printed));case`answer`:return p(e,{status:t.status,kind:t.media,text:t.text})}}function p(e,t){let{task:n}=e;e.task=null,n&&(O(n.asked.address)===`api/own`&&t.status===200&&!c.some(({body:e})=>e===n.asked.body)&&(e.knows===c.length&&(e.knows+=1),c.push(n.asked)),n.abandoned||n.end(j(t,n.asked))),i.some(({task:e})=>e&&!e.abandoned)||r(null),h()}function m(e,t){e.task=t;let{method:n,address:r,body:i}=t.asked;e.worker.postMessage({method:n,address:`/${r}`,body:i??``})}function h(){for(;s.length>0;){let e=i.find(({task:e,ready:t})=>t&&e===null);if(!e){if(i.length<n&&i.every(({ready:e})=>e))l();else{let e=i.find(({task:e})=>e?.abandoned);e&&(u(e),l())}return}let t=c[e.knows];t?(e.knows+=1,m(e,new D(t,()=>void 0,()=>void 0))):m(e,s.shift())}}return l(),{ask:e=>new Promise((t,n)=>{let{signal:r}=e;if(r?.aborted)return n(r.reason);if(o!==null)return n(Error(o));let a=new D(e,t,n);r?.addEventListener(`abort`,()=>{n(r.reason);let e=s.indexOf(a);e>=0&&s.splice(e,1);let t=i.find(e=>e.task===a);t&&d(t,a)}),s.push(a),h()}),stop(){let e=i.filter(({task:e})=>e),t=[...s.splice(0),...e.map(({task:e})=>e)];e.forEach(u),r(null);let n={kind:`limit`,message:`stopped`};for(let e of t)e.abandoned||e.end(j({status:422,kind:`application/json`,text:JSON.stringify({error:n})},e.asked));l()}}}var P=document.querySelector(`meta[name=grundy-engine]`)?.content,F=P!==void 0,I=class extends Error{problem;constructor(e){super(e.message),this.problem=e}};function L(e){return e instanceof DOMException&&e.name===`AbortError`}function ie(e){return e instanceof I?e.problem:{kind:`unreachable`,message:String(e)}}function R(e,t={}){let n=new URLSearchParams;for(let[e,r]of Object.entries(t))r!==void 0&&n.set(e,String(r));let r=n.toString();return`api/${e}${r&&`?${r}`}`}var ae={keep:()=>void 0,namedIn:()=>[]};function oe(e){try{return JSON.parse(e)}catch{return null}}function se(e,t=ae){async function n(t){let n=await e.ask(t).catch(e=>{throw L(e)?e:new I({kind:`unreachable`,message:String(e)})});if(n.status>=200&&n.status<300)return n;throw new I(oe(n.text)?.error??{kind:`unreachable`,message:`HTTP ${n.status}`})}async function r(e){let{status:t,text:r}=await n(e),i=oe(r);if(i===null)throw new I({kind:`unreachable`,message:`HTTP ${t}`});return i}function i(e,t,n){return r({method:`GET`,address:R(e,t),signal:n})}function a(e,t,n){return r({method:`POST`,address:R(e),body:JSON.stringify(t),signal:n})}async function o(e,t,r){return(await n({method:`GET`,address:R(e,t),signal:r})).text}async function s(e,t,r,i){let{events:a,text:o}=await n({method:`POST`,address:R(e),body:JSON.stringify(t),events:!0,signal:i});for await(let{name:e,data:t}of a??[{name:`answer`,data:o}]){let n=JSON.parse(t);if(e===`answer`)return n;if(e===`error`)throw new I(n.error);r(n)}throw new I({kind:`unreachable`,message:`the answer broke off`})}async function c({file:e,text:n},r){let{game:i,title:o,rules:s,positions:c}=await a(`own`,{file:e,text:n},r);return t.keep({game:i,file:e,text:n,title:o,rules:s}),{game:i,title:o,rules:s,positions:c}}let l=new Map;function u(e){let t=e.map(e=>{let t=l.get(e.game)??c(e).finally(()=>l.delete(e.game));return l.set(e.game,t),t});return Promise.all(t)}async function d(e,n){try{return await n()}catch(r){let i=t.namedIn(e);if(ie(r).kind!==`parse`||i.length===0)throw r;return await u(i),n()}}let f=null,p=null;return{picture:o,games(){return f??=i(`games`,{}).then(e=>e.games),f.catch(()=>f=null),f},functions(){return p??=i(`functions`,{}).then(e=>e.functions),p.catch(()=>p=null),p},own:c,think:(e,t,n)=>d(e.game,()=>s(`think`,e,t,n)),play:(e,t)=>d(e.game,()=>a(`play`,e,t)),read:(e,t)=>d(e,()=>a(`read`,{text:e},t)),async calculate({lines:e,language:n},r,i=()=>void 0){let a=()=>s(`calculate`,{lines:e,language:n},i,r).then(({results:e})=>e),o=await a(),c=e.filter((e,t)=>o[t]?.error?.kind===`parse`),l=t.namedIn(c.join(`
`));return l.length===0?o:u(l).then(a,()=>o)},options:(e,t)=>d(e,()=>i(`options`,{game:e},t)),table:(e,t,n)=>d(e,()=>i(`table`,{ruleset:e,n:t},n)).then(e=>e.values),period:(e,t)=>d(e,()=>i(`period`,{ruleset:e},t)),graph:(e,t)=>d(e.game,()=>i(`graph`,{...e},t))}}var z=[{file:`take-one-or-two.star`,text:`title = "Take one or two"
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
`}];function B(e){try{return localStorage.getItem(`grundy.${e}`)}catch{return null}}function V(e,t){try{localStorage.setItem(`grundy.${e}`,t)}catch{}}var ce=20;function H(e){let{file:t,text:n}=e??{};return typeof t==`string`&&typeof n==`string`}function le(e){let{game:t,title:n,rules:r}=e??{};return H(e)&&[t,n,r].every(e=>typeof e==`string`)}function U(e){try{return JSON.parse(B(e)??`null`)}catch{return null}}function W(){let e=U(`own.games`);return Array.isArray(e)?e.filter(le):[]}function ue(){let e=U(`own.draft`);if(!H(e))return{...z[0],before:null};let{file:t,text:n,before:r}=e;return{file:t,text:n,before:H(r)?r:null}}var G=h(W()),K=f(ue());function q(e){v(G,e.slice(0,ce)),V(`own.games`,JSON.stringify(s(G)))}addEventListener(`storage`,({key:e})=>{e===`grundy.own.games`&&v(G,W())});var J={get games(){return s(G)},get draft(){return K},of(e){let t=/^[\p{L}\p{N}_-]+/u.exec(e.trim())?.[0];return s(G).find(({game:e})=>e===t)},namedIn(e){return s(G).filter(({game:t})=>e.includes(t))},keep(e){q([e,...s(G).filter(({game:t})=>t!==e.game)])},drop(e){q(s(G).filter(({game:t})=>t!==e))},begin({file:e,text:t}){K.text.trim()&&![...z,...s(G)].some(e=>e.text===K.text)&&(K.before={file:K.file,text:K.text}),Object.assign(K,{file:e,text:t}),J.keepDraft()},bringBack(){Object.assign(K,{...K.before,before:null}),J.keepDraft()},keepDraft(){V(`own.draft`,JSON.stringify(K))}};function de(e){let t=e.split(/\r\n|\n|\r(?!$)/);return[t,t.pop()??``]}async function*fe(e){let t=e.getReader(),n=new TextDecoder,r=``,i=`message`,a=[];try{for(;;){let{done:e,value:o}=await t.read();if(e)return;let[s,c]=de(r+n.decode(o,{stream:!0}));r=c;for(let e of s){if(e===``){a.length>0&&(yield{name:i,data:a.join(`
`)}),i=`message`,a=[];continue}let[,t,n]=/^([^:]*):? ?(.*)$/.exec(e);t===`event`?i=n:t===`data`&&a.push(n)}}}finally{t.cancel().catch(()=>void 0)}}var pe={async ask({method:e,address:t,body:n,events:r,signal:i}){let a=new Headers;n!==void 0&&a.set(`Content-Type`,`application/json`),r&&a.set(`Accept`,`text/event-stream`);let o=await fetch(t,{method:e,headers:a,body:n,signal:i}),{status:s}=o,c=o.headers.get(`Content-Type`)??``;return o.ok&&o.body&&c.startsWith(`text/event-stream`)?{status:s,kind:c,text:``,events:fe(o.body)}:{status:s,kind:c,text:await o.text()}}},me=h(null),he=null,Y={get positions(){return s(me)},tell(e){v(me,e,!0)},begin(e){he=e},stop(){he?.()}},ge=2;function _e(e){let t=N(e,()=>new Worker(new URL(new URL(`engine.js`,import.meta.url).href,``+import.meta.url),{type:`module`}),ge,Y.tell);return Y.begin(t.stop),t}var ve=se(P===void 0?pe:_e(P),J),ye=[`me`,`friend`,`perfect`,`errs`];function be(e){return e===`perfect`||e===`errs`}function xe({index:e,move:t}){return e??t}function X(e){return{game:e,misere:!1,first:`left`,left:`me`,right:`perfect`,moves:[],at:0}}function Se(e,t){return ye.find(t=>t===e)??t}function Ce(e){return typeof e==`number`?String(e):`~${e.replace(/[%.]/g,e=>e===`.`?`%2E`:`%25`)}`}function we(e){return/^\d+$/.test(e)?[Number(e)]:e.startsWith(`~`)?[e.slice(1).replaceAll(`%2E`,`.`).replaceAll(`%25`,`%`)]:[]}function Te({argument:e,query:t}){let n=X(e),r=(t.get(`moves`)??``).split(`.`).flatMap(we),i=Number(t.get(`at`)??r.length);return{...n,misere:t.get(`misere`)===`1`,first:t.get(`first`)===`right`?`right`:`left`,left:Se(t.get(`left`),n.left),right:Se(t.get(`right`),n.right),moves:r,at:Number.isInteger(i)&&i>=0&&i<=r.length?i:r.length}}function Z(e,t=`play`){let n=X(e.game);return T(`game`,e.game,{first:e.first===n.first?void 0:e.first,misere:e.misere?`1`:void 0,left:e.left===n.left?void 0:e.left,right:e.right===n.right?void 0:e.right,moves:e.moves.map(Ce).join(`.`),at:e.at===e.moves.length?void 0:String(e.at),tab:t===`play`?void 0:t})}var Ee=new WeakMap;function De(e){let t=Ee.get(e);if(t)return t;let n=Object.entries(e).filter(([e])=>e.includes(`{x}`)||e.includes(`{y}`)).map(([e,t])=>{let n=[...e.matchAll(/\{([xy])\}/g)].map(([,e])=>e),r=e.split(/\{[xy]\}/).map(e=>e.replace(/[.*+?^${}()|[\]\\]/g,`\\$&`));return{shape:RegExp(`^${r.join(`(.+?)`)}$`,`s`),names:n,text:t}});return Ee.set(e,n),n}function Oe(e,t){if(Object.hasOwn(t,e))return t[e];for(let{shape:n,names:r,text:i}of De(t)){let a=n.exec(e);if(!a)continue;let o=r.map((e,n)=>[e,Oe(a[n+1],t)??a[n+1]]);return m(i,Object.fromEntries(o))}return null}var ke={rules:{},notations:{},functions:{},errors:{}},Q=h({}),$=new Set;async function Ae(e){try{let t=await fetch(`texts/${e}.json`);t.ok&&v(Q,{...s(Q),[e]:{...ke,...await t.json()}})}catch{$.delete(e)}}function je(){let{language:e}=_;return e!==`en`&&!$.has(e)&&($.add(e),Ae(e)),s(Q)[e]??ke}function Me(e){let t=Oe(e,je().errors);return t===null?{text:e,lang:`en`}:{text:t}}var Ne=r(`<pre class="svelte-7z8a8l"> <span class="before svelte-7z8a8l" aria-hidden="true"> </span><span class="caret svelte-7z8a8l">▲</span></pre>`),Pe=r(`<pre class="message svelte-7z8a8l" lang="en" tabindex="0" role="group"> </pre>`),Fe=r(`<p class="svelte-7z8a8l"> </p>`),Ie=r(`<p class="soft svelte-7z8a8l"> <a data-testid="suggested"><code> </code></a></p>`),Le=r(`<p class="soft svelte-7z8a8l"> </p>`),Re=r(`<p class="svelte-7z8a8l"><button data-testid="retry"> </button></p>`),ze=r(`<div class="trouble svelte-7z8a8l" role="alert" data-testid="trouble"><p class="svelte-7z8a8l"><strong> </strong></p> <!> <!> <!> <!></div>`);function Be(n,r){ee(r,!0);let f=te(r,`text`,3,``),m={parse:`trouble.parse`,rules:`trouble.rules`,limit:`trouble.limit`,"no-answer":`trouble.none`,busy:`trouble.busy`,"not-found":`trouble.not-found`,unreachable:`trouble.unreachable`},h=u(()=>x(F&&r.problem.kind===`unreachable`?`trouble.engine`:m[r.problem.kind]??`trouble.other`)),_=u(()=>Me(r.problem.message)),v=u(()=>r.problem.help?Me(r.problem.help):null),ne=u(()=>r.onretry&&![`parse`,`rules`,`bad-request`,`illegal`,`not-found`,`no-answer`].includes(r.problem.kind)),S=u(()=>{let[,e,t]=/^(for example|did you mean) (.+?)(; `.*|\?)?$/s.exec(r.problem.help??``)??[];return t?{key:e===`for example`?`trouble.example`:`trouble.meant`,game:t}:null}),C=u(()=>{if(r.problem.at===void 0||!f())return null;let e=new TextEncoder().encode(f()).slice(0,r.problem.at),t=new TextDecoder().decode(e),n=t.lastIndexOf(`
`)+1,i=f().indexOf(`
`,n);return{line:f().slice(n,i<0?void 0:i),before:t.slice(n)}});var w=ze(),T=l(w),E=l(T),re=o(E,!0);y(T);var D=e(T,2),O=t=>{var n=Ne(),r=l(n),c=e(r),u=o(c,!0);p(),y(n),b(()=>{i(r,`${s(C).line??``}
`),i(u,s(C).before)}),a(t,n)};t(D,e=>{s(C)&&e(O)});var k=e(D,2),A=e=>{var t=Pe(),n=o(t,!0);b(()=>{g(t,`aria-label`,s(h)),i(n,r.problem.message)}),a(e,t)},j=e=>{var t=Fe(),n=o(t,!0);b(()=>{g(t,`lang`,s(_).lang),i(n,s(_).text)}),a(e,t)};t(k,e=>{r.problem.kind===`rules`?e(A):r.problem.kind!==`unreachable`&&e(j,1)});var M=e(k,2),N=t=>{var n=Ie(),r=l(n),c=e(r),u=l(c),d=o(u,!0);y(c),y(n),b((e,t)=>{i(r,`${e??``} `),g(c,`href`,t),i(d,s(S).game)},[()=>x(s(S).key),()=>Z(X(s(S).game))]),a(t,n)},P=e=>{var t=Le(),n=o(t,!0);b(()=>{g(t,`lang`,s(v).lang),i(n,s(v).text)}),a(e,t)};t(M,e=>{s(S)?e(N):s(v)&&e(P,1)});var I=e(M,2),L=e=>{var t=Re(),n=l(t),s=o(n,!0);y(t),b(e=>i(s,e),[()=>x(`trouble.retry`)]),c(`click`,n,function(...e){r.onretry?.apply(this,e)}),a(e,t)};t(I,e=>{s(ne)&&e(L)}),y(w),b(()=>i(re,s(h))),a(n,w),d()}n([`click`]);export{ie as _,be as a,T as b,xe as c,J as d,B as f,L as g,I as h,X as i,ve as l,z as m,je as n,ye as o,V as p,Z as r,Te as s,Be as t,Y as u,F as v,w as x,E as y};