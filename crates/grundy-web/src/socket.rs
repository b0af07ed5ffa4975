//! A connection as hyper uses it, with a limit on the time in which a client must take what it is
//! sent.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use hyper::rt::{Read, ReadBufCursor, Timer, Write};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep, sleep_until};

/// A connection that is closed if the client takes nothing for some time.
pub(crate) struct Socket {
    stream: TcpStream,
    patience: Duration,
    /// The timer that runs while the client takes nothing.
    late: Option<Pin<Box<Sleep>>>,
}

impl Socket {
    pub(crate) fn new(stream: TcpStream, patience: Duration) -> Self {
        Socket { stream, patience, late: None }
    }

    /// Writes, or waits as long as patience allows.
    fn written<T>(
        &mut self,
        context: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        let written = write(Pin::new(&mut self.stream), context);
        if written.is_ready() {
            self.late = None;
            return written;
        }
        let late = self.late.get_or_insert_with(|| Box::pin(sleep(self.patience)));
        ready!(late.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl Read for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        mut buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        // The bytes are copied in pieces, because hyper's memory is not initialized.
        let mut piece = [0; 8 << 10];
        let mut is_first = true;
        loop {
            let most = buffer.remaining().min(piece.len());
            let mut read = ReadBuf::new(&mut piece[..most]);
            match Pin::new(&mut self.stream).poll_read(context, &mut read) {
                Poll::Ready(Ok(())) => buffer.put_slice(read.filled()),
                // An error is returned again when no data comes before it.
                _ if !is_first => return Poll::Ready(Ok(())),
                nothing => return nothing,
            }
            if read.remaining() > 0 || buffer.remaining() == 0 {
                return Poll::Ready(Ok(()));
            }
            is_first = false;
        }
    }
}

impl Write for Socket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.written(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.written(context, |stream, context| stream.poll_write_vectored(context, parts))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.written(context, |stream, context| stream.poll_flush(context))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.written(context, |stream, context| stream.poll_shutdown(context))
    }
}

/// The clock with which hyper measures how long headers take.
#[derive(Clone, Debug)]
pub(crate) struct TokioClock;

/// An alarm of the clock.
struct Alarm(Pin<Box<Sleep>>);

impl Timer for TokioClock {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn hyper::rt::Sleep>> {
        Box::pin(Alarm(Box::pin(sleep(duration))))
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn hyper::rt::Sleep>> {
        Box::pin(Alarm(Box::pin(sleep_until(deadline.into()))))
    }
}

impl Future for Alarm {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.0.as_mut().poll(context)
    }
}

impl hyper::rt::Sleep for Alarm {}
