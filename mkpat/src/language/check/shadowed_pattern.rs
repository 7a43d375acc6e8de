//! KP0614: patterns that match only where a more general one matches and says
//! at least as much.
//!
//! The other pattern has weaker letters of condition, all the reasons of this one, and
//! values that are no weaker: then the move is proposed for the same reasons with and
//! without this pattern.

use std::collections::{BTreeMap, BTreeSet};

use mkpat_rt::colon_line::{AttrKind, AttributeMap, ClassSet};
use mkpat_rt::helper::Stage;

use super::cover::Seen;
use super::facts::{O, X};
use super::{Context, duplicate_pattern};
use crate::diag::{Diagnostic, codes};
use crate::language::ir::Pattern;
use crate::language::ir::pattern::{Attribute, AttributeValue};
use crate::language::manifest::Kind;

/// Size of a group of patterns up to which all of them are compared; in larger groups, of
/// several patterns that say the same only one is.
const LARGE_GROUP: usize = 500;
/// Letters under which a pattern matches less often.
const CONDITIONS: &str = "OoXxn";
/// Letters that are reasons to move, and add to those of other patterns.
const REASONS: &str = "CcBbeEIadJjUtTWAD";
/// Letters that speak of the strings of the pattern.
const LOCAL: &str = "CcBbadADJU";

/// What a pattern says beside its place: class and values.
struct Says<'a> {
    seen: Seen<'a>,
    values: Vec<(AttrKind, f32)>,
}

pub(super) fn check(cx: &mut Context<'_>) {
    let rules = Rules::new(cx.db.spec.stage, cx.db.attributes);
    if !rules.applies(cx.db.spec.kind) {
        return;
    }
    let patterns: Vec<Says<'_>> = cx.db.patterns.iter().filter_map(|p| rules.says(p)).collect();
    // For each class the patterns that may be the general ones: classes are few.
    let classes: BTreeSet<u64> = patterns.iter().map(|p| p.seen.p.class.bits()).collect();
    let generals: BTreeMap<u64, Vec<&Says<'_>>> = classes
        .into_iter()
        .map(|class| {
            let special = ClassSet::from_bits(class);
            let strong = |p: &&Says<'_>| rules.is_as_strong(p.seen.p.class, special);
            let mut generals: Vec<&Says<'_>> = patterns.iter().filter(strong).collect();
            // One general pattern stands for all that are equal to it. In a small group,
            // finding the equal ones would take longer than comparing all.
            if generals.len() > LARGE_GROUP {
                let mut keys = BTreeSet::new();
                generals.retain(|says| keys.insert(says.key()));
            }
            (class, generals)
        })
        .collect();
    let mut found = Vec::new();
    for special in &patterns {
        let mut generals = generals.get(&special.seen.p.class.bits()).into_iter().flatten();
        if let Some(general) = generals.find(|general| rules.shadows(general, special)) {
            found.push((special, *general));
        }
    }
    for (special, general) in found {
        let (s, g) = (special.seen.p, general.seen.p);
        let weaker = match (&g.constraint, &s.constraint) {
            (None, Some(_)) => ", whatever the constraint says",
            _ => "",
        };
        let why = if special.values != general.values {
            "more general, and its value is the stronger one"
        } else if s.class == g.class {
            "more general, of equal class and value"
        } else {
            "more general, and its class says no less"
        };
        cx.out.push(
            Diagnostic::warning(
                codes::SHADOWED_PATTERN,
                s.name_span,
                format!(
                    "pattern {} says nothing new: pattern {} matches wherever it does{weaker}",
                    s.name, g.name
                ),
            )
            .also(s.diagram.span, "the special one")
            .also(g.name_span, why)
            .also(g.diagram.span, "the general one")
            .note("remove it, give it another value, or let the general one step back by a constraint"),
        );
    }
}

impl Says<'_> {
    /// Equal for patterns that match at the same places and say the same.
    fn key(&self) -> (duplicate_pattern::Key, u64, Vec<(AttrKind, u32)>) {
        let values = self.values.iter().map(|&(kind, x)| (kind, x.to_bits())).collect();
        (duplicate_pattern::key(self.seen.p), self.seen.p.class.bits(), values)
    }
}

/// How the patterns of a database work together.
struct Rules {
    stage: Stage,
    attributes: AttributeMap,
    conditions: u64,
    reasons: u64,
    sacrifice: u64,
    /// Colours that the goal of the search may have, the dragon that a match must touch.
    goal: u8,
}

impl Rules {
    fn new(stage: Stage, attributes: AttributeMap) -> Rules {
        let bits = |letters| ClassSet::parse(letters).map_or(0, ClassSet::bits);
        let goal = match (stage, attributes) {
            (Stage::Owl, AttributeMap::OwlAttack) => X,
            (Stage::Owl, AttributeMap::OwlDefense) => O,
            (Stage::Owl | Stage::Combination, _) => O | X,
            _ => 0,
        };
        Rules {
            stage,
            attributes,
            conditions: bits(CONDITIONS),
            reasons: bits(REASONS),
            sacrifice: bits("s"),
            goal,
        }
    }

    /// In a corner database smaller diagrams are meant to yield to larger ones, a match
    /// of a connection or influence pattern is about all its marks, and where a move is
    /// drawn by lot each pattern makes it more likely.
    fn applies(&self, kind: Kind) -> bool {
        let by_lot = self.stage == Stage::Handicap
            || (self.stage == Stage::Movegen && self.attributes == AttributeMap::ValueOnly);
        !by_lot
            && !matches!(kind, Kind::Corner | Kind::Connections | Kind::FullBoard)
            && !matches!(self.stage, Stage::Dragons | Stage::Influence)
    }

    /// `None` for a pattern that says something of its own (actions, helpers, labels as
    /// values and values that add up), and for one that says nothing at all.
    fn says<'a>(&self, p: &'a Pattern) -> Option<Says<'a>> {
        let adds = |attr: &Attribute| {
            use AttrKind::{Followup, ReverseFollowup, Shape};
            matches!(attr.kind, Shape | Followup | ReverseFollowup)
        };
        if p.action.is_some() || p.helper.is_some() || p.attrs.iter().any(adds) {
            return None;
        }
        if self.stage == Stage::Movegen && p.attrs.is_empty() && !p.class.has_any(REASONS) {
            return None;
        }
        let values = p.attrs.iter().map(|attr| match attr.value {
            AttributeValue::Number(x) => Some((attr.kind, x)),
            AttributeValue::Label(..) => None,
        });
        let values = values.collect::<Option<_>>()?;
        Some(Says { seen: Seen::new(p)?, values })
    }

    /// Whether the general pattern, whose class is as strong, says all that the special
    /// one says wherever that matches.
    fn shadows(&self, general: &Says<'_>, special: &Says<'_>) -> bool {
        let (g, s) = (general.seen.p, special.seen.p);
        if std::ptr::eq(g, s) {
            return false;
        }
        let counts = |&(kind, x): &(AttrKind, f32)| {
            general.values.iter().any(|&(other, y)| {
                let most = matches!(kind, AttrKind::MaxValue | AttrKind::MaxTerri);
                kind == other && if most { y <= x } else { y >= x }
            })
        };
        let Some(t) = general.seen.covers(&special.seen) else { return false };
        if !special.values.iter().all(counts) {
            return false;
        }
        // A match is about the strings of the pattern, or must touch the dragon in
        // question with one of them.
        let colors = if s.class.has_any(LOCAL) { O | X } else { self.goal };
        // Equal patterns are duplicates.
        let conditions = self.conditions | self.sacrifice;
        let alike = (g.class.bits() ^ s.class.bits()) & conditions == 0;
        general.seen.same_strings(&special.seen, t, colors)
            && !(alike && special.seen.covers(&general.seen).is_some())
    }

    /// Whether the letters of a general pattern let it match wherever those of a special
    /// one do, and say all that they say.
    fn is_as_strong(&self, general: ClassSet, special: ClassSet) -> bool {
        let (g, s) = (general.bits(), special.bits());
        let adds = matches!(self.stage, Stage::Movegen | Stage::Worms);
        // A move that need not be safe is proposed more often.
        let free = if adds { self.reasons | self.sacrifice } else { 0 };
        let equal = !(self.conditions | free);
        g & self.conditions & !s == 0 && s & free & !g == 0 && (g ^ s) & equal == 0
    }
}
