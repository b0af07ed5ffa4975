//! Processes that solve a game together, on this machine: what they write and say,
//! what they refuse, and what becomes of the others when one of them is killed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant, SystemTime};

use grundy::Random;
use grundy::solve::partitioned::Checkpoint;

use self::addresses::free;
use crate::run::{Ran, answered, command, folder, grundy, names, refused, wait};

#[path = "../../../grundy-cluster/tests/common/addresses.rs"]
mod addresses;

/// Longer than a process takes that has to end.
const PATIENCE: Duration = Duration::from_secs(60);

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// A cluster in a folder of its own.
struct Cluster {
    folder: PathBuf,
    hosts: Vec<String>,
    game: &'static str,
    options: Vec<String>,
}

impl Cluster {
    fn new(folder: &Path, processes: usize, game: &'static str, options: &[&str]) -> Cluster {
        let hosts = free(processes);
        fs::write(folder.join("hosts.txt"), hosts.join("\n") + "\n").unwrap();
        let options = options.iter().map(|option| option.to_string()).collect();
        Cluster { folder: folder.to_path_buf(), hosts, game, options }
    }

    /// Starts a process; `%` stands for its number in the options.
    fn start(&self, process: usize) -> Child {
        self.start_with(process, self.game, &[])
    }

    fn start_with(&self, process: usize, game: &str, more: &[&str]) -> Child {
        let number = process.to_string();
        let mut args = vec!["solve", game, "--cluster", "hosts.txt", "--process", &number];
        let options: Vec<String> =
            self.options.iter().map(|option| option.replace('%', &number)).collect();
        args.extend(options.iter().map(String::as_str));
        args.extend(more);
        command(&args).current_dir(&self.folder).spawn().unwrap()
    }

    fn start_all(&self) -> Vec<Child> {
        (0..self.hosts.len()).map(|process| self.start(process)).collect()
    }

    /// Runs all processes to their ends.
    fn run(&self) -> Vec<Ran> {
        self.start_all().into_iter().map(|child| wait(child, PATIENCE)).collect()
    }

    /// Removes what is needed to go on.
    fn forget(&self) {
        for name in names(&self.folder).iter().filter(|name| name.starts_with("work")) {
            fs::remove_dir_all(self.folder.join(name)).unwrap();
        }
    }

    fn name(&self, process: usize) -> String {
        format!("process {process} ({})", self.hosts[process])
    }

    /// The file that the parts make, and no other may be there.
    fn merged(&self) -> Vec<u8> {
        let names = names(&self.folder);
        let parts: Vec<String> = names
            .iter()
            .filter(|name| name.ends_with(".positions"))
            .map(|name| text(&self.folder.join(name)))
            .collect();
        assert_eq!(parts.len(), self.hosts.len(), "{names:?}");
        let merged = text(&self.folder.join("merged"));
        let mut args = vec!["merge", "-o", &merged];
        args.extend(parts.iter().map(String::as_str));
        answered(&args);
        fs::read(merged).unwrap()
    }
}

/// The file of one process that works alone, and what it prints.
fn alone(folder: &Path, game: &str) -> (Vec<u8>, String) {
    let file = text(&folder.join("alone.positions"));
    let shown = answered(&["solve", game, "--save", &file, "--threads", "1"]);
    let bytes = fs::read(&file).unwrap();
    fs::remove_file(&file).unwrap();
    (bytes, shown)
}

#[test]
fn parts_of_processes_make_the_file_of_one() {
    for (game, processes, threads) in [
        ("connect-four(4x4)", 2, "1"),
        ("dodgem(3)", 4, "1"),
        ("teeko(3)", 2, "2"),
        ("tic-tac-toe", 4, "2"),
    ] {
        let folder = folder("cluster-parts");
        let (file, answer) = alone(&folder, game);
        let options = ["--threads", threads, "--memory", "1G", "--save", "four.positions"];
        let cluster = Cluster::new(&folder, processes, game, &options);
        for (process, ran) in cluster.run().into_iter().enumerate() {
            assert_eq!(ran.status, Some(0), "{game}: {}", ran.stderr);
            assert_eq!(ran.stdout, answer, "{game}");
            let said = format!(
                "grundy: part {process} of {processes} is in four.{process}.positions; grundy merge \
                 joins the parts\n"
            );
            assert_eq!(ran.stderr, said);
        }
        assert!(cluster.merged() == file, "{game}: {processes} processes write another file");
        let parts: Vec<String> = (0..processes)
            .map(|process| text(&folder.join(format!("four.{process}.positions"))))
            .collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let whole = text(&folder.join("merged"));
        assert_eq!(answered(&[&["stats"], &parts[..]].concat()), answered(&["stats", &whole]));
        assert!(answered(&[&["verify"], &parts[..]].concat()).starts_with("verified: all"));
    }
}

#[test]
fn a_module_is_solved_by_processes_together() {
    let folder = folder("cluster-module");
    let module = "../../examples/wasm/connect-four.wasm(4x3)";
    let game = text(&Path::new(env!("CARGO_MANIFEST_DIR")).join(module));
    let game: &'static str = game.leak();
    let (file, answer) = alone(&folder, game);
    let options = ["--threads", "1", "--memory", "1G", "--save", "four.positions"];
    let cluster = Cluster::new(&folder, 2, game, &options);
    for ran in cluster.run() {
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        assert_eq!(ran.stdout, answer);
    }
    assert!(cluster.merged() == file, "two processes write another file");
}

#[test]
fn processes_that_save_nothing_know_who_wins() {
    let folder = folder("cluster-answer");
    let cluster = Cluster::new(&folder, 2, "dodgem(3)", &["--format", "json", "--threads", "1"]);
    let alone = answered(&["solve", "dodgem(3)", "--format", "json", "--disk", &text(&folder)]);
    for ran in cluster.run() {
        assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), (alone.as_str(), ""));
    }
    assert_eq!(names(&folder), ["hosts.txt"]);
}

#[test]
fn what_a_cluster_cannot_do_is_refused() {
    let folder = folder("cluster-refused");
    let hosts = text(&folder.join("hosts.txt"));
    fs::write(&hosts, "localhost:2101\nlocalhost:2102\n").unwrap();
    let solve = |more: &[&str]| refused(&[&["solve", "dodgem(3)"], more].concat());
    let error = solve(&["--cluster", "no/hosts.txt", "--process", "0"]);
    assert!(error.contains("no/hosts.txt: "), "{error}");
    let error = solve(&["--cluster", &hosts, "--process", "2"]);
    assert!(error.contains("there is no process 2 in "), "{error}");
    assert!(error.contains("the last is 1"), "{error}");
    let cluster = ["--cluster", &hosts, "--process", "0"];
    let error = solve(&[&cluster[..], &["--save", "d.parquet"]].concat());
    assert!(error.contains("grundy merge -o d.parquet PART"), "{error}");
    let error = solve(&[&cluster[..], &["--save", "d.solution"]].concat());
    assert!(error.contains("must end in .positions"), "{error}");
    assert!(solve(&[&cluster[..], &["--strategy"]].concat()).contains("kept in memory"));
    let error = refused(&[&["solve", "nim(3)"][..], &cluster].concat());
    assert!(error.contains("cannot be packed"), "{error}");
    // Each needs the other.
    for args in [&["--cluster", &hosts][..], &["--process", "0"], &["--wait", "5s"]] {
        let ran = grundy(&[&["solve", "dodgem(3)"], args].concat());
        assert_eq!(ran.status, Some(2));
        let missing = if args[0] == "--cluster" { "--process <K>" } else { "--cluster <FILE>" };
        assert!(ran.stderr.contains(missing), "{}", ran.stderr);
    }
    for other in ["--batch", "--top-down"] {
        let ran = grundy(&[&["solve", "dodgem(3)", other][..], &cluster].concat());
        assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    }
    assert_eq!(names(&folder), ["hosts.txt"]);
}

#[test]
fn processes_that_differ_are_refused_at_the_start() {
    let folder = folder("cluster-differ");
    let differ = |game: &str, more: &[&str]| -> String {
        let cluster = Cluster::new(&folder, 2, "dodgem(3)", &["--threads", "1"]);
        let running = [cluster.start(0), cluster.start_with(1, game, more)];
        let start = Instant::now();
        let [first, second] = running.map(|child| wait(child, PATIENCE));
        assert!(start.elapsed() < Duration::from_secs(20));
        for ran in [&first, &second] {
            assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""), "{}", ran.stderr);
        }
        assert!(second.stderr.starts_with(&format!("grundy: {} ", cluster.name(0))));
        let said = first.stderr.strip_prefix(&format!("grundy: {} ", cluster.name(1)));
        said.unwrap_or_else(|| panic!("{}", first.stderr)).trim_end().to_string()
    };
    let said = differ("dodgem(4)", &[]);
    assert!(said.contains("works on dodgem(4"), "{said}");
    let said = differ("dodgem(3)", &["--misere"]);
    assert_eq!(said, "plays by the misere convention, this one by normal");
    let said = differ("dodgem(3)", &["--save", "d.positions"]);
    assert_eq!(said, "has the options \"--save\", this one \"\"");
    let said = differ("dodgem(3)", &["--checkpoint", "work", "--save", "d.positions"]);
    assert_eq!(said, "has the options \"--save --checkpoint\", this one \"\"");
}

/// Files of one name may have different rules.
#[test]
fn processes_with_different_rule_files_are_refused_at_the_start() {
    let folder = folder("cluster-rules");
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules/take-one-or-two.star");
    let text = fs::read_to_string(rules).unwrap();
    let name = "take.star";
    fs::create_dir(folder.join("other")).unwrap();
    for (folder, text) in [(&folder, text.clone()), (&folder.join("other"), text + "\n# other\n")] {
        fs::write(folder.join(name), text).unwrap();
    }
    let cluster = Cluster::new(&folder, 2, "take(20)", &["--threads", "1"]);
    let run = |files: [&str; 2]| {
        let start = |process| cluster.start_with(process, "take(20)", &["--rules", files[process]]);
        [start(0), start(1)].map(|child| wait(child, PATIENCE))
    };
    for ran in run([name, "other/take.star"]) {
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""), "{}", ran.stderr);
        assert!(ran.stderr.contains("rules of take"), "{}", ran.stderr);
    }
    for ran in run([name, name]) {
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    }
}

#[test]
fn processes_of_several_machines_need_a_secret() {
    let folder = folder("cluster-secret");
    let cluster = Cluster::new(&folder, 2, "dodgem(3)", &["--threads", "1"]);
    let start = |process, secret: &str, more: &[&str]| {
        fs::write(folder.join(secret), format!("the secret of {secret}")).unwrap();
        cluster.start_with(process, cluster.game, &[&["--secret", secret], more].concat())
    };
    let first = start(0, "ours", &[]);
    let stranger = wait(start(1, "theirs", &["--wait", "1s"]), PATIENCE);
    assert_eq!(stranger.status, Some(1));
    let said = format!("within 1 s with {}: it has another secret\n", cluster.name(0));
    assert!(stranger.stderr.ends_with(&said), "{}", stranger.stderr);
    for ran in [first, start(1, "ours", &[])].map(|child| wait(child, PATIENCE)) {
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    }

    let hosts = text(&folder.join("hosts.txt"));
    fs::write(&hosts, "localhost:2101\n0.0.0.0:2102\n").unwrap();
    let solve = ["solve", "dodgem(3)", "--cluster", &hosts, "--process", "0"];
    let error = refused(&solve);
    assert!(error.contains("0.0.0.0:2102 is not on the loopback interface"), "{error}");
    assert!(error.contains("give all processes one by --secret FILE"), "{error}");
    let short = text(&folder.join("short"));
    fs::write(&short, "grundy\n").unwrap();
    let error = refused(&[&solve[..], &["--secret", &short]].concat());
    assert!(error.ends_with("short: expected a secret of 16 to 4096 bytes\n"), "{error}");
}

#[test]
fn a_process_that_never_comes_is_named() {
    let folder = folder("cluster-absent");
    let options = ["--wait", "1s", "--checkpoint", "work", "--threads", "1"];
    let cluster = Cluster::new(&folder, 2, "dodgem(3)", &options);
    let ran = wait(cluster.start(0), PATIENCE);
    assert_eq!(ran.status, Some(1));
    assert_eq!(ran.stderr, format!("grundy: no connection within 1 s with {}\n", cluster.name(1)));
}

#[test]
fn a_limit_of_one_process_ends_all() {
    let folder = folder("cluster-limit");
    let cluster = Cluster::new(&folder, 2, "connect-four(5x5)", &["--threads", "1"]);
    let running =
        [cluster.start(0), cluster.start_with(1, cluster.game, &["--max-positions", "1k"])];
    let [first, second] = running.map(|child| wait(child, PATIENCE));
    assert_eq!((first.status, second.status), (Some(1), Some(1)));
    let told = format!("grundy: {} has failed: more than 1000 positions", cluster.name(1));
    assert!(first.stderr.starts_with(&told), "{}", first.stderr);
    assert!(second.stderr.contains("raise it with --max-positions"), "{}", second.stderr);
}

#[cfg(unix)]
#[test]
fn ctrl_c_in_one_process_ends_all() {
    let folder = folder("cluster-interrupted");
    let options = ["--threads", "1", "--memory", "500M", "--checkpoint", "work"];
    let cluster = Cluster::new(&folder, 2, "connect-four(7x6)", &options);
    let running = cluster.start_all();
    until(PATIENCE, || round(&folder.join("work")) > 0);
    let id = running[1].id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let ran: Vec<Ran> = running.into_iter().map(|child| wait(child, PATIENCE)).collect();
    for ran in &ran {
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""));
        assert!(ran.stderr.contains("interrupted"), "{}", ran.stderr);
        assert!(ran.stderr.contains("go on after the last round in work"), "{}", ran.stderr);
    }
    let told = format!("{} has failed: interrupted", cluster.name(1));
    assert!(ran[0].stderr.contains(&told), "{}", ran[0].stderr);
}

/// The last round that a folder holds.
fn round(folder: &Path) -> u64 {
    Checkpoint::round(folder).unwrap().unwrap_or_default()
}

/// Looks again and again whether something is so.
fn until(patience: Duration, so: impl Fn() -> bool) {
    let start = Instant::now();
    while !so() {
        assert!(start.elapsed() < patience, "nothing has happened for {patience:?}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Numbers that are others in each run.
fn random() -> Random {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    let seed = now.as_nanos() as u64;
    // Shown when the test fails.
    eprintln!("seed {seed}");
    Random::new(seed)
}

/// Kills a process at random, some times, and starts all again.
fn killed(game: &'static str, processes: usize, checkpoint: &str, kills: u64) {
    let folder = folder(&format!("cluster-killed-{processes}-{}", checkpoint.replace('%', "k")));
    let (file, answer) = alone(&folder, game);
    let options =
        format!("--threads 1 --memory 1G --checkpoint {checkpoint} --save g.positions --wait 5s");
    let options: Vec<&str> = options.split(' ').collect();
    let mut cluster = Cluster::new(&folder, processes, game, &options);
    // The first process marks the rounds.
    let work = folder.join(checkpoint.replace('%', "0"));
    let mut random = random();
    let (mut reached, mut lost) = (0, 0);
    for _ in 0..kills {
        let victim = random.below(processes);
        let mut running = cluster.start_all();
        let goal = reached + random.below(12) as u64;
        let start = Instant::now();
        let mut is_over = false;
        while round(&work) < goal && !is_over && start.elapsed() < PATIENCE {
            is_over = running[0].try_wait().unwrap().is_some();
        }
        std::thread::sleep(Duration::from_millis(random.below(30) as u64));
        running[victim].kill().unwrap();
        running.remove(victim).wait().unwrap();
        let clock = Instant::now();
        let others = (0..processes).filter(|&process| process != victim);
        for (process, child) in others.zip(running) {
            let ran = wait(child, PATIENCE);
            // It may have been killed when all was done, or before it had joined.
            if ran.status == Some(0) {
                assert_eq!(ran.stdout, answer);
                continue;
            }
            lost += 1;
            assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""), "{}", ran.stderr);
            let last = ran.stderr.lines().last().unwrap_or_default();
            assert!(last.contains(&cluster.name(victim)), "{process}: {}", ran.stderr);
        }
        assert!(clock.elapsed() < Duration::from_secs(40), "{:?}", clock.elapsed());
        assert!(round(&work) >= reached, "a committed round was lost");
        reached = round(&work);
        if is_over {
            // All was done before: anew.
            cluster.forget();
            reached = 0;
        }
    }
    assert!(lost > 0, "nobody has missed one of {kills} that were killed");
    // A loaded machine may take its time.
    *cluster.options.last_mut().unwrap() = "60s".to_string();
    for ran in cluster.run() {
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        assert_eq!(ran.stdout, answer);
    }
    assert!(cluster.merged() == file, "{game}: another file after {kills} kills");
}

#[test]
fn two_processes_go_on_after_kills_from_one_folder() {
    killed("connect-four(4x4)", 2, "work", 7);
}

#[test]
fn two_processes_go_on_after_kills_from_folders_of_their_own() {
    killed("dodgem(3)", 2, "work.%", 7);
}

#[test]
fn four_processes_go_on_after_kills_from_one_folder() {
    killed("dodgem(3)", 4, "work", 7);
}

#[test]
fn four_processes_go_on_after_kills_from_folders_of_their_own() {
    killed("teeko(3)", 4, "work.%", 7);
}

#[test]
fn a_folder_that_another_grundy_writes_is_refused() {
    let folder = folder("cluster-locked");
    let work = folder.join("work");
    fs::create_dir(&work).unwrap();
    let lock = fs::File::create(work.join("lock-0")).unwrap();
    lock.lock().unwrap();
    let error = refused(&["solve", "dodgem(3)", "--checkpoint", &text(&work)]);
    assert!(error.contains("another grundy is writing"), "{error}");
    assert!(error.contains("lock-0"), "{error}");
    drop(lock);
    answered(&["solve", "dodgem(3)", "--checkpoint", &text(&work)]);
}

/// The recipes of the page about clusters, with programs that stand for `ssh`,
/// Slurm and Kubernetes. Only Linux has more than one address of its own.
#[cfg(target_os = "linux")]
mod recipes {
    use super::*;

    const SECRET: &str = "known to this test";

    /// The block of a language that follows a heading of the page.
    fn block(heading: &str, language: &str) -> String {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/guides/cluster.md");
        let page = fs::read_to_string(page).unwrap();
        let (_, section) = page.split_once(&format!("\n## {heading}\n")).unwrap();
        let (_, block) = section.split_once(&format!("```{language}\n")).unwrap();
        let (block, _) = block.split_once("```").unwrap();
        small(block)
    }

    /// The same for a small game, and a port that is free.
    fn small(block: &str) -> String {
        let port = free(1).remove(0).rsplit_once(':').unwrap().1.to_string();
        replace(block, "connect-four(6x5)", "dodgem(3)").replace("2101", &port)
    }

    fn replace(text: &str, from: &str, to: &str) -> String {
        assert!(text.contains(from), "there is no {from} in {text}");
        text.replace(from, to)
    }

    /// Runs a script in a folder, with these programs.
    fn run(folder: &Path, script: &str, programs: &[(&str, &str)], told: &[(&str, &str)]) -> Child {
        use std::os::unix::fs::PermissionsExt;
        let bin = folder.join("bin");
        fs::create_dir_all(&bin).unwrap();
        for (name, program) in programs {
            let path = bin.join(name);
            fs::write(&path, format!("#!/bin/bash\n{program}\n")).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let program = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().unwrap().to_path_buf();
        let old = std::env::var_os("PATH").unwrap();
        let paths = [bin, program].into_iter().chain(std::env::split_paths(&old));
        std::process::Command::new("bash")
            .args(["-c", script])
            .current_dir(folder)
            .env("PATH", std::env::join_paths(paths).unwrap())
            .envs(told.iter().copied())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn succeeded(child: Child) {
        let ran = wait(child, PATIENCE);
        assert_eq!(ran.status, Some(0), "{}{}", ran.stdout, ran.stderr);
    }

    /// Merges as many parts as there should be.
    fn check(folder: &Path, processes: usize) {
        let parts: Vec<String> = (0..processes)
            .map(|process| text(&folder.join(format!("four.{process}.positions"))))
            .collect();
        let merged = text(&folder.join("merged"));
        let mut args = vec!["merge", "-o", &merged];
        args.extend(parts.iter().map(String::as_str));
        answered(&args);
        assert!(fs::read(merged).unwrap() == alone(folder, "dodgem(3)").0);
    }

    #[test]
    fn by_ssh() {
        let folder = folder("cluster-ssh");
        let hosts = free(3).join(" # host\n") + "\n";
        fs::write(folder.join("hosts.txt"), format!("# ssh\n{hosts}")).unwrap();
        fs::write(folder.join("secret"), SECRET).unwrap();
        let page = block("By ssh", "sh").replace("--threads 8", "--threads 1");
        let ssh = [("ssh", "shift 2; exec bash -c \"$*\"")];
        succeeded(run(&folder, &page, &ssh, &[]));
        check(&folder, 3);
        // A process that fails makes the script fail.
        fs::write(folder.join("work/job.1"), "damaged").unwrap();
        assert_eq!(wait(run(&folder, &page, &ssh, &[]), PATIENCE).status, Some(1));
        let log = fs::read_to_string(folder.join("log.1")).unwrap();
        assert!(log.contains("job.1"), "{log}");
    }

    #[test]
    fn by_slurm() {
        let folder = folder("cluster-slurm");
        let srun = "for n in 0 1; do SLURM_PROCID=$n \"$@\" & pids=\"$pids $!\"; done
            for pid in $pids; do wait $pid || exit 1; done";
        let scontrol = "[ \"$*\" = 'show hostnames nodes[0-1]' ] && echo 127.0.0.1; echo 127.0.0.2";
        let told = [
            ("SLURM_JOB_ID", "7"),
            ("SLURM_JOB_NODELIST", "nodes[0-1]"),
            ("SLURM_CPUS_PER_TASK", "1"),
        ];
        let programs = [("srun", srun), ("scontrol", scontrol)];
        succeeded(run(&folder, &block("By Slurm", "sh"), &programs, &told));
        assert!(fs::read(folder.join("four.positions")).unwrap() == alone(&folder, "dodgem(3)").0);
    }

    #[test]
    fn by_kubernetes() {
        let folder = folder("cluster-kubernetes");
        let page = block("By Kubernetes", "yaml");
        let (_, script) = page.split_once("            - |\n").unwrap();
        let (script, _) = script.split_once("      volumes:").unwrap();
        let script = replace(script, "--threads 8", "--threads 1");
        let script = replace(&script, "four-$i.four", "127.0.0.$((i + 1))");
        let script = replace(&script, "0.0.0.0:", "127.0.0.$((i + 1)):");
        let script = replace(&script, "/tmp/", "./");
        let script = replace(&script, "/secret/", "./");
        fs::write(folder.join("secret"), SECRET).unwrap();
        let pods: Vec<Child> = ["0", "1", "2", "3"]
            .iter()
            .map(|index| run(&folder, &script, &[], &[("JOB_COMPLETION_INDEX", index)]))
            .collect();
        pods.into_iter().for_each(succeeded);
        check(&folder, 4);
    }
}
