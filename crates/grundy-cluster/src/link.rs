//! A data connection, as the threads of timely see it. These threads panic when a connection
//! breaks, so this connection never reports an error. It informs the [`Watch`], which ends the work
//! of this process.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::panic::resume_unwind;
use std::sync::Arc;

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::channel::{Channel, LONGEST};
use crate::watch::Watch;

/// One end of a connection with a process. The last message is empty.
pub(crate) struct Link {
    channel: Arc<Channel>,
    /// The bytes of the last message that timely has not taken yet.
    unread: VecDeque<u8>,
    process: usize,
    watch: Arc<Watch>,
}

impl Link {
    pub(crate) fn new(process: usize, watch: &Arc<Watch>) -> io::Result<Option<Link>> {
        let Some(channel) = watch.data(process) else { return Ok(None) };
        channel.socket().set_read_timeout(None)?;
        channel.socket().set_write_timeout(None)?;
        Ok(Some(Link::with(channel.clone(), process, watch)))
    }

    fn with(channel: Arc<Channel>, process: usize, watch: &Arc<Watch>) -> Link {
        watch.link();
        Link { channel, unread: VecDeque::new(), process, watch: watch.clone() }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.watch.unlink();
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.unread.is_empty() {
            let message = self.channel.receive(&mut self.channel.socket());
            match message.map(VecDeque::from) {
                Ok(message) if !message.is_empty() => self.unread = message,
                end => {
                    if self.watch.is_done(self.process, end.map(drop)) {
                        return Ok(0);
                    }
                    // The reading thread would take any return value as an error or as data. It has
                    // nothing to read any more, so it ends, without the message of a panic, when no
                    // worker can notice it.
                    self.watch.wait_for_rest();
                    resume_unwind(Box::new("the connection is lost"))
                }
            }
        }
        self.unread.read(buffer)
    }
}

impl Write for Link {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let some = &buffer[..buffer.len().min(LONGEST)];
        if !some.is_empty() && !self.watch.has_failed() {
            // The reading side will see the end of the connection too.
            let _ = self.channel.send(some);
        }
        Ok(some.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Link::with(self.channel.clone(), self.process, &self.watch))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.channel.socket().set_nonblocking(nonblocking)
    }

    /// Called by the sending thread when it has sent everything.
    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other side may have gone as soon as it had everything. A side that has failed has not
        // sent everything.
        if !self.watch.has_failed() {
            let _ = self.channel.send(&[]);
        }
        let _ = self.channel.socket().shutdown(how);
        self.watch.close();
        Ok(())
    }
}
