// node_modules/svelte/src/internal/shared/utils.js
var e = Array.isArray, t = Array.prototype.indexOf, n = Array.prototype.includes, r = Array.from, i = Object.defineProperty, a = Object.getOwnPropertyDescriptor, o = Object.getOwnPropertyDescriptors, s = Object.prototype, c = Array.prototype, l = Object.getPrototypeOf, u = Object.isExtensible, d = () => {};
function f(e) {
	for (var t = 0; t < e.length; t++) e[t]();
}
function p() {
	var e, t;
	return {
		promise: new Promise((n, r) => {
			e = n, t = r;
		}),
		resolve: e,
		reject: t
	};
}
function m(e, t) {
	if (Array.isArray(e)) return e;
	if (t === void 0 || !(Symbol.iterator in e)) return Array.from(e);
	let n = [];
	for (let r of e) if (n.push(r), n.length === t) break;
	return n;
}
var h = 1024, g = 2048, _ = 4096, v = 8192, y = 16384, b = 32768, x = 1 << 25, S = 65536, ee = 1 << 19, C = 1 << 20, te = 1 << 25, ne = 1 << 21, re = 1 << 22, ie = 1 << 23, ae = Symbol("$state"), oe = Symbol("component"), se = Symbol("legacy props"), ce = Symbol(""), le = Symbol("attributes"), ue = Symbol("class"), de = Symbol("style"), fe = Symbol("text"), pe = Symbol("form reset"), me = new class extends Error {
	name = "StaleReactionError";
	message = "The reaction that called `getAbortSignal()` was re-run or destroyed";
}(), he = !!globalThis.document?.contentType && /* @__PURE__ */ globalThis.document.contentType.includes("xml"), ge = {}, w = Symbol("uninitialized"), _e = "http://www.w3.org/1999/xhtml", ve = "http://www.w3.org/2000/svg", ye = "http://www.w3.org/1998/Math/MathML";
function be() {
	console.warn("https://svelte.dev/e/derived_inert");
}
function xe(e) {
	console.warn("https://svelte.dev/e/hydration_mismatch");
}
function Se() {
	console.warn("https://svelte.dev/e/select_multiple_invalid_value");
}
function Ce() {
	console.warn("https://svelte.dev/e/svelte_boundary_reset_noop");
}
// node_modules/svelte/src/internal/client/dom/hydration.js
var T = !1;
function we(e) {
	T = e;
}
var E;
function D(e) {
	if (e === null) throw xe(), ge;
	return E = e;
}
function Te() {
	return D(/* @__PURE__ */ nn(E));
}
function O(e) {
	if (T) {
		if (/* @__PURE__ */ nn(E) !== null) throw xe(), ge;
		E = e;
	}
}
function Ee(e = 1) {
	if (T) {
		for (var t = e, n = E; t--;) n = /* @__PURE__ */ nn(n);
		E = n;
	}
}
function De(e = !0) {
	for (var t = 0, n = E;;) {
		if (n.nodeType === 8) {
			var r = n.data;
			if (r === "]") {
				if (t === 0) return n;
				--t;
			} else (r === "[" || r === "[!" || r[0] === "[" && !isNaN(Number(r.slice(1)))) && (t += 1);
		}
		var i = /* @__PURE__ */ nn(n);
		e && n.remove(), n = i;
	}
}
function Oe(e) {
	if (!e || e.nodeType !== 8) throw xe(), ge;
	return e.data;
}
// node_modules/svelte/src/internal/client/reactivity/equality.js
function ke(e) {
	return e === this.v;
}
function Ae(e, t) {
	return e == e ? e !== t || typeof e == "object" && !!e || typeof e == "function" : t == t;
}
function je(e) {
	return !Ae(e, this.v);
}
function Me(e) {
	throw Error("https://svelte.dev/e/lifecycle_outside_component");
}
// node_modules/svelte/src/internal/client/errors.js
function Ne() {
	throw Error("https://svelte.dev/e/async_derived_orphan");
}
function Pe(e, t, n) {
	throw Error("https://svelte.dev/e/each_key_duplicate");
}
function Fe(e) {
	throw Error("https://svelte.dev/e/effect_in_teardown");
}
function Ie() {
	throw Error("https://svelte.dev/e/effect_in_unowned_derived");
}
function Le(e) {
	throw Error("https://svelte.dev/e/effect_orphan");
}
function Re() {
	throw Error("https://svelte.dev/e/effect_update_depth_exceeded");
}
function ze(e) {
	throw Error("https://svelte.dev/e/props_invalid_value");
}
function Be() {
	throw Error("https://svelte.dev/e/state_descriptors_fixed");
}
function Ve() {
	throw Error("https://svelte.dev/e/state_prototype_fixed");
}
function He() {
	throw Error("https://svelte.dev/e/state_unsafe_mutation");
}
function Ue() {
	throw Error("https://svelte.dev/e/svelte_boundary_reset_onerror");
}
// node_modules/svelte/src/internal/shared/context.js
function We(e) {
	let t = e.p;
	for (; t !== null && t.c === null;) t = t.p;
	return t?.c ?? null;
}
function Ge(e, t) {
	return e === null && Me(t), e.c ??= new Map(We(e) || void 0);
}
// node_modules/svelte/src/internal/client/context.js
var k = null;
function Ke(e) {
	k = e;
}
function qe(e) {
	return Ge(k, "getContext").get(e);
}
function Je(e, t) {
	return Ge(k, "setContext").set(e, t), t;
}
function A(e, t = !1, n) {
	k = {
		p: k,
		i: !1,
		c: null,
		e: null,
		s: e,
		x: null,
		r: W,
		l: null
	};
}
function j(e) {
	var t = k, n = t.e;
	if (n !== null) {
		t.e = null;
		for (var r of n) _n(r);
	}
	return e !== void 0 && (t.x = e), t.i = !0, k = t.p, Ye(e);
}
function Ye(e = {}) {
	return i(e, oe, { value: !0 }), e;
}
function Xe() {
	return !0;
}
// node_modules/svelte/src/internal/client/dom/task.js
var Ze = [];
function Qe() {
	var e = Ze;
	Ze = [], f(e);
}
function $e(e) {
	if (Ze.length === 0 && !wt) {
		var t = Ze;
		queueMicrotask(() => {
			t === Ze && Qe();
		});
	}
	Ze.push(e);
}
// node_modules/svelte/src/internal/client/reactivity/status.js
var et = ~(g | _ | h);
function M(e, t) {
	e.f = e.f & et | t;
}
function tt(e) {
	e.f & 512 || e.deps === null ? M(e, h) : M(e, _);
}
// node_modules/svelte/src/internal/client/reactivity/utils.js
function nt(e, t) {
	e.f & 2048 ? t.set(e, g) : e.f & 4096 && t.get(e) !== 2048 && t.set(e, _), M(e, h);
}
// node_modules/svelte/src/internal/client/dom/elements/misc.js
var rt = !1;
function it() {
	rt || (rt = !0, document.addEventListener("reset", (e) => {
		Promise.resolve().then(() => {
			if (!e.defaultPrevented) for (let t of e.target.elements) t[pe]?.();
		});
	}, { capture: !0 }));
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/shared.js
function at(e) {
	var t = U, n = W;
	Bn(null), Vn(null);
	try {
		return e();
	} finally {
		Bn(t), Vn(n);
	}
}
function ot(e, t, n, r = n) {
	e.addEventListener(t, () => at(n));
	let i = e[pe];
	e[pe] = i ? () => {
		i(), r(!0);
	} : () => r(!0), it();
}
// node_modules/svelte/src/internal/client/reactivity/async.js
function st(e, t, n, r) {
	let i = Xe() ? dt : mt;
	var a = e.filter((e) => !e.settled), o = t.map(i);
	if (n.length === 0 && a.length === 0) {
		r(o);
		return;
	}
	var s = W, c = ct(), l = a.length === 1 ? a[0].promise : a.length > 1 ? Promise.all(a.map((e) => e.promise)) : null;
	function u(e) {
		if (!(s.f & 16384)) {
			c();
			try {
				r([...o, ...e]);
			} catch (e) {
				un(e, s);
			}
			lt();
		}
	}
	var d = ut();
	if (n.length === 0) {
		l.then(() => u([])).finally(d);
		return;
	}
	function f() {
		Promise.all(n.map((e) => /* @__PURE__ */ pt(e))).then(u).catch((e) => un(e, s)).finally(d);
	}
	l ? l.then(() => {
		s.f & 16384 ? d() : (c(), f(), lt());
	}) : f();
}
function ct() {
	var e = W, t = U, n = k, r = P;
	return function(i = !0) {
		Vn(e), Bn(t), Ke(n), i && !(e.f & 16384) && (r?.activate(), r?.apply());
	};
}
function lt(e = !0) {
	Vn(null), Bn(null), Ke(null), e && P?.deactivate();
}
function ut() {
	var e = W, t = e.b, n = P, r = !!t?.is_rendered();
	return t?.update_pending_count(1, n), n.increment(r, e), () => {
		t?.update_pending_count(-1, n), n.decrement(r, e);
	};
}
/*#__NO_SIDE_EFFECTS__*/
function dt(e) {
	var t = 2 | g;
	return W !== null && (W.f |= ee), {
		ctx: k,
		deps: null,
		effects: null,
		equals: ke,
		f: t,
		fn: e,
		reactions: null,
		rv: 0,
		v: w,
		wv: 0,
		parent: W,
		ac: null
	};
}
var ft = Symbol("obsolete");
/*#__NO_SIDE_EFFECTS__*/
function pt(e, t, n) {
	let r = W;
	r === null && Ne();
	var i = void 0, a = Bt(w), o = !U, s = /* @__PURE__ */ new Set();
	return xn(() => {
		var t = W, n = p();
		i = n.promise;
		try {
			Promise.resolve(e()).then(n.resolve, (e) => {
				e !== me && n.reject(e);
			}).finally(lt);
		} catch (e) {
			n.reject(e), lt();
		}
		var c = P;
		if (o) {
			if (t.f & 32768) var l = ut();
			if (r.b?.is_rendered()) c.async_deriveds.get(t)?.reject(ft);
			else for (let e of s.values()) e.reject(ft);
			s.add(n), c.async_deriveds.set(t, n);
		}
		let u = (e, t = void 0) => {
			l?.(), s.delete(n), t !== ft && (c.activate(), t ? (a.f |= ie, Wt(a, t)) : (a.f & 8388608 && (a.f ^= ie), Wt(a, e)), c.deactivate());
		};
		n.promise.then(u, (e) => u(null, e || "unknown"));
	}), hn(() => {
		for (let e of s) e.reject(ft);
	}), new Promise((e) => {
		function t(n) {
			function r() {
				n === i ? e(a) : t(i);
			}
			n.then(r, r);
		}
		t(i);
	});
}
/*#__NO_SIDE_EFFECTS__*/
function N(e) {
	let t = /* @__PURE__ */ dt(e);
	return Un(t), t;
}
/*#__NO_SIDE_EFFECTS__*/
function mt(e) {
	let t = /* @__PURE__ */ dt(e);
	return t.equals = je, t;
}
function ht(e) {
	var t = e.effects;
	if (t !== null) {
		e.effects = null;
		for (var n = 0; n < t.length; n += 1) On(t[n]);
	}
}
function gt(e) {
	var t, n = W, r = e.parent;
	if (!Ln && r !== null && e.v !== w && r.f & 24576) return be(), e.v;
	Vn(r);
	try {
		ht(e), t = tr(e);
	} finally {
		Vn(n);
	}
	return t;
}
function _t(e) {
	var t = gt(e);
	!e.equals(t) && (e.wv = Qn(), (!P?.is_fork || e.deps === null) && (P === null ? e.v = t : (P.capture(e, t, !0), xt?.capture(e, t, !0)), e.deps === null)) ? M(e, h) : Ln || (St === null ? tt(e) : (mn() || P?.is_fork) && St.set(e, t));
}
function vt(e) {
	if (e.effects !== null) for (let t of e.effects) (t.teardown || t.ac) && (t.teardown?.(), t.ac !== null && at(() => {
		t.ac.abort(me), t.ac = null;
	}), t.fn !== null && (t.teardown = d), ir(t, 0), En(t));
}
function yt(e) {
	if (e.effects !== null) for (let t of e.effects) t.teardown && t.fn !== null && ar(t);
}
// node_modules/svelte/src/internal/client/reactivity/batch.js
var bt = null, P = null, xt = null, St = null, Ct = null, wt = !1, Tt = !1, Et = null, Dt = null, Ot = 0, kt = 1, At = class e {
	id = kt++;
	started = !1;
	linked = !0;
	prev = null;
	next = null;
	async_deriveds = /* @__PURE__ */ new Map();
	current = /* @__PURE__ */ new Map();
	previous = /* @__PURE__ */ new Map();
	#e = /* @__PURE__ */ new Set();
	#t = /* @__PURE__ */ new Set();
	#n = 0;
	#r = /* @__PURE__ */ new Map();
	#i = null;
	#a = [];
	#o = [];
	#s = /* @__PURE__ */ new Map();
	#c = /* @__PURE__ */ new Map();
	#l = /* @__PURE__ */ new Set();
	is_fork = !1;
	#u = !1;
	constructor() {
		bt === null ? bt = this : (bt.next = this, this.prev = bt), bt = this;
	}
	#d() {
		if (this.is_fork) return !0;
		for (let e of this.#r.keys()) if (!this.#f(e)) return !0;
		return !1;
	}
	#f(e) {
		for (var t = e; t !== null; t = t.parent) if (this.#c.has(t)) return !0;
		return !1;
	}
	skip_effect(e) {
		this.#c.has(e) || this.#c.set(e, {
			d: [],
			m: []
		}), this.#l.delete(e);
	}
	unskip_effect(e, t = (e) => this.schedule(e)) {
		var n = this.#c.get(e);
		if (n) {
			this.#c.delete(e);
			for (var r of n.d) M(r, g), t(r);
			for (r of n.m) M(r, _), t(r);
		}
		this.#l.add(e);
	}
	#p() {
		var e = [];
		for (let i of this.#a) if (!(i.f & 16384 || !(i.f & 6144))) {
			for (var t = i, n = !1; t.parent !== null;) {
				t = t.parent;
				var r = t.f;
				if (r & 96) {
					if (!(r & 1024)) {
						n = !0;
						break;
					}
					t.f ^= h;
				}
			}
			n || e.push(t);
		}
		return this.#a = [], e;
	}
	#m() {
		this.started = !0;
		for (let [e, t] of this.#s) M(e, t), this.schedule(e);
		this.apply();
		for (var t = Et = [], n = [], r = Dt = []; this.#a.length > 0;) {
			Ot++ > 1e3 && (this.#b(), jt());
			for (let e of this.#p()) try {
				this.#h(e, t, n);
			} catch (t) {
				throw It(e), this.#d() || this.discard(), t;
			}
		}
		if (P = null, r.length > 0) {
			var i = e.ensure();
			for (let e of r) i.schedule(e);
		}
		if (Et = null, Dt = null, this.#d()) {
			this.#y(n), this.#y(t);
			for (let [e, t] of this.#c) Ft(e, t);
			r.length > 0 && P.#m();
			return;
		}
		let a = this.#g();
		if (a) this.#y(n), this.#y(t), a.#v(this);
		else {
			this.#s.clear();
			for (let e of this.#e) e(this);
			this.#e.clear(), xt = this, Nt(n), Nt(t), xt = null, this.#i?.resolve();
			var o = P;
			this.#n === 0 && (this.#a.length === 0 || o !== null) && this.#b(), o !== null && (Rt.clear(), o.#m());
		}
	}
	#h(e, t, n) {
		e.f ^= h;
		for (var r = e.first; r !== null;) {
			var i = r.f, a = !!(i & 96);
			if (!(a && i & 1024 || i & 8192 || this.#c.has(r)) && r.fn !== null) {
				a ? r.f ^= h : i & 4 ? t.push(r) : $n(r) && (i & 16 && this.add_dirty_reaction(r, _), ar(r));
				var o = r.first;
				if (o !== null) {
					r = o;
					continue;
				}
			}
			for (; r !== null;) {
				var s = r.next;
				if (s !== null) {
					r = s;
					break;
				}
				r = r.parent;
			}
		}
	}
	#g() {
		for (var e = this.prev; e !== null; e = e.prev) if (!e.is_fork && this.#_(e)) return e;
		return null;
	}
	#_(e) {
		for (let [t, [, n]] of this.current) if (!n && e.current.has(t)) return !0;
		return !1;
	}
	#v(e) {
		for (let [t, n] of e.current) !this.previous.has(t) && e.previous.has(t) && this.previous.set(t, e.previous.get(t)), this.current.set(t, n);
		for (let [t, n] of e.async_deriveds) {
			let e = this.async_deriveds.get(t);
			e && n.promise.then(e.resolve).catch(e.reject);
		}
		e.async_deriveds.clear(), this.transfer_reactions(e.#s);
		let t = (e) => {
			var n = e.reactions;
			if (n !== null && !(e.f & 2 && !(e.f & 6144))) for (let e of n) {
				var r = e.f;
				if (r & 2) t(e);
				else {
					var i = e;
					r & 4194320 && !this.async_deriveds.has(i) && (this.#s.delete(i), M(i, g), this.schedule(i));
				}
			}
		};
		for (let e of this.current.keys()) t(e);
		this.oncommit(() => e.discard()), e.#b(), P = this, this.#m();
	}
	#y(e) {
		for (var t = 0; t < e.length; t += 1) nt(e[t], this.#s);
	}
	capture(e, t, n = !1) {
		e.v !== w && !this.previous.has(e) && this.previous.set(e, e.v), e.f & 8388608 || (this.current.set(e, [t, n]), St?.set(e, t)), this.is_fork || (e.v = t);
	}
	activate() {
		P = this;
	}
	deactivate() {
		P = null, St = null;
	}
	flush() {
		try {
			Tt = !0, P = this, this.#m();
		} finally {
			Ot = 0, Ct = null, Et = null, Dt = null, Tt = !1, P = null, St = null, Rt.clear();
		}
	}
	discard() {
		for (let e of this.#t) e(this);
		this.#t.clear();
		for (let e of this.async_deriveds.values()) e.reject(ft);
		this.#b(), this.#i?.resolve();
	}
	register_created_effect(e) {
		this.#o.push(e);
	}
	increment(e, t) {
		if (this.#n += 1, e) {
			let e = this.#r.get(t) ?? 0;
			this.#r.set(t, e + 1);
		}
	}
	decrement(e, t) {
		if (--this.#n, e) {
			let e = this.#r.get(t) ?? 0;
			e === 1 ? this.#r.delete(t) : this.#r.set(t, e - 1);
		}
		this.#u || (this.#u = !0, $e(() => {
			this.#u = !1, this.linked && this.flush();
		}));
	}
	transfer_reactions(e) {
		for (let [t, n] of e) this.add_dirty_reaction(t, n);
		e.clear();
	}
	add_dirty_reaction(e, t) {
		(t === 2048 || this.#s.get(e) !== 2048) && this.#s.set(e, t);
	}
	oncommit(e) {
		this.#e.add(e);
	}
	ondiscard(e) {
		this.#t.add(e);
	}
	settled() {
		return (this.#i ??= p()).promise;
	}
	static ensure() {
		if (P === null) {
			let t = P = new e();
			!Tt && $e(() => {
				t.started || t.flush();
			});
		}
		return P;
	}
	apply() {
		St = null;
	}
	schedule(e) {
		Ct = e, e.b?.is_pending && e.f & 16777228 && !(e.f & 32768) ? e.b.defer_effect(e) : this.#a.push(e);
	}
	#b() {
		if (this.linked) {
			var e = this.prev, t = this.next;
			e === null || (e.next = t), t === null ? bt = e : t.prev = e, this.linked = !1;
		}
	}
};
function jt() {
	try {
		Re();
	} catch (e) {
		un(e, Ct);
	}
}
var Mt = null;
function Nt(e) {
	var t = e.length;
	if (t !== 0) {
		for (var n = 0; n < t;) {
			var r = e[n++];
			if (!(r.f & 24576) && $n(r) && (Mt = /* @__PURE__ */ new Set(), ar(r), r.deps === null && r.first === null && r.nodes === null && r.teardown === null && r.ac === null && An(r), Mt?.size > 0)) {
				Rt.clear();
				for (let e of Mt) {
					if (e.f & 24576) continue;
					let t = [e], n = e.parent;
					for (; n !== null;) Mt.has(n) && (Mt.delete(n), t.push(n)), n = n.parent;
					for (let e = t.length - 1; e >= 0; e--) {
						let n = t[e];
						n.f & 24576 || ar(n);
					}
				}
				Mt.clear();
			}
		}
		Mt = null;
	}
}
function Pt(e) {
	P.schedule(e);
}
function Ft(e, t) {
	if (!(e.f & 32 && e.f & 1024)) {
		e.f & 2048 ? t.d.push(e) : e.f & 4096 && t.m.push(e), M(e, h);
		for (var n = e.first; n !== null;) Ft(n, t), n = n.next;
	}
}
function It(e) {
	M(e, h);
	for (var t = e.first; t !== null;) It(t), t = t.next;
}
// node_modules/svelte/src/internal/client/reactivity/sources.js
var Lt = /* @__PURE__ */ new Set(), Rt = /* @__PURE__ */ new Map(), zt = !1;
function Bt(e, t) {
	return {
		f: 0,
		v: e,
		reactions: null,
		equals: ke,
		rv: 0,
		wv: 0
	};
}
/*#__NO_SIDE_EFFECTS__*/
function F(e, t) {
	let n = Bt(e, t);
	return Un(n), n;
}
/*#__NO_SIDE_EFFECTS__*/
function Vt(e, t = !1, n = !0) {
	let r = Bt(e);
	return t || (r.equals = je), r;
}
function I(e, t, n = !1) {
	return U !== null && (!zn || U.f & 131072) && Xe() && U.f & 4325394 && (Hn === null || !Hn.has(e)) && He(), Wt(e, n ? Jt(t) : t, Dt);
}
var Ht = null, Ut = 0;
function Wt(e, t, n = null) {
	if (!e.equals(t)) {
		Ln ? Rt.set(e, t) : Rt.has(e) || Rt.set(e, e.v);
		var r = At.ensure();
		if (r.capture(e, t), e.f & 2) {
			let t = e;
			e.f & 2048 && gt(t), St === null && tt(t);
		}
		e.wv = Qn(), Ht = null, Ut = 0, qt(e, g, n), Ht = null, Xe() && W !== null && W.f & 1024 && !(W.f & 96) && (Kn === null ? qn([e]) : Kn.push(e)), !r.is_fork && Lt.size > 0 && !zt && Gt();
	}
	return t;
}
function Gt() {
	zt = !1;
	for (let e of Lt) {
		e.f & 1024 && M(e, _);
		let t;
		try {
			t = $n(e);
		} catch {
			t = !0;
		}
		t && ar(e);
	}
	Lt.clear();
}
function Kt(e) {
	I(e, e.v + 1);
}
function qt(e, t, n) {
	var r = e.reactions;
	if (r !== null) {
		var i = Xe(), a = r.length;
		if (Ut += a, Ut > 1e5 && Ht === null && (Ht = /* @__PURE__ */ new Set()), Ht !== null) {
			if (Ht.has(e)) return;
			Ht.add(e);
		}
		for (var o = 0; o < a; o++) {
			var s = r[o], c = s.f;
			if (i || s !== W) {
				var l = (c & g) === 0;
				if (l && M(s, t), c & 131072) Lt.add(s);
				else if (c & 2) {
					var u = s;
					St?.delete(u), qt(u, _, n);
				} else if (l) {
					var d = s;
					c & 16 && Mt !== null && Mt.add(d), n === null ? Pt(d) : n.push(d);
				}
			}
		}
	}
}
function Jt(t) {
	if (typeof t != "object" || !t || ae in t || oe in t) return t;
	let n = l(t);
	if (n !== s && n !== c) return t;
	var r = /* @__PURE__ */ new Map(), i = e(t), o = /* @__PURE__ */ F(0), u = null, d = Xn, f = (e) => {
		if (Xn === d) return e();
		var t = U, n = Xn;
		Bn(null), Zn(d);
		var r = e();
		return Bn(t), Zn(n), r;
	};
	return i && r.set("length", /* @__PURE__ */ F(t.length, u)), new Proxy(t, {
		defineProperty(e, t, n) {
			"value" in n && n.configurable !== !1 && n.enumerable !== !1 && n.writable !== !1 || Be();
			var i = r.get(t);
			return i === void 0 ? f(() => {
				var e = /* @__PURE__ */ F(n.value, u);
				return r.set(t, e), e;
			}) : I(i, n.value, !0), !0;
		},
		deleteProperty(e, t) {
			var n = r.get(t);
			if (n === void 0) {
				if (t in e) {
					let e = f(() => /* @__PURE__ */ F(w, u));
					r.set(t, e), Kt(o);
				}
			} else I(n, w), Kt(o);
			return !0;
		},
		get(e, n, i) {
			if (n === ae) return t;
			var o = r.get(n), s = n in e;
			if (o === void 0 && (!s || a(e, n)?.writable) && (o = f(() => /* @__PURE__ */ F(Jt(s ? e[n] : w), u)), r.set(n, o)), o !== void 0) {
				var c = G(o);
				return c === w ? void 0 : c;
			}
			return Reflect.get(e, n, i);
		},
		getOwnPropertyDescriptor(e, t) {
			this.has?.(e, t);
			var n = Reflect.getOwnPropertyDescriptor(e, t), i = r.get(t);
			if (i !== void 0) {
				var a = G(i);
				if (a === w) return;
				if (n && "value" in n) n.value = a;
				else return {
					enumerable: !0,
					configurable: !0,
					value: a,
					writable: !0
				};
			}
			return n;
		},
		has(e, t) {
			if (t === ae) return !0;
			var n = r.get(t), i = n !== void 0 && n.v !== w || Reflect.has(e, t);
			return (n !== void 0 || (W !== null || U !== null) && (!i || a(e, t)?.writable)) && (n === void 0 && (n = f(() => /* @__PURE__ */ F(i ? Jt(e[t]) : w, u)), r.set(t, n)), G(n) === w) ? !1 : i;
		},
		set(e, t, n, s) {
			var c = r.get(t), l = t in e;
			if (i && t === "length") for (var d = n; d < c.v; d += 1) {
				var p = r.get(d + "");
				p === void 0 ? d in e && (p = f(() => /* @__PURE__ */ F(w, u)), r.set(d + "", p)) : I(p, w);
			}
			if (c === void 0) (!l || a(e, t)?.writable) && (c = f(() => /* @__PURE__ */ F(void 0, u)), I(c, Jt(n)), r.set(t, c));
			else {
				l = c.v !== w;
				var m = f(() => Jt(n));
				I(c, m);
			}
			var h = Reflect.getOwnPropertyDescriptor(e, t);
			if (h?.set && h.set.call(s, n), !l) {
				if (i && typeof t == "string") {
					var g = r.get("length"), _ = Number(t);
					Number.isInteger(_) && _ >= g.v && I(g, _ + 1);
				}
				Kt(o);
			}
			return !0;
		},
		ownKeys(e) {
			G(o);
			var t = Reflect.ownKeys(e).filter((e) => {
				var t = r.get(e);
				return t === void 0 || t.v !== w;
			});
			for (var [n, i] of r) i.v !== w && !(n in e) && t.push(n);
			return t;
		},
		setPrototypeOf() {
			Ve();
		}
	});
}
function Yt(e) {
	try {
		if (typeof e == "object" && e && ae in e) return e[ae];
	} catch {}
	return e;
}
function Xt(e, t) {
	return Object.is(Yt(e), Yt(t));
}
var Zt, Qt, $t, en;
function tn() {
	if (Zt === void 0) {
		Zt = window, Qt = /Firefox/.test(navigator.userAgent);
		var e = Element.prototype, t = Node.prototype, n = Text.prototype;
		$t = a(t, "firstChild").get, en = a(t, "nextSibling").get, u(e) && (e[ue] = void 0, e[le] = null, e[de] = void 0, e.__e = void 0), u(n) && (n[fe] = void 0);
	}
}
function L(e = "") {
	return document.createTextNode(e);
}
/*@__NO_SIDE_EFFECTS__*/
function R(e) {
	return $t.call(e);
}
/*@__NO_SIDE_EFFECTS__*/
function nn(e) {
	return en.call(e);
}
function z(e, t) {
	if (!T) return /* @__PURE__ */ R(e);
	var n = /* @__PURE__ */ R(E);
	if (n === null) n = E.appendChild(L());
	else if (t && n.nodeType !== 3) {
		var r = L();
		return n?.before(r), D(r), r;
	}
	return t && cn(n), D(n), n;
}
function rn(e, t = !1) {
	if (!T) {
		var n = /* @__PURE__ */ R(e);
		return n instanceof Comment && n.data === "" ? /* @__PURE__ */ nn(n) : n;
	}
	if (t) {
		if (E?.nodeType !== 3) {
			var r = L();
			return E?.before(r), D(r), r;
		}
		cn(E);
	}
	return E;
}
function B(e, t = !1) {
	if (!T) return /* @__PURE__ */ R(e);
	var n = z(e, t);
	return O(e), n;
}
function V(e, t = 1, n = !1) {
	let r = T ? E : e;
	for (var i; t--;) i = r, r = /* @__PURE__ */ nn(r);
	if (!T) return r;
	if (n) {
		if (r?.nodeType !== 3) {
			var a = L();
			return r === null ? i?.after(a) : r.before(a), D(a), a;
		}
		cn(r);
	}
	return D(r), r;
}
function an(e) {
	e.textContent = "";
}
function on() {
	return !1;
}
function sn(e, t, n) {
	return t == null || t === "http://www.w3.org/1999/xhtml" ? n ? document.createElement(e, { is: n }) : document.createElement(e) : n ? document.createElementNS(t, e, { is: n }) : document.createElementNS(t, e);
}
function cn(e) {
	if (e.nodeValue.length < 65536) return;
	let t = e.nextSibling;
	for (; t !== null && t.nodeType === 3;) t.remove(), e.nodeValue += t.nodeValue, t = e.nextSibling;
}
function ln(e) {
	var t = W;
	if (t === null) return U.f |= ie, e;
	if (!(t.f & 32768) && !(t.f & 4)) throw e;
	un(e, t);
}
function un(e, t) {
	if (e === ge) throw e;
	if (!(t !== null && t.f & 16384)) {
		for (; t !== null;) {
			if (t.f & 128 && !(t.f & 33570816)) {
				if (!(t.f & 32768)) throw e;
				try {
					t.b.error(e);
					return;
				} catch (t) {
					e = t;
				}
			}
			t = t.parent;
		}
		throw e;
	}
}
// node_modules/svelte/src/internal/client/reactivity/effects.js
function dn(e) {
	W === null && (U === null && Le(e), Ie()), Ln && Fe(e);
}
function fn(e, t) {
	var n = t.last;
	n === null ? t.last = t.first = e : (n.next = e, e.prev = n, t.last = e);
}
function pn(e, t) {
	var n = W;
	n !== null && n.f & 8192 && (e |= v);
	var r = {
		ctx: k,
		deps: null,
		nodes: null,
		f: e | g | 512,
		first: null,
		fn: t,
		last: null,
		next: null,
		parent: n,
		b: n && n.b,
		prev: null,
		teardown: null,
		wv: 0,
		ac: null
	};
	P?.register_created_effect(r);
	var i = r;
	if (e & 4) Et === null ? At.ensure().schedule(r) : Et.push(r);
	else if (t !== null) {
		try {
			ar(r);
		} catch (e) {
			throw On(r), e;
		}
		i.deps === null && i.teardown === null && i.nodes === null && i.first === i.last && !(i.f & 524288) && (i = i.first, e & 16 && e & 65536 && i !== null && (i.f |= S));
	}
	if (i !== null && (i.parent = n, n !== null && fn(i, n), U !== null && U.f & 2 && !(e & 64))) {
		var a = U;
		(a.effects ??= []).push(i);
	}
	return r;
}
function mn() {
	return U !== null && !zn;
}
function hn(e) {
	let t = pn(8, null);
	return M(t, h), t.teardown = e, t;
}
function gn(e) {
	dn("$effect");
	var t = W.f;
	if (!U && t & 32 && k !== null && !k.i) {
		var n = k;
		(n.e ??= []).push(e);
	} else return _n(e);
}
function _n(e) {
	return pn(4 | C, e);
}
function vn(e) {
	return dn("$effect.pre"), pn(8 | C, e);
}
function yn(e) {
	At.ensure();
	let t = pn(64 | ee, e);
	return (e = {}) => new Promise((n) => {
		e.outro ? jn(t, () => {
			On(t), n(void 0);
		}) : (On(t), n(void 0));
	});
}
function bn(e) {
	return pn(4, e);
}
function xn(e) {
	return pn(re | ee, e);
}
function Sn(e, t = 0) {
	return pn(8 | t, e);
}
function H(e, t = [], n = [], r = []) {
	st(r, t, n, (t) => {
		pn(8, () => {
			e(...t.map(G));
		});
	});
}
function Cn(e, t = 0) {
	return pn(16 | t, e);
}
function wn(e) {
	return pn(32 | ee, e);
}
function Tn(e) {
	var t = e.teardown;
	if (t !== null) {
		let n = Ln, r = U;
		Rn(!0), Bn(null);
		try {
			t.call(null);
		} catch (t) {
			un(t, e.parent);
		} finally {
			Rn(n), Bn(r);
		}
	}
}
function En(e, t = !1) {
	var n = e.first;
	for (e.first = e.last = null; n !== null;) {
		let e = n.ac;
		e !== null && at(() => {
			e.abort(me);
		});
		var r = n.next;
		n.f & 64 ? n.parent = null : On(n, t), n = r;
	}
}
function Dn(e) {
	for (var t = e.first; t !== null;) {
		var n = t.next;
		t.f & 32 || On(t), t = n;
	}
}
function On(e, t = !0) {
	var n = !1;
	(t || e.f & 262144) && e.nodes !== null && e.nodes.end !== null && (kn(e.nodes.start, e.nodes.end), n = !0), e.f |= x, En(e, t && !n), ir(e, 0);
	var r = e.nodes && e.nodes.t;
	if (r !== null) for (let e of r) e.stop();
	Tn(e), e.f ^= x, e.f |= y;
	var i = e.parent;
	i !== null && i.first !== null && An(e), e.next = e.prev = e.teardown = e.ctx = e.deps = e.fn = e.nodes = e.ac = e.b = null;
}
function kn(e, t) {
	for (; e !== null;) {
		var n = e === t ? null : /* @__PURE__ */ nn(e);
		e.remove(), e = n;
	}
}
function An(e) {
	var t = e.parent, n = e.prev, r = e.next;
	n !== null && (n.next = r), r !== null && (r.prev = n), t !== null && (t.first === e && (t.first = r), t.last === e && (t.last = n));
}
function jn(e, t, n = !0) {
	var r = [];
	e.f |= 256, Mn(e, r, !0);
	var i = () => {
		n && On(e), t && t();
	}, a = r.length;
	if (a > 0) {
		var o = () => --a || i();
		for (var s of r) s.out(o);
	} else i();
}
function Mn(e, t, n) {
	if (!(e.f & 8192)) {
		e.f ^= v;
		var r = e.nodes && e.nodes.t;
		if (r !== null) for (let e of r) (e.is_global || n) && t.push(e);
		for (var i = e.first; i !== null;) {
			var a = i.next;
			if (!(i.f & 64)) {
				var o = !!(i.f & 65536) || !!(i.f & 32) && !!(e.f & 16);
				Mn(i, t, o ? n : !1);
			}
			i = a;
		}
	}
}
function Nn(e) {
	e.f &= -257, Pn(e, !0);
}
function Pn(e, t) {
	if (!(e.f & 256) && e.f & 8192) {
		e.f ^= v, e.f & 1024 || (M(e, g), At.ensure().schedule(e));
		for (var n = e.first; n !== null;) {
			var r = n.next, i = !!(n.f & 65536) || !!(n.f & 32);
			Pn(n, i ? t : !1), n = r;
		}
		var a = e.nodes && e.nodes.t;
		if (a !== null) for (let e of a) (e.is_global || t) && e.in();
	}
}
function Fn(e, t) {
	if (e.nodes) for (var n = e.nodes.start, r = e.nodes.end; n !== null;) {
		var i = n === r ? null : /* @__PURE__ */ nn(n);
		t.append(n), n = i;
	}
}
// node_modules/svelte/src/internal/client/legacy.js
var In = null, Ln = !1;
function Rn(e) {
	Ln = e;
}
var U = null, zn = !1;
function Bn(e) {
	U = e;
}
var W = null;
function Vn(e) {
	W = e;
}
var Hn = null;
function Un(e) {
	U !== null && (U.f & 2097152 || U.f & 2) && (Hn ??= /* @__PURE__ */ new Set()).add(e);
}
var Wn = null, Gn = 0, Kn = null;
function qn(e) {
	Kn = e;
}
var Jn = 1, Yn = 0, Xn = Yn;
function Zn(e) {
	Xn = e;
}
function Qn() {
	return ++Jn;
}
function $n(e) {
	var t = e.f;
	if (t & 2048) return !0;
	if (t & 4096) {
		for (var n = e.deps, r = n.length, i = 0; i < r; i++) {
			var a = n[i];
			if ($n(a) && _t(a), a.wv > e.wv) return !0;
		}
		t & 512 && St === null && M(e, h);
	}
	return !1;
}
function er(e, t, n = !0) {
	var r = e.reactions;
	if (r !== null && !(Hn !== null && Hn.has(e))) for (var i = 0; i < r.length; i++) {
		var a = r[i];
		a.f & 2 ? er(a, t, !1) : t === a && (n ? M(a, g) : a.f & 1024 && M(a, _), Pt(a));
	}
}
function tr(e) {
	var t = Wn, n = Gn, r = Kn, i = U, a = Hn, o = k, s = zn, c = Xn, l = e.f;
	Wn = null, Gn = 0, Kn = null, U = l & 96 ? null : e, Hn = null, Ke(e.ctx), zn = !1, Xn = ++Yn, e.ac !== null && (at(() => {
		e.ac.abort(me);
	}), e.ac = null);
	try {
		e.f |= ne;
		var u = e.fn, d = u();
		e.f |= b;
		var f = nr(e);
		if (Xe() && Kn !== null && !zn && f !== null && !(e.f & 6146)) for (var p = 0; p < Kn.length; p++) er(Kn[p], e);
		if (i !== null && i !== e) {
			if (Yn++, i.deps !== null) for (let e = 0; e < n; e += 1) i.deps[e].rv = Yn;
			if (t !== null) for (let e of t) e.rv = Yn;
			Kn !== null && (r === null ? r = Kn : r.push(...Kn));
		}
		return e.f & 8388608 && (e.f ^= ie), d;
	} catch (t) {
		return nr(e), ln(t);
	} finally {
		e.f ^= ne, Wn = t, Gn = n, Kn = r, U = i, Hn = a, Ke(o), zn = s, Xn = c;
	}
}
function nr(e) {
	var t = e.deps, n = P?.is_fork;
	if (Wn !== null) {
		var r;
		if (n || ir(e, Gn), t !== null && Gn > 0) for (t.length = Gn + Wn.length, r = 0; r < Wn.length; r++) t[Gn + r] = Wn[r];
		else e.deps = t = Wn;
		if (mn() && e.f & 512) for (r = Gn; r < t.length; r++) (t[r].reactions ??= []).push(e);
	} else !n && t !== null && Gn < t.length && (ir(e, Gn), t.length = Gn);
	return t;
}
function rr(e, r) {
	let i = r.reactions;
	if (i !== null) {
		var a = t.call(i, e);
		if (a !== -1) {
			var o = i.length - 1;
			o === 0 ? i = r.reactions = null : (i[a] = i[o], i.pop());
		}
	}
	if (i === null && r.f & 2 && (Wn === null || !n.call(Wn, r))) {
		var s = r;
		s.f & 512 && (s.f ^= 512), s.v !== w && tt(s), s.ac !== null && at(() => {
			s.ac.abort(me), s.ac = null, M(s, g);
		}), vt(s), ir(s, 0);
	}
}
function ir(e, t) {
	var n = e.deps;
	if (n !== null) for (var r = t; r < n.length; r++) rr(e, n[r]);
}
function ar(e) {
	var t = e.f;
	if (!(t & 16384)) {
		M(e, h);
		var n = W;
		W = e;
		try {
			t & 16777232 ? Dn(e) : En(e), Tn(e);
			var r = tr(e);
			e.teardown = typeof r == "function" ? r : null, e.wv = Jn;
		} finally {
			W = n;
		}
	}
}
function G(e) {
	var t = !!(e.f & 2);
	if (In?.add(e), U !== null && !zn && !(W !== null && W.f & 16384) && (Hn === null || !Hn.has(e))) {
		var r = U.deps;
		if (U.f & 2097152) e.rv < Yn && (e.rv = Yn, Wn === null && r !== null && r[Gn] === e ? Gn++ : Wn === null ? Wn = [e] : Wn.push(e));
		else {
			U.deps ??= [], n.call(U.deps, e) || U.deps.push(e);
			var i = e.reactions;
			i === null ? e.reactions = [U] : n.call(i, U) || i.push(U);
		}
	}
	if (Ln && Rt.has(e)) return Rt.get(e);
	if (t) {
		var a = e;
		if (Ln) {
			var o = a.v;
			return (!(a.f & 1024) && a.reactions !== null || sr(a)) && (o = gt(a)), Rt.set(a, o), o;
		}
		var s = !(a.f & 512) && !zn && U !== null && !!(U.f & 512), c = (a.f & b) === 0;
		$n(a) && (s && (a.f |= 512), _t(a)), s && !c && (yt(a), or(a));
	}
	if (St?.has(e)) return St.get(e);
	if (e.f & 8388608) throw e.v;
	return e.v;
}
function or(e) {
	if (e.f |= 512, e.deps !== null) for (let r of e.deps) {
		var t = r.reactions;
		t === null ? r.reactions = [e] : n.call(t, e) || t.push(e), r.f & 2 && !(r.f & 512) && (yt(r), or(r));
	}
}
function sr(e) {
	if (e.v === w) return !0;
	if (e.deps === null) return !1;
	for (let t of e.deps) if (Rt.has(t) || t.f & 2 && sr(t)) return !0;
	return !1;
}
function cr(e) {
	var t = zn;
	try {
		return zn = !0, e();
	} finally {
		zn = t;
	}
}
[.../* @__PURE__ */ "allowfullscreen.async.autofocus.autoplay.checked.controls.default.disabled.formnovalidate.indeterminate.inert.ismap.loop.multiple.muted.nomodule.novalidate.open.playsinline.readonly.required.reversed.seamless.selected.webkitdirectory.defer.disablepictureinpicture.disableremoteplayback".split(".")];
var lr = ["touchstart", "touchmove"];
function ur(e) {
	return lr.includes(e);
}
// node_modules/svelte/src/internal/client/dev/css.js
var dr = Symbol("events"), fr = /* @__PURE__ */ new Set(), pr = /* @__PURE__ */ new Set();
function mr(e, t, n, r = {}) {
	function i(e) {
		if (r.capture || yr.call(t, e), !e.cancelBubble) return at(() => n?.call(this, e));
	}
	return e.startsWith("pointer") || e.startsWith("touch") || e === "wheel" ? (i.__removed = !1, $e(() => {
		i.__removed || t.addEventListener(e, i, r);
	})) : t.addEventListener(e, i, r), i;
}
function hr(e, t, n, r, i) {
	var a = {
		capture: r,
		passive: i
	}, o = mr(e, t, n, a);
	(t === document.body || t === window || t === document || t instanceof HTMLMediaElement) && hn(() => {
		o.__removed = !0, t.removeEventListener(e, o, a);
	});
}
function K(e, t, n) {
	(t[dr] ??= {})[e] = n;
}
function gr(e) {
	for (var t = 0; t < e.length; t++) fr.add(e[t]);
	for (var n of pr) n(e);
}
var _r = null, vr = !1;
function yr(e) {
	var t = this, n = t.ownerDocument, r = e.type, a = e.composedPath?.() || [], o = a[0] || e.target;
	_r = e, vr || (vr = !0, setTimeout(() => {
		vr = !1, _r = null;
	}));
	var s = 0, c = _r === e && e[dr];
	if (c) {
		var l = a.indexOf(c);
		if (l !== -1 && (t === document || t === window)) {
			e[dr] = t;
			return;
		}
		var u = a.indexOf(t);
		if (u === -1) return;
		l <= u && (s = l);
	}
	if (o = a[s] || e.target, o !== t) {
		i(e, "currentTarget", {
			configurable: !0,
			get() {
				return o || n;
			}
		});
		var d = U, f = W;
		Bn(null), Vn(null);
		try {
			for (var p, m = []; o !== null && o !== t;) {
				try {
					var h = o[dr]?.[r];
					h == null || o.disabled && e.target !== o || h.call(o, e);
				} catch (e) {
					p ? m.push(e) : p = e;
				}
				if (e.cancelBubble) break;
				s++, o = s < a.length ? a[s] : null;
			}
			if (p) {
				for (let e of m) queueMicrotask(() => {
					throw e;
				});
				throw p;
			}
		} finally {
			e[dr] = t, delete e.currentTarget, Bn(d), Vn(f);
		}
	}
}
// node_modules/svelte/src/internal/client/dom/reconciler.js
var br = globalThis?.window?.trustedTypes && /* @__PURE__ */ globalThis.window.trustedTypes.createPolicy("svelte-trusted-html", { createHTML: (e) => e });
function xr(e) {
	return br?.createHTML(e) ?? e;
}
function Sr(e) {
	var t = sn("template");
	return t.innerHTML = xr(e.replaceAll("<!>", "<!---->")), t.content;
}
// node_modules/svelte/src/internal/client/dom/template.js
function Cr(e, t) {
	var n = W;
	n.nodes === null && (n.nodes = {
		start: e,
		end: t,
		a: null,
		t: null
	});
}
/*#__NO_SIDE_EFFECTS__*/
function q(e, t) {
	var n = !!(t & 1), r = !!(t & 2), i, a = !e.startsWith("<!>");
	return () => {
		if (T) return Cr(E, null), E;
		i === void 0 && (i = Sr(a ? e : "<!>" + e), n || (i = /* @__PURE__ */ R(i)));
		var t = r || Qt ? document.importNode(i, !0) : i.cloneNode(!0);
		if (n) {
			var o = /* @__PURE__ */ R(t), s = t.lastChild;
			Cr(o, s);
		} else Cr(t, t);
		return t;
	};
}
/*#__NO_SIDE_EFFECTS__*/
function wr(e, t, n = "svg") {
	var r = !e.startsWith("<!>"), i = !!(t & 1), a = `<${n}>${r ? e : "<!>" + e}</${n}>`, o;
	return () => {
		if (T) return Cr(E, null), E;
		if (!o) {
			var e = /* @__PURE__ */ R(Sr(a));
			if (i) for (o = document.createDocumentFragment(); /* @__PURE__ */ R(e);) o.appendChild(/* @__PURE__ */ R(e));
			else o = /* @__PURE__ */ R(e);
		}
		var t = o.cloneNode(!0);
		if (i) {
			var n = /* @__PURE__ */ R(t), r = t.lastChild;
			Cr(n, r);
		} else Cr(t, t);
		return t;
	};
}
/*#__NO_SIDE_EFFECTS__*/
function Tr(e, t) {
	return /* @__PURE__ */ wr(e, t, "svg");
}
function Er(e = "") {
	if (!T) {
		var t = L(e + "");
		return Cr(t, t), t;
	}
	var n = E;
	return n.nodeType === 3 ? cn(n) : (n.before(n = L()), D(n)), Cr(n, n), n;
}
function Dr() {
	if (T) return Cr(E, null), E;
	var e = document.createDocumentFragment(), t = document.createComment(""), n = L();
	return e.append(t, n), Cr(t, n), e;
}
function J(e, t) {
	if (T) {
		var n = W;
		n.f & 32768 && n.nodes.end !== null || (n.nodes.end = E), Te();
	} else e !== null && e.before(t);
}
function Or() {
	if (T && E && E.nodeType === 8 && E.textContent?.startsWith("$")) {
		let e = E.textContent.substring(1);
		return Te(), e;
	}
	return (window.__svelte ??= {}).uid ??= 1, `c${window.__svelte.uid++}`;
}
// node_modules/svelte/src/reactivity/create-subscriber.js
function kr(e) {
	let t = 0, n = Bt(0), r;
	return () => {
		mn() && (G(n), Sn(() => (t === 0 && (r = cr(() => e(() => Kt(n)))), t += 1, () => {
			$e(() => {
				--t, t === 0 && (r?.(), r = void 0, Kt(n));
			});
		})));
	};
}
// node_modules/svelte/src/internal/client/dom/blocks/boundary.js
var Ar = S | ee;
function jr(e, t, n, r) {
	new Mr(e, t, n, r);
}
var Mr = class {
	parent;
	is_pending = !1;
	transform_error;
	#e;
	#t = T ? E : null;
	#n;
	#r;
	#i;
	#a = null;
	#o = null;
	#s = null;
	#c = null;
	#l = 0;
	#u = 0;
	#d = !1;
	#f = /* @__PURE__ */ new Map();
	#p = null;
	#m = kr(() => (this.#p = Bt(this.#l), () => {
		this.#p = null;
	}));
	constructor(e, t, n, r) {
		this.#e = e, this.#n = t, this.#r = (e) => {
			var t = W;
			t.b = this, t.f |= 128, n(e);
		}, this.parent = W.b, this.transform_error = r ?? this.parent?.transform_error ?? ((e) => e), this.#i = Cn(() => {
			if (T) {
				let e = Oe(this.#t);
				Te();
				let t = e === "[!";
				if (e.startsWith("[?")) {
					let t = JSON.parse(e.slice(2));
					this.#g(t);
				} else t ? this.#y() : this.#h();
			} else this.#b();
		}, Ar), T && (this.#e = E);
	}
	#h() {
		try {
			this.#a = wn(() => this.#r(this.#e));
		} catch (e) {
			this.error(e);
		}
	}
	#g(e) {
		let t = this.#n.failed, { reset: n, invoke_onerror: r } = this.#_(e);
		$e(r), t && (this.#s = wn(() => {
			t(this.#e, () => e, () => n);
		}));
	}
	#_(e) {
		var t = !1, n = !1;
		let r = () => {
			this.#v() || (t ? Ce() : (t = !0, n && Ue(), this.#s !== null && jn(this.#s, () => {
				this.#s = null;
			}), this.#S(() => {
				this.#b();
			})));
		};
		return {
			reset: r,
			invoke_onerror: () => {
				if (!this.#v()) try {
					n = !0, this.#n.onerror?.(e, r), n = !1;
				} catch (e) {
					un(e, this.#i && this.#i.parent);
				}
			}
		};
	}
	#v() {
		return (this.#i.f & (y | x)) !== 0;
	}
	#y() {
		let e = this.#n.pending;
		e && (this.is_pending = !0, this.#o = wn(() => e(this.#e)), $e(() => {
			if (!this.#v()) {
				var e = this.#c = document.createDocumentFragment(), t = L(), n = !1;
				e.append(t), this.#a = this.#S(() => {
					try {
						return wn(() => this.#r(t));
					} catch (e) {
						try {
							this.error(e), n = !0;
						} catch (e) {
							un(e, this.#i.parent);
						}
						return null;
					}
				}), this.#a === null ? (this.#c = null, n && this.#x(P)) : this.#u === 0 && (this.#e.before(e), this.#c = null, jn(this.#o, () => {
					this.#o = null;
				}), this.#x(P));
			}
		}));
	}
	#b() {
		try {
			if (this.is_pending = this.has_pending_snippet(), this.#u = 0, this.#l = 0, this.#a = wn(() => {
				this.#r(this.#e);
			}), this.#u > 0) {
				var e = this.#c = document.createDocumentFragment();
				Fn(this.#a, e);
				let t = this.#n.pending;
				this.#o = wn(() => t(this.#e));
			} else this.#x(P);
		} catch (e) {
			this.error(e);
		}
	}
	#x(e) {
		this.is_pending = !1, e.transfer_reactions(this.#f);
	}
	defer_effect(e) {
		nt(e, this.#f);
	}
	is_rendered() {
		return !this.is_pending && (!this.parent || this.parent.is_rendered());
	}
	has_pending_snippet() {
		return !!this.#n.pending;
	}
	#S(e) {
		var t = W, n = U, r = k;
		Vn(this.#i), Bn(this.#i), Ke(this.#i.ctx);
		try {
			return At.ensure(), e();
		} finally {
			Vn(t), Bn(n), Ke(r);
		}
	}
	#C(e, t) {
		this.has_pending_snippet() ? (this.#u += e, this.#u === 0 && (this.#x(t), this.#o && jn(this.#o, () => {
			this.#o = null;
		}), this.#c &&= (this.#e.before(this.#c), null))) : this.parent && this.parent.#C(e, t);
	}
	update_pending_count(e, t) {
		this.#C(e, t), this.#l += e, !this.#p || this.#d || (this.#d = !0, $e(() => {
			this.#d = !1, this.#p && Wt(this.#p, this.#l);
		}));
	}
	get_effect_pending() {
		return this.#m(), G(this.#p);
	}
	error(e) {
		if (e === ge || !this.#n.onerror && !this.#n.failed) throw e;
		P?.is_fork ? (this.#a && P.skip_effect(this.#a), this.#o && P.skip_effect(this.#o), this.#s && P.skip_effect(this.#s), P.oncommit(() => {
			this.#v() || this.#w(e);
		})) : this.#w(e);
	}
	#w(e) {
		this.#a &&= (On(this.#a), null), this.#o &&= (On(this.#o), null), this.#s &&= (On(this.#s), null), T && (D(this.#t), Ee(), D(De()));
		let t = this.#n.failed, n = (e) => {
			if (this.#v()) return;
			let { reset: n, invoke_onerror: r } = this.#_(e);
			r(), t && !this.#v() && (this.#s = this.#S(() => {
				try {
					return wn(() => {
						var r = W;
						r.b = this, r.f |= 128, t(this.#e, () => e, () => n);
					});
				} catch (e) {
					return un(e, this.#i.parent), null;
				}
			}));
		};
		$e(() => {
			if (!this.#v()) {
				var t;
				try {
					t = this.transform_error(e);
				} catch (e) {
					un(e, this.#i && this.#i.parent);
					return;
				}
				typeof t == "object" && t && typeof t.then == "function" ? t.then(n, (e) => un(e, this.#i && this.#i.parent)) : n(t);
			}
		});
	}
};
function Y(e, t) {
	var n = t == null ? "" : typeof t == "object" ? `${t}` : t;
	n !== (e[fe] ??= e.nodeValue) && (e[fe] = n, e.nodeValue = `${n}`);
}
function Nr(e, t) {
	return Fr(e, t);
}
var Pr = /* @__PURE__ */ new Map();
function Fr(e, { target: t, anchor: n, props: i = {}, events: a, context: o, intro: s = !0, transformError: c }) {
	tn();
	var l = void 0, u = yn(() => {
		var s = n ?? t.appendChild(L());
		jr(s, { pending: () => {} }, (t) => {
			A({});
			var n = k;
			if (o && (n.c = o), a && (i.$$events = a), T && Cr(t, null), l = e(t, i) || Ye(), T && (W.nodes.end = E, E === null || E.nodeType !== 8 || E.data !== "]")) throw xe(), ge;
			j();
		}, c);
		var u = /* @__PURE__ */ new Set(), d = (e) => {
			for (var n = 0; n < e.length; n++) {
				var r = e[n];
				if (!u.has(r)) {
					u.add(r);
					var i = ur(r);
					for (let e of [t, document]) {
						var a = Pr.get(e);
						a === void 0 && (a = /* @__PURE__ */ new Map(), Pr.set(e, a));
						var o = a.get(r);
						o === void 0 ? (e.addEventListener(r, yr, { passive: i }), a.set(r, 1)) : a.set(r, o + 1);
					}
				}
			}
		};
		return d(r(fr)), pr.add(d), () => {
			for (var e of u) for (let n of [t, document]) {
				var r = Pr.get(n), i = r.get(e);
				--i == 0 ? (n.removeEventListener(e, yr), r.delete(e), r.size === 0 && Pr.delete(n)) : r.set(e, i);
			}
			pr.delete(d), s !== n && s.parentNode?.removeChild(s);
		};
	});
	return Ir.set(l, u), l;
}
var Ir = /* @__PURE__ */ new WeakMap();
function Lr(e, t) {
	let n = Ir.get(e);
	return n ? (Ir.delete(e), n(t)) : Promise.resolve();
}
// node_modules/svelte/src/internal/client/dom/blocks/branches.js
var Rr = class {
	anchor;
	#e = /* @__PURE__ */ new Map();
	#t = /* @__PURE__ */ new Map();
	#n = /* @__PURE__ */ new Map();
	#r = /* @__PURE__ */ new Set();
	#i = !0;
	constructor(e, t = !0) {
		this.anchor = e, this.#i = t;
	}
	#a = (e) => {
		if (this.#e.has(e)) {
			var t = this.#e.get(e), n = this.#t.get(t);
			if (n) Nn(n), this.#r.delete(t);
			else {
				var r = this.#n.get(t);
				r && (Nn(r.effect), this.#t.set(t, r.effect), this.#n.delete(t), r.fragment.lastChild.remove(), this.anchor.before(r.fragment), n = r.effect);
			}
			for (let [t, n] of this.#e) {
				if (this.#e.delete(t), t === e) break;
				let r = this.#n.get(n);
				r && (On(r.effect), this.#n.delete(n));
			}
			for (let [e, r] of this.#t) {
				if (e === t || this.#r.has(e)) continue;
				let i = () => {
					if (Array.from(this.#e.values()).includes(e)) {
						var t = document.createDocumentFragment();
						Fn(r, t), t.append(L()), this.#n.set(e, {
							effect: r,
							fragment: t
						});
					} else On(r);
					this.#r.delete(e), this.#t.delete(e);
				};
				this.#i || !n ? (this.#r.add(e), jn(r, i, !1)) : i();
			}
		}
	};
	#o = (e) => {
		this.#e.delete(e);
		let t = Array.from(this.#e.values());
		for (let [e, n] of this.#n) t.includes(e) || (On(n.effect), this.#n.delete(e));
	};
	ensure(e, t) {
		var n = P, r = on();
		if (t && !this.#t.has(e) && !this.#n.has(e)) {
			if (r) {
				var i = document.createDocumentFragment(), a = L();
				i.append(a), this.#n.set(e, {
					effect: wn(() => t(a)),
					fragment: i
				});
			} else this.#t.set(e, wn(() => t(this.anchor)));
		}
		if (this.#e.set(n, e), r) {
			for (let [t, r] of this.#t) t === e ? n.unskip_effect(r) : n.skip_effect(r);
			for (let [t, r] of this.#n) t === e ? n.unskip_effect(r.effect) : n.skip_effect(r.effect);
			n.oncommit(this.#a), n.ondiscard(this.#o);
		} else T && (this.anchor = E), this.#a(n);
	}
};
// node_modules/svelte/src/internal/client/dom/blocks/if.js
function X(e, t, n = !1) {
	var r;
	T && (r = E, Te());
	var i = new Rr(e), a = n ? S : 0;
	function o(e, t) {
		if (T) {
			var n = Oe(r);
			if (e !== parseInt(n.substring(1))) {
				var a = De();
				D(a), i.anchor = a, we(!1), i.ensure(e, t), we(!0);
				return;
			}
		}
		i.ensure(e, t);
	}
	Cn(() => {
		var e = !1;
		t((t, n = 0) => {
			e = !0, o(n, t);
		}), e || o(-1, null);
	}, a);
}
// node_modules/svelte/src/internal/client/dom/blocks/each.js
function zr(e, t) {
	return t;
}
function Br(e, t, n) {
	for (var i = [], a = t.length, o, s = t.length, c = 0; c < a; c++) {
		let n = t[c];
		jn(n, () => {
			if (o) {
				if (o.pending.delete(n), o.done.add(n), o.pending.size === 0) {
					var t = e.outrogroups;
					Vr(e, r(o.done)), t.delete(o), t.size === 0 && (e.outrogroups = null);
				}
			} else --s;
		}, !1);
	}
	if (s === 0) {
		var l = i.length === 0 && n !== null && e.pending.size === 0;
		if (l) {
			var u = n, d = u.parentNode;
			an(d), d.append(u), e.items.clear();
		}
		Vr(e, t, !l);
	} else o = {
		pending: new Set(t),
		done: /* @__PURE__ */ new Set()
	}, (e.outrogroups ??= /* @__PURE__ */ new Set()).add(o);
}
function Vr(e, t, n = !0) {
	var r;
	if (e.pending.size > 0) {
		r = /* @__PURE__ */ new Set();
		for (let t of e.pending.values()) for (let n of t) r.add(e.items.get(n).e);
	}
	for (var i = 0; i < t.length; i++) {
		var a = t[i];
		r?.has(a) ? (a.f |= te, Fn(a, document.createDocumentFragment())) : On(t[i], n);
	}
}
var Hr;
function Ur(t, n, i, a, o, s = null) {
	var c = t, l = /* @__PURE__ */ new Map();
	if (n & 4) {
		var u = t;
		c = T ? D(/* @__PURE__ */ R(u)) : u.appendChild(L());
	}
	T && Te();
	var d = null, f = /* @__PURE__ */ mt(() => {
		var t = i();
		return e(t) ? t : t == null ? [] : r(t);
	}), p = /* @__PURE__ */ new Map(), m = !0;
	function h(e) {
		if (!(_.effect.f & 16384)) {
			_.pending.delete(e);
			var t = G(f);
			_.fallback = d, Gr(_, t, c, n, a), d !== null && (t.length === 0 ? d.f & 33554432 ? (d.f ^= te, qr(d, null, c)) : Nn(d) : jn(d, () => {
				d = null;
			}));
		}
	}
	function g(e) {
		_.pending.delete(e);
	}
	var _ = {
		effect: Cn(() => {
			var e = G(f), t = e.length;
			let r = !1;
			T && Oe(c) === "[!" != (t === 0) && (c = De(), D(c), we(!1), r = !0);
			for (var u = /* @__PURE__ */ new Set(), _ = P, v = on(), y = 0; y < t; y += 1) {
				T && E.nodeType === 8 && E.data === "]" && (c = E, r = !0, we(!1));
				var b = e[y], x = a(b, y), S = m ? null : l.get(x);
				S ? (S.v && Wt(S.v, b), S.i && Wt(S.i, y), v && _.unskip_effect(S.e)) : (S = Kr(l, m ? c : Hr ??= L(), b, x, y, o, n, i), m || (S.e.f |= te), l.set(x, S)), u.add(x);
			}
			if (t === 0 && s && !d && (m ? d = wn(() => s(c)) : (d = wn(() => s(Hr ??= L())), d.f |= te)), t > u.size && Pe("", "", ""), T && t > 0 && D(De()), !m) {
				if (p.set(_, u), v) {
					for (let [e, t] of l) u.has(e) || _.skip_effect(t.e);
					_.oncommit(h), _.ondiscard(g);
				} else h(_);
			}
			r && we(!0), G(f);
		}),
		flags: n,
		items: l,
		pending: p,
		outrogroups: null,
		fallback: d
	};
	m = !1, T && (c = E);
}
function Wr(e) {
	for (; e !== null && !(e.f & 32);) e = e.next;
	return e;
}
function Gr(e, t, n, i, a) {
	var o = !!(i & 8), s = t.length, c = e.items, l = Wr(e.effect.first), u, d = null, f, p = [], m = [], h, g, _, v;
	if (o) for (v = 0; v < s; v += 1) h = t[v], g = a(h, v), _ = c.get(g).e, _.f & 33554432 || (_.nodes?.a?.measure(), (f ??= /* @__PURE__ */ new Set()).add(_));
	for (v = 0; v < s; v += 1) {
		if (h = t[v], g = a(h, v), _ = c.get(g).e, e.outrogroups !== null) for (let t of e.outrogroups) t.pending.delete(_), t.done.delete(_);
		if (_.f & 8192 && (Nn(_), o && (_.nodes?.a?.unfix(), (f ??= /* @__PURE__ */ new Set()).delete(_))), _.f & 33554432) {
			if (_.f ^= te, _ === l) qr(_, null, n);
			else {
				var y = d ? d.next : l;
				_ === e.effect.last && (e.effect.last = _.prev), _.prev && (_.prev.next = _.next), _.next && (_.next.prev = _.prev), Jr(e, d, _), Jr(e, _, y), qr(_, y, n), d = _, p = [], m = [], l = Wr(d.next);
				continue;
			}
		}
		if (_ !== l) {
			if (u !== void 0 && u.has(_)) {
				if (p.length < m.length) {
					var b = m[0], x;
					d = b.prev;
					var S = p[0], ee = p[p.length - 1];
					for (x = 0; x < p.length; x += 1) qr(p[x], b, n);
					for (x = 0; x < m.length; x += 1) u.delete(m[x]);
					Jr(e, S.prev, ee.next), Jr(e, d, S), Jr(e, ee, b), l = b, d = ee, --v, p = [], m = [];
				} else u.delete(_), qr(_, l, n), Jr(e, _.prev, _.next), Jr(e, _, d === null ? e.effect.first : d.next), Jr(e, d, _), d = _;
				continue;
			}
			for (p = [], m = []; l !== null && l !== _;) (u ??= /* @__PURE__ */ new Set()).add(l), m.push(l), l = Wr(l.next);
			if (l === null) continue;
		}
		_.f & 33554432 || p.push(_), d = _, l = Wr(_.next);
	}
	if (e.outrogroups !== null) {
		for (let t of e.outrogroups) t.pending.size === 0 && (Vr(e, r(t.done)), e.outrogroups?.delete(t));
		e.outrogroups.size === 0 && (e.outrogroups = null);
	}
	if (l !== null || u !== void 0) {
		var C = [];
		if (u !== void 0) for (_ of u) _.f & 8192 || C.push(_);
		for (; l !== null;) !(l.f & 8192) && l !== e.fallback && C.push(l), l = Wr(l.next);
		var ne = C.length;
		if (ne > 0) {
			var re = i & 4 && s === 0 ? n : null;
			if (o) {
				for (v = 0; v < ne; v += 1) C[v].nodes?.a?.measure();
				for (v = 0; v < ne; v += 1) C[v].nodes?.a?.fix();
			}
			Br(e, C, re);
		}
	}
	o && $e(() => {
		if (f !== void 0) for (_ of f) _.nodes?.a?.apply();
	});
}
function Kr(e, t, n, r, i, a, o, s) {
	var c = o & 1 ? o & 16 ? Bt(n) : /* @__PURE__ */ Vt(n, !1, !1) : null, l = o & 2 ? Bt(i) : null;
	return {
		v: c,
		i: l,
		e: wn(() => (a(t, c ?? n, l ?? i, s), () => {
			e.delete(r);
		}))
	};
}
function qr(e, t, n) {
	if (e.nodes) for (var r = e.nodes.start, i = e.nodes.end, a = t && !(t.f & 33554432) ? t.nodes.start : n; r !== null;) {
		var o = /* @__PURE__ */ nn(r);
		if (a.before(r), r === i) return;
		r = o;
	}
}
function Jr(e, t, n) {
	t === null ? e.effect.first = n : t.next = n, n === null ? e.effect.last = t : n.prev = t;
}
function Yr(e, t, n = !1, r = !1, i = !1, a = !1) {
	var o = e, s = "";
	if (n) {
		var c = e;
		T && (o = D(/* @__PURE__ */ R(c)));
	}
	H(() => {
		var e = W;
		if (s === (s = t() ?? "")) T && Te();
		else if (n && !T) e.nodes = null, c.innerHTML = s, s !== "" && Cr(/* @__PURE__ */ R(c), c.lastChild);
		else if (e.nodes !== null && (kn(e.nodes.start, e.nodes.end), e.nodes = null), s !== "") {
			if (T) {
				for (var a = E.data, l = Te(), u = l; l !== null && (l.nodeType !== 8 || l.data !== "");) u = l, l = /* @__PURE__ */ nn(l);
				if (l === null) throw xe(), ge;
				Cr(E, u), o = D(l);
			} else {
				var d = sn(r ? "svg" : i ? "math" : "template", r ? ve : i ? ye : void 0);
				d.innerHTML = s;
				var f = r || i ? d : d.content;
				if (Cr(/* @__PURE__ */ R(f), f.lastChild), r || i) for (; /* @__PURE__ */ R(f);) o.before(/* @__PURE__ */ R(f));
				else o.before(f);
			}
		}
	});
}
// node_modules/svelte/src/internal/client/dom/css.js
function Z(e, t) {
	bn(() => {
		e = W?.parent?.nodes?.start ?? e;
		var n = e.getRootNode(), r = n.host ? n : n.head ?? n.ownerDocument.head;
		if (!r.querySelector("#" + t.hash)) {
			let e = sn("style");
			e.id = t.hash, e.textContent = t.code, r.appendChild(e);
		}
	});
}
// node_modules/svelte/src/internal/shared/attributes.js
var Xr = [..." 	\n\r\f\xA0\v﻿"];
function Zr(e, t, n) {
	var r = e == null ? "" : "" + e;
	if (t && (r = r ? r + " " + t : t), n) {
		for (var i of Object.keys(n)) if (n[i]) r = r ? r + " " + i : i;
		else if (r.length) for (var a = i.length, o = 0; (o = r.indexOf(i, o)) >= 0;) {
			var s = o + a;
			(o === 0 || Xr.includes(r[o - 1])) && (s === r.length || Xr.includes(r[s])) ? r = (o === 0 ? "" : r.substring(0, o)) + r.substring(s + 1) : o = s;
		}
	}
	return r === "" ? null : r;
}
function Qr(e, t = !1) {
	var n = t ? " !important;" : ";", r = "";
	for (var i of Object.keys(e)) {
		var a = e[i];
		a != null && a !== "" && (r += " " + i + ": " + a + n);
	}
	return r;
}
function $r(e) {
	return e[0] !== "-" || e[1] !== "-" ? e.toLowerCase() : e;
}
function ei(e, t) {
	if (t) {
		var n = "", r, i;
		if (Array.isArray(t) ? (r = t[0], i = t[1]) : r = t, e) {
			e = String(e).replaceAll(/\/\*.*?\*\//g, "").trim();
			var a = !1, o = 0, s = !1, c = [];
			r && c.push(...Object.keys(r).map($r)), i && c.push(...Object.keys(i).map($r));
			var l = 0, u = -1;
			let t = e.length;
			for (var d = 0; d < t; d++) {
				var f = e[d];
				if (s ? f === "/" && e[d - 1] === "*" && (s = !1) : a ? a === f && (a = !1) : f === "/" && e[d + 1] === "*" ? s = !0 : f === "\"" || f === "'" ? a = f : f === "(" ? o++ : f === ")" && o--, !s && a === !1 && o === 0) {
					if (f === ":" && u === -1) u = d;
					else if (f === ";" || d === t - 1) {
						if (u !== -1) {
							var p = $r(e.substring(l, u).trim());
							if (!c.includes(p)) {
								f !== ";" && d++;
								var m = e.substring(l, d).trim();
								n += " " + m + ";";
							}
						}
						l = d + 1, u = -1;
					}
				}
			}
		}
		return r && (n += Qr(r)), i && (n += Qr(i, !0)), n = n.trim(), n === "" ? null : n;
	}
	return e == null ? null : String(e);
}
// node_modules/svelte/src/internal/client/dom/elements/class.js
function ti(e, t, n, r, i, a) {
	var o = e[ue];
	if (T || o !== n || o === void 0) {
		var s = Zr(n, r, a);
		T && s === e.getAttribute("class") || (s == null ? e.removeAttribute("class") : t ? e.className = s : e.setAttribute("class", s)), e[ue] = n;
	} else if (a && i !== a) for (var c in a) {
		var l = !!a[c];
		(i == null || l !== !!i[c]) && e.classList.toggle(c, l);
	}
	return a;
}
// node_modules/svelte/src/internal/client/dom/elements/style.js
function ni(e, t = {}, n, r) {
	for (var i in n) {
		var a = n[i];
		t[i] !== a && (n[i] == null ? e.style.removeProperty(i) : e.style.setProperty(i, a, r));
	}
}
function ri(e, t, n, r) {
	var i = e[de];
	if (T || i !== t) {
		var a = ei(t, r);
		T && a === e.getAttribute("style") || (a == null ? e.removeAttribute("style") : e.style.cssText = a), e[de] = t;
	} else r && (Array.isArray(r) ? (ni(e, n?.[0], r[0]), ni(e, n?.[1], r[1], "important")) : ni(e, n, r));
	return r;
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/select.js
function ii(e, t) {
	t ? e.hasAttribute("selected") || e.setAttribute("selected", "") : e.removeAttribute("selected");
}
function ai(t, n) {
	var r = t.__defaultValue, i = t.multiple, a = i ? r ?? [] : null;
	if (!i || e(a)) {
		var o = t.selectedIndex, s = n && i ? new Set(t.selectedOptions) : null;
		for (var c of t.options) {
			var l = ci(c);
			ii(c, i ? a.includes(l) : Xt(l, r));
		}
		if (n) {
			if (s !== null) for (c of t.options) {
				var u = s.has(c);
				c.selected !== u && (c.selected = u);
			}
			else t.selectedIndex !== o && (t.selectedIndex = o);
		}
	}
}
function oi(t, n, r = !1) {
	if (t.multiple) {
		if (n == null) return;
		if (!e(n)) return Se();
		for (var i of t.options) i.selected = n.includes(ci(i));
	} else {
		for (i of t.options) if (Xt(ci(i), n)) {
			i.selected = !0;
			return;
		}
		r && n === void 0 || (t.selectedIndex = -1);
	}
}
function si(e) {
	var t = new MutationObserver((t) => {
		t.every(li) || ("__defaultValue" in e && ai(e, !1), "__value" in e && oi(e, e.__value));
	});
	t.observe(e, {
		childList: !0,
		subtree: !0,
		attributes: !0,
		attributeFilter: ["value"]
	}), hn(() => {
		t.disconnect();
	});
}
function ci(e) {
	return "__value" in e ? e.__value : e.value;
}
function li(e) {
	if (e.target.closest("selectedcontent") !== null) return !0;
	if (e.type === "childList") {
		var t = [...e.addedNodes, ...e.removedNodes];
		return t.length > 0 && t.every((e) => e.nodeName === "SELECTEDCONTENT");
	}
	return !1;
}
// node_modules/svelte/src/internal/client/dom/elements/attributes.js
var ui = Symbol("is custom element"), di = Symbol("is html"), fi = he ? "link" : "LINK";
function pi(e) {
	if (T) {
		var t = !1, n = () => {
			if (!t) {
				if (t = !0, e.hasAttribute("value")) {
					var n = e.value;
					Q(e, "value", null), e.value = n;
				}
				if (e.hasAttribute("checked")) {
					var r = e.checked;
					Q(e, "checked", null), e.checked = r;
				}
			}
		};
		e[pe] = n, $e(n), it();
	}
}
function Q(e, t, n, r) {
	var i = mi(e);
	if (!(T && (i[t] = e.getAttribute(t), t === "src" || t === "srcset" || t === "href" && e.nodeName === fi))) {
		var a = i[t];
		a !== (i[t] = n) && (t === "loading" && (e[ce] = n), n == null ? e.removeAttribute(t) : typeof n != "string" && gi(e).has(t) ? e[t] = n : (!T || typeof n != "number" && typeof n != "boolean" || a !== String(n)) && e.setAttribute(t, n));
	}
}
function mi(e) {
	return e[le] ??= {
		[ui]: e.nodeName.includes("-"),
		[di]: e.namespaceURI === _e
	};
}
var hi = /* @__PURE__ */ new Map();
function gi(e) {
	var t = e.getAttribute("is") || e.nodeName, n = hi.get(t);
	if (n) return n;
	hi.set(t, n = /* @__PURE__ */ new Set());
	for (var r, i = e, a = Element.prototype; a !== i;) {
		for (var s in r = o(i), r) r[s].set && s !== "innerHTML" && s !== "textContent" && s !== "innerText" && n.add(s);
		i = l(i);
	}
	return n;
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/input.js
function _i(e, t, n = t) {
	ot(e, "change", (t) => {
		n(t ? e.defaultChecked : e.checked);
	}), (T && e.defaultChecked !== e.checked || cr(t) == null) && n(e.checked), Sn(() => {
		e.checked = !!t();
	});
}
// node_modules/svelte/src/internal/client/dom/elements/bindings/this.js
function vi(e, t) {
	return e === t || e?.[ae] === t;
}
function yi(e = Ye(), t, n, r) {
	var i = k.r, a = W;
	return bn(() => {
		var o, s;
		return Sn(() => {
			o = s, s = r?.() || [], cr(() => {
				vi(n(...s), e) || (t(e, ...s), o && vi(n(...o), e) && t(null, ...o));
			});
		}), () => {
			let r = a;
			for (; r !== i && r.parent !== null && r.parent.f & 33554432;) r = r.parent;
			let o = () => {
				s && vi(n(...s), e) && t(null, ...s);
			}, c = r.teardown;
			r.teardown = () => {
				o(), c?.();
			};
		};
	}), e;
}
// node_modules/svelte/src/internal/client/reactivity/store.js
var bi = !1;
function xi(e) {
	var t = bi;
	try {
		return bi = !1, [e(), bi];
	} finally {
		bi = t;
	}
}
// node_modules/svelte/src/internal/client/reactivity/props.js
var Si = {
	get(e, t) {
		if (!e.exclude.has(t)) return e.props[t];
	},
	set(e, t) {
		return !1;
	},
	getOwnPropertyDescriptor(e, t) {
		if (!e.exclude.has(t) && t in e.props) return {
			enumerable: !0,
			configurable: !0,
			value: e.props[t]
		};
	},
	has(e, t) {
		return !e.exclude.has(t) && t in e.props;
	},
	ownKeys(e) {
		return Reflect.ownKeys(e.props).filter((t) => !e.exclude.has(t));
	}
};
/*#__NO_SIDE_EFFECTS__*/
function Ci(e, t, n) {
	return new Proxy({
		props: e,
		exclude: t
	}, Si);
}
function wi(e, t, n, r) {
	var i = !0, o = !!(n & 8), s = !!(n & 16), c = r, l = !0, u = void 0, d = () => s && i ? (u ??= /* @__PURE__ */ dt(r), G(u)) : (l && (l = !1, c = s ? cr(r) : r), c);
	let f;
	if (o) {
		var p = ae in e || se in e;
		f = a(e, t)?.set ?? (p && t in e ? (n) => e[t] = n : void 0);
	}
	var m, h = !1;
	o ? [m, h] = xi(() => e[t]) : m = e[t], m === void 0 && r !== void 0 && (m = d(), f && (i && ze(t), f(m)));
	var g = i ? () => {
		var n = e[t];
		return n === void 0 ? d() : (l = !0, n);
	} : () => {
		var n = e[t];
		return n !== void 0 && (c = void 0), n === void 0 ? c : n;
	};
	if (i && !(n & 4)) return g;
	if (f) {
		var _ = e.$$legacy;
		return (function(e, t) {
			return arguments.length > 0 ? ((!i || !t || _ || h) && f(t ? g() : e), e) : g();
		});
	}
	var v = !1, y = (n & 1 ? dt : mt)(() => (v = !1, g()));
	o && G(y);
	var b = W;
	return (function(e, t) {
		if (arguments.length > 0) {
			let n = t ? G(y) : i && o ? Jt(e) : e;
			return I(y, n), v = !0, c !== void 0 && (c = n), e;
		}
		return Ln && v || b.f & 16384 ? y.v : G(y);
	});
}
function Ti(e) {
	k === null && Me("onMount"), gn(() => {
		let t = cr(e);
		if (typeof t == "function") return t;
	});
}
function Ei(e) {
	k === null && Me("onDestroy"), Ti(() => () => cr(e));
}
// src/lib/client.ts
var Di = class extends Error {
	problem;
	constructor(e) {
		super(e.message), this.problem = e;
	}
};
function Oi(e) {
	return e instanceof DOMException && e.name === "AbortError";
}
function ki(e) {
	return e instanceof Di ? e.problem : {
		kind: "unreachable",
		message: String(e)
	};
}
function Ai(e, t = {}) {
	let n = new URLSearchParams();
	for (let [e, r] of Object.entries(t)) r !== void 0 && n.set(e, String(r));
	let r = n.toString();
	return `api/${e}${r && `?${r}`}`;
}
var ji = {
	keep: () => void 0,
	namedIn: () => []
};
function Mi(e) {
	try {
		return JSON.parse(e);
	} catch {
		return null;
	}
}
function Ni(e, t = ji) {
	async function n(t) {
		let n = await e.ask(t).catch((e) => {
			throw Oi(e) ? e : new Di({
				kind: "unreachable",
				message: String(e)
			});
		});
		if (n.status >= 200 && n.status < 300) return n;
		throw new Di(Mi(n.text)?.error ?? {
			kind: "unreachable",
			message: `HTTP ${n.status}`
		});
	}
	async function r(e) {
		let { status: t, text: r } = await n(e), i = Mi(r);
		if (i === null) throw new Di({
			kind: "unreachable",
			message: `HTTP ${t}`
		});
		return i;
	}
	function i(e, t, n) {
		return r({
			method: "GET",
			address: Ai(e, t),
			signal: n
		});
	}
	function a(e, t, n) {
		return r({
			method: "POST",
			address: Ai(e),
			body: JSON.stringify(t),
			signal: n
		});
	}
	async function o(e, t, r) {
		return (await n({
			method: "GET",
			address: Ai(e, t),
			signal: r
		})).text;
	}
	async function s(e, t, r) {
		let { events: i, text: a } = await n({
			method: "POST",
			address: Ai("think"),
			body: JSON.stringify(e),
			events: !0,
			signal: r
		});
		for await (let { name: e, data: n } of i ?? [{
			name: "answer",
			data: a
		}]) {
			let r = JSON.parse(n);
			if (e === "answer") return r;
			if (e === "error") throw new Di(r.error);
			t(r);
		}
		throw new Di({
			kind: "unreachable",
			message: "the answer broke off"
		});
	}
	async function c({ file: e, text: n }, r) {
		let { game: i, title: o, rules: s, positions: c } = await a("own", {
			file: e,
			text: n
		}, r);
		return t.keep({
			game: i,
			file: e,
			text: n,
			title: o,
			rules: s
		}), {
			game: i,
			title: o,
			rules: s,
			positions: c
		};
	}
	let l = /* @__PURE__ */ new Map();
	function u(e) {
		let t = e.map((e) => {
			let t = l.get(e.game) ?? c(e).finally(() => l.delete(e.game));
			return l.set(e.game, t), t;
		});
		return Promise.all(t);
	}
	async function d(e, n) {
		try {
			return await n();
		} catch (r) {
			let i = t.namedIn(e);
			if (ki(r).kind !== "parse" || i.length === 0) throw r;
			return await u(i), n();
		}
	}
	let f = null, p = null;
	return {
		picture: o,
		games() {
			return f ??= i("games", {}).then((e) => e.games), f.catch(() => f = null), f;
		},
		functions() {
			return p ??= i("functions", {}).then((e) => e.functions), p.catch(() => p = null), p;
		},
		own: c,
		think: (e, t, n) => d(e.game, () => s(e, t, n)),
		play: (e, t) => d(e.game, () => a("play", e, t)),
		read: (e, t) => d(e, () => a("read", { text: e }, t)),
		async calculate(e, n) {
			let r = () => a("calculate", { lines: e }, n).then((e) => e.results), i = await r(), o = e.filter((e, t) => i[t]?.error?.kind === "parse"), s = t.namedIn(o.join("\n"));
			return s.length === 0 ? i : u(s).then(r, () => i);
		},
		table: (e, t, n) => d(e, () => i("table", {
			ruleset: e,
			n: t
		}, n)).then((e) => e.values),
		period: (e, t) => d(e, () => i("period", { ruleset: e }, t)),
		graph: (e, t) => d(e.game, () => i("graph", { ...e }, t))
	};
}
// src/styles/base.css?inline
var Pi = ":root,:host{--lightningcss-light:initial;--lightningcss-dark: ;color-scheme:light dark;--paper:var(--lightningcss-light,#faf7f0)var(--lightningcss-dark,#181714);--sheet:var(--lightningcss-light,#fffdf8)var(--lightningcss-dark,#201f1b);--ink:var(--lightningcss-light,#211e19)var(--lightningcss-dark,#ece6d8);--soft:var(--lightningcss-light,#615a4e)var(--lightningcss-dark,#aaa291);--faint:var(--lightningcss-light,#a59d8d)var(--lightningcss-dark,#6d675b);--rule:var(--lightningcss-light,#e0d9c9)var(--lightningcss-dark,#3a372f);--touch:var(--lightningcss-light,#f2ecdd)var(--lightningcss-dark,#2b2923);--shadow:var(--lightningcss-light,#3c321e38)var(--lightningcss-dark,#0000008c);--accent:var(--lightningcss-light,#0a5a8c)var(--lightningcss-dark,#6bbcec);--left:var(--lightningcss-light,#0068a5)var(--lightningcss-dark,#56b4e9);--right:var(--lightningcss-light,#b94a00)var(--lightningcss-dark,#f0894a);--both:var(--lightningcss-light,#007a55)var(--lightningcss-dark,#2fc295);--win:var(--lightningcss-light,#007a55)var(--lightningcss-dark,#1fbf8f);--draw:var(--lightningcss-light,#e69f00)var(--lightningcss-dark,#e6a91e);--loss:var(--lightningcss-light,#a8487f)var(--lightningcss-dark,#d98bb8);--fate-light:var(--lightningcss-light,#fff)var(--lightningcss-dark,#14130f);--serif:\"Iowan Old Style\", \"Palatino Linotype\", Palatino, \"URW Palladio L\", P052, \"Noto Serif\", \"Noto Serif CJK KR\", \"Noto Serif CJK JP\", \"Noto Serif CJK SC\", \"AppleMyungjo\", \"Hiragino Mincho ProN\", \"Songti SC\", \"Batang\", \"Yu Mincho\", serif;--sans:\"Seravek\", \"Gill Sans Nova\", Ubuntu, Calibri, \"Source Sans Pro\", system-ui, \"Apple SD Gothic Neo\", \"Malgun Gothic\", \"Hiragino Sans\", \"Yu Gothic UI\", \"PingFang SC\", \"Microsoft YaHei\", \"Noto Sans CJK KR\", \"Noto Sans CJK JP\", \"Noto Sans CJK SC\", sans-serif;--mono:ui-monospace, \"Cascadia Code\", \"Source Code Pro\", Menlo, Consolas, \"DejaVu Sans Mono\", monospace;font:1rem/1.55 var(--sans)}@media (prefers-color-scheme:dark){:root,:host{--lightningcss-light: ;--lightningcss-dark:initial}}.win{--fate-fill:var(--win);--fate-ink:var(--fate-light)}.draw{--fate-fill:var(--draw);--fate-ink:#211e19}.loss{--fate-fill:var(--loss);--fate-ink:var(--fate-light)}.unknown{--fate-fill:var(--faint);--fate-ink:var(--ink)}:is(.win,.draw,.loss,.unknown){--fate-shaded:color-mix(in oklab, var(--fate-fill) var(--shade,100%), var(--sheet))}.shade1{--shade:80%}.shade2{--shade:60%;--fate-ink:var(--ink)}.shade3{--shade:42%;--fate-ink:var(--ink)}*,:before,:after{box-sizing:border-box}h1,h2{font-family:var(--serif);font-weight:600;line-height:1.2}h1{margin:1.5rem 0 .6rem;font-size:2rem}h2{margin:2.2rem 0 .9rem;font-size:1.35rem}h2.minor{margin:1.4rem 0 .5rem;font-size:1.05rem}a{color:var(--accent);text-underline-offset:.15em}code,pre{font-family:var(--mono);font-size:.92em}:focus-visible{outline:2.5px solid var(--accent);outline-offset:2px;border-radius:3px}button,input,select,textarea{font:inherit;color:inherit;border:1px solid var(--rule);background:var(--sheet);border-radius:.4rem;padding:.32rem .7rem}button{cursor:pointer;touch-action:manipulation}button:hover:not(:disabled){background:var(--touch)}button:disabled{color:var(--faint);cursor:default}button[aria-pressed=true]{border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}button.main{border-color:var(--accent);background:var(--accent);color:var(--paper)}button.main:disabled{opacity:.5}button.main:hover:not(:disabled){background:color-mix(in oklab, var(--accent), var(--ink) 20%)}input[type=checkbox],input[type=radio]{vertical-align:-.15em;width:1.1em;height:1.1em;accent-color:var(--accent);margin:0 .35rem 0 0}.switch{cursor:pointer;align-items:center;display:inline-flex}.soft{color:var(--soft)}.small{font-size:.88rem}.scroll{overflow-x:auto}.plain{border-collapse:collapse}.plain td,.plain th{text-align:start;padding:.15rem 1rem .15rem 0}.unseen{clip-path:inset(50%);white-space:nowrap;width:1px;height:1px;margin:-1px;position:absolute;overflow:hidden}@media (prefers-reduced-motion:reduce){*,:before,:after{transition:none!important;animation:none!important}}", Fi = ":is(svg.board,.drawing svg) :is([fill=\\#111],[fill=\\#222],[fill=\\#333],[fill=\\#333333],[fill=\\#1a1a1a],[fill=\\#444]){fill:var(--ink)}:is(svg.board,.drawing svg) :is([stroke=\\#111],[stroke=\\#222],[stroke=\\#333333],[stroke=\\#1a1a1a],[stroke=\\#444]){stroke:var(--ink)}:is(svg.board,.drawing svg) :is([stroke=\\#d9d9d9],[stroke=\\#a6a6a6],[stroke=\\#8a8a8a]){stroke:var(--faint)}:is(svg.board,.drawing svg) :is([fill=\\#a6a6a6],[fill=\\#8a8a8a]){fill:var(--faint)}:is(svg.board,.drawing svg) [fill=\\#d9d9d9]{fill:var(--rule)}:is(svg.board,.drawing svg) :is([fill=\\#fff],[fill=\\#ffffff],[fill=\\#f4f4f4]){fill:var(--sheet)}:is(svg.board,.drawing svg) :is([stroke=\\#fff],[stroke=\\#ffffff]){stroke:var(--sheet)}:is(svg.board,.drawing svg) [fill=\\#0072b2]{fill:var(--left)}:is(svg.board,.drawing svg) [stroke=\\#0072b2]{stroke:var(--left)}:is(svg.board,.drawing svg) :is([fill=\\#d55e00],[fill=\\#b35900]){fill:var(--right)}:is(svg.board,.drawing svg) :is([stroke=\\#d55e00],[stroke=\\#b35900]){stroke:var(--right)}:is(svg.board,.drawing svg) [fill=\\#009e73]{fill:var(--both)}:is(svg.board,.drawing svg) [stroke=\\#009e73]{stroke:var(--both)}:is(svg.board,.drawing svg) [fill=\\#fdebcf]{fill:var(--lightningcss-light,#fdebcf)var(--lightningcss-dark,#40301a)}:is(svg.board,.drawing svg) [fill=\\#d3e8f6]{fill:var(--lightningcss-light,#d3e8f6)var(--lightningcss-dark,#17344a)}:is(svg.board,.drawing svg) rect[width=\"100%\"]{fill:none}.drawing svg{max-width:100%;height:auto}svg.board .square,svg.board .key{fill:var(--lightningcss-light,#fbf6e9)var(--lightningcss-dark,#2a2822);stroke:var(--lightningcss-light,#8b8270)var(--lightningcss-dark,#6d6759)}svg.board .missing{fill:var(--lightningcss-light,#cfc6b2)var(--lightningcss-dark,#0f0e0c);stroke:var(--lightningcss-light,#8b8270)var(--lightningcss-dark,#6d6759)}svg.board .counter.both,svg.board .skittle.both{fill:var(--lightningcss-light,#7c6f5a)var(--lightningcss-dark,#a3977f);stroke:var(--lightningcss-light,#544a39)var(--lightningcss-dark,#d0c5ad)}svg.board .chocolate{fill:var(--lightningcss-light,#8c5a2b)var(--lightningcss-dark,#a06c3a)}svg.board .name{fill:var(--soft)}svg.board .vertex~.name{fill:var(--ink)}svg.board .pebble{fill:var(--lightningcss-light,#8fd6c1)var(--lightningcss-dark,#14533f)}svg.board .last{stroke:var(--lightningcss-light,#d9a441)var(--lightningcss-dark,#b58a35);stroke-dasharray:none}svg.board .move{cursor:pointer;outline:none}svg.board .move>:not(.hit){pointer-events:none}svg.board .move .outline{stroke:var(--soft)}svg.board .move .letter{display:none}svg.board .move .reach{transition:opacity .12s}svg.board .move .reach>path{stroke:var(--ink)}.sheet:not(.open) svg.board .move{cursor:default}.sheet:not(.open) svg.board .move .outline{display:none}.hints svg.board .move:is(.win,.draw,.loss) .outline{stroke:var(--fate-shaded)}.hints svg.board .move .letter{fill:var(--fate-shaded);stroke:var(--sheet);display:inline}.hints svg.board .move text.letter{fill:var(--fate-ink);stroke:none;font-weight:700}svg.board .believed .ground{fill:var(--sheet)}svg.board .believed .edge{fill:none;stroke:var(--soft)}svg.board .believed text:not(.letter){font-family:var(--sans);fill:var(--ink);stroke:var(--sheet);stroke-width:2.5px;stroke-linejoin:round;paint-order:stroke;font-weight:600}svg.board .hatch{fill:var(--faint)}.open svg.board .move:is(:hover,:focus-visible,.marked) .outline{stroke-width:3.2px;stroke-dasharray:none}.open svg.board :is(.move:is(:hover,:focus-visible) .reach,.reach.shown){opacity:.55}.open svg.board .move:focus-visible .outline{stroke:var(--accent)}.open svg.board .move.marked .outline{stroke:var(--ink)}svg.board .move.chosen .hit{fill:var(--accent);fill-opacity:.16}.open svg.board .move.chosen .outline{stroke:var(--accent);stroke-width:3.2px;stroke-dasharray:none}svg.board .move.out{opacity:.18}.open svg.board .move .reach.gone{opacity:0}.frame .node{cursor:pointer;outline:none}.frame .node>:is(rect,path,polygon):first-of-type{transition:stroke-width .12s}.frame .node.played>:is(rect,path,polygon):first-of-type{stroke:var(--both);stroke-width:3px}.frame .node.here>:is(rect,path,polygon):first-of-type{stroke-width:5px}.frame .node:is(:hover,:focus-visible)>:is(rect,path,polygon):first-of-type{stroke:var(--accent);stroke-width:4px}:root[data-theme=dark] img.plot{filter:invert(.9)hue-rotate(180deg)}@media (prefers-color-scheme:dark){:root[data-theme=auto] img.plot{filter:invert(.9)hue-rotate(180deg)}}", Ii = ":host{all:initial;color:var(--ink);margin:.25rem 0;display:block}";
// src/widget/model.ts
function Li(e, t, n) {
	return e.on(t, n), () => e.off(t, n);
}
var Ri = 6e4;
function zi(e) {
	let t = Math.random().toString(36).slice(2), n = /* @__PURE__ */ new Map(), r = 0;
	return {
		transport: { ask: ({ method: i, address: a, body: o, signal: s }) => new Promise((c, l) => {
			if (s?.aborted) return l(s.reason);
			let u = `${t}-${r += 1}`, d = setTimeout(() => m(/* @__PURE__ */ Error("the kernel does not answer")), Ri), f = () => m(s.reason);
			function p() {
				clearTimeout(d), n.delete(u), s?.removeEventListener("abort", f);
			}
			function m(t) {
				p(), e.send({
					id: u,
					stop: !0
				}), l(t);
			}
			n.set(u, (e) => {
				p(), c(e);
			}), s?.addEventListener("abort", f), e.send({
				id: u,
				method: i,
				address: a,
				body: o ?? ""
			});
		}) },
		close: Li(e, "msg:custom", (e) => n.get(e.id)?.(e))
	};
}
// src/widget/theme.ts
function Bi(e) {
	let t = document.body.dataset.jpThemeLight;
	if (t) return t === "false";
	for (let t = e; t; t = t.parentElement) {
		let [e, n, r, i = 1] = (getComputedStyle(t).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
		if (!(r === void 0 || i < .5)) return .299 * e + .587 * n + .114 * r < 128;
	}
	return !1;
}
function Vi(e) {
	let t = () => e.style.colorScheme = Bi(e) ? "dark" : "light", n = new MutationObserver(t), r = [
		"class",
		"style",
		"theme",
		"data-theme",
		"data-jp-theme-light",
		"data-jp-theme-name",
		"data-vscode-theme-kind"
	];
	for (let e of [document.documentElement, document.body]) n.observe(e, {
		attributes: !0,
		attributeFilter: r
	});
	let i = requestAnimationFrame(t);
	return t(), () => {
		cancelAnimationFrame(i), n.disconnect();
	};
}
// node_modules/svelte/src/internal/disclose-version.js
typeof window < "u" && ((window.__svelte ??= {}).v ??= /* @__PURE__ */ new Set()).add("5");
// src/lib/announcer.svelte.ts
var Hi = class {
	#e = /* @__PURE__ */ F("");
	get said() {
		return G(this.#e);
	}
	say(e) {
		I(this.#e, e === cr(() => G(this.#e)) ? `${e}\u200b` : e, !0);
	}
}, Ui = new Hi(), Wi = Symbol("announcer");
function Gi() {
	return Je(Wi, new Hi());
}
function Ki() {
	return qe(Wi) ?? Ui;
}
// locales/en/page.json
var qi = {
	"nav.title": "Main",
	"nav.skip": "Skip to the content",
	"nav.games": "Games",
	"nav.learn": "Learn",
	"nav.calculator": "Calculator",
	"nav.own": "Your own",
	"nav.language": "Language",
	"nav.theme": "Colours: {theme}",
	"theme.auto": "as the system",
	"theme.light": "light",
	"theme.dark": "dark",
	"footer.words": "grundy, an engine for combinatorial games. All that this page says of a position has been computed; what is only believed, or was read elsewhere, is said to be so.",
	"lost.title": "There is no such page",
	"catalogue.title": "Games you can see through",
	"catalogue.lead": "Choose a game, play it against the computer, which is perfect where it can solve the game, and see what every move is worth.",
	"catalogue.search": "Search",
	"catalogue.loading": "Loading the games …",
	"catalogue.none": "No game is found with “{text}”.",
	"family.heaps": "Heaps of tokens",
	"family.strip": "Strips",
	"family.grid": "Boards",
	"family.graph": "Graphs and trees",
	"family.explicit": "Games written out",
	"read.label": "Or paste a game: an expression, or positions and moves line by line",
	"read.go": "Open",
	"own.link": "Or state a game of your own by its rules",
	"trouble.parse": "This cannot be read.",
	"trouble.rules": "There is a fault in the rules.",
	"trouble.limit": "This is larger than the server may compute.",
	"trouble.busy": "The server is busy. Try again in a moment.",
	"trouble.not-found": "There is no such thing.",
	"trouble.unreachable": "The server cannot be reached.",
	"trouble.other": "That did not work.",
	"trouble.retry": "Try again",
	"trouble.start": "Start this game afresh",
	"game.sum": "A sum of games",
	"game.tabs": "Views of the game",
	"game.loading": "Thinking …",
	"tab.play": "Play",
	"tab.explore": "Explore",
	"tab.table": "Values",
	"tab.setup": "Set up",
	"side.left": "Left",
	"side.right": "Right",
	"role.me": "me",
	"role.friend": "a friend here",
	"role.perfect": "perfect player",
	"role.searching": "strong player (searching)",
	"role.computer": "computer",
	"role.blind": "computer (any move)",
	"role.errs": "player who errs",
	"players.title": "Who plays",
	"players.moves": "to move",
	"players.won": "wins",
	"status.me": "{player} to move: it is your turn",
	"status.friend": "{player} to move: your friend’s turn",
	"status.computer": "{player} to move: the computer thinks",
	"status.searching": "{player} to move: the computer searches",
	"status.paused": "{player} to move: paused",
	"over.won": "{player} has won",
	"over.tie": "Nobody has won: a tie",
	"over.again": "Play again",
	"board.label": "Board. The arrow keys lead from place to place, Enter makes the move.",
	"board.choose": "Several moves are made here: choose one",
	"tool.title": "Tools",
	"tool.undo": "Undo",
	"tool.redo": "Redo",
	"tool.hint": "Best move",
	"tool.restart": "Restart",
	"tool.share": "Share",
	"auto.title": "The computer plays itself",
	"auto.play": "Go on",
	"auto.pause": "Pause",
	"auto.step": "One move",
	"past.note": "After {at} of {n} {n|move|moves}",
	"past.go": "Go on from here",
	"share.title": "The address of this game",
	"share.copied": "The address has been copied. It holds the game and every move.",
	"share.byhand": "Copy this address. It holds the game and every move.",
	"share.close": "Close",
	"say.move": "{player} plays {move}.",
	"say.turn": "{player} to move.",
	"say.hint": "Best move: {move}",
	"say.narrowed": "{n} of {all} moves left.",
	"say.open": "All {all} moves can be made again.",
	"hints.title": "What the moves are worth",
	"hints.switch": "Show what every move is worth",
	"hints.off": "Switched off, so that you can find out for yourself.",
	"result.win": "wins",
	"result.draw": "draws",
	"result.loss": "loses",
	"result.unknown": "not known",
	"letter.win": "W",
	"letter.draw": "D",
	"letter.loss": "L",
	"letter.unknown": "?",
	"verdict.win": "{player}, to move, wins in {n} {n|move|moves}.",
	"verdict.loss": "{player}, to move, loses in {n} {n|move|moves}.",
	"verdict.win.open": "{player}, to move, wins.",
	"verdict.loss.open": "{player}, to move, loses.",
	"verdict.draw": "With best play nobody wins.",
	"verdict.least": "{player}, to move, gets at least a draw.",
	"verdict.most": "{player}, to move, gets at most a draw.",
	"verdict.unknown": "Who wins here is not known.",
	"belief.win": "The search thinks that {player} wins: {n}\xA0%.",
	"belief.even": "The search thinks that both are even: {n}\xA0% for {player}.",
	"verdict.repeated": "This position has been here before.",
	"verdict.limit": "The game is too large to be solved within the limits of the server. The computer searches for good moves, and may err.",
	"verdict.blind": "The game is too large to be solved within the limits of the server, and the computer cannot search it: it plays any move.",
	"search.best": "best so far: {move}",
	"search.note": "Believed, not proved: the search has tried {n} lines of play in {seconds} s. A draw counts as half a win.",
	"search.proved": "Proved by a search.",
	"literature.first": "From the literature: from the start the first player wins ({source}).",
	"literature.second": "From the literature: from the start the second player wins ({source}).",
	"literature.nobody": "From the literature: from the start neither player can win ({source}).",
	"method.whole": "Found from all {n} {n|position|positions} of the game.",
	"method.values": "Found from the values of its parts.",
	"method.forms": "Found from the canonical form.",
	"method.strategy": "Proved by {file}, a weak solution.",
	"moves.title": "Moves",
	"moves.then": "{n} {n|move|moves} later",
	"moves.now": "at once",
	"moves.more": "There are more moves, which are not listed.",
	"move.fate": "{result}, {n} {n|move|moves} later",
	"move.fate.now": "{result} at once",
	"move.believed": "about {n}\xA0%, not proved",
	"move.about": "about {n}\xA0%",
	"move.least": "at least a draw",
	"move.most": "at most a draw",
	"reason.title": "Why",
	"reason.sum": "The sum, digit by digit without carrying, is {total}, not 0. The winning move makes it 0: in {part} the value {from} becomes {to}.",
	"reason.nonzero": "The sum, digit by digit without carrying, is {total}, not 0: some move makes it 0, and that move wins.",
	"reason.zero": "The sum, digit by digit without carrying, is 0. Every move makes it something else, and the answer makes it 0 again: whoever is to move loses.",
	"reason.one": "The Grundy value is {total}, not 0: the winning move leads to a position of value 0.",
	"reason.one.zero": "The Grundy value is 0. Every move leads to a position of another value, and the answer back to 0: whoever is to move loses.",
	"reason.end": "No move is left.",
	"parts.title": "The parts and their values",
	"binary.caption": "The values in binary, and their sum column by column without carrying",
	"binary.sum": "sum",
	"value.title": "Value of the position",
	"value.form": "Value",
	"value.grundy": "Grundy value",
	"value.outcome": "Outcome class",
	"value.number": "Number",
	"value.temperature": "Temperature",
	"value.mean": "Mean",
	"value.stops": "Stops, Left | Right",
	"value.birthday": "Birthday",
	"value.thermograph": "Thermograph",
	"course.title": "The course of the game",
	"course.start": "start",
	"course.ply": "{n}. {move}: {who}",
	"course.draw": "a draw",
	"course.unknown": "not known who wins",
	"course.ahead": "{player} wins",
	"course.wins": "{player} wins in {n} {n|move|moves}",
	"course.above": "{player} wins; the higher, the sooner",
	"course.below": "{player} wins",
	"course.error": "a move that gave something away",
	"setup.players": "Who plays",
	"setup.first": "Who begins",
	"setup.play": "Who cannot move",
	"setup.normal": "loses (normal play)",
	"setup.misere": "wins (misère play)",
	"setup.position": "The position",
	"setup.rules": "Rules",
	"setup.examples": "Try",
	"setup.source": "Source: {source}",
	"edit.heaps": "How many tokens are in each heap.",
	"edit.squares": "A click changes a square; or choose a sign and paint with it.",
	"edit.text": "The position as text",
	"edit.heap": "Heap {n}",
	"edit.less": "Heap {n}: one token less",
	"edit.more": "Heap {n}: one token more",
	"edit.drop": "Take heap {n} away",
	"edit.add": "Add a heap",
	"edit.palette": "Signs",
	"edit.cycle": "one after the other",
	"edit.square": "Row {row}, column {column}: {sign}",
	"edit.row.add": "Add a row",
	"edit.row.drop": "Drop a row",
	"edit.column.add": "Add a column",
	"edit.column.drop": "Drop a column",
	"edit.use": "Play from here",
	"graph.title": "The graph of positions",
	"graph.help": "Drag to move the picture, turn the wheel or pinch to zoom. Choose a position to play from it.",
	"graph.here": "from the present position",
	"graph.most": "positions at most:",
	"graph.in": "Zoom in",
	"graph.out": "Zoom out",
	"graph.fit": "Show everything",
	"graph.part": "{shown} positions are shown; there are more.",
	"graph.cut": "{shown} of {total} positions are shown.",
	"legend.n": "whoever is to move wins",
	"legend.p": "whoever is to move loses",
	"legend.d": "a draw",
	"legend.best": "keeps the win or the draw",
	"legend.other": "other moves",
	"legend.sides": "unbroken: moves of {left}; dashed: moves of {right}",
	"legend.played": "has been played",
	"table.title": "Grundy values",
	"table.caption": "Grundy values of heaps: each row begins with the size in its first column",
	"table.period": "The values repeat every {period} {period|size|sizes} from n = {preperiod} on.",
	"table.arithmetic": "From n = {preperiod} on the values grow by {saltus} every {period} {period|size|sizes}.",
	"table.none": "No period has been found up to n = {n}.",
	"table.proved": "This is proved for all n.",
	"table.seen": "This has been seen up to n = {n}, and is not proved.",
	"table.zero": "whoever is to move loses",
	"table.before": "before the period begins",
	"table.exception": "differs from the period",
	"table.plot": "Values against the size of the heap",
	"calculator.lead": "A worksheet for games and values. Every line may use the names of the lines above it.",
	"calculator.sheet": "Worksheet",
	"calculator.line": "Line {n}",
	"calculator.drop": "Take line {n} away",
	"calculator.go": "Calculate",
	"calculator.add": "Add a line",
	"calculator.examples": "Show me examples",
	"calculator.clear": "Start an empty worksheet",
	"functions.title": "Functions",
	"functions.search": "Search the functions",
	"own.title": "Your own game",
	"own.lead": "Say in a few lines where play begins and what a move may do. Then the game can be played and seen through like any other.",
	"own.begin": "Begin from",
	"own.before": "Bring back what I had written",
	"own.open": "Open a file",
	"own.file": "Name of the file",
	"own.file.help": "It ends in .star for rules in Starlark, which is written like Python, in .kif for rules in GDL, or in .wasm for a module in WebAssembly.",
	"own.module": "A module in WebAssembly, {n} {n|byte|bytes} long. It cannot be edited here.",
	"own.rules": "Rules",
	"own.keys": "Tab indents; Escape and then Tab leaves the field.",
	"own.play": "Play it",
	"own.reading": "Reading the rules …",
	"own.games": "Games you have stated",
	"own.edit": "Edit",
	"own.edit.of": "Edit {title}",
	"own.drop": "Delete",
	"own.drop.of": "Delete {title}",
	"own.dropped": "“{title}” has been deleted.",
	"own.change": "Change the rules",
	"own.share": "The rules are not in the address. Others can open it only as long as the server remembers the game.",
	"own.forgotten": "Somebody has stated this game by its rules, and the server does not know it any more. With the rules it can be stated again:",
	"own.help": "How rules are written",
	"own.help.start": "`start(…)` returns the position where play begins. A parameter such as `n = 21` can be given when the game is opened.",
	"own.help.moves": "`moves(p)` returns what both players may reach from `p`. Where their moves differ, write `left(p)` and `right(p)`, or `moves(p, player)`; `player` is `\"Left\"` or `\"Right\"`.",
	"own.help.list": "Moves are a list of positions, or a dict that leads from the name of each move to its position.",
	"own.help.position": "A position is an int, a string, `True`, `False`, `None`, or a tuple of such.",
	"own.help.ends": "Who cannot move loses, and wins with `misere = True`. `left_won(p)`, `right_won(p)` and `tie(p)` end play earlier.",
	"own.help.more": "If you like: `turn(p)`, whose turn it is; `components(p)`, independent parts; `canonical(p)`, one position for all that are alike; `show(p)`, what is seen.",
	"own.help.guide": "The guide says more: `docs/src/guides/rules.md`.",
	"lesson.lead": "Short lessons with boards to play on. Each ends in something you can do.",
	"lesson.progress": "{done} of {n}",
	"lesson.steps": "Steps",
	"lesson.step": "Step {n}",
	"lesson.step.done": "Step {n}, done",
	"lesson.back": "Back",
	"lesson.next": "Next",
	"lesson.following": "Next lesson: {title}",
	"lesson.check": "Check",
	"lesson.calculator": "Open in the calculator"
}, Ji = /* @__PURE__ */ F("en"), Yi = /* @__PURE__ */ F(qi), Xi = /* @__PURE__ */ F({}), Zi = /* @__PURE__ */ F({}), Qi = {
	get language() {
		return G(Ji);
	},
	get games() {
		return G(Xi);
	},
	get lessons() {
		return G(Zi);
	},
	speak(e, t) {
		I(Yi, t), I(Xi, {}), I(Ji, e, !0);
	},
	name(e) {
		I(Xi, e);
	},
	teach(e) {
		I(Zi, e);
	}
};
function $(e, t = {}) {
	return (G(Yi)[e] ?? qi[e] ?? e).replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (e, n, r, i) => {
		let a = t[n] ?? "";
		return r === void 0 ? String(a) : Number(a) === 1 ? r : i ?? "";
	});
}
// src/match/belief.ts
var $i = {
	loss: 0,
	draw: 1,
	win: 2
}, ea = (e, t) => $i[e] >= $i[t] ? e : t, ta = (e, t) => $i[e] <= $i[t] ? e : t;
function na(e, t) {
	let n = new Map(t?.moves.map((e) => [e.index, e]));
	return e.map((e) => {
		let t = n.get(e.index), r = t ? ea(e.at_least, t.at_least) : e.at_least, i = t ? ta(e.at_most, t.at_most) : e.at_most, a = e.result ?? (r === i ? r : null), o = a === null && t && t.lines > 0 ? t.score : null;
		return {
			...e,
			result: a,
			at_least: r,
			at_most: i,
			score: o
		};
	});
}
function ra({ result: e, more: t }, n, r) {
	if (e !== null) return {
		at_least: e,
		at_most: e,
		score: null
	};
	let i = n.length > 0 && !t ? n : [], a = n.map((e) => e.at_least).reduce(ea, "loss"), o = i.length > 0 ? i.map((e) => e.at_most).reduce(ea) : "win", s = r?.moves.find(({ index: e }) => e === r.best);
	return {
		at_least: a,
		at_most: o,
		score: a === o ? null : s?.score ?? null
	};
}
function ia({ literature: e, line: t }, n) {
	if (!e) return null;
	let r = {
		first: "win",
		second: "loss",
		nobody: "draw"
	}[e.winner], i = t.length === 1, a = $i[n.at_least] <= $i[r] && $i[r] <= $i[n.at_most];
	return !i || a ? e : null;
}
// src/match/choose.ts
var aa = .3;
function oa(e) {
	return e.length === 0 ? null : e[Math.floor(Math.random() * e.length)];
}
function sa(e, t) {
	return e.flatMap((e, n) => t(e) ? [n] : []);
}
function ca(e, t = null) {
	let n = sa(e, ({ best: e }) => e), r = e.findIndex(({ index: e }) => e === t?.best);
	if (n.length === 0 && r >= 0) return r;
	let i = n.length > 0 ? n : e.map((e, t) => t), a = Math.min(...i.map((t) => e[t].rank));
	return oa(i.filter((t) => e[t].rank === a));
}
function la(e, t, n) {
	let r = ca(e, n);
	if (t === "errs" && Math.random() < aa) {
		let t = sa(e, ({ rank: e, index: t }) => n ? t !== n.best : e > 0);
		if (t.length > 0) return oa(t);
	}
	return r;
}
// src/lib/router.svelte.ts
function ua(e) {
	try {
		return decodeURIComponent(e);
	} catch {
		return e;
	}
}
function da() {
	let e = location.hash.replace(/^#\/?/, ""), t = e.indexOf("?"), n = t < 0 ? e : e.slice(0, t), r = n.indexOf("/");
	return {
		page: r < 0 ? n : n.slice(0, r),
		argument: r < 0 ? "" : ua(n.slice(r + 1)),
		query: new URLSearchParams(t < 0 ? "" : e.slice(t + 1))
	};
}
var fa = /* @__PURE__ */ F(da());
addEventListener("popstate", () => I(fa, da()));
// src/match/setup.ts
var pa = [
	"me",
	"friend",
	"perfect",
	"errs"
];
function ma(e) {
	return e === "perfect" || e === "errs";
}
// src/match/match.svelte.ts
var ha = 350, ga = matchMedia("(prefers-reduced-motion: reduce)").matches ? 300 : 700, _a = 200, va = ["no-answer", "limit"], ya = class {
	plays = /* @__PURE__ */ new Map();
	thoughts = /* @__PURE__ */ new Map();
}, ba = /* @__PURE__ */ new WeakMap();
function xa(e, t, n) {
	e.size >= _a && e.delete(e.keys().next().value), e.set(t, n);
}
function Sa(e, t) {
	return JSON.stringify(Ca(e, t));
}
function Ca({ game: e, misere: t, first: n, moves: r }, i) {
	return {
		game: e,
		misere: t,
		first: n,
		moves: r.slice(0, i),
		language: Qi.language
	};
}
var wa = class {
	#e = /* @__PURE__ */ F(null);
	get play() {
		return G(this.#e);
	}
	set play(e) {
		I(this.#e, e);
	}
	#t = /* @__PURE__ */ F([]);
	get line() {
		return G(this.#t);
	}
	set line(e) {
		I(this.#t, e);
	}
	#n = /* @__PURE__ */ F(null);
	get problem() {
		return G(this.#n);
	}
	set problem(e) {
		I(this.#n, e);
	}
	#r = /* @__PURE__ */ F(!1);
	get slow() {
		return G(this.#r);
	}
	set slow(e) {
		I(this.#r, e, !0);
	}
	#i = /* @__PURE__ */ F(null);
	get strength() {
		return G(this.#i);
	}
	set strength(e) {
		I(this.#i, e, !0);
	}
	#a = /* @__PURE__ */ F(!1);
	get blind() {
		return G(this.#a);
	}
	set blind(e) {
		I(this.#a, e, !0);
	}
	#o = /* @__PURE__ */ F(!1);
	get paused() {
		return G(this.#o);
	}
	set paused(e) {
		I(this.#o, e, !0);
	}
	#s;
	#c;
	#l;
	#u;
	#d = /* @__PURE__ */ F("");
	#f = /* @__PURE__ */ F(0);
	#p;
	#m = /* @__PURE__ */ F(null);
	#h = /* @__PURE__ */ F("");
	#g = /* @__PURE__ */ F("");
	#_ = !1;
	constructor(e, t, n, r = () => !1) {
		this.#s = e, this.#c = ba.get(e) ?? new ya(), ba.set(e, this.#c), this.#l = t, this.#u = n, this.#p = r;
		let i = /* @__PURE__ */ N(() => Sa(t(), t().at) + Sa(t(), t().moves.length));
		gn(() => (G(i), G(this.#f), cr(() => this.#T())));
		let a = /* @__PURE__ */ N(() => this.#x ? this.#d.v : "");
		gn(() => {
			if (G(this.#f), G(a)) return cr(() => this.#S(G(a)));
		}), gn(() => this.#E());
	}
	get setup() {
		return this.#l();
	}
	get live() {
		return this.setup.at === this.setup.moves.length;
	}
	get role() {
		let e = this.play?.position;
		return e && !e.over ? this.setup[e.mover] : null;
	}
	get ready() {
		return this.play !== null && G(this.#d) === Sa(this.setup, this.setup.at);
	}
	get computerMoves() {
		return this.role !== null && ma(this.role) && this.live;
	}
	get onlyComputers() {
		return ma(this.setup.left) && ma(this.setup.right);
	}
	get open() {
		return this.ready && this.role !== null && !this.computerMoves;
	}
	move(e, t = "push") {
		let { setup: n, play: r } = this, i = r?.position.moves[e];
		this.ready && i && this.#u({
			...n,
			moves: [...n.moves.slice(0, n.at), i.index],
			at: n.at + 1
		}, t);
	}
	get search() {
		return this.play?.position.result === null && G(this.#m)?.of === G(this.#d) ? G(this.#m) : null;
	}
	#v = /* @__PURE__ */ N(() => na(this.play?.position.moves ?? [], this.search?.thoughts ?? null));
	get moves() {
		return G(this.#v);
	}
	set moves(e) {
		I(this.#v, e);
	}
	#y = /* @__PURE__ */ N(() => {
		let e = this.play?.position;
		return e ? ra(e, this.moves, this.search?.thoughts ?? null) : null;
	});
	get belief() {
		return G(this.#y);
	}
	set belief(e) {
		I(this.#y, e);
	}
	step() {
		this.undecided && !this.search?.done ? I(this.#g, G(this.#d), !0) : this.#b();
	}
	#b() {
		let { play: e, role: t } = this;
		if (!e || !t) return;
		let n = this.undecided ? this.search?.thoughts ?? null : null, r = la(this.moves, ma(t) ? t : "perfect", n);
		r !== null && this.move(r, "replace");
	}
	get undecided() {
		let e = this.play?.position;
		return !this.ready || !e || e.over || this.blind || this.slow && this.strength !== "searching" ? !1 : e.result === null && !e.moves.some(({ best: e }) => e);
	}
	get #x() {
		if (!this.undecided) return !1;
		let e = this.onlyComputers && this.paused && G(this.#g) !== G(this.#d);
		return this.#p() || G(this.#h) === G(this.#d) || this.computerMoves && !e;
	}
	get thinking() {
		return this.#x && !this.search?.done;
	}
	#S(e) {
		let t = this.#c.thoughts.get(e);
		if (t) {
			I(this.#m, {
				of: e,
				thoughts: t,
				done: !0
			});
			return;
		}
		let n = new AbortController(), { game: r, misere: i, first: a, moves: o, at: s } = this.setup;
		return (async () => {
			let t = (t) => {
				n.signal.aborted || I(this.#m, {
					of: e,
					thoughts: t,
					done: !1
				});
			};
			try {
				let c = await this.#s.think({
					game: r,
					misere: i,
					first: a,
					moves: o.slice(0, s)
				}, t, n.signal);
				if (n.signal.aborted) return;
				xa(this.#c.thoughts, e, c), I(this.#m, {
					of: e,
					thoughts: c,
					done: !0
				});
			} catch (e) {
				if (Oi(e) || n.signal.aborted) return;
				let t = ki(e);
				va.includes(t.kind) ? this.blind = !0 : this.problem = t;
			}
		})(), () => n.abort();
	}
	async best() {
		let e = G(this.#d);
		I(this.#h, e, !0);
		let t = () => G(this.#d) === e && this.undecided && !this.search?.done && !this.problem;
		for (; t();) await new Promise((e) => setTimeout(e, 50));
		return G(this.#d) === e ? ca(this.moves, this.search?.thoughts) : null;
	}
	jump(e) {
		this.#u({
			...this.setup,
			at: e
		}, "push");
	}
	#C(e) {
		let { at: t, moves: n } = this.setup, r = t + e;
		if (r < 0 || r > n.length) return null;
		for (; r > 0 && r < n.length && !this.onlyComputers;) {
			let t = this.line[r]?.mover;
			if (t && !ma(this.setup[t])) break;
			r += e;
		}
		return r;
	}
	get before() {
		return this.#C(-1);
	}
	get after() {
		return this.#C(1);
	}
	goOn() {
		this.#u({
			...this.setup,
			moves: this.setup.moves.slice(0, this.setup.at)
		}, "push");
	}
	restart() {
		this.#u({
			...this.setup,
			moves: [],
			at: 0
		}, "push");
	}
	change(e, t = "push") {
		this.#u({
			...this.setup,
			...e
		}, t);
	}
	async #w(e, t, n, r) {
		let i = Sa(e, t), a = this.#c.plays.get(i);
		if (a) return a;
		let o = await this.#s.play({
			...Ca(e, t),
			light: n
		}, r);
		return n || xa(this.#c.plays, i, o), o;
	}
	#T() {
		let e = this.setup;
		if (!e.game) return;
		let t = new AbortController(), n = (t) => {
			this.play = t;
			let n = Sa(e, e.at);
			G(this.#d) !== n && (this.blind = !1), I(this.#d, n, !0), this.problem = null;
		}, r = setTimeout(async () => {
			this.slow = !0;
			try {
				let r = await this.#s.play({
					...Ca(e, e.at),
					quick: !0
				}, t.signal);
				this.slow && !t.signal.aborted && n(r);
			} catch {}
		}, ha), i = () => {
			clearTimeout(r), this.slow = !1;
		};
		return (async () => {
			try {
				let r = await this.#w(e, e.at, !1, t.signal);
				if (t.signal.aborted) return;
				if (i(), n(r), r.position.over || (this.strength = r.position.result === null ? "searching" : "perfect"), this.line = r.line, e.at < e.moves.length) {
					let n = await this.#w(e, e.moves.length, !0, t.signal);
					t.signal.aborted || (this.line = n.line);
				}
			} catch (e) {
				if (Oi(e) || t.signal.aborted) return;
				i(), this.problem = ki(e);
			}
		})(), () => {
			t.abort(), i();
		};
	}
	retry() {
		this.problem = null, I(this.#f, G(this.#f) + 1);
	}
	#E() {
		if (!this.ready || !this.computerMoves) return;
		if (this.onlyComputers && G(this.#g) !== G(this.#d)) {
			if (this.paused) return;
			if (this.play.position.repeated && !this.#_) {
				this.#_ = !0, this.paused = !0;
				return;
			}
		}
		if (this.undecided) {
			this.search?.done && cr(() => this.#b());
			return;
		}
		if (this.slow) return;
		let e = setTimeout(() => this.#b(), ga);
		return () => clearTimeout(e);
	}
};
// src/match/sentences.ts
function Ta(e) {
	return $(`side.${e}`);
}
function Ea(e) {
	return $(`result.${e ?? "unknown"}`);
}
function Da(e) {
	return $(`letter.${e ?? "unknown"}`);
}
function Oa(e, t) {
	return $("say.move", {
		player: Ta(e),
		move: t
	});
}
function ka(e) {
	return e === "left" || e === "right" ? $("over.won", { player: Ta(e) }) : $("over.tie");
}
function Aa(e, t) {
	let { mover: n, over: r, winner: i, remoteness: a } = e.position;
	if (r) return ka(i);
	let o = Ta(n), s = t && t.at_least === t.at_most ? t.at_least : null, c = e.position.result ?? s;
	if (c === "draw") return $("verdict.draw");
	if (c !== null && a === null) return $(`verdict.${c}.open`, { player: o });
	if (c !== null && a !== null) return $(`verdict.${c}`, {
		player: o,
		n: a
	});
	let l = t?.at_least === "draw" ? `${$("verdict.least", { player: o })} ` : "", u = t?.at_most === "draw" ? `${$("verdict.most", { player: o })} ` : "", d = l || u;
	return t?.score == null ? d.trim() || $("verdict.unknown") : d + Na(n, t.score);
}
var ja = {
	left: "right",
	right: "left"
}, Ma = .05;
function Na(e, t) {
	return Math.abs(t - .5) < Ma ? $("belief.even", {
		n: Pa(t),
		player: Ta(e)
	}) : t > .5 ? $("belief.win", {
		player: Ta(e),
		n: Pa(t)
	}) : $("belief.win", {
		player: Ta(ja[e]),
		n: Pa(1 - t)
	});
}
function Pa(e) {
	return Math.min(99, Math.max(1, Math.round(100 * e)));
}
function Fa({ at_least: e, at_most: t }) {
	return e === t ? "" : e === "draw" ? $("move.least") : t === "draw" ? $("move.most") : "";
}
function Ia(e) {
	let { result: t, remoteness: n, score: r } = e;
	if (t === null) {
		let t = r === null ? "" : $("move.believed", { n: Pa(r) });
		return [Fa(e), t].filter(Boolean).join(", ") || Ea(null);
	}
	let i = Ea(t);
	return n === 0 && t !== "draw" ? $("move.fate.now", { result: i }) : n === null || t === "draw" ? i : $("move.fate", {
		result: i,
		n
	});
}
function La(e, t) {
	return t ? `${e.name}: ${Ia(e)}` : e.name;
}
function Ra({ winner: e, source: t }) {
	return $(`literature.${e}`, { source: t });
}
// src/parts/Course.svelte
var za = /* @__PURE__ */ Tr("<rect class=\"bar svelte-kejbj5\" rx=\"2\"></rect><text class=\"svelte-kejbj5\"> </text>", 1), Ba = /* @__PURE__ */ Tr("<text class=\"plain svelte-kejbj5\"> </text>"), Va = /* @__PURE__ */ Tr("<path class=\"error svelte-kejbj5\"></path>"), Ha = /* @__PURE__ */ Tr("<g role=\"button\"><title> </title><rect class=\"ground svelte-kejbj5\" y=\"0\"></rect><!><!></g>"), Ua = /* @__PURE__ */ q("<span> </span>"), Wa = /* @__PURE__ */ q("<section class=\"course svelte-kejbj5\" data-testid=\"course\"><h2 class=\"minor\"> </h2> <div class=\"scroll\"><svg role=\"group\" class=\"svelte-kejbj5\"><line class=\"zero svelte-kejbj5\" x1=\"0\"></line><!></svg></div> <p class=\"legend svelte-kejbj5\"><span class=\"left svelte-kejbj5\"> </span> <span class=\"right svelte-kejbj5\"> </span> <!></p></section>"), Ga = {
	hash: "svelte-kejbj5",
	code: ".course.svelte-kejbj5 {padding:0.25rem 1rem 1rem;border-top:1px solid var(--rule);}svg.svelte-kejbj5 {display:block;}.zero.svelte-kejbj5 {stroke:var(--rule);}.column.svelte-kejbj5 {cursor:pointer;outline-offset:-2px;}.ground.svelte-kejbj5 {fill:transparent;}.now.svelte-kejbj5 .ground:where(.svelte-kejbj5),\n  .column.svelte-kejbj5:hover .ground:where(.svelte-kejbj5) {fill:var(--touch);}.left.svelte-kejbj5 .bar:where(.svelte-kejbj5) {fill:var(--left);}.right.svelte-kejbj5 .bar:where(.svelte-kejbj5) {fill:var(--right);}text.svelte-kejbj5 {font:600 10.5px var(--sans);text-anchor:middle;fill:var(--sheet);}.plain.svelte-kejbj5 {fill:var(--soft);}.error.svelte-kejbj5 {fill:none;stroke:var(--ink);}.legend.svelte-kejbj5 {display:flex;flex-wrap:wrap;gap:0 1rem;margin:0.25rem 0 0;font-size:0.82rem;color:var(--soft);}.legend.svelte-kejbj5 .left:where(.svelte-kejbj5) {color:var(--left);}.legend.svelte-kejbj5 .right:where(.svelte-kejbj5) {color:var(--right);}"
};
function Ka(e, t) {
	A(t, !0), Z(e, Ga);
	let n;
	function r({ mover: e, result: t }) {
		return t === null ? "unknown" : t === "draw" ? "nobody" : t === "win" == (e === "left") ? "left" : "right";
	}
	let i = /* @__PURE__ */ N(() => Math.max(1, ...t.line.map((e) => e.remoteness ?? 0))), a = /* @__PURE__ */ N(() => t.line.map((e, n) => {
		let a = r(e), o = n > 0 ? r(t.line[n - 1]) : a, { remoteness: s } = e, c = a === "left" || a === "right" ? 46 * (1 - .65 * (s ?? G(i)) / (G(i) + 1)) : 0, l = a === "nobody" ? $("course.draw") : a === "unknown" ? $("course.unknown") : s === null ? $("course.ahead", { player: Ta(a) }) : $("course.wins", {
			player: Ta(a),
			n: s
		});
		return {
			ahead: a,
			remoteness: s,
			size: c,
			label: $("course.ply", {
				n,
				move: e.move ?? $("course.start"),
				who: l
			}),
			error: o !== a && o !== "unknown" && a !== "unknown"
		};
	}));
	function o(e, r) {
		let i = {
			ArrowLeft: r - 1,
			ArrowRight: r + 1,
			Home: 0,
			End: t.line.length - 1
		}[e.key];
		if (e.key === "Enter" || e.key === " ") t.onjump(r);
		else if (i === void 0) return;
		else n.querySelectorAll(".column")[i]?.focus();
		e.preventDefault();
	}
	var s = Wa(), c = z(s), l = B(c, !0), u = V(c, 2), d = z(u);
	Q(d, "height", 110);
	var f = z(d);
	Q(f, "y1", 48), Q(f, "y2", 48), Ur(V(f), 17, () => G(a), zr, (e, n, r) => {
		let i = () => G(n).ahead, a = () => G(n).size, s = () => G(n).remoteness, c = () => G(n).label, l = () => G(n).error, u = /* @__PURE__ */ N(() => r * 26 + 4);
		var d = Ha();
		let f;
		var p = z(d), m = B(p, !0), h = V(p);
		Q(h, "width", 26), Q(h, "height", 110);
		var g = V(h), _ = (e) => {
			var t = za(), n = rn(t);
			Q(n, "width", 18);
			var r = V(n), o = B(r, !0);
			H(() => {
				Q(n, "x", G(u) + 4), Q(n, "y", i() === "left" ? 48 - a() : 48), Q(n, "height", a()), Q(r, "x", G(u) + 13), Q(r, "y", i() === "left" ? 46 - a() - 2 + 16 : 46 + a() - 4), Y(o, s() ?? "");
			}), J(e, t);
		}, v = (e) => {
			var t = Ba();
			Q(t, "y", 43);
			var n = B(t, !0);
			H(() => {
				Q(t, "x", G(u) + 13), Y(n, i() === "nobody" ? "=" : "?");
			}), J(e, t);
		};
		X(g, (e) => {
			a() > 0 ? e(_) : e(v, -1);
		});
		var y = V(g), b = (e) => {
			var t = Va();
			H(() => Q(t, "d", `M${G(u) + 13} 98l4 8h-8z`)), J(e, t);
		};
		X(y, (e) => {
			l() && e(b);
		}), O(d), H(() => {
			f = ti(d, 0, `column ${i() ?? ""}`, "svelte-kejbj5", f, { now: r === t.at }), Q(d, "tabindex", r === t.at ? 0 : -1), Q(d, "aria-label", c()), Q(d, "aria-current", r === t.at ? "step" : void 0), Y(m, c()), Q(h, "x", G(u));
		}), K("click", d, () => t.onjump(r)), K("keydown", d, (e) => o(e, r)), J(e, d);
	}), O(d), yi(d, (e) => n = e, () => n), O(u);
	var p = V(u, 2), m = z(p), h = B(m), g = V(m, 2), _ = B(g), v = V(g, 2), y = (e) => {
		var t = Ua(), n = B(t);
		H((e) => Y(n, `△ ${e ?? ""}`), [() => $("course.error")]), J(e, t);
	}, b = /* @__PURE__ */ N(() => G(a).some((e) => e.error));
	X(v, (e) => {
		G(b) && e(y);
	}), O(p), O(s), H((e, n, r, i, a) => {
		Q(s, "aria-label", e), Y(l, n), Q(d, "width", t.line.length * 26 + 8), Q(d, "aria-label", r), Q(f, "x2", t.line.length * 26 + 8), Y(h, `▲ ${i ?? ""}`), Y(_, `▼ ${a ?? ""}`);
	}, [
		() => $("course.title"),
		() => $("course.title"),
		() => $("course.title"),
		() => $("course.above", { player: Ta("left") }),
		() => $("course.below", { player: Ta("right") })
	]), J(e, s), j();
}
gr(["click", "keydown"]);
// src/parts/Chance.svelte
var qa = /* @__PURE__ */ q("<span class=\"chance svelte-1y5nrzo\" role=\"img\"><span class=\"part svelte-1y5nrzo\"></span></span>"), Ja = {
	hash: "svelte-1y5nrzo",
	code: ".chance.svelte-1y5nrzo {display:inline-block;flex:none;width:3.4rem;height:0.8rem;overflow:hidden;border:1px solid var(--soft);border-radius:0.4rem;vertical-align:-0.1em;}.part.svelte-1y5nrzo {display:block;height:100%;background:repeating-linear-gradient(-45deg, var(--soft) 0 2px, transparent 2px 5px);border-inline-end:1px solid var(--soft);transition:width 200ms;}"
};
function Ya(e, t) {
	A(t, !0), Z(e, Ja);
	var n = qa(), r = z(n);
	let i;
	O(n), H((e, t) => {
		Q(n, "aria-label", e), i = ri(r, "", i, { width: t });
	}, [() => $("move.believed", { n: Pa(t.score) }), () => `${Pa(t.score) ?? ""}%`]), J(e, n), j();
}
// src/parts/BestSoFar.svelte
var Xa = /* @__PURE__ */ q("<span> </span> <!> <span> </span>", 1), Za = /* @__PURE__ */ q("<p class=\"best soft small svelte-1jn0dej\" data-testid=\"best-so-far\" aria-hidden=\"true\"><!></p>"), Qa = {
	hash: "svelte-1jn0dej",
	code: ".best.svelte-1jn0dej {display:flex;flex-wrap:wrap;gap:0 0.6rem;align-items:center;justify-content:center;margin:0 1rem;}"
};
function $a(e, t) {
	A(t, !0), Z(e, Qa);
	let n = /* @__PURE__ */ N(() => t.match.moves.find(({ index: e }) => e === t.match.search?.thoughts.best));
	var r = Za(), i = z(r), a = (e) => {
		var t = Xa(), r = rn(t), i = B(r, !0), a = V(r, 2), o = (e) => {
			Ya(e, { get score() {
				return G(n).score;
			} });
		};
		X(a, (e) => {
			G(n).score !== null && e(o);
		});
		var s = B(V(a, 2), !0);
		H((e, t) => {
			Y(i, e), Y(s, t);
		}, [() => $("search.best", { move: G(n).name }), () => Ia(G(n))]), J(e, t);
	}, o = (e) => {
		J(e, Er("\xA0"));
	};
	X(i, (e) => {
		G(n) ? e(a) : e(o, -1);
	}), O(r), J(e, r), j();
}
// src/parts/believe.ts
var eo = "http://www.w3.org/2000/svg";
function to(e, t, n = "") {
	let r = document.createElementNS(eo, e);
	for (let [e, n] of Object.entries(t)) r.setAttribute(e, String(n));
	return n && (r.textContent = n), r;
}
function no(e) {
	let t = "believed";
	if (!e.querySelector(`#${t}`)) {
		let n = to("pattern", {
			id: t,
			width: 5,
			height: 5,
			patternUnits: "userSpaceOnUse",
			patternTransform: "rotate(45)"
		});
		n.append(to("rect", {
			class: "hatch",
			width: 2,
			height: 5
		})), e.prepend(n);
	}
	return `url(#${t})`;
}
function ro(e, t, n, r, i) {
	let [a, o] = [.82 * r, .29 * r], [s, c] = [t - a / 2, n + .33 * r - o / 2], l = {
		x: s,
		y: c,
		height: o,
		rx: o / 2
	}, u = Math.max(o, a * Pa(i) / 100);
	return [
		to("rect", {
			...l,
			class: "ground",
			width: a
		}),
		to("rect", {
			...l,
			class: "part",
			width: u,
			fill: no(e)
		}),
		to("rect", {
			...l,
			class: "edge",
			width: a
		}),
		to("text", {
			x: t,
			y: c + o * .78,
			"text-anchor": "middle",
			"font-size": o * .84
		}, `${Pa(i)}`)
	];
}
function io(e, t, n, { result: r }) {
	let [i, a] = [e + .31 * n, t - .31 * n], [o, s, c] = [
		.18 * n,
		.16 * n,
		.23 * n
	], l = {
		win: () => to("circle", {
			class: "letter",
			cx: i,
			cy: a,
			r: o
		}),
		loss: () => to("rect", {
			class: "letter",
			x: i - s,
			y: a - s,
			width: 2 * s,
			height: 2 * s
		}),
		draw: () => to("path", {
			class: "letter",
			d: `M${i} ${a - c}L${i + c} ${a}L${i} ${a + c}L${i - c} ${a}Z`
		})
	}, u = .24 * n, d = {
		class: "letter",
		x: i,
		y: a + u * .36,
		"text-anchor": "middle",
		"font-size": u
	};
	return [l[r ?? "draw"](), to("text", d, Da(r))];
}
function ao(e, t) {
	for (let t of e.querySelectorAll(".believed")) t.remove();
	let n = e.closest("svg"), r = e.querySelector(".hit");
	if (!n || !r || !t || t.score === null && e.querySelector(".letter") || t.score === null && t.result === null) return;
	let { x: i, y: a, width: o, height: s } = r.getBBox(), c = Math.min(o, s), [l, u] = [i + o / 2, a + s / 2], d = to("g", { class: "believed" });
	d.append(...t.score === null ? io(l, u, c, t) : ro(n, l, u, c, t.score)), e.append(d);
}
// src/parts/dress.ts
var oo = 6, so = [
	"win",
	"draw",
	"loss",
	"unknown"
], co = [
	"shade0",
	"shade1",
	"shade2",
	"shade3"
];
function lo(e, { moves: t, kept: n, of: r, hints: i, chosen: a, narrowed: o }) {
	let s = n.flatMap((e) => r[e] ?? []);
	e.classList.toggle("out", s.length === 0 && !a), e.classList.toggle("chosen", a);
	let c = s.slice(0, oo).map((e) => La(e, i));
	s.length > oo && c.push("…"), c.length > 0 && e.setAttribute("aria-label", c.join("; ")), t.length > 1 || o ? e.setAttribute("aria-pressed", String(a)) : e.removeAttribute("aria-pressed");
	let [l] = [...s].sort(uo);
	if (l) {
		e.classList.remove(...so, ...co), e.classList.add(l.result ?? "unknown", `shade${l.shade}`), ao(e, i ? l : null);
		for (let t of e.querySelectorAll("text.letter")) t.textContent = Da(l.result);
	}
}
function uo(e, t) {
	let n = ({ result: e, score: t }) => ({
		win: 2,
		draw: .5,
		loss: -1,
		unknown: t ?? 0
	})[e ?? "unknown"];
	return e.rank - t.rank || n(t) - n(e);
}
function fo(e, t, n, r) {
	let i = e.querySelectorAll(".reach");
	i.forEach((e, a) => {
		let o = i.length === t.length ? t[a] : void 0;
		e.classList.toggle("shown", o !== void 0 && n(o)), e.classList.toggle("gone", o !== void 0 && r(o));
	});
}
// src/parts/Fate.svelte
var po = /* @__PURE__ */ Tr("<circle cx=\"12\" cy=\"12\" r=\"10.5\"></circle>"), mo = /* @__PURE__ */ Tr("<rect x=\"2.5\" y=\"2.5\" width=\"19\" height=\"19\" rx=\"2\"></rect>"), ho = /* @__PURE__ */ Tr("<path d=\"M12 0.5L23.5 12L12 23.5L0.5 12Z\"></path>"), go = /* @__PURE__ */ Tr("<circle cx=\"12\" cy=\"12\" r=\"9.5\"></circle>"), _o = /* @__PURE__ */ Tr("<svg viewBox=\"0 0 24 24\" role=\"img\"><!><text x=\"12\" y=\"16.4\" text-anchor=\"middle\" class=\"svelte-9se8jq\"> </text></svg>"), vo = {
	hash: "svelte-9se8jq",
	code: ".fate.svelte-9se8jq {width:1.5em;height:1.5em;flex:none;vertical-align:-0.35em;fill:var(--fate-shaded);}.fate.svelte-9se8jq text:where(.svelte-9se8jq) {font:700 12.5px var(--sans);fill:var(--fate-ink);}.fate.unknown.svelte-9se8jq {fill:none;stroke:var(--soft);stroke-width:1.5;}.fate.unknown.svelte-9se8jq text:where(.svelte-9se8jq) {fill:var(--soft);stroke:none;}"
};
function yo(e, t) {
	A(t, !0), Z(e, vo);
	let n = wi(t, "shade", 3, 0);
	var r = _o(), i = z(r), a = (e) => {
		J(e, po());
	}, o = (e) => {
		J(e, mo());
	}, s = (e) => {
		J(e, ho());
	}, c = (e) => {
		J(e, go());
	};
	X(i, (e) => {
		t.result === "win" ? e(a) : t.result === "loss" ? e(o, 1) : t.result === "draw" ? e(s, 2) : e(c, -1);
	});
	var l = B(V(i), !0);
	O(r), H((e, i) => {
		ti(r, 0, `fate ${t.result ?? "unknown" ?? ""} shade${n() ?? ""}`, "svelte-9se8jq"), Q(r, "aria-label", e), Y(l, i);
	}, [() => Ea(t.result), () => Da(t.result)]), J(e, r), j();
}
// src/parts/spatial.ts
var bo = {
	ArrowLeft: [-1, 0],
	ArrowRight: [1, 0],
	ArrowUp: [0, -1],
	ArrowDown: [0, 1]
};
function xo(e) {
	let t = (e.querySelector(".hit") ?? e).getBoundingClientRect();
	return [t.x + t.width / 2, t.y + t.height / 2];
}
function So(e, t, n) {
	let r = bo[n];
	if (!r) return null;
	let [i, a] = xo(e), o = null, s = Infinity;
	for (let n of t) {
		let [t, c] = xo(n), l = (t - i) * r[0] + (c - a) * r[1], u = Math.abs((t - i) * r[1]) + Math.abs((c - a) * r[0]);
		n === e || l < 1 || l + 2 * u < s && ([o, s] = [n, l + 2 * u]);
	}
	return o;
}
function Co(e, [t, n]) {
	let r = (e) => {
		let [r, i] = xo(e);
		return Math.hypot(r - t, i - n);
	};
	return e.map((e) => ({
		element: e,
		far: r(e)
	})).sort((e, t) => e.far - t.far)[0]?.element;
}
function wo(e) {
	let t = e.getRootNode();
	return t instanceof ShadowRoot ? t.activeElement : document.activeElement;
}
// src/parts/MoveChooser.svelte
var To = /* @__PURE__ */ q("<button role=\"menuitem\" class=\"svelte-qfgote\"><!> <code> </code></button>"), Eo = /* @__PURE__ */ q("<div class=\"chooser svelte-qfgote\" role=\"menu\" tabindex=\"-1\" data-testid=\"move-chooser\"></div>"), Do = {
	hash: "svelte-qfgote",
	code: ".chooser.svelte-qfgote {position:absolute;z-index:5;transform:translateX(-50%);display:grid;min-width:8rem;max-height:18rem;overflow:auto;padding:0.3rem;background:var(--sheet);border:1px solid var(--rule);border-radius:0.5rem;box-shadow:0 6px 24px var(--shadow);}button.svelte-qfgote {display:flex;gap:0.6rem;align-items:center;border:0;background:none;text-align:start;white-space:nowrap;}"
};
function Oo(e, t) {
	A(t, !0), Z(e, Do);
	let n, r = /* @__PURE__ */ F(0);
	function i() {
		return [...n.querySelectorAll("button")];
	}
	Ti(() => {
		i()[0]?.focus();
		let e = n.getBoundingClientRect(), a = document.documentElement.clientWidth - 8;
		I(r, Math.max(0, 8 - e.left) - Math.max(0, e.right - a));
		let o = (e) => {
			e.composedPath().includes(n) || t.onclose(!1);
		};
		return addEventListener("pointerdown", o), () => removeEventListener("pointerdown", o);
	});
	let a = "", o = 0;
	function s(e, n) {
		a = n - o > 800 ? e : a + e, o = n;
		let r = t.moves.findIndex(({ move: e }) => e.name.startsWith(a));
		i()[r]?.focus();
	}
	function c(e) {
		if (e.stopPropagation(), e.key.length === 1 && e.key !== " " && !e.ctrlKey && !e.metaKey) return s(e.key, e.timeStamp);
		let r = i(), a = r.indexOf(wo(n)), o = {
			ArrowDown: a + 1,
			ArrowUp: a - 1,
			Home: 0,
			End: r.length - 1
		}[e.key];
		if (e.key === "Escape" || e.key === "Tab") t.onclose(!0);
		else if (o === void 0) return;
		else r[(o + r.length) % r.length]?.focus();
		e.preventDefault();
	}
	var l = Eo();
	let u;
	Ur(l, 21, () => t.moves, ({ index: e, move: t }) => e, (e, n) => {
		let r = () => G(n).index, i = () => G(n).move;
		var a = To(), o = z(a), s = (e) => {
			Ya(e, { get score() {
				return i().score;
			} });
		}, c = (e) => {
			yo(e, {
				get result() {
					return i().result;
				},
				get shade() {
					return i().shade;
				}
			});
		};
		X(o, (e) => {
			t.hints && i().score !== null ? e(s) : t.hints && e(c, 1);
		});
		var l = B(V(o, 2), !0);
		O(a), H((e) => {
			Q(a, "aria-label", e), Y(l, i().name);
		}, [() => La(i(), t.hints)]), K("click", a, (e) => {
			e.stopPropagation(), t.onchoose(r());
		}), J(e, a);
	}), O(l), yi(l, (e) => n = e, () => n), H((e) => {
		Q(l, "aria-label", e), u = ri(l, "", u, {
			left: `${t.x + G(r)}px`,
			top: `${t.y + 4}px`
		});
	}, [() => $("board.choose")]), K("keydown", l, c), J(e, l), j();
}
gr(["keydown", "click"]);
// src/parts/narrow.ts
var ko = /[\p{L}\p{N}]+/gu, Ao = class {
	moves;
	#e;
	#t;
	constructor(e, t, n) {
		this.moves = e, this.#t = n ? t.map((e) => e.match(ko) ?? []) : [];
		let r = /* @__PURE__ */ new Map();
		this.#t.forEach((e, t) => {
			for (let n of new Set(e)) r.set(n, [...r.get(n) ?? [], t]);
		});
		let i = (e) => [...e].sort((e, t) => e - t).join(), a = new Map([...r].map(([e, t]) => [e, i(t)]));
		this.#e = e.map((e) => {
			let t = i(e), n = [...a].filter(([, e]) => e === t);
			return n.length === 1 ? n[0][0] : null;
		});
	}
	press(e, t) {
		let n = [...t?.pressed ?? [], e], r = this.#n(n).filter((e) => t?.moves.includes(e) ?? !0);
		if (r.length > 0) return {
			pressed: n,
			moves: r
		};
		if (t?.pressed.includes(e)) return null;
		let i = this.moves[e] ?? [], a = t ? t.moves.filter((e) => i.includes(e)) : i;
		if (a.length > 0) return {
			pressed: n,
			moves: a
		};
		let o = this.press(e, null);
		return o && o.moves.length > 1 ? o : null;
	}
	further({ pressed: e, moves: t }) {
		let n = this.#n(e).length > 0, r = this.moves.filter((t, n) => !e.includes(n));
		return r.some((e) => {
			let n = t.filter((t) => e.includes(t)).length;
			return n > 0 && n < t.length;
		}) && t.every((t) => r.some((e) => e.includes(t)) || n && this.#t[t].length > e.length);
	}
	#n(e) {
		let t = e.map((e) => this.#e[e] ?? null);
		if (t.includes(null)) return [];
		let n = t.sort().join(" ");
		return this.#t.flatMap((e, r) => e.slice(0, t.length).sort().join(" ") === n ? [r] : []);
	}
}, jo = /* @__PURE__ */ q("<div role=\"group\" tabindex=\"-1\" data-testid=\"board\"><div class=\"picture svelte-1jvxy6g\"></div> <!></div> <pre class=\"unseen\"> </pre>", 1), Mo = {
	hash: "svelte-1jvxy6g",
	code: ".sheet.svelte-1jvxy6g {position:relative;display:grid;place-items:center;padding:clamp(0.5rem, 1.5vw, 1rem) 0.25rem;outline:none;}\n  /* A wide board on a narrow page is scrolled, so that fingers find its places. */.picture.svelte-1jvxy6g {display:grid;width:100%;overflow-x:auto;\n    /* A shadow at the edge where there is more; the two sheets above it move along and hide it at the ends. */background:linear-gradient(to right, var(--sheet) 40%, transparent) left / 3rem 100% no-repeat local,\n      linear-gradient(to left, var(--sheet) 40%, transparent) right / 3rem 100% no-repeat local,\n      linear-gradient(to right, var(--shadow), transparent) left / 0.6rem 100% no-repeat scroll,\n      linear-gradient(to left, var(--shadow), transparent) right / 0.6rem 100% no-repeat scroll;}\n  /* A small board does not fill the screen, and a tall one leaves room for what is above and below it;\n     but its places are never too small for fingers. */.sheet.svelte-1jvxy6g svg.board {display:block;width:min(100%, calc(var(--natural, 400px) * 1.5));min-width:calc(var(--natural, 400px) * var(--least, 0.6));margin:auto;height:auto;max-height:max(16rem, min(40rem, 100vh - 27rem), calc(var(--high, 0px) * var(--least, 0.6)));}"
};
function No(e, t) {
	let n = Or();
	A(t, !0), Z(e, Mo);
	let r = wi(t, "marked", 3, null), i = Ki(), a, o = /* @__PURE__ */ F(null), s = /* @__PURE__ */ F(new Ao([], [], !1)), c = /* @__PURE__ */ F(null), l = /* @__PURE__ */ F(0), u = null;
	function d() {
		return [...a.querySelectorAll("[data-moves]")];
	}
	function f(e) {
		return (e.dataset.moves ?? "").split(",").map(Number);
	}
	function p(e) {
		return e instanceof Element ? e.closest("[data-moves]") : null;
	}
	function m(e) {
		for (let t of d()) t.setAttribute("tabindex", t === e ? "0" : "-1");
	}
	function h() {
		let e = a.querySelector("svg");
		if (!e) return;
		I(o, null), I(c, null);
		let n = t.position.moves.map(({ name: e }) => e);
		I(s, new Ao(d().map(f), n, e.querySelector(".token.step") !== null));
		let { width: r, height: i } = e.viewBox.baseVal;
		r > 0 && e.style.setProperty("--natural", `${r}px`), e.style.setProperty("--high", `${i}px`);
		let p = [...e.querySelectorAll(".hit")].map((e) => e.getBBox()), h = Math.min(...p.flatMap((e) => [e.width, e.height]));
		e.style.setProperty("--least", String(Math.min(1, 24 / h)));
		let g = u ? Co(d(), u) : d()[0];
		g && m(g), u && (g ?? a).focus({ preventScroll: !0 }), u = null, I(l, Math.max(G(l), e.getBoundingClientRect().height), !0);
	}
	gn(() => {
		t.position.svg, cr(h);
	}), vn(() => {
		t.position.svg;
		let e = cr(() => a), n = e && wo(e);
		n && e.contains(n) && (u = xo(p(n) ?? n));
	}), gn(() => {
		t.position.svg, d().forEach((e, n) => {
			let r = f(e).filter((e) => G(c)?.moves.includes(e) ?? !0);
			lo(e, {
				moves: f(e),
				kept: r,
				of: t.moves,
				hints: t.hints,
				chosen: G(c)?.pressed.includes(n) ?? !1,
				narrowed: G(c) !== null
			}), e.setAttribute("aria-disabled", String(!t.open));
		});
	}), gn(() => {
		t.position.svg;
		for (let e of d()) {
			let t = f(e), n = G(c)?.moves;
			e.classList.toggle("marked", r() !== null && t.includes(r())), fo(e, t, (e) => e === r() || (n?.includes(e) ?? !1), (e) => n !== void 0 && !n.includes(e));
		}
	});
	function g() {
		G(c) && (I(c, null), i.say($("say.open", { all: t.position.moves.length })));
	}
	function _(e) {
		if (!t.open) return;
		let n = e && G(s).press(d().indexOf(e), G(c));
		if (!n) return g();
		if (m(e), n.moves.length === 1) return t.onmove(n.moves[0]);
		G(s).further(n) ? (I(c, n), i.say($("say.narrowed", {
			n: n.moves.length,
			all: t.position.moves.length
		}))) : v(e, n.moves);
	}
	function v(e, n) {
		let r = (e.querySelector(".hit") ?? e).getBoundingClientRect(), i = a.getBoundingClientRect();
		I(o, {
			moves: n.map((e) => ({
				index: e,
				move: t.moves[e]
			})),
			x: r.x + r.width / 2 - i.x,
			y: r.bottom - i.y,
			from: e
		});
	}
	function y(e) {
		if (e.key === "Escape") return g();
		let t = p(e.target);
		if (!t) return;
		if (e.key === "Enter" || e.key === " ") return e.preventDefault(), _(t);
		let n = So(t, d().filter((e) => !e.classList.contains("out")), e.key);
		n && (e.preventDefault(), m(n), n.focus());
	}
	function b(e) {
		e.detail < 2 && _(p(e.target));
	}
	function x(e) {
		let n = p(e.target), r = n ? f(n).filter((e) => G(c)?.moves.includes(e) ?? !0) : [];
		t.onpoint?.(r.length === 1 ? r[0] : null);
	}
	function S(e) {
		e && G(o)?.from.focus(), I(o, null);
	}
	var ee = jo(), C = rn(ee);
	let te, ne;
	var re = z(C);
	Yr(re, () => t.position.svg, !0), O(re);
	var ie = V(re, 2), ae = (e) => {
		Oo(e, {
			get moves() {
				return G(o).moves;
			},
			get x() {
				return G(o).x;
			},
			get y() {
				return G(o).y;
			},
			get hints() {
				return t.hints;
			},
			get onchoose() {
				return t.onmove;
			},
			onclose: S
		});
	};
	X(ie, (e) => {
		G(o) && e(ae);
	}), O(C), yi(C, (e) => a = e, () => a);
	var oe = V(C, 2), se = B(oe, !0);
	H((e) => {
		te = ti(C, 1, "sheet svelte-1jvxy6g", null, te, {
			open: t.open,
			hints: t.hints,
			narrowed: G(c)
		}), Q(C, "aria-label", e), Q(C, "aria-describedby", n), ne = ri(C, "", ne, { "min-height": `${G(l) ?? ""}px` }), Q(oe, "id", n), Y(se, t.position.drawing);
	}, [() => $("board.label")]), K("click", C, b), K("keydown", C, y), K("mouseover", C, x), hr("mouseleave", C, () => t.onpoint?.(null)), K("focusin", C, x), J(e, ee), j();
}
gr([
	"click",
	"keydown",
	"mouseover",
	"focusin"
]);
// src/parts/Players.svelte
var Po = /* @__PURE__ */ q("<option> </option>"), Fo = /* @__PURE__ */ q("<div><span class=\"piece svelte-mtbbc6\" aria-hidden=\"true\"></span> <label class=\"svelte-mtbbc6\"><span class=\"side svelte-mtbbc6\"> </span> <select class=\"svelte-mtbbc6\"></select></label> <span class=\"state svelte-mtbbc6\"><!></span></div>"), Io = /* @__PURE__ */ q("<div class=\"players svelte-mtbbc6\" role=\"group\"></div>"), Lo = {
	hash: "svelte-mtbbc6",
	code: ".players.svelte-mtbbc6 {display:grid;grid-template-columns:1fr 1fr;border-bottom:1px solid var(--rule);}.plate.svelte-mtbbc6 {display:flex;gap:0.6rem;align-items:center;min-width:0;padding:0.55rem 0.8rem;border-top:3px solid transparent;}.left.svelte-mtbbc6 {--own: var(--left);}.right.svelte-mtbbc6 {--own: var(--right);border-inline-start:1px solid var(--rule);}.mover.svelte-mtbbc6,\n  .winner.svelte-mtbbc6 {border-top-color:var(--own);}.piece.svelte-mtbbc6 {flex:none;width:0.9rem;height:0.9rem;border:2px solid var(--own);border-radius:50%;}.mover.svelte-mtbbc6 .piece:where(.svelte-mtbbc6),\n  .winner.svelte-mtbbc6 .piece:where(.svelte-mtbbc6) {background:var(--own);}label.svelte-mtbbc6 {display:flex;flex-wrap:wrap;gap:0 0.6rem;align-items:baseline;min-width:0;}.side.svelte-mtbbc6 {font-weight:600;color:var(--own);}select.svelte-mtbbc6 {max-width:100%;field-sizing:content;padding:0.1rem 0.2rem;border-color:transparent;background-color:transparent;text-overflow:ellipsis;}select.svelte-mtbbc6:hover {border-color:var(--rule);}.state.svelte-mtbbc6 {margin-inline-start:auto;font-size:0.85rem;color:var(--own);white-space:nowrap;}\n  @media (max-width: 40rem) {.plate.svelte-mtbbc6 {gap:0.4rem;padding:0.4rem 0.5rem;}.state.svelte-mtbbc6 {display:none;}\n  }"
};
function Ro(e, t) {
	A(t, !0), Z(e, Lo);
	let n = wi(t, "match", 7), r = /* @__PURE__ */ N(() => n().play?.position);
	function i(e) {
		return e !== "perfect" || n().strength === "perfect" ? $(`role.${e}`) : n().blind ? $("role.blind") : $(n().strength === null ? "role.computer" : "role.searching");
	}
	function a(e, t) {
		n().paused = !1, n().change({ [e]: t }, "replace");
	}
	var o = Io();
	Ur(o, 20, () => ["left", "right"], (e) => e, (e, t) => {
		let o = /* @__PURE__ */ N(() => G(r) && !G(r).over && G(r).mover === t);
		var s = Fo();
		let c;
		var l = V(z(s), 2), u = z(l), d = B(u, !0), f = V(u, 2);
		Ur(f, 20, () => pa, (e) => e, (e, t) => {
			var n = Po(), r = B(n, !0), a = {};
			H((e) => {
				Y(r, e), a !== (a = t) && (n.value = (n.__value = a) ?? "");
			}, [() => i(t)]), J(e, n);
		}), O(f);
		var p;
		si(f), O(l);
		var m = V(l, 2), h = z(m), g = (e) => {
			var t = Er();
			H((e) => Y(t, e), [() => $("players.won")]), J(e, t);
		}, _ = (e) => {
			var t = Er();
			H((e) => Y(t, e), [() => $("players.moves")]), J(e, t);
		};
		X(h, (e) => {
			G(r)?.winner === t ? e(g) : G(o) && e(_, 1);
		}), O(m), O(s), H((e) => {
			c = ti(s, 1, `plate ${t ?? ""}`, "svelte-mtbbc6", c, {
				mover: G(o),
				winner: G(r)?.winner === t
			}), Y(d, e), Q(f, "data-testid", `player-${t ?? ""}`), p !== (p = n().setup[t]) && (f.value = (f.__value = p) ?? "", oi(f, p));
		}, [() => Ta(t)]), K("change", f, (e) => a(t, e.currentTarget.value)), J(e, s);
	}), O(o), H((e) => Q(o, "aria-label", e), [() => $("players.title")]), J(e, o), j();
}
gr(["change"]);
// src/parts/Icon.svelte
var zo = {
	undo: "M9 14L4 9L9 4M4 9H14A6 6 0 0 1 14 21H10",
	redo: "M15 14L20 9L15 4M20 9H10A6 6 0 0 0 10 21H14",
	hint: "M9 18H15M10 21.5H14M8.5 14.5A6 6 0 1 1 15.5 14.5C15 15.2 15 16 15 16.5H9C9 16 9 15.2 8.5 14.5Z",
	restart: "M4 12A8 8 0 1 0 6.6 6.1M4 3V8.5H9.5",
	share: "M12 15V3M7.5 7.5L12 3L16.5 7.5M5 12V21H19V12",
	play: "M7 4L20 12L7 20Z",
	pause: "M8 5V19M16 5V19",
	step: "M5 5L14 12L5 19ZM18 5V19",
	plus: "M12 5V19M5 12H19",
	minus: "M5 12H19",
	fit: "M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15",
	light: "M12 8A4 4 0 1 0 12 16A4 4 0 1 0 12 8M12 2V4M12 20V22M2 12H4M20 12H22M5 5L6.4 6.4M17.6 17.6L19 19M5 19L6.4 17.6M17.6 6.4L19 5",
	dark: "M20 14.5A8.5 8.5 0 1 1 9.5 4A7 7 0 0 0 20 14.5Z",
	auto: "M12 3A9 9 0 1 0 12 21A9 9 0 1 0 12 3M12 3V21M12 7H19.5M12 12H21M12 17H19.5",
	cross: "M6 6L18 18M18 6L6 18",
	done: "M4 12.5L9.5 18L20 6.5"
}, Bo = /* @__PURE__ */ Tr("<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\" class=\"svelte-dlgoph\"><path></path></svg>"), Vo = {
	hash: "svelte-dlgoph",
	code: "svg.svelte-dlgoph {width:1.15em;height:1.15em;flex:none;vertical-align:-0.2em;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round;}"
};
function Ho(e, t) {
	Z(e, Vo);
	var n = Bo(), r = B(n);
	H(() => Q(r, "d", zo[t.name])), J(e, n);
}
// src/parts/Toolbar.svelte
var Uo = /* @__PURE__ */ q("<button data-testid=\"hint\" class=\"svelte-cy88mx\"><!><span class=\"svelte-cy88mx\"> </span></button>"), Wo = /* @__PURE__ */ q("<button data-testid=\"share\" class=\"svelte-cy88mx\"><!><span class=\"svelte-cy88mx\"> </span></button>"), Go = /* @__PURE__ */ q("<div class=\"toolbar auto svelte-cy88mx\" role=\"group\"><button data-testid=\"auto-pause\" class=\"svelte-cy88mx\"><!> </button> <button data-testid=\"auto-step\" class=\"svelte-cy88mx\"><!> </button></div>"), Ko = /* @__PURE__ */ q("<p class=\"past svelte-cy88mx\"><span> </span> <button data-testid=\"go-on\"> </button></p>"), qo = /* @__PURE__ */ q("<div class=\"toolbar svelte-cy88mx\" role=\"toolbar\"><button data-testid=\"undo\" class=\"svelte-cy88mx\"><!><span class=\"svelte-cy88mx\"> </span></button> <button data-testid=\"redo\" class=\"svelte-cy88mx\"><!><span class=\"svelte-cy88mx\"> </span></button> <!> <button data-testid=\"restart\" class=\"svelte-cy88mx\"><!><span class=\"svelte-cy88mx\"> </span></button> <!></div> <!> <!>", 1), Jo = {
	hash: "svelte-cy88mx",
	code: ".toolbar.svelte-cy88mx {display:flex;flex-wrap:wrap;gap:0.25rem;justify-content:center;padding:0.5rem;}.toolbar.svelte-cy88mx button:where(.svelte-cy88mx) {display:inline-flex;gap:0.4rem;align-items:center;border-color:transparent;background:none;}.toolbar.svelte-cy88mx button:where(.svelte-cy88mx):hover:not(:disabled) {background:var(--touch);}.auto.svelte-cy88mx {padding-top:0;}.past.svelte-cy88mx {display:flex;flex-wrap:wrap;gap:0.75rem;align-items:center;justify-content:center;margin:0;padding:0 0.75rem 0.75rem;font-size:0.9rem;color:var(--soft);}\n  @media (max-width: 40rem) {.toolbar.svelte-cy88mx:not(.auto) span:where(.svelte-cy88mx) {display:none;}.toolbar.svelte-cy88mx:not(.auto) button:where(.svelte-cy88mx) {padding-inline:0.9rem;}\n  }"
};
function Yo(e, t) {
	A(t, !0), Z(e, Jo);
	let n = wi(t, "match", 7);
	var r = qo(), i = rn(r), a = z(i), o = z(a);
	Ho(o, { name: "undo" });
	var s = B(V(o), !0);
	O(a);
	var c = V(a, 2), l = z(c);
	Ho(l, { name: "redo" });
	var u = B(V(l), !0);
	O(c);
	var d = V(c, 2), f = (e) => {
		var r = Uo(), i = z(r);
		Ho(i, { name: "hint" });
		var a = B(V(i), !0);
		O(r), H((e, t) => {
			Q(r, "title", e), r.disabled = !n().open, Y(a, t);
		}, [() => $("tool.hint"), () => $("tool.hint")]), K("click", r, function(...e) {
			t.onhint?.apply(this, e);
		}), J(e, r);
	};
	X(d, (e) => {
		t.onhint && e(f);
	});
	var p = V(d, 2), m = z(p);
	Ho(m, { name: "restart" });
	var h = B(V(m), !0);
	O(p);
	var g = V(p, 2), _ = (e) => {
		var n = Wo(), r = z(n);
		Ho(r, { name: "share" });
		var i = B(V(r), !0);
		O(n), H((e, t) => {
			Q(n, "title", e), Y(i, t);
		}, [() => $("tool.share"), () => $("tool.share")]), K("click", n, function(...e) {
			t.onshare?.apply(this, e);
		}), J(e, n);
	};
	X(g, (e) => {
		t.onshare && e(_);
	}), O(i);
	var v = V(i, 2), y = (e) => {
		var t = Go(), r = z(t), i = z(r);
		{
			let e = /* @__PURE__ */ N(() => n().paused ? "play" : "pause");
			Ho(i, { get name() {
				return G(e);
			} });
		}
		var a = V(i, 1, !0);
		O(r);
		var o = V(r, 2), s = z(o);
		Ho(s, { name: "step" });
		var c = V(s, 1, !0);
		O(o), O(t), H((e, n, r) => {
			Q(t, "aria-label", e), Y(a, n), Y(c, r);
		}, [
			() => $("auto.title"),
			() => n().paused ? $("auto.play") : $("auto.pause"),
			() => $("auto.step")
		]), K("click", r, () => n().paused = !n().paused), K("click", o, () => {
			n().paused = !0, n().step();
		}), J(e, t);
	};
	X(v, (e) => {
		n().onlyComputers && n().role !== null && e(y);
	});
	var b = V(v, 2), x = (e) => {
		var t = Ko(), r = z(t), i = B(r, !0), a = V(r, 2), o = B(a, !0);
		O(t), H((e, t) => {
			Y(i, e), Y(o, t);
		}, [() => $("past.note", {
			at: n().setup.at,
			n: n().setup.moves.length
		}), () => $("past.go")]), K("click", a, () => n().goOn()), J(e, t);
	};
	X(b, (e) => {
		!n().live && n().role !== null && e(x);
	}), H((e, t, r, o, l, d, f) => {
		Q(i, "aria-label", e), Q(a, "title", t), a.disabled = n().before === null, Y(s, r), Q(c, "title", o), c.disabled = n().after === null, Y(u, l), Q(p, "title", d), p.disabled = n().setup.moves.length === 0, Y(h, f);
	}, [
		() => $("tool.title"),
		() => $("tool.undo"),
		() => $("tool.undo"),
		() => $("tool.redo"),
		() => $("tool.redo"),
		() => $("tool.restart"),
		() => $("tool.restart")
	]), K("click", a, () => n().before !== null && n().jump(n().before)), K("click", c, () => n().after !== null && n().jump(n().after)), K("click", p, () => n().restart()), J(e, r), j();
}
gr(["click"]);
// src/parts/Tabletop.svelte
var Xo = /* @__PURE__ */ q("<button class=\"main\" data-testid=\"again\"> </button>"), Zo = /* @__PURE__ */ q("<!> <div class=\"state svelte-169c9gb\"><p data-testid=\"status\"> </p> <!></div> <!> <!> <!>", 1), Qo = {
	hash: "svelte-169c9gb",
	code: "\n  /* As high with the button as without it. */.state.svelte-169c9gb {display:flex;flex-wrap:wrap;gap:0.25rem 1rem;align-items:center;justify-content:center;min-height:2.5rem;margin:0.5rem 1rem 0;}.status.svelte-169c9gb {margin:0;text-align:center;font:1.15rem var(--serif);}.status.left.svelte-169c9gb {color:var(--left);}.status.right.svelte-169c9gb {color:var(--right);}"
};
function $o(e, t) {
	A(t, !0), Z(e, Qo);
	let n = wi(t, "pointed", 3, null), r = wi(t, "plain", 3, !1), i = Ki(), a = /* @__PURE__ */ N(() => t.match.play), o = /* @__PURE__ */ N(() => G(a)?.position), s = /* @__PURE__ */ F(null);
	gn(() => (t.match.play, () => I(s, null))), gn(() => {
		if (G(s) === null) return;
		let e = setTimeout(() => I(s, null), 2500);
		return () => clearTimeout(e);
	});
	async function c() {
		let e = await t.match.best(), n = e === null ? void 0 : t.match.moves[e];
		n && (I(s, e, !0), i.say($("say.hint", { move: La(n, !0) })));
	}
	gn(() => {
		if (!G(a) || !t.match.ready || t.match.slow) return;
		let [e, n] = [G(a).line.at(-2), G(a).line.at(-1)], r = e && n?.move ? `${Oa(e.mover, n.move)} ` : "", { over: o, mover: s } = G(a).position, c = t.hints && !t.match.thinking;
		i.say(r + (o || c ? Aa(G(a), t.match.belief) : $("say.turn", { player: Ta(s) })));
	});
	let l = /* @__PURE__ */ N(() => {
		if (!G(a) || !G(o)) return "";
		if (t.match.slow && !t.match.open) return $("game.loading");
		if (G(o).over) return Aa(G(a), null);
		let e = Ta(G(o).mover), n = t.match.setup[G(o).mover];
		return t.match.computerMoves ? t.match.paused && t.match.onlyComputers && !t.match.thinking ? $("status.paused", { player: e }) : $(t.match.strength === "searching" && !t.match.blind ? "status.searching" : "status.computer", { player: e }) : n === "me" || ma(n) ? $("status.me", { player: e }) : $("status.friend", { player: e });
	});
	var u = Dr(), d = rn(u), f = (e) => {
		var i = Zo(), a = rn(i), u = (e) => {
			Ro(e, { get match() {
				return t.match;
			} });
		};
		X(a, (e) => {
			r() || e(u);
		});
		var d = V(a, 2), f = z(d), p = B(f, !0), m = V(f, 2), h = (e) => {
			var n = Xo(), r = B(n, !0);
			H((e) => Y(r, e), [() => $("over.again")]), K("click", n, () => t.match.restart()), J(e, n);
		};
		X(m, (e) => {
			G(o).over && t.match.setup.moves.length > 0 && e(h);
		}), O(d);
		var g = V(d, 2), _ = (e) => {
			$a(e, { get match() {
				return t.match;
			} });
		};
		X(g, (e) => {
			t.match.computerMoves && t.match.search && e(_);
		});
		var v = V(g, 2);
		{
			let e = /* @__PURE__ */ N(() => G(s) ?? n());
			No(v, {
				get position() {
					return G(o);
				},
				get moves() {
					return t.match.moves;
				},
				get hints() {
					return t.hints;
				},
				get open() {
					return t.match.open;
				},
				get marked() {
					return G(e);
				},
				onmove: (e) => t.match.move(e),
				get onpoint() {
					return t.onpoint;
				}
			});
		}
		var y = V(v, 2);
		{
			let e = /* @__PURE__ */ N(() => r() ? void 0 : c);
			Yo(y, {
				get match() {
					return t.match;
				},
				get onhint() {
					return G(e);
				},
				get onshare() {
					return t.onshare;
				}
			});
		}
		H(() => {
			ti(f, 1, `status ${(G(o).over ? G(o).winner ?? "" : G(o).mover) ?? ""}`, "svelte-169c9gb"), Y(p, G(l));
		}), J(e, i);
	};
	X(d, (e) => {
		G(a) && G(o) && e(f);
	}), J(e, u), j();
}
gr(["click"]);
// src/parts/Trouble.svelte
var es = /* @__PURE__ */ q("<pre class=\"svelte-7z8a8l\"> <span class=\"before svelte-7z8a8l\" aria-hidden=\"true\"> </span><span class=\"caret svelte-7z8a8l\">▲</span></pre>"), ts = /* @__PURE__ */ q("<pre class=\"message svelte-7z8a8l\" lang=\"en\" tabindex=\"0\" role=\"group\"> </pre>"), ns = /* @__PURE__ */ q("<p lang=\"en\" class=\"svelte-7z8a8l\"> </p>"), rs = /* @__PURE__ */ q("<p class=\"soft svelte-7z8a8l\" lang=\"en\"> </p>"), is = /* @__PURE__ */ q("<p class=\"svelte-7z8a8l\"><button data-testid=\"retry\"> </button></p>"), as = /* @__PURE__ */ q("<div class=\"trouble svelte-7z8a8l\" role=\"alert\" data-testid=\"trouble\"><p class=\"svelte-7z8a8l\"><strong> </strong></p> <!> <!> <!> <!></div>"), os = {
	hash: "svelte-7z8a8l",
	code: ".trouble.svelte-7z8a8l {margin-block:0.6rem;padding:0.5rem 0.9rem;border-inline-start:3px solid var(--right);background:var(--touch);}p.svelte-7z8a8l {margin:0.25rem 0;overflow-wrap:anywhere;}pre.svelte-7z8a8l {margin:0.4rem 0;overflow-x:auto;line-height:1.15;}.message.svelte-7z8a8l {line-height:1.4;tab-size:4;}.before.svelte-7z8a8l {visibility:hidden;}.caret.svelte-7z8a8l {display:inline-block;width:0;color:var(--right);}"
};
function ss(e, t) {
	A(t, !0), Z(e, os);
	let n = wi(t, "text", 3, ""), r = {
		parse: "trouble.parse",
		rules: "trouble.rules",
		limit: "trouble.limit",
		"no-answer": "trouble.limit",
		busy: "trouble.busy",
		"not-found": "trouble.not-found",
		unreachable: "trouble.unreachable"
	}, i = /* @__PURE__ */ N(() => $(r[t.problem.kind] ?? "trouble.other")), a = /* @__PURE__ */ N(() => t.onretry && ![
		"parse",
		"rules",
		"bad-request",
		"not-found",
		"no-answer"
	].includes(t.problem.kind)), o = /* @__PURE__ */ N(() => {
		if (t.problem.at === void 0 || !n()) return null;
		let e = new TextEncoder().encode(n()).slice(0, t.problem.at), r = new TextDecoder().decode(e), i = r.lastIndexOf("\n") + 1, a = n().indexOf("\n", i);
		return {
			line: n().slice(i, a < 0 ? void 0 : a),
			before: r.slice(i)
		};
	});
	var s = as(), c = z(s), l = B(z(c), !0);
	O(c);
	var u = V(c, 2), d = (e) => {
		var t = es(), n = z(t), r = B(V(n), !0);
		Ee(), O(t), H(() => {
			Y(n, `${G(o).line ?? ""}
`), Y(r, G(o).before);
		}), J(e, t);
	};
	X(u, (e) => {
		G(o) && e(d);
	});
	var f = V(u, 2), p = (e) => {
		var n = ts(), r = B(n, !0);
		H(() => {
			Q(n, "aria-label", G(i)), Y(r, t.problem.message);
		}), J(e, n);
	}, m = (e) => {
		var n = ns(), r = B(n, !0);
		H(() => Y(r, t.problem.message)), J(e, n);
	};
	X(f, (e) => {
		t.problem.kind === "rules" ? e(p) : t.problem.kind !== "unreachable" && e(m, 1);
	});
	var h = V(f, 2), g = (e) => {
		var n = rs(), r = B(n, !0);
		H(() => Y(r, t.problem.help)), J(e, n);
	};
	X(h, (e) => {
		t.problem.help && e(g);
	});
	var _ = V(h, 2), v = (e) => {
		var n = is(), r = z(n), i = B(r, !0);
		O(n), H((e) => Y(i, e), [() => $("trouble.retry")]), K("click", r, function(...e) {
			t.onretry?.apply(this, e);
		}), J(e, n);
	};
	X(_, (e) => {
		G(a) && e(v);
	}), O(s), H(() => Y(l, G(i))), J(e, s), j();
}
gr(["click"]);
// src/parts/MoveList.svelte
var cs = /* @__PURE__ */ q(" <span class=\"soft\"> </span>", 1), ls = /* @__PURE__ */ q("<span class=\"soft\"> </span>"), us = /* @__PURE__ */ q("<code class=\"value svelte-1ohvgyp\"> </code>"), ds = /* @__PURE__ */ q("<li class=\"svelte-1ohvgyp\"><button><!> <code class=\"name svelte-1ohvgyp\"> </code> <span class=\"fate svelte-1ohvgyp\"><!> <!></span> <!></button></li>"), fs = /* @__PURE__ */ q("<p class=\"soft\"> </p>"), ps = /* @__PURE__ */ q("<section data-testid=\"move-list\"><h2 class=\"minor\"> <span class=\"count svelte-1ohvgyp\"> </span></h2> <ol class=\"svelte-1ohvgyp\"></ol> <!></section>"), ms = {
	hash: "svelte-1ohvgyp",
	code: "ol.svelte-1ohvgyp {list-style:none;margin:0;padding:0;max-height:22rem;overflow:auto;border-block:1px solid var(--rule);}li.svelte-1ohvgyp + li:where(.svelte-1ohvgyp) {border-top:1px solid var(--rule);}button.svelte-1ohvgyp {display:flex;width:100%;flex-wrap:wrap;gap:0 0.5rem;align-items:center;padding:0.3rem 0.4rem;border:0;border-radius:0;background:none;text-align:start;}button[aria-disabled=\"true\"].svelte-1ohvgyp {cursor:default;}button.svelte-1ohvgyp:hover,\n  .marked.svelte-1ohvgyp {background:var(--touch);}button.svelte-1ohvgyp:focus-visible {outline-offset:-2px;}\n  /* The text of a large position takes as many lines as it needs. */.name.svelte-1ohvgyp {flex:1 0 auto;max-width:calc(100% - 2rem);overflow-wrap:anywhere;}.fate.svelte-1ohvgyp {display:flex;gap:0.35em;font-size:0.85rem;}.value.svelte-1ohvgyp {min-width:1.7rem;max-width:100%;margin-inline-start:auto;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;text-align:end;}.count.svelte-1ohvgyp {font:0.85rem var(--sans);color:var(--soft);}"
};
function hs(e, t) {
	A(t, !0), Z(e, ms);
	let n = {
		win: 0,
		draw: 1,
		unknown: 2,
		loss: 3
	}, r = (e) => t.thinking ? 0 : -(e.score ?? 0), i = /* @__PURE__ */ N(() => t.moves.map((e, t) => ({
		move: e,
		index: t
	})).sort((e, t) => n[e.move.result ?? "unknown"] - n[t.move.result ?? "unknown"] || e.move.shade - t.move.shade || r(e.move) - r(t.move))), a = /* @__PURE__ */ N(() => t.position.moves.some((e) => e.value !== null));
	var o = ps(), s = z(o), c = z(s), l = B(V(c));
	O(s);
	var u = V(s, 2);
	Ur(u, 21, () => G(i), ({ move: e, index: t }) => t, (e, n) => {
		let r = () => G(n).move, i = () => G(n).index;
		var o = ds(), s = z(o);
		let c;
		var l = z(s), u = (e) => {
			yo(e, {
				get result() {
					return r().result;
				},
				get shade() {
					return r().shade;
				}
			});
		}, d = (e) => {
			Ya(e, { get score() {
				return r().score;
			} });
		};
		X(l, (e) => {
			r().score === null ? e(u) : e(d, -1);
		});
		var f = V(l, 2), p = B(f, !0), m = V(f, 2), h = z(m), g = (e) => {
			var t = Er();
			H((e) => Y(t, e), [() => Fa(r()) || Ea(r().result)]), J(e, t);
		}, _ = (e) => {
			var t = cs(), n = rn(t), i = B(V(n), !0);
			H((e, t) => {
				Y(n, `${e ?? ""} `), Y(i, t);
			}, [() => Fa(r()), () => $("move.about", { n: Pa(r().score) })]), J(e, t);
		};
		X(h, (e) => {
			r().score === null ? e(g) : e(_, -1);
		});
		var v = V(h, 2), y = (e) => {
			var t = ls(), n = B(t, !0);
			H((e) => Y(n, e), [() => r().remoteness === 0 ? $("moves.now") : $("moves.then", { n: r().remoteness })]), J(e, t);
		};
		X(v, (e) => {
			r().remoteness !== null && r().result !== "draw" && e(y);
		}), O(m);
		var b = V(m, 2), x = (e) => {
			var t = us(), n = B(t, !0);
			H(() => Y(n, r().value ?? "")), J(e, t);
		};
		X(b, (e) => {
			G(a) && e(x);
		}), O(s), O(o), H(() => {
			Q(s, "aria-disabled", !t.open), c = ti(s, 1, "svelte-1ohvgyp", null, c, { marked: t.marked === i() }), Y(p, r().name);
		}), K("click", s, () => t.open && t.onmove(i())), hr("mouseenter", s, () => t.onpoint(i())), hr("mouseleave", s, () => t.onpoint(null)), hr("focus", s, () => t.onpoint(i())), hr("blur", s, () => t.onpoint(null)), J(e, o);
	}), O(u);
	var d = V(u, 2), f = (e) => {
		var t = fs(), n = B(t, !0);
		H((e) => Y(n, e), [() => $("moves.more")]), J(e, t);
	};
	X(d, (e) => {
		t.position.more && e(f);
	}), O(o), H((e, n) => {
		Q(o, "aria-label", e), Y(c, `${n ?? ""} `), Y(l, `${t.position.moves.length ?? ""}${t.position.more ? "+" : ""}`);
	}, [() => $("moves.title"), () => $("moves.title")]), J(e, o), j();
}
gr(["click"]);
// src/parts/BinarySum.svelte
var gs = /* @__PURE__ */ q("<th scope=\"row\" class=\"svelte-l2uk98\"><code> </code></th>"), _s = /* @__PURE__ */ q("<td class=\"svelte-l2uk98\"></td>"), vs = /* @__PURE__ */ q("<td> </td>"), ys = /* @__PURE__ */ q("<tr><!><td class=\"number svelte-l2uk98\"> </td><!><td class=\"to svelte-l2uk98\"><!></td></tr>"), bs = /* @__PURE__ */ q("<tr class=\"total svelte-l2uk98\"><th scope=\"row\" class=\"svelte-l2uk98\"> </th><td class=\"number svelte-l2uk98\"> </td><!><td class=\"svelte-l2uk98\"></td></tr>"), xs = /* @__PURE__ */ q("<div class=\"scroll\"><table class=\"svelte-l2uk98\"><caption class=\"unseen\"> </caption><tbody><!><!></tbody></table></div>"), Ss = {
	hash: "svelte-l2uk98",
	code: "table.svelte-l2uk98 {border-collapse:collapse;font-variant-numeric:tabular-nums;}th.svelte-l2uk98 {padding:0.1rem 0.8rem 0.1rem 0;font-weight:normal;text-align:start;}td.svelte-l2uk98 {padding:0.1rem 0.3rem;text-align:center;}.number.svelte-l2uk98 {padding-inline-end:0.9rem;text-align:end;}.digit.svelte-l2uk98 {min-width:1.4rem;font-family:var(--mono);color:var(--faint);}.one.svelte-l2uk98 {font-weight:700;color:var(--ink);}.total.svelte-l2uk98 {border-top:1.5px solid var(--ink);}.total.svelte-l2uk98 .one:where(.svelte-l2uk98) {color:var(--accent);}.changed.svelte-l2uk98 {background:var(--touch);}.to.svelte-l2uk98 {text-align:start;white-space:nowrap;}"
};
function Cs(e, t) {
	A(t, !0), Z(e, Ss);
	let n = wi(t, "names", 19, () => []), r = wi(t, "changed", 3, null), i = wi(t, "total", 3, !0), a = /* @__PURE__ */ N(() => Number(t.numbers.reduce((e, t) => e ^ BigInt(t), 0n))), o = /* @__PURE__ */ N(() => Math.max(1, ...t.numbers.map((e) => e.toString(2).length))), s = (e) => [...e.toString(2).padStart(G(o), "0")];
	var c = xs(), l = z(c), u = z(l), d = B(u, !0), f = V(u), p = z(f);
	Ur(p, 17, () => t.numbers, zr, (e, t, i) => {
		var a = ys();
		let o;
		var c = z(a), l = (e) => {
			var t = gs(), r = B(z(t), !0);
			O(t), H(() => Y(r, n()[i])), J(e, t);
		}, u = (e) => {
			J(e, _s());
		};
		X(c, (e) => {
			n()[i] ? e(l) : e(u, -1);
		});
		var d = V(c), f = B(d, !0), p = V(d);
		Ur(p, 17, () => s(G(t)), zr, (e, t) => {
			var n = vs();
			let r;
			var i = B(n, !0);
			H(() => {
				r = ti(n, 1, "digit svelte-l2uk98", null, r, { one: G(t) === "1" }), Y(i, G(t));
			}), J(e, n);
		});
		var m = V(p), h = z(m), g = (e) => {
			var t = Er();
			H(() => Y(t, `→ ${r().to ?? ""}`)), J(e, t);
		};
		X(h, (e) => {
			r()?.component === i && e(g);
		}), O(m), O(a), H(() => {
			o = ti(a, 1, "svelte-l2uk98", null, o, { changed: r()?.component === i }), Y(f, G(t));
		}), J(e, a);
	});
	var m = V(p), h = (e) => {
		var t = bs(), n = z(t), r = B(n, !0), i = V(n), o = B(i, !0);
		Ur(V(i), 17, () => s(G(a)), zr, (e, t) => {
			var n = vs();
			let r;
			var i = B(n, !0);
			H(() => {
				r = ti(n, 1, "digit svelte-l2uk98", null, r, { one: G(t) === "1" }), Y(i, G(t));
			}), J(e, n);
		}), Ee(), O(t), H((e) => {
			Y(r, e), Y(o, G(a));
		}, [() => $("binary.sum")]), J(e, t);
	};
	X(m, (e) => {
		i() && e(h);
	}), O(f), O(l), O(c), H((e) => Y(d, e), [() => $("binary.caption")]), J(e, c), j();
}
// src/parts/Reason.svelte
var ws = /* @__PURE__ */ q("<p> </p>"), Ts = /* @__PURE__ */ q("<section data-testid=\"reason\"><h2 class=\"minor\"> </h2> <!> <!></section>"), Es = /* @__PURE__ */ q("<tr><td><code> </code></td><td><code> </code></td></tr>"), Ds = /* @__PURE__ */ q("<section><h2 class=\"minor\"> </h2> <table class=\"plain\"><tbody></tbody></table></section>");
function Os(e, t) {
	A(t, !0);
	let n = /* @__PURE__ */ N(() => t.play.reason), r = /* @__PURE__ */ N(() => t.play.components ?? []), i = /* @__PURE__ */ N(() => G(n)?.kind === "nim-sum" ? G(n).values : G(r).map((e) => e.grundy)), a = /* @__PURE__ */ N(() => G(i).every((e) => e !== null) ? G(i) : []);
	var o = Dr(), s = rn(o), c = (e) => {
		var t = Ts(), i = z(t), o = B(i, !0), s = V(i, 2), c = (e) => {
			{
				let t = /* @__PURE__ */ N(() => G(r).length === G(a).length ? G(r).map((e) => e.game) : []), i = /* @__PURE__ */ N(() => G(n).kind === "nim-sum" ? G(n).move ?? null : null);
				Cs(e, {
					get numbers() {
						return G(a);
					},
					get names() {
						return G(t);
					},
					get changed() {
						return G(i);
					}
				});
			}
		};
		X(s, (e) => {
			G(a).length > 1 && e(c);
		});
		var l = V(s, 2), u = (e) => {
			var t = Dr(), i = rn(t), o = (e) => {
				var t = ws(), r = B(t, !0);
				H((e) => Y(r, e), [() => $("reason.one", { total: G(n).total })]), J(e, t);
			}, s = (e) => {
				var t = ws(), n = B(t, !0);
				H((e) => Y(n, e), [() => $("reason.zero")]), J(e, t);
			}, c = (e) => {
				var t = ws(), i = B(t, !0);
				H((e) => Y(i, e), [() => $("reason.sum", {
					total: G(n).total,
					part: G(r)[G(n).move.component]?.game ?? String(G(n).move.component + 1),
					from: G(n).move.from,
					to: G(n).move.to
				})]), J(e, t);
			}, l = (e) => {
				var t = ws(), r = B(t, !0);
				H((e) => Y(r, e), [() => $("reason.nonzero", { total: G(n).total })]), J(e, t);
			};
			X(i, (e) => {
				G(a).length === 1 ? e(o) : G(n).total === 0 ? e(s, 1) : G(n).move ? e(c, 2) : e(l, -1);
			}), J(e, t);
		}, d = (e) => {
			var t = ws(), n = B(t, !0);
			H((e) => Y(n, e), [() => G(a).length > 1 ? $("reason.zero") : $("reason.one.zero")]), J(e, t);
		}, f = (e) => {
			var t = ws(), n = B(t, !0);
			H((e) => Y(n, e), [() => $("reason.end")]), J(e, t);
		};
		X(l, (e) => {
			G(n).kind === "nim-sum" ? e(u) : G(n).kind === "zero" ? e(d, 1) : G(n).kind === "end" && e(f, 2);
		}), O(t), H((e, n) => {
			Q(t, "aria-label", e), Y(o, n);
		}, [() => $("reason.title"), () => $("reason.title")]), J(e, t);
	}, l = (e) => {
		var t = Ds(), n = z(t), i = B(n, !0), a = V(n, 2), o = z(a);
		Ur(o, 21, () => G(r), zr, (e, t) => {
			var n = Es(), r = z(n), i = B(z(r), !0);
			O(r);
			var a = V(r), o = B(z(a), !0);
			O(a), O(n), H(() => {
				Y(i, G(t).game), Y(o, G(t).value ?? "?");
			}), J(e, n);
		}), O(o), O(a), O(t), H((e, n) => {
			Q(t, "aria-label", e), Y(i, n);
		}, [() => $("parts.title"), () => $("parts.title")]), J(e, t);
	};
	X(s, (e) => {
		G(n) && (G(n).kind !== "remoteness" || G(a).length > 1) ? e(c) : G(r).length > 1 && e(l, 1);
	}), J(e, o), j();
}
// src/parts/ValuePanel.svelte
var ks = /* @__PURE__ */ q("<dt class=\"svelte-15lq0pd\"> </dt> <dd class=\"svelte-15lq0pd\"><code> </code></dd>", 1), As = /* @__PURE__ */ q("<figure class=\"drawing svelte-15lq0pd\"></figure>"), js = /* @__PURE__ */ q("<section data-testid=\"value-panel\"><h2 class=\"minor\"> </h2> <dl class=\"svelte-15lq0pd\"></dl> <!></section>"), Ms = {
	hash: "svelte-15lq0pd",
	code: "dl.svelte-15lq0pd {display:grid;grid-template-columns:max-content 1fr;gap:0.15rem 1rem;margin:0;}dt.svelte-15lq0pd {color:var(--soft);}dd.svelte-15lq0pd {margin:0;overflow-wrap:anywhere;}figure.svelte-15lq0pd {margin:0.75rem 0 0;}"
};
function Ns(e, t) {
	A(t, !0), Z(e, Ms);
	let n = /* @__PURE__ */ N(() => [
		["value.form", t.value.value],
		["value.grundy", t.value.grundy],
		["value.outcome", t.value.outcome],
		["value.number", t.value.number],
		["value.temperature", t.value.temperature],
		["value.mean", t.value.mean],
		["value.stops", t.value.left_stop === null ? null : `${t.value.left_stop} | ${t.value.right_stop}`],
		["value.birthday", t.value.birthday]
	].filter(([, e]) => e != null));
	var r = js(), i = z(r), a = B(i, !0), o = V(i, 2);
	Ur(o, 21, () => G(n), ([e, t]) => e, (e, t) => {
		var n = /* @__PURE__ */ N(() => m(G(t), 2));
		let r = () => G(n)[0], i = () => G(n)[1];
		var a = ks(), o = rn(a), s = B(o, !0), c = V(o, 2), l = B(z(c), !0);
		O(c), H((e) => {
			Y(s, e), Y(l, i());
		}, [() => $(r())]), J(e, a);
	}), O(o);
	var s = V(o, 2), c = (e) => {
		var n = As();
		Yr(n, () => t.value.thermograph, !0), O(n), H((e) => Q(n, "aria-label", e), [() => $("value.thermograph")]), J(e, n);
	};
	X(s, (e) => {
		t.value.thermograph && e(c);
	}), O(r), H((e, t) => {
		Q(r, "aria-label", e), Y(a, t);
	}, [() => $("value.title"), () => $("value.title")]), J(e, r), j();
}
// src/parts/Verdict.svelte
var Ps = /* @__PURE__ */ q("<p class=\"soft small\" data-testid=\"belief\"><!></p>"), Fs = /* @__PURE__ */ q("<p class=\"literature svelte-jgr467\" data-testid=\"literature\"> </p>"), Is = /* @__PURE__ */ q("<p class=\"soft\"> </p>"), Ls = /* @__PURE__ */ q("<p class=\"soft\"> <span class=\"small\" lang=\"en\"> </span></p>"), Rs = /* @__PURE__ */ q("<p class=\"soft small\"> </p>"), zs = /* @__PURE__ */ q("<p class=\"verdict svelte-jgr467\" data-testid=\"verdict\"><!></p> <!> <!> <!> <!> <!> <!> <!> <!>", 1), Bs = /* @__PURE__ */ q("<aside><label class=\"switch\"><input type=\"checkbox\" role=\"switch\" data-testid=\"hints\"/> <span> </span></label> <!></aside>"), Vs = {
	hash: "svelte-jgr467",
	code: ".verdict.svelte-jgr467 {margin:0.75rem 0;font:1.3rem/1.35 var(--serif);}.literature.svelte-jgr467 {padding-inline-start:0.7rem;border-inline-start:3px solid var(--rule);color:var(--soft);font-family:var(--serif);}"
};
function Hs(e, t) {
	A(t, !0), Z(e, Vs);
	let n = wi(t, "hints", 15), r = /* @__PURE__ */ N(() => t.match.play), i = /* @__PURE__ */ N(() => G(r)?.method === "whole" && G(r).positions !== null ? $("method.whole", { n: G(r).positions.toLocaleString() }) : G(r)?.method === "strategy" && G(r).by !== null ? $("method.strategy", { file: G(r).by }) : G(r)?.method === "values" || G(r)?.method === "forms" ? $(`method.${G(r).method}`) : ""), a = /* @__PURE__ */ N(() => t.match.search?.thoughts), o = /* @__PURE__ */ N(() => !t.match.slow || t.match.strength === "searching"), s = /* @__PURE__ */ N(() => G(r) && t.match.belief && G(o) ? ia(G(r), t.match.belief) : null), c = /* @__PURE__ */ N(() => t.match.belief !== null && t.match.belief.at_least === t.match.belief.at_most), l = /* @__PURE__ */ N(() => t.match.slow && t.match.belief?.score == null);
	var u = Bs(), d = z(u), f = z(d);
	pi(f);
	var p = B(V(f, 2), !0);
	O(d);
	var m = V(d, 2), h = (e) => {
		var n = zs(), o = rn(n), u = z(o), d = (e) => {
			var t = Er();
			H((e) => Y(t, e), [() => $("game.loading")]), J(e, t);
		}, f = (e) => {
			var n = Er();
			H((e) => Y(n, e), [() => Aa(G(r), t.match.belief)]), J(e, n);
		};
		X(u, (e) => {
			G(l) || t.match.thinking && !G(a) ? e(d) : e(f, -1);
		}), O(o);
		var p = V(o, 2), m = (e) => {
			var n = Ps(), r = z(n), i = (e) => {
				var t = Er();
				H((e) => Y(t, e), [() => $("search.proved")]), J(e, t);
			}, o = (e) => {
				var t = Er();
				H((e) => Y(t, e), [() => $("search.note", {
					n: G(a).lines.toLocaleString(),
					seconds: (G(a).milliseconds / 1e3).toFixed(1)
				})]), J(e, t);
			};
			X(r, (e) => {
				t.match.belief.score === null ? e(i) : e(o, -1);
			}), O(n), J(e, n);
		};
		X(p, (e) => {
			G(a) && t.match.belief && e(m);
		});
		var h = V(p, 2), g = (e) => {
			var t = Fs(), n = B(t, !0);
			H((e) => Y(n, e), [() => Ra(G(s))]), J(e, t);
		};
		X(h, (e) => {
			G(s) && e(g);
		});
		var _ = V(h, 2), v = (e) => {
			var t = Is(), n = B(t, !0);
			H((e) => Y(n, e), [() => $("verdict.repeated")]), J(e, t);
		};
		X(_, (e) => {
			G(r).position.repeated && e(v);
		});
		var y = V(_, 2), b = (e) => {
			var n = Ls(), i = z(n), a = B(V(i));
			O(n), H((e) => {
				Y(i, `${e ?? ""} `), Y(a, `(${G(r).limit ?? ""})`);
			}, [() => $(t.match.blind ? "verdict.blind" : "verdict.limit")]), J(e, n);
		};
		X(y, (e) => {
			G(r).limit && !t.match.slow && !G(c) && G(r).by === null && e(b);
		});
		var x = V(y, 2), S = (e) => {
			hs(e, {
				get position() {
					return G(r).position;
				},
				get moves() {
					return t.match.moves;
				},
				get thinking() {
					return t.match.thinking;
				},
				get open() {
					return t.match.open;
				},
				get marked() {
					return t.pointed;
				},
				onmove: (e) => t.match.move(e),
				get onpoint() {
					return t.onpoint;
				}
			});
		};
		X(x, (e) => {
			G(r).position.moves.length > 0 && e(S);
		});
		var ee = V(x, 2);
		Os(ee, { get play() {
			return G(r);
		} });
		var C = V(ee, 2), te = (e) => {
			Ns(e, { get value() {
				return G(r).value;
			} });
		};
		X(C, (e) => {
			G(r).value && e(te);
		});
		var ne = V(C, 2), re = (e) => {
			var t = Rs(), n = B(t, !0);
			H(() => Y(n, G(i))), J(e, t);
		};
		X(ne, (e) => {
			G(i) && e(re);
		}), H(() => Q(o, "aria-busy", t.match.slow || t.match.thinking)), J(e, n);
	}, g = (e) => {
		var t = Is(), n = B(t, !0);
		H((e) => Y(n, e), [() => $("hints.off")]), J(e, t);
	};
	X(m, (e) => {
		G(r) && n() ? e(h) : e(g, -1);
	}), O(u), H((e, t) => {
		Q(u, "aria-label", e), Y(p, t);
	}, [() => $("hints.title"), () => $("hints.switch")]), _i(f, n), J(e, u), j();
}
// src/widget/Widget.svelte
var Us = /* @__PURE__ */ new Set([
	"$$slots",
	"$$events",
	"$$legacy"
]), Ws = /* @__PURE__ */ q("<div class=\"table svelte-fpbx4k\"><div class=\"board-side svelte-fpbx4k\"><!> <!></div> <!></div>"), Gs = /* @__PURE__ */ q("<p class=\"soft\" aria-busy=\"true\"> </p>"), Ks = /* @__PURE__ */ q("<section data-testid=\"widget\" class=\"svelte-fpbx4k\"><!> <!> <div class=\"unseen\" role=\"status\" aria-live=\"polite\" data-testid=\"announcer\"> </div></section>"), qs = {
	hash: "svelte-fpbx4k",
	code: "section.svelte-fpbx4k {position:relative;container-type:inline-size;max-width:72rem;padding:0.9rem;background:var(--paper);border:1px solid var(--rule);border-radius:0.6rem;}.table.svelte-fpbx4k {display:grid;grid-template-columns:minmax(0, 1fr) minmax(16rem, 21rem);gap:1.25rem;align-items:start;}.board-side.svelte-fpbx4k {background:var(--sheet);border:1px solid var(--rule);border-radius:0.6rem;}\n  @container (max-width: 44rem) {.table.svelte-fpbx4k {grid-template-columns:minmax(0, 1fr);}\n  }"
};
function Js(e, t) {
	A(t, !0), Z(e, qs);
	let n = /* @__PURE__ */ Ci(t, Us), { model: r, api: i } = cr(() => n), a = Gi(), o = /* @__PURE__ */ F(r.get("_setup")), s = /* @__PURE__ */ F(Jt(r.get("hints"))), c = /* @__PURE__ */ F(null);
	Ei(Li(r, "change:_setup", () => I(o, r.get("_setup")))), Ei(Li(r, "change:hints", () => I(s, r.get("hints"), !0)));
	function l(e) {
		I(o, e), r.set("_setup", e), r.save_changes();
	}
	let u = new wa(i, () => G(o), l, () => G(s)), d = /* @__PURE__ */ N(() => u.play);
	gn(() => {
		G(d) && u.ready && (r.set("moves", G(d).line.slice(1).map(({ move: e }) => e ?? "")), r.set("position", G(d).position.game), r.save_changes());
	}), gn(() => {
		r.set("hints", G(s)), r.save_changes();
	});
	var f = Ks(), p = z(f), m = (e) => {
		ss(e, {
			get problem() {
				return u.problem;
			},
			get text() {
				return G(o).game;
			},
			onretry: () => u.retry()
		});
	};
	X(p, (e) => {
		u.problem && e(m);
	});
	var h = V(p, 2), g = (e) => {
		var t = Ws(), n = z(t), r = z(n);
		$o(r, {
			get match() {
				return u;
			},
			get pointed() {
				return G(c);
			},
			get hints() {
				return G(s);
			},
			onpoint: (e) => I(c, e, !0)
		});
		var i = V(r, 2), a = (e) => {
			Ka(e, {
				get line() {
					return u.line;
				},
				get at() {
					return G(o).at;
				},
				onjump: (e) => u.jump(e)
			});
		};
		X(i, (e) => {
			u.line.length > 1 && G(s) && e(a);
		}), O(n), Hs(V(n, 2), {
			get match() {
				return u;
			},
			get pointed() {
				return G(c);
			},
			onpoint: (e) => I(c, e, !0),
			get hints() {
				return G(s);
			},
			set hints(e) {
				I(s, e, !0);
			}
		}), O(t), J(e, t);
	}, _ = (e) => {
		var t = Gs(), n = B(t, !0);
		H((e) => Y(n, e), [() => $("game.loading")]), J(e, t);
	};
	X(h, (e) => {
		G(d) ? e(g) : u.problem || e(_, 1);
	});
	var v = B(V(h, 2), !0);
	O(f), H(() => {
		Q(f, "aria-label", G(d)?.position.game ?? G(o).game), Y(v, a.said);
	}), J(e, f), j();
}
// src/widget.ts
function Ys({ model: e, el: t }) {
	let n = document.createElement("div");
	n.setAttribute("data-lm-suppress-shortcuts", "true"), n.addEventListener("keydown", (e) => e.stopPropagation());
	let r = n.attachShadow({ mode: "open" }), i = document.createElement("style");
	i.textContent = Ii + Pi + Fi, r.append(i), t.append(n);
	let a = Vi(n), { transport: o, close: s } = zi(e), c = Nr(Js, {
		target: r,
		props: {
			model: e,
			api: Ni(o)
		}
	});
	return () => {
		Lr(c), s(), a(), n.remove();
	};
}
var Xs = { render: Ys };
export { Xs as default };
