#[path = "../benches/random/mod.rs"]
mod random;
use grundy::solve::retrograde::*;
use grundy::*;

#[derive(Clone, Copy)]
struct Instant(f64);
impl Instant { fn now() -> Self { let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap(); Instant(s.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9) }
 fn elapsed(self) -> std::time::Duration { Self::now() - self } }
impl std::ops::Sub for Instant { type Output = std::time::Duration; fn sub(self, o: Self) -> Self::Output { std::time::Duration::from_secs_f64(self.0 - o.0) } }

fn main() {
    let a = random::arena(10_000_000, std::env::args().nth(1).map_or(1, |s| s.parse().unwrap()), 100);
    println!("n {} e {} MB {}", a.len(), a.edges(), a.bytes() / 1_000_000);
    for way in [Way::Both, Way::Both, Way::Both, Way::Both, Way::Both,Way::Backward, Way::Backward, Way::Backward] {
        let rev = std::sync::Mutex::new(None);
        let first = std::sync::Mutex::new(None);
        let report = |p: Progress| {
            let mut f = first.lock().unwrap();
            if p.stage != "solving" { *rev.lock().unwrap() = Some(Instant::now()); if f.is_none() { *f = Some(Instant::now()); } }
        };
        let limits = Limits { progress: Some(&report), ..Limits::default() };
        let t = Instant::now();
        let o = retrograde_by(way, &a, Convention::Normal, &limits).unwrap();
        let d = t.elapsed().as_secs_f64();
        let end = Instant::now();
        let (mut sum, mut dec) = (0u64, 0);
        for v in o.iter() { if let Verdict::Win(m) | Verdict::Loss(m) = v { sum += m as u64; dec += 1; } }
        let back = rev.lock().unwrap().map(|r: Instant| (end - r).as_secs_f64());
        let pre = first.lock().unwrap().map(|r: Instant| (r - t).as_secs_f64());
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let hwm = status.lines().find(|l| l.starts_with("VmHWM")).unwrap();
        println!("{way:?} {d:.3}s {:.1} M/s sum {sum} decided {dec} before {pre:?} levels {back:?} {hwm}", 10.0 / d);
    }
}
