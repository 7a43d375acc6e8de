//! An engine that sits before a position: made when it is first needed, moved when the position or the databases
//! change. What was read of one position is forgotten before the next, so that answers do not depend on what was
//! looked at before.

use katachi_frontend::session::{Session, Settings};
use mkpat_rt::db::PatternSet;

use crate::position::Position;

/// A place for an engine.
#[derive(Default)]
pub(crate) struct Seat {
    session: Option<Session>,
    /// The databases that it has, by number.
    version: u64,
    /// The position that it is at.
    key: String,
    /// How many moves of the record lie before that.
    number: usize,
    /// How many questions were asked.
    #[cfg(test)]
    asked: usize,
}

impl Seat {
    /// How many questions have been asked.
    #[cfg(test)]
    pub(crate) fn asked(&self) -> usize {
        self.asked
    }

    /// How many moves of the record lie before the position that was asked about last.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Asks an engine at a position, with the databases of this number.
    ///
    /// # Errors
    /// If the engine cannot use the databases.
    pub(crate) fn ask<T>(
        &mut self,
        settings: &Settings,
        (version, set): (u64, &PatternSet),
        position: &Position,
        ask: impl FnOnce(&mut Session) -> T,
    ) -> Result<T, String> {
        // A panic in the middle leaves the seat empty: the next request begins with a new engine.
        #[cfg(test)]
        {
            self.asked += 1;
        }
        let mut session = match self.session.take() {
            Some(session) if self.version == version => session,
            Some(mut session) => {
                session.set_patterns(set.clone())?;
                session
            }
            None => {
                self.key.clear();
                Session::new(set.clone(), settings).map_err(|e| e.join("; "))?
            }
        };
        if self.key != position.key {
            session.replace(position.game.clone(), Some(position.to_move));
            self.key.clone_from(&position.key);
            self.number = position.number;
        }
        self.version = version;
        let answer = ask(&mut session);
        self.session = Some(session);
        Ok(answer)
    }
}
