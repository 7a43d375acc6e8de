//! What a compiled pattern database is at run time.
//!
//! The compiler (`mkpat`) produces these types, the engine consumes them; text
//! is unknown here, and so is everything about how an engine answers a helper.
//!
//! Modules, each depending only on those before it: [`geom`] (points, colours,
//! symmetries) ← [`class`], [`code`] ← [`helper`], [`vocabulary`] (autohelpers,
//! host traits, stages) ← [`expr`] (constraint programs), [`bytes`] ← [`table`]
//! ← [`db`] (patterns of a database, its byte format) ← [`matcher`], [`record`] (a host for tests).
//! Two kinds of databases have no patterns in that sense and stand apart, between
//! [`table`] and [`db`]: [`eyes`] (eye shapes as graphs), [`montecarlo`] (weights of playout moves).

pub mod bytes;
pub mod class;
pub mod code;
pub mod db;
pub mod expr;
pub mod eyes;
pub mod geom;
pub mod helper;
pub mod matcher;
pub mod montecarlo;
pub mod record;
pub mod table;
pub mod vocabulary;
