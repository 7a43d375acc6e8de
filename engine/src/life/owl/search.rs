//! The search: which moves are looked at, and when it can be seen who has his way.

use super::closed::{Closed, closed};
use super::games;
use super::moves::{BORDER, DOUBT, FORCING, Move, against_eyes, doubts, promising};
use super::sight::Sight;
use super::stage::proposed;
use super::{Goal, OwlAnswer, odds};
use crate::board::{Board, PointSet};
use crate::patterns::PatternRunner;
use crate::prover;
use crate::reading::{Code, Limits, Reader, Reading};
use crate::search::memory::DragonTables;
use crate::search::parameters::*;
use crate::search::played_proof::*;
use crate::search::proof_numbers::Effort;
use crate::search::proof_record::ProofRecord;
use crate::search::{Deadline, Komaster, Trace};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::montecarlo::PlayoutDb;
use std::collections::HashMap;
#[cfg(test)]
use std::collections::HashSet;

/// What a search may spend.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    /// Positions that may be looked at.
    pub(crate) nodes: u64,
    /// Positions that the prover may look at before.
    pub(crate) proof_nodes: u64,
    /// Random games that may be played around the dragon after that.
    pub(crate) games: u32,
    /// When to stop.
    pub(crate) deadline: Deadline,
    /// The only first move that is looked at.
    pub(crate) only: Option<Point>,
}

impl Terms {
    /// What these limits allow before a move is chosen, for each of several dragons.
    pub(crate) fn in_play(limits: Limits, deadline: Deadline) -> Terms {
        let terms = Terms::of(limits, deadline);
        Terms { nodes: (terms.nodes / OWL_PLAY_SHARE).max(1), ..terms }
    }

    /// What a second look may spend at a dragon that a search within these terms has not read to its end.
    pub(crate) fn again(self) -> Terms {
        let nodes = self.nodes.saturating_mul(OWL_AGAIN);
        let games = self.games.saturating_mul(OWL_AGAIN_GAMES);
        Terms { nodes, games, ..self }
    }

    /// What these limits allow.
    pub(crate) fn of(limits: Limits, deadline: Deadline) -> Terms {
        let nodes = limits.owl_nodes.saturating_mul(limits.effort);
        let proof_nodes = limits.owl_proof_nodes.saturating_mul(limits.effort);
        let games = limits.owl_games.saturating_mul(limits.effort);
        let games = u32::try_from(games).unwrap_or(u32::MAX);
        Terms { nodes, proof_nodes, games, deadline, only: None }
    }
}

/// What is known of a position, whatever the rule of kos: its moves, or who has his way.
type Known = Result<Vec<Proposal>, bool>;

struct Search<'o, 'r, 't, 'd> {
    reader: &'o mut Reader<'r>,
    runner: &'o mut PatternRunner<'d>,
    goal: &'o Goal,
    prover: &'t mut prover::Table,
    only: Option<Point>,
    /// Positions that the prover may look at for one on the way.
    proved_nodes: u64,
    /// The first move that the prover thinks most of.
    likely: Option<Point>,
    state: ProofState<'t>,
    known: HashMap<u64, Known>,
    /// Strings and eyes that were looked at.
    looked: PointSet,
}

/// Can the dragon be killed, or saved, by `first` moving first?
pub(crate) fn ask(
    reader: &mut Reader<'_>,
    runner: &mut PatternRunner<'_>,
    goal: &Goal,
    first: Color,
    terms: Terms,
) -> OwlAnswer {
    let limits = reader.limits();
    reader.set_limits(Limits { effort: 1, ..limits.in_play().shallower(OWL_SHALLOWER) });
    // The variations are those of this search, not those of the reading that it asks for.
    let mut trace = reader.take_trace();
    let mut tables = reader.lend_tables();
    let answer = within(reader, runner, goal, first, terms, &mut tables, trace.as_mut());
    reader.set_trace(trace);
    reader.return_tables(tables, answer.nodes);
    reader.set_limits(limits);
    answer
}

/// Asks the prover, and searches for what it leaves open.
fn within(
    reader: &mut Reader<'_>,
    runner: &mut PatternRunner<'_>,
    goal: &Goal,
    first: Color,
    terms: Terms,
    tables: &mut DragonTables,
    trace: Option<&mut Trace>,
) -> OwlAnswer {
    let (found, proved) = proof(reader, runner, goal, first, terms, &mut tables.prover);
    let likely = found.and_then(|found| found.likely);
    if let Some((reading, touched)) = proved
        && !reading.is_success()
    {
        return OwlAnswer { reading, certain: true, nodes: 0, touched };
    }
    let mut search = Search::new(reader, runner, goal, first, terms, tables);
    search.likely = likely;
    if let Some((reading, touched)) = proved {
        let later = found.and_then(|found| found.later);
        let reading = Reading { point: search.proved_too(reading, later), ..reading };
        return OwlAnswer { reading, certain: true, nodes: 0, touched };
    }
    let mut found = search.find();
    if let Found::Settled(Code::Win, point) = found
        && terms.only.is_none()
    {
        found = search.more_natural(point);
    }
    if let Some(trace) = trace {
        let string = goal.stones.first().unwrap_or(Point::PASS);
        search.record(first, string, trace);
    }
    let cost = search.state.cost;
    let touched = cost.touched.or(&search.looked);
    let reading = match found {
        Found::Settled(code, point) => Reading { code, point },
        Found::Open(Some(point)) if first == goal.owner => Reading { code: Code::Win, point },
        Found::Open(_) => Reading::LOST,
    };
    let certain = matches!(found, Found::Settled(..));
    let answer = OwlAnswer { reading, certain, nodes: cost.nodes, touched };
    match runner.playouts().filter(|_| terms.only.is_none() && terms.games > 0) {
        Some(db) => second_opinion(reader.board(), db, goal, first, terms, answer),
        None => answer,
    }
}

/// The answer of the search, with what random games say of it. One that they overrule is as certain as it was: they overrule
/// only where they are clear.
fn second_opinion(
    board: &Board,
    db: &PlayoutDb,
    goal: &Goal,
    first: Color,
    terms: Terms,
    answer: OwlAnswer,
) -> OwlAnswer {
    let opinion = games::ask(board, db, goal, first, answer.reading, terms);
    let reading = opinion.map_or(answer.reading, |opinion| opinion.on(answer.reading));
    OwlAnswer { reading, ..answer }
}

/// What the prover says of the position, and its answer with where it looked, if that holds.
fn proof(
    reader: &mut Reader<'_>,
    runner: &PatternRunner<'_>,
    goal: &Goal,
    first: Color,
    terms: Terms,
    table: &mut prover::Table,
) -> (Option<Closed>, Option<(Reading, PointSet)>) {
    if terms.only.is_some() || terms.proof_nodes == 0 {
        return (None, None);
    }
    let board = reader.board();
    let Some(found) = closed(board, goal, first, terms.proof_nodes, terms.deadline, table) else {
        return (None, None);
    };
    // The first region is too narrow to show that nothing saves a dragon that is not closed in.
    let narrow = first == goal.owner && found.is_narrow(board);
    let holds = found.lives(goal, first)
        || found.dies(goal, first) && !narrow && {
            let sight = Sight::new(reader, runner.shapes(), goal);
            found.is_walled(reader.board(), goal, &sight)
        };
    (Some(found), found.settled.filter(|_| holds).map(|reading| (reading, found.zone)))
}

impl<'t> PlayedProof<'t> for Search<'_, '_, 't, '_> {
    fn board(&self) -> &Board {
        self.reader.board()
    }

    fn board_mut(&mut self) -> &mut Board {
        self.reader.board_mut()
    }

    fn state(&self) -> &ProofState<'t> {
        &self.state
    }

    fn state_mut(&mut self) -> &mut ProofState<'t> {
        &mut self.state
    }

    fn moves(&mut self, color: Color, at_root: bool) -> Result<Vec<Proposal>, Effort> {
        if let Some(p) = self.only.filter(|_| at_root) {
            return Ok(vec![(p, Effort { mine: 1, theirs: 1 })]);
        }
        let (key, depth) = (self.reader.board().situation(color), self.state.path.len());
        if depth > OWL_PLIES {
            return Err(self.state.settled(true, color));
        }
        let known = match self.known.get(&key) {
            Some(known) => known.clone(),
            None => {
                self.state.cost.nodes += 1;
                let known = self.look_around(color, depth);
                self.known.insert(key, known.clone());
                known
            }
        };
        known.map_err(|owner_wins| self.state.settled(owner_wins, color))
    }

    fn look(&mut self, _: Color, _: Effort) -> Option<Effort> {
        None
    }
}

impl<'o, 'r, 't, 'd> Search<'o, 'r, 't, 'd> {
    fn new(
        reader: &'o mut Reader<'r>,
        runner: &'o mut PatternRunner<'d>,
        goal: &'o Goal,
        first: Color,
        terms: Terms,
        tables: &'t mut DragonTables,
    ) -> Self {
        let terms_of_proof = ProofTerms {
            owner: goal.owner,
            first,
            komaster: Komaster::Nobody,
            scheme: reader.limits().scheme,
            nodes: terms.nodes,
            deadline: terms.deadline,
            salt: 0,
            turn: OWL_TURN,
            further: PROOF_FURTHER,
            clear: 1,
            depth: OWL_DEPTH,
        };
        let DragonTables { prover, search } = tables;
        Search {
            reader,
            runner,
            goal,
            prover,
            only: terms.only,
            proved_nodes: (terms.proof_nodes / OWL_PROVED_PART).clamp(1, OWL_PROVED_NODES),
            likely: None,
            state: ProofState::new(search, terms_of_proof),
            known: HashMap::new(),
            looked: PointSet::EMPTY,
        }
    }
}

impl Search<'_, '_, '_, '_> {
    /// The moves of the position on the board, or whether the owner has his way.
    fn look_around(&mut self, color: Color, depth: usize) -> Known {
        let goal = self.goal;
        let sight = Sight::new(self.reader, self.runner.shapes(), goal);
        if sight.dragon.is_empty() {
            return Err(false);
        }
        self.looked.union_with(&sight.dragon);
        let defends = color == goal.owner;
        let read = self.as_string(&sight);
        let in_danger = is_in_danger(read);
        // At the root moves are tried whatever the odds.
        let odds = (depth > 1).then(|| {
            odds::odds(&odds::numbers(self.reader.board(), goal, &sight, in_danger, defends))
        });
        match odds {
            Some(odds) if odds >= OWL_LIVES => return Err(true),
            Some(odds) if odds <= -OWL_DIES => return Err(false),
            _ => {}
        }
        // At the root there has to be a move that shows it.
        let far = if defends && depth > 1 { OWL_RUNS } else { OWL_FREE };
        // What hangs on a string that is about to be taken is not linked and does not run.
        let held = !(defends && in_danger) && odds.is_none_or(|odds| odds >= OWL_GETS_AWAY);
        if held && (sight.linked || sight.escape >= far) {
            return Err(true);
        }
        // Where two eyes seem to be certain, patterns and strings short of liberties alone may show
        // what is wrong with them.
        let vital = sight.lives();
        if vital && defends {
            return Err(true);
        }
        if depth > 1
            && let Some(owner_wins) = self.proved(&sight, color)
        {
            return Err(owner_wins);
        }
        let by_patterns = proposed(self.runner, self.reader, goal, &sight, color, vital);
        let board = self.reader.board();
        let mut moves = match vital {
            true => against_eyes(board, goal.owner, &sight, &by_patterns),
            false => promising(board, goal, &sight, color, &by_patterns),
        };
        if vital && depth <= OWL_DOUBTED_PLIES {
            doubts(board, goal.owner, &sight, &mut moves);
        }
        if vital && moves.is_empty() {
            return Err(true);
        }
        if let Some(point) = taken(read, defends) {
            if depth > 1 || defends || point.is_pass() {
                return Err(false);
            }
            return Ok(vec![(point, Effort { mine: 1, theirs: 1 })]);
        }
        let mut moves = decisive(moves, defends, depth)?;
        moves.truncate(OWL_LOOKED_AT);
        let likely = self.likely.filter(|_| depth == 1);
        if let Some(point) = likely
            && moves.iter().all(|m| m.point != point)
        {
            moves.push(Move { point, value: LIKELY, judged: true });
        }
        let before = sight.outlook().worth();
        let mut list = Vec::new();
        for Move { point, value, .. } in moves {
            if !self.reader.play(color, point) {
                continue;
            }
            let after = sight.after(self.reader, self.runner.shapes(), goal, color, point);
            self.reader.undo();
            let gain = if defends { after.worth() - before } else { before - after.worth() };
            let border = depth == 1 && value >= BORDER;
            if vital && value == DOUBT {
                // Only what shows that the eyes are not certain.
                if after.totals[0] < 2 {
                    list.push((gain + i32::from(value), point, after.efforts(!defends, value)));
                }
                continue;
            }
            if gain > 0 || value >= FORCING || border || likely == Some(point) {
                list.push((gain + i32::from(value), point, after.efforts(!defends, value)));
            }
        }
        if list.is_empty() {
            // The side that has nothing to play gets what it has.
            let likely = odds.is_some_and(|odds| odds > 0.0);
            return Err(vital || likely || !defends && sight.total(true) >= 2);
        }
        list.sort_by_key(|&(worth, p, _)| (std::cmp::Reverse(worth), p));
        let kept = likely.and_then(|p| list.iter().position(|&(_, q, _)| p == q));
        if let Some(at) = kept.filter(|&at| at >= width(depth)) {
            list.swap(at, width(depth) - 1);
        }
        list.truncate(width(depth));
        Ok(list.into_iter().map(|(_, p, effort)| (p, effort)).collect())
    }

    /// The move that promises most among those that work as well as this one, as far as a little more
    /// search can tell.
    fn more_natural(&mut self, point: Point) -> Found {
        let known = self.known.get(&self.reader.board().situation(self.state.terms.first));
        let Some(Ok(moves)) = known else { return Found::Settled(Code::Win, point) };
        let before = moves.iter().map(|m| m.0).take_while(|&p| p != point);
        let mut out = point;
        for p in before.take(OWL_OTHERS).collect::<Vec<_>>() {
            self.only = Some(p);
            self.state.terms.nodes = self.state.cost.nodes + OWL_OTHERS_NODES;
            if let Found::Settled(Code::Win, p) = self.find() {
                out = p;
                break;
            }
        }
        self.only = None;
        Found::Settled(Code::Win, out)
    }

    /// The move that promises most among those of which the prover says the same as of the move of this
    /// answer, as far as a little more search can tell. Instead of a pass for a threat elsewhere it is the prover's
    /// `later` move, unless that loses at once.
    fn proved_too(&mut self, reading: Reading, later: Option<Point>) -> Point {
        let first = self.state.terms.first;
        let likely = self.likely.take();
        let known = self.look_around(first, 1);
        self.likely = likely;
        let Ok(moves) = known else { return reading.point };
        let before = moves.iter().map(|m| m.0).take_while(|&p| p != reading.point);
        let before: Vec<Point> = before.take(OWL_OTHERS).collect();
        let natural = before.into_iter().find(|&p| self.is_as_good(p, reading.code));
        let by_ko = reading.point.is_pass() && reading.code != Code::Win;
        natural.or_else(|| later.filter(|&p| by_ko && !self.is_refuted(p))).unwrap_or(reading.point)
    }

    /// Whether the prover shows at once that nothing, not even a ko, is left after this first move.
    fn is_refuted(&mut self, p: Point) -> bool {
        let ProofTerms { first, deadline, .. } = self.state.terms;
        if !self.reader.play(first, p) {
            return true;
        }
        let (goal, board) = (self.goal, self.reader.board());
        let found = closed(board, goal, first.other(), OWL_OTHERS_PROVED, deadline, self.prover);
        self.reader.undo();
        found.is_some_and(|found| found.settled.is_some_and(|reading| reading.code == Code::Win))
    }

    /// Whether the prover says at once that this first move achieves as much.
    fn is_as_good(&mut self, p: Point, code: Code) -> bool {
        let ProofTerms { first, deadline, .. } = self.state.terms;
        if !self.reader.play(first, p) {
            return false;
        }
        let (goal, next) = (self.goal, first.other());
        let board = self.reader.board();
        let found = closed(board, goal, next, OWL_OTHERS_PROVED, deadline, self.prover);
        let found = found.filter(|found| found.says(code.reverse()));
        let good = found.is_some_and(|found| {
            found.lives(goal, next) || {
                let sight = Sight::new(self.reader, self.runner.shapes(), goal);
                found.is_walled(self.reader.board(), goal, &sight)
            }
        });
        self.reader.undo();
        good
    }

    /// What the prover says of a position on the way, if the dragon has little room and no way out. What
    /// that takes counts as positions of this search.
    fn proved(&mut self, sight: &Sight, color: Color) -> Option<bool> {
        let room = sight.eyes.list().iter().map(|e| e.points.len()).sum::<usize>();
        let board = self.reader.board();
        if sight.escape > 0 || room > OWL_PROVED_ROOM || board.ko().is_some() {
            return None;
        }
        let deadline = self.state.terms.deadline;
        let found = closed(board, self.goal, color, self.proved_nodes, deadline, self.prover)?;
        self.state.cost.nodes += 1 + found.nodes / self.proved_nodes;
        found.owner_wins(board, self.goal, sight, color)
    }

    /// What reading says of an attack on the dragon and of its defence, if it is one string.
    fn as_string(&self, sight: &Sight) -> Option<[Reading; 2]> {
        let goal = self.goal.stones.and(&sight.dragon);
        let mut own = sight.strings.all().filter(|(_, stones, _)| stones.intersects(&goal));
        let (_, stones, found) = own.next()?;
        goal.is_subset(stones).then_some(found)
    }
}

/// Whether a dragon that is one string, of which reading says this, can be taken if its owner does nothing.
fn is_in_danger(read: Option<[Reading; 2]>) -> bool {
    read.is_some_and(|[attack, _]| attack.is_success())
}

/// The move that takes such a dragon by reading, or a pass if its owner cannot save it.
fn taken(read: Option<[Reading; 2]>, defends: bool) -> Option<Point> {
    let [attack, save] = read?;
    if attack.code != Code::Win {
        return None;
    }
    match defends {
        true => (!save.is_success()).then_some(Point::PASS),
        false => Some(attack.point),
    }
}

/// What the prover's move promises at the root if nothing else proposes it: little, as it may lie anywhere where
/// the prover came to no end. It is tried all the same.
const LIKELY: u8 = 40;

/// What patterns promise of a forced move of the attacker, and of a move that wins.
const FORCED: u8 = 99;
const WINS: u8 = 100;

/// These moves, or a forced one alone; or whether the owner has his way, because patterns say so.
fn decisive(moves: Vec<Move>, defends: bool, depth: usize) -> Result<Vec<Move>, bool> {
    let of = |value: u8| moves.iter().filter(|m| m.value == value).copied().collect::<Vec<_>>();
    let (wins, forced) = (of(WINS), of(FORCED));
    match (wins.first(), forced.len()) {
        (Some(&first), _) if depth == 1 => Ok(vec![first]),
        (Some(_), _) => Err(defends),
        (None, 1) if !defends => Ok(forced),
        (None, 2..) if !defends => Err(true),
        _ => Ok(moves),
    }
}

/// Moves that are tried so many moves from the root: few, for what is not tried costs nothing, and a line of
/// which the end is seen tells more than ten that were begun.
fn width(depth: usize) -> usize {
    let row = OWL_WIDTHS.iter().find(|&&(last, _)| depth <= last);
    row.map_or(1, |&(_, moves)| moves)
}

/// A position that a search has looked at.
#[cfg(test)]
pub(crate) struct Looked {
    /// The board.
    pub(crate) board: Board,
    /// Who moves next.
    pub(crate) next: Color,
    /// A stone of the dragon.
    pub(crate) stone: Point,
    /// What it looks like.
    pub(crate) numbers: odds::Numbers,
}

/// The positions that a search about the dragon looks at, but for the root.
#[cfg(test)]
pub(crate) fn looked_at(
    reader: &mut Reader<'_>,
    runner: &mut PatternRunner<'_>,
    goal: &Goal,
    first: Color,
    terms: Terms,
) -> Vec<Looked> {
    let mut tables = reader.lend_tables();
    let mut search = Search::new(reader, runner, goal, first, terms, &mut tables);
    search.find();
    let mut out = Vec::new();
    search.collect(first, &mut HashSet::new(), &mut out);
    let nodes = search.state.cost.nodes;
    reader.return_tables(tables, nodes);
    out
}

#[cfg(test)]
impl Search<'_, '_, '_, '_> {
    /// Adds the positions that come after this one and were looked at, each once.
    fn collect(&mut self, color: Color, seen: &mut HashSet<u64>, out: &mut Vec<Looked>) {
        let known = self.known.get(&self.reader.board().situation(color)).cloned();
        let Some(Ok(moves)) = known else { return };
        let next = color.other();
        for (p, _) in moves {
            if !self.reader.play(color, p) {
                continue;
            }
            let key = self.reader.board().situation(next);
            if self.known.contains_key(&key) && seen.insert(key) {
                let sight = Sight::new(self.reader, self.runner.shapes(), self.goal);
                if let Some(stone) = self.goal.stones.and(&sight.dragon).first() {
                    let board = self.reader.board();
                    let in_danger = is_in_danger(self.as_string(&sight));
                    let defends = next == self.goal.owner;
                    let numbers = odds::numbers(board, self.goal, &sight, in_danger, defends);
                    out.push(Looked { board: board.clone(), next, stone, numbers });
                }
                self.collect(next, seen, out);
            }
            self.reader.undo();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram;
    use crate::facts::Facts;
    use crate::reading::Memory;
    use mkpat_rt::db::PatternSet;

    /// Three vertices in a row as the only eye: Black saves it in the middle of the first line.
    const THREE: &str = "
        . . . X O . .
        X X X X O . .
        O O O O O . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";

    /// What becomes of an answer about Black's corner, Black moving first.
    fn after_games(answer: Reading, certain: bool) -> OwlAnswer {
        let set: PatternSet = patterns::pattern_set().expect("databases");
        let db = set.playouts.first().expect("weights of random games");
        let mut board = diagram::parse(THREE).expect("a diagram");
        let mut memory = Memory::default();
        let mut reader = Reader::new(&mut board, Limits::default(), &mut memory);
        let mut runner = PatternRunner::new(&[], set.eyes.first());
        let facts = Facts::find(&mut runner, &mut reader, Color::Black);
        let goal = facts.goal(&mut runner, &mut reader, Point::new(1, 0)).expect("a dragon");
        let terms = Terms::in_play(Limits::default().in_play(), Deadline::NONE);
        let touched = PointSet::EMPTY;
        let answer = OwlAnswer { reading: answer, certain, nodes: 1, touched };
        second_opinion(reader.board(), db, &goal, Color::Black, terms, answer)
    }

    #[test]
    fn a_second_look_spends_more() {
        let first = Terms::in_play(Limits::default().in_play(), Deadline::NONE);
        let again = first.again();
        assert!(again.nodes > first.nodes && again.games > first.games);
        assert_eq!((again.proof_nodes, again.only), (first.proof_nodes, first.only));
        let most = Terms { nodes: u64::MAX, games: u32::MAX, ..first }.again();
        assert_eq!((most.nodes, most.games), (u64::MAX, u32::MAX));
    }

    #[test]
    fn an_answer_that_few_games_overrule_is_as_certain_as_it_was() {
        let saved = Reading { code: Code::Win, point: Point::new(0, 1) };
        for certain in [true, false] {
            let after = after_games(Reading::LOST, certain);
            assert_eq!((after.reading, after.certain), (saved, certain));
        }
    }
}
