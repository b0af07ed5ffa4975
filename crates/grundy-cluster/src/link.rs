//! A data connection, as the threads of timely see it. These threads panic when a
//! connection breaks, so this one never reports an error: it informs the [`Watch`], which
//! ends the work of this process.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::panic::resume_unwind;
use std::sync::Arc;

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::watch::Watch;

/// One end of a connection with a process.
pub(crate) struct Link {
    socket: TcpStream,
    process: usize,
    watch: Arc<Watch>,
}

impl Link {
    pub(crate) fn new(process: usize, watch: &Arc<Watch>) -> io::Result<Option<Link>> {
        let Some(socket) = watch.data(process) else { return Ok(None) };
        let socket = socket.try_clone()?;
        socket.set_read_timeout(None)?;
        socket.set_write_timeout(None)?;
        watch.link();
        Ok(Some(Link { socket, process, watch: watch.clone() }))
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.watch.unlink();
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.socket.read(buffer) {
                Ok(0) => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => break,
                read => return read,
            }
        }
        if self.watch.is_done(self.process) {
            return Ok(0);
        }
        // Whatever is returned here is an error to the reading thread, or data.
        // It has nothing to read any more and ends, without the message of a
        // panic, once no worker can hear of it.
        self.watch.wait_for_rest();
        resume_unwind(Box::new("the connection is lost"))
    }
}

impl Write for Link {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        loop {
            if self.watch.has_failed() {
                return Ok(buffer.len());
            }
            match self.socket.write(buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // The reading side sees the end of the connection too.
                Ok(0) | Err(_) => return Ok(buffer.len()),
                written => return written,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Self> {
        let socket = self.socket.try_clone()?;
        self.watch.link();
        Ok(Link { socket, process: self.process, watch: self.watch.clone() })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    /// Called by the sending thread, when it has sent all.
    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other side may have gone as soon as it had all.
        let _ = self.socket.shutdown(how);
        self.watch.close();
        Ok(())
    }
}
