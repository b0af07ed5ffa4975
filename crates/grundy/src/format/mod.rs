//! From answers to text and pictures.
