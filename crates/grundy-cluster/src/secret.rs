//! The secret that the processes of a cluster share.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The least and the greatest number of bytes of a secret.
const LENGTH: [usize; 2] = [16, 4096];

/// A secret that only the processes of a cluster know.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

/// The reason why a secret cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SecretError {
    /// The file could not be read.
    #[error("{}: {error}", path.display())]
    Unread {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// It is too short to be secret, or so long that it must be another file.
    #[error("{}: expected a secret of {} to {} bytes", path.display(), LENGTH[0], LENGTH[1])]
    Length {
        /// The file.
        path: PathBuf,
    },
}

impl Secret {
    /// Reads the secret from a file, without white space at its end: from 16 to 4096 bytes,
    /// which should be random.
    pub fn read(path: &Path) -> Result<Secret, SecretError> {
        let mut bytes = Vec::new();
        File::open(path)
            .and_then(|file| file.take(LENGTH[1] as u64 + 1).read_to_end(&mut bytes))
            .map_err(|error| SecretError::Unread { path: path.to_path_buf(), error })?;
        let secret = bytes.trim_ascii_end();
        match (LENGTH[0]..=LENGTH[1]).contains(&secret.len()) && bytes.len() <= LENGTH[1] {
            true => Ok(Secret::new(secret)),
            false => Err(SecretError::Length { path: path.to_path_buf() }),
        }
    }

    /// The value that processes without a secret share.
    pub(crate) fn none() -> Secret {
        Secret::new(&[])
    }

    fn new(bytes: &[u8]) -> Secret {
        Secret(blake3::derive_key("grundy 2026-11-29 secret of a cluster", bytes))
    }

    /// A key that only processes with the secret can compute.
    pub(crate) fn key(&self, of: &[u8]) -> [u8; 32] {
        blake3::keyed_hash(&self.0, of).into()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_secret_has_a_length_and_no_line_end() {
        let path = std::env::temp_dir().join(format!("grundy-secret-{}", std::process::id()));
        let read = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            Secret::read(&path)
        };
        let secret = read(b"0123456789abcdef").unwrap();
        assert_eq!(read(b"0123456789abcdef\r\n").unwrap(), secret);
        assert_ne!(read(b"0123456789abcdeg").unwrap(), secret);
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        for bytes in [&b"0123456789abcde\n"[..], b"", &[b'a'; 4097], &[b' '; 5000]] {
            let error = read(bytes).unwrap_err().to_string();
            assert!(error.ends_with(": expected a secret of 16 to 4096 bytes"), "{error}");
        }
        fs::remove_file(&path).unwrap();
        assert!(matches!(Secret::read(&path), Err(SecretError::Unread { .. })));
    }
}
