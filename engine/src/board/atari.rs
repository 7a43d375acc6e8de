//! Which strings of one colour are in atari.
//!
//! Reading asks all the time what next to a string could be taken at once. There are
//! hardly ever more than a few strings in atari on the whole board, and these are small,
//! so it is faster to ask each of them what it touches than to walk around the string.

/// How many are listed.
const LISTED: usize = 6;

/// The strings of one colour in atari, by the slots of their records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct InAtari {
    ids: [u16; LISTED],
    len: u16,
    /// All strings in atari are listed: not true from the moment that there are more than fit
    /// until there is none.
    complete: bool,
}

impl InAtari {
    pub(super) const NONE: InAtari = InAtari { ids: [0; LISTED], len: 0, complete: true };

    /// Number of strings in atari, whether listed or not.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len.into()
    }

    /// All strings in atari, in no order; `None` if not all of them are listed.
    #[inline]
    pub(super) fn listed(&self) -> Option<&[u16]> {
        if self.complete { self.ids.get(..self.len()) } else { None }
    }

    /// A string comes into atari.
    #[inline]
    pub(super) fn add(&mut self, id: u16) {
        match self.ids.get_mut(usize::from(self.len)) {
            Some(free) => *free = id,
            None => self.complete = false,
        }
        self.len += 1;
    }

    /// A string is no longer in atari.
    #[inline]
    pub(super) fn remove(&mut self, id: u16) {
        self.len -= 1;
        if self.len == 0 {
            self.complete = true;
        } else if self.complete {
            let last = self.ids[self.len() % LISTED];
            for place in &mut self.ids {
                if *place == id {
                    *place = last;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_are_counted_until_there_is_none() {
        let mut all = InAtari::NONE;
        for id in 1..=LISTED as u16 {
            all.add(id);
        }
        all.remove(2);
        let mut listed = all.listed().expect("not too many").to_vec();
        listed.sort_unstable();
        assert_eq!(listed, [1, 3, 4, 5, 6]);
        for id in [7, 8] {
            all.add(id);
        }
        assert_eq!((all.len(), all.listed()), (LISTED + 1, None));
        for id in [8, 1, 3, 4, 5, 6] {
            all.remove(id);
            assert_eq!(all.listed(), None);
        }
        all.remove(7);
        assert_eq!((all.len(), all.listed()), (0, Some(&[][..])));
        all.add(9);
        assert_eq!(all.listed(), Some(&[9][..]));
    }
}
