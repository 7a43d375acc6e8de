//! What a compiled pattern database is at run time.
//!
//! The compiler (`mkpat`) produces these types, the engine consumes them; text
//! is unknown here, and so is everything about how an engine answers a helper.
//!
//! Modules, each depending only on those before it:
//!
//! | module | holds |
//! |---|---|
//! | [`rng`] | the one random generator |
//! | [`geom`] | points, colours, the eight orientations |
//! | [`reading_code`] | result codes of reading |
//! | [`helper`] | autohelpers, host traits, stages |
//! | [`colon_line`] | class letters, symmetries, names of values |
//! | [`expr`] | programs of constraints and actions |
//! | [`term`] | programs read back as expressions, for explanations |
//! | [`bytes`] | the byte format |
//! | [`table`] | tables of the matchers |
//! | [`eyes`] | eye-shape databases: graphs with eye values |
//! | [`montecarlo`] | playout databases: weights of moves in random games |
//! | [`db`] | pattern databases, and the set of all databases |
//! | [`matcher`] | board → matches |
//! | [`recording_host`] | hosts for tests of databases |

pub mod bytes;
pub mod colon_line;
pub mod db;
pub mod expr;
pub mod eyes;
pub mod geom;
pub mod helper;
pub mod matcher;
pub mod montecarlo;
pub mod reading_code;
pub mod recording_host;
pub mod rng;
pub mod table;
pub mod term;
