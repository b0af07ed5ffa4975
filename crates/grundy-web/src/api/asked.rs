//! Reading requests: a query string or a body of JSON, both of limited length.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;

use super::App;
use crate::error::ApiError;

/// The query string of a request.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let length = parts.uri.query().map_or(0, str::len);
        if length > 3 * app.input {
            return Err(ApiError::bad_request("the address is too long"));
        }
        let asked = axum::extract::Query::<T>::try_from_uri(&parts.uri);
        asked.map(|asked| Asked(asked.0)).map_err(|error| ApiError::bad_request(error.body_text()))
    }
}

/// The JSON body of a request, with limits on its size and on the time it takes to arrive.
pub(crate) struct Sent<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Sent<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let is_json = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|value| value.starts_with("application/json"));
        // Against cross-site requests: a form on another site cannot set this content type.
        if !is_json {
            let message = "expected a body of application/json";
            return Err(ApiError::with_status(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
        }
        let body = body(request, app.input(), app.patience()).await?;
        let read = serde_json::from_slice(&body);
        read.map(Sent).map_err(|error| ApiError::bad_request(format!("the body: {error}")))
    }
}

async fn body(request: Request, most: usize, patience: Duration) -> Result<Bytes, ApiError> {
    let read = axum::body::to_bytes(request.into_body(), most);
    let read = in_time(read, patience).await?;
    read.map_err(|_| {
        let message = format!("more than {most} bytes were sent");
        ApiError::with_status(StatusCode::PAYLOAD_TOO_LARGE, message)
    })
}

/// Waits so long; in a browser nothing has to be waited for.
#[cfg(feature = "server")]
async fn in_time<T>(read: impl Future<Output = T>, patience: Duration) -> Result<T, ApiError> {
    if tokio::runtime::Handle::try_current().is_err() {
        return Ok(read.await);
    }
    tokio::time::timeout(patience, read).await.map_err(|_| ApiError::slow())
}

#[cfg(not(feature = "server"))]
async fn in_time<T>(read: impl Future<Output = T>, _: Duration) -> Result<T, ApiError> {
    Ok(read.await)
}
