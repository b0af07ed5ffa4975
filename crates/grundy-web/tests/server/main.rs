//! The server as clients meet it: true, bounded, and soon.

mod api;
mod files;
mod hostile;
mod inline;
mod load;
mod local;
mod own;
mod site;
mod solutions;
mod think;
