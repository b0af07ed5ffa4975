//! Work that several callers wait for, done only once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OnceCell;

/// Work in progress, by its key.
pub(crate) struct SharedWork<K, V>(Mutex<HashMap<K, WorkInProgress<V>>>);

struct WorkInProgress<V> {
    result: Arc<OnceCell<V>>,
    waiting: usize,
}

impl<K, V> Default for SharedWork<K, V> {
    fn default() -> Self {
        SharedWork(Mutex::default())
    }
}

impl<K: Hash + Eq + Clone, V: Clone> SharedWork<K, V> {
    /// The result of `work`, or of work with the same key that is in progress. If the task that
    /// does the work is dropped, the next waiting task begins it anew.
    pub(crate) async fn once(&self, key: &K, work: impl Future<Output = V>) -> V {
        let result = {
            let mut all = self.all();
            let begin = || WorkInProgress { result: Arc::default(), waiting: 0 };
            let work = all.entry(key.clone()).or_insert_with(begin);
            work.waiting += 1;
            work.result.clone()
        };
        let _waiter = Waiter { shared: self, key };
        result.get_or_init(|| work).await.clone()
    }

    fn all(&self) -> MutexGuard<'_, HashMap<K, WorkInProgress<V>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of a caller that waits. The last one to leave removes the entry.
struct Waiter<'a, K: Hash + Eq + Clone, V: Clone> {
    shared: &'a SharedWork<K, V>,
    key: &'a K,
}

impl<K: Hash + Eq + Clone, V: Clone> Drop for Waiter<'_, K, V> {
    fn drop(&mut self) {
        let mut all = self.shared.all();
        if let Some(work) = all.get_mut(self.key) {
            work.waiting -= 1;
            if work.waiting == 0 {
                all.remove(self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::sync::Notify;

    use super::*;

    fn run(test: impl Future<Output = ()>) {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(test);
    }

    #[test]
    fn work_that_several_wait_for_is_done_once() {
        run(async {
            let (shared, done, go) = (SharedWork::default(), AtomicUsize::new(0), Notify::new());
            let ask = || {
                shared.once(&"a", async {
                    go.notified().await;
                    done.fetch_add(1, Ordering::Relaxed)
                })
            };
            let begin = async {
                tokio::task::yield_now().await;
                go.notify_one();
            };
            let other = shared.once(&"b", async { 7 });
            assert_eq!(tokio::join!(ask(), ask(), ask(), other, begin), (0, 0, 0, 7, ()));
            // Finished work is forgotten.
            assert!(shared.all().is_empty());
            go.notify_one();
            assert_eq!(ask().await, 1);
        });
    }

    #[test]
    fn the_next_begins_anew_if_one_goes_away() {
        run(async {
            let shared = SharedWork::default();
            {
                let mut first = pin!(shared.once(&"a", std::future::pending()));
                let mut second = pin!(shared.once(&"a", async { 2 }));
                tokio::select! {
                    biased;
                    found = &mut first => panic!("{found}"),
                    found = &mut second => panic!("{found}"),
                    () = std::future::ready(()) => {}
                }
            }
            assert!(shared.all().is_empty());
            let mut first = Box::pin(shared.once(&"a", std::future::pending()));
            let second = shared.once(&"a", async { 2 });
            let gone = async {
                tokio::select! {
                    biased;
                    found = &mut first => panic!("{found}"),
                    () = tokio::task::yield_now() => {}
                }
                drop(first);
            };
            assert_eq!(tokio::join!(gone, second), ((), 2));
        });
    }
}
