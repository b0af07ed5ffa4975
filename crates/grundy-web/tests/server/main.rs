//! The server as clients meet it: true, bounded, and soon.

mod api;
mod fair;
mod files;
mod hostile;
mod inline;
mod load;
mod local;
mod own;
mod schema;
mod site;
mod solutions;
mod tables;
mod think;
