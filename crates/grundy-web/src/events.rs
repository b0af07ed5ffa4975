//! A stream of events, as browsers read it. The events are made when they are asked for.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::body::Bytes;
use tokio::time::{Instant, Sleep, sleep};

/// If there is no event for this long, a comment is sent, to find out whether the client is still
/// connected.
const ALIVE: Duration = Duration::from_millis(500);

/// A stream of events.
pub(crate) struct Events {
    /// The next event; none after the last.
    next: Option<NextEvent>,
    alive: Pin<Box<Sleep>>,
}

/// An event that is still to come: its text, and the event after it.
pub(crate) struct NextEvent(Pin<Box<dyn Future<Output = (String, Option<NextEvent>)> + Send>>);

impl NextEvent {
    pub(crate) fn new(
        event: impl Future<Output = (String, Option<NextEvent>)> + Send + 'static,
    ) -> Self {
        NextEvent(Box::pin(event))
    }
}

/// The text of an event with one line of data.
pub(crate) fn event(name: &str, data: &str) -> String {
    format!("event: {name}\ndata: {data}\n\n")
}

impl Events {
    pub(crate) fn new(first: NextEvent) -> Self {
        Events { next: Some(first), alive: Box::pin(sleep(ALIVE)) }
    }

    /// The next event, or a comment; none after the last.
    pub(crate) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        let Some(NextEvent(next)) = &mut self.next else { return Poll::Ready(None) };
        let said = match next.as_mut().poll(context) {
            Poll::Ready((event, next)) => {
                self.next = next;
                event
            }
            Poll::Pending => {
                ready!(self.alive.as_mut().poll(context));
                ":\n\n".to_string()
            }
        };
        self.alive.as_mut().reset(Instant::now() + ALIVE);
        Poll::Ready(Some(said.into()))
    }
}
