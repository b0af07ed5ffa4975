//! The server: connections, time limits and shutdown.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

use crate::config::Config;
use crate::http::Service;
use crate::socket::{Socket, TokioClock};

/// A server that listens, and serves requests once it is run.
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    address: SocketAddr,
    service: Arc<Service>,
    config: Config,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Server {
    /// Begins to listen. From then on this process reads no games from files.
    ///
    /// # Errors
    ///
    /// If the address is taken, or may not be used.
    pub fn bind(config: Config) -> io::Result<Self> {
        grundy::rulesets::explicit::refuse_files();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(config.workers.clamp(1, 8))
            .thread_stack_size(8 << 20)
            .enable_all()
            .build()?;
        let listener = runtime.block_on(TcpListener::bind(config.address))?;
        let address = listener.local_addr()?;
        let service = Arc::new(Service::new(&config));
        Ok(Server { runtime, listener, address, service, config })
    }

    /// The address on which it listens. If port 0 was given, the port was chosen by the system.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves requests until the process is asked to end. Requests in progress are completed.
    ///
    /// # Errors
    ///
    /// If signals cannot be waited for.
    pub fn run(self) -> io::Result<()> {
        let Server { runtime, listener, service, config, .. } = self;
        runtime.block_on(async {
            let mut end = pin!(end());
            let (shutdown, ends) = watch::channel(());
            let connections = Arc::new(Semaphore::new(config.connections.max(1)));
            loop {
                let place = tokio::select! {
                    place = connections.clone().acquire_owned() => place,
                    () = &mut end => break,
                };
                let stream = tokio::select! {
                    accepted = listener.accept() => accepted,
                    () = &mut end => break,
                };
                let (Ok(place), Ok((stream, _))) = (place, stream) else {
                    // No file descriptors are left, or the client has disconnected: try again.
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                };
                let served = serve(stream, service.clone(), config.patience, ends.clone());
                tokio::spawn(async move {
                    // A broken connection is not an error of the server.
                    let _ = served.await;
                    drop(place);
                });
            }
            drop(ends);
            let _ = shutdown.send(());
            let _ = tokio::time::timeout(Duration::from_secs(2), shutdown.closed()).await;
        });
        runtime.shutdown_timeout(Duration::from_secs(1));
        Ok(())
    }
}

/// Serves one connection. When the server `ends`, completes the request in progress. A client that
/// sends its headers or reads its response too slowly is disconnected.
async fn serve(
    stream: TcpStream,
    service: Arc<Service>,
    patience: Duration,
    mut ends: watch::Receiver<()>,
) -> hyper::Result<()> {
    let _ = stream.set_nodelay(true);
    let service = service_fn(|request| service.answer(request));
    let connection = http1::Builder::new()
        .timer(TokioClock)
        .header_read_timeout(Some(patience))
        .max_buf_size(64 << 10)
        .serve_connection(Socket::new(stream, patience), service);
    let mut connection = pin!(connection);
    tokio::select! {
        served = &mut connection => return served,
        _ = ends.changed() => {}
    }
    connection.as_mut().graceful_shutdown();
    connection.await
}

/// Completes on Ctrl-C or SIGTERM.
async fn end() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = interrupt.await;
}
