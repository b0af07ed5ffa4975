//! Games stated in the Game Description Language (GDL) of General Game Playing.
