//! Requests: their parameters, in the query string or in a body of JSON, both of limited length.

#[cfg(feature = "server")]
use std::time::Duration;

#[cfg(feature = "server")]
use hyper::body::{Body as _, Incoming};
use serde::de::DeserializeOwned;

use super::App;
use crate::error::ApiError;
use crate::query;

/// A request.
pub(crate) struct Request<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    /// The text after the question mark of the address.
    pub(crate) query: &'a str,
    /// Whether the request says that the body is JSON.
    pub(crate) is_json: bool,
    /// Whether the answer may be a stream of events.
    pub(crate) streams: bool,
    pub(crate) body: RequestBody,
}

/// The body of a request.
pub(crate) enum RequestBody {
    Whole(Vec<u8>),
    /// The body is still arriving.
    #[cfg(feature = "server")]
    Coming(Incoming),
}

impl Request<'_> {
    /// Requires a request that reads. (Bodies of answers to `HEAD` are left out later.)
    pub(crate) fn is_get(&self) -> Result<(), ApiError> {
        self.is_one_of(&["GET", "HEAD"], "GET,HEAD")
    }

    /// Requires a request with one of the methods that the API has.
    pub(super) fn is_get_or_post(&self) -> Result<(), ApiError> {
        self.is_one_of(&["GET", "HEAD", "POST"], "GET,HEAD,POST")
    }

    fn is_one_of(&self, methods: &[&str], allowed: &'static str) -> Result<(), ApiError> {
        let known = methods.contains(&self.method);
        if known { Ok(()) } else { Err(ApiError::not_allowed(allowed)) }
    }

    /// The parameters in the query string.
    pub(super) fn query<T: DeserializeOwned>(&self, app: &App) -> Result<T, ApiError> {
        self.is_get()?;
        if self.query.len() > 3 * app.input {
            return Err(ApiError::bad_request("the address is too long"));
        }
        let asked = query::read(self.query);
        asked.map_err(|error| ApiError::bad_request(format!("the address: {error}")))
    }

    /// The parameters in the JSON body, with limits on its size and on the time that it takes to
    /// arrive.
    pub(super) async fn json<T: DeserializeOwned>(self, app: &App) -> Result<T, ApiError> {
        self.is_one_of(&["POST"], "POST")?;
        // Against cross-site requests: a form on another site cannot set this content type.
        if !self.is_json {
            return Err(ApiError::with_status(415, "expected a body of application/json"));
        }
        let body = match self.body {
            RequestBody::Whole(body) if body.len() > app.input => return Err(too_large(app.input)),
            RequestBody::Whole(body) => body,
            #[cfg(feature = "server")]
            RequestBody::Coming(body) => received(body, app.input, app.patience).await?,
        };
        let asked = serde_json::from_slice(&body);
        asked.map_err(|error| ApiError::bad_request(format!("the body: {error}")))
    }
}

fn too_large(most: usize) -> ApiError {
    ApiError::with_status(413, format!("more than {most} bytes were sent"))
}

/// The whole body, when it has arrived.
#[cfg(feature = "server")]
async fn received(
    mut body: Incoming,
    most: usize,
    patience: Duration,
) -> Result<Vec<u8>, ApiError> {
    let whole = async {
        let mut whole = Vec::new();
        let mut frame = async || {
            std::future::poll_fn(|context| std::pin::Pin::new(&mut body).poll_frame(context)).await
        };
        while let Some(frame) = frame().await {
            let frame = frame.map_err(|_| ApiError::bad_request("the body broke off"))?;
            let Ok(bytes) = frame.into_data() else { continue };
            if whole.len() + bytes.len() > most {
                return Err(too_large(most));
            }
            whole.extend(bytes);
        }
        Ok(whole)
    };
    tokio::time::timeout(patience, whole).await.map_err(|_| ApiError::slow())?
}
