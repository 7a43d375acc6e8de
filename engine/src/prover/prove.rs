//! From a question to an answer: regions that grow, and for each the searches that say what
//! holds whoever wins the kos.

use super::arena::{Arena, PASS, each};
use super::position::Position;
use super::search::{Child, Kos, Search, Settings, Smaller, Stop};
use super::task::{Aim, Task};
use super::{Answer, Assumptions, BadQuestion, Goal, Limits, Progress, Question, Status, region};
use super::{tree, zone};
use crate::board::{Board, PointSet};
use crate::search::proof_numbers::{Effort, NEVER};
use crate::search::proof_table::Table;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::reading_code::Code;
use std::cmp::Reverse;

/// What is known of a task: whether it is made with all kos against the maker, with
/// all kos for him, and where nobody has threats.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Known {
    against: Option<bool>,
    with: Option<bool>,
    neutral: Option<bool>,
}

/// Nodes of the first turn of a search, and of a turn at most.
const TURN: u64 = 500;
const LONGEST_TURN: u64 = 200_000;

/// A question in one arena.
pub(super) struct Stage {
    number: usize,
    pub(super) arena: Arena,
    pub(super) task: Task,
    pub(super) root: Position,
    pub(super) first: Color,
    /// Whether the arena is all of the board.
    whole: bool,
    /// Whose stones are outside.
    outside: Color,
    /// The stage before it, if that was searched.
    smaller: Option<Smaller>,
}

/// A proof in progress.
pub(super) struct Run<'a> {
    limits: &'a Limits<'a>,
    table: &'a mut Table,
    left: u64,
    pub(super) spent: u64,
    stopped: bool,
}

/// Proves what it can within the limits.
///
/// # Errors
/// If the question cannot be asked about this board.
pub fn prove(
    board: &Board,
    question: &Question,
    limits: &Limits<'_>,
    table: &mut Table,
) -> Result<Answer, BadQuestion> {
    question.maker(board)?;
    table.next_generation();
    let mut run = Run::new(limits, table);
    let mut stages = Stages::new(board, question, limits.settings.stages);
    run.rounds(&mut stages);
    let stages = stages.built;
    // With the search that may speak against it.
    let mut best: Option<(usize, Status, Option<Kos>)> = None;
    for (i, Staged { stage, known, spent, .. }) in stages.iter().enumerate() {
        if *spent == 0 && i > 0 {
            break;
        }
        let status = stage.status(*known);
        if let (Status::Unknown, Some((_, narrow, Some(kos)))) = (status, &mut best)
            && !run.leans(stage, *kos)
        {
            *narrow = Status::Unknown;
        }
        if best.is_none_or(|b| rank(status) >= rank(b.1)) {
            best = Some((i, status, stage.doubt(*known)));
        }
    }
    let (at, status, _) = best.ok_or(BadQuestion::TooLarge)?;
    let answer = run.answer(&stages[at], question, status);
    let hope = if status == Status::Settled(Code::Win) { None } else { run.hope(&stages) };
    Ok(Answer { nodes: run.spent, stopped: run.stopped, hope, ..answer })
}

/// A stage and how far it has come.
struct Staged {
    stage: Stage,
    /// The number of the last stage built so far that has the same region.
    last: usize,
    known: Known,
    spent: u64,
}

/// The stages from the first to the last that differ and fit. They are built one by one, for most questions are settled before
/// the last is looked at.
struct Stages<'q> {
    board: &'q Board,
    question: &'q Question,
    built: Vec<Staged>,
    /// The numbers of those that are not built, and of the first.
    next: std::ops::RangeInclusive<usize>,
    first: usize,
}

impl<'q> Stages<'q> {
    fn new(board: &'q Board, question: &'q Question, (first, last): (usize, usize)) -> Stages<'q> {
        Stages { board, question, built: Vec::new(), next: first..=last, first }
    }

    /// Builds the next one; whether there is one.
    fn build(&mut self) -> bool {
        let region = |stage: &Stage| stage.arena.points(stage.arena.open);
        let before = self.built.last().map_or(PointSet::EMPTY, |s| region(&s.stage));
        while let Some(number) = self.next.next() {
            let Some(stage) = stage(self.board, self.question, number, number == self.first) else {
                break;
            };
            if region(&stage) == before {
                if let Some(same) = self.built.last_mut() {
                    same.last = number;
                }
                continue;
            }
            if stage.whole {
                self.end();
            }
            self.built.push(Staged { stage, last: number, known: Known::default(), spent: 0 });
            return true;
        }
        self.end();
        false
    }

    /// Has no further one be built.
    fn end(&mut self) {
        self.next.by_ref().for_each(drop);
    }
}

/// What each first move achieves in the largest region, with at most so many nodes for each: for
/// the player who moves first, and about the strings that `question` is about before the move. A pass
/// is among the moves.
///
/// # Errors
/// If the question cannot be asked about this board.
pub fn first_moves(
    board: &Board,
    question: &Question,
    limits: &Limits<'_>,
    table: &mut Table,
) -> Result<Vec<(Point, Status)>, BadQuestion> {
    question.maker(board)?;
    let (first, last) = limits.settings.stages;
    let largest = (first..=last).rev().find_map(|n| stage(board, question, n, n == first));
    let mut stage = largest.ok_or(BadQuestion::TooLarge)?;
    let root = stage.root;
    let first = stage.first;
    stage.first = first.other();
    let mut out = Vec::new();
    let banned = if root.ban == PASS { 0 } else { 1 << root.ban };
    let moves = root.empty(&stage.arena) & !banned;
    for bit in each(moves).chain([PASS]) {
        let next = match bit {
            PASS => Some(root.passed()),
            _ => root.play(&stage.arena, first, bit, true),
        };
        let Some(next) = next else { continue };
        stage.root = next;
        let mut run = Run::new(limits, table);
        let known = run.stage(&stage, Known::default(), limits.nodes);
        out.push((stage.arena.point(bit), stage.status(known).for_other()));
    }
    Ok(out)
}

/// How much a status says.
fn rank(status: Status) -> u8 {
    match status {
        Status::Unknown => 0,
        Status::AtLeastKo | Status::AtMostKo => 1,
        Status::Settled(_) | Status::Ko => 2,
    }
}

/// The question at a stage of the region; `None` if that does not fit, and should not
/// be cut down until it does.
pub(super) fn stage(board: &Board, question: &Question, number: usize, cut: bool) -> Option<Stage> {
    let maker = question.maker(board).ok()?;
    let breaker = maker.other();
    let seeds = question.goal.stones();
    let size = board.size();
    let mut target = PointSet::EMPTY;
    let mut own = PointSet::EMPTY;
    let mut safe = PointSet::EMPTY;
    let (open, outside) = match question.goal {
        Goal::Kill(p) => {
            let free = region::domain(board, breaker);
            target = region::group_beside(board, &[p].into_iter().collect(), breaker, &free);
            let (open, beyond) = region::around(board, &target, breaker, &free, number);
            safe = beyond;
            (open, maker)
        }
        Goal::Capture(p) => {
            target = board.string_stones(p);
            (region::near(board, &target, number), breaker)
        }
        Goal::Connect(p, q) => {
            let both = board.string_stones(p).or(&board.string_stones(q));
            (region::between(board, p, q, &both, number), breaker)
        }
        Goal::Race(p, q) => {
            target = board.string_stones(p);
            own = board.string_stones(q);
            (region::near(board, &target.or(&own), number), breaker)
        }
    };
    if outside == breaker {
        let all = Point::all(size).filter(|&p| board.color_at(p) == Some(maker));
        safe = all.filter(|&p| !open.contains(p)).collect();
    }
    let whole = open.len() == size * size;
    let fits = |open: &PointSet| Arena::new(board, open, outside, &safe);
    let arena = match fits(&open) {
        Some(arena) => arena,
        // The first region has to do: what is farthest away is left out.
        None if cut => (1..2 * size)
            .map_while(|steps| fits(&region::within(board, &open, &seeds, steps)))
            .last()?,
        None => return None,
    };
    let aim = match question.goal {
        Goal::Connect(p, q) => Aim::Join(arena.bit(p)?, arena.bit(q)?),
        Goal::Race(..) => Aim::Race(arena.bits(&target), arena.bits(&own)),
        _ => Aim::Take(arena.bits(&target)),
    };
    let root = Position::new(&arena, board, question.first);
    let task = Task { maker, aim, plain: false, race: false };
    Some(Stage { number, arena, task, root, first: question.first, whole, outside, smaller: None })
}

impl Stage {
    /// The question of a task in an arena that no larger one follows.
    pub(super) fn alone(arena: Arena, task: Task, root: Position, first: Color) -> Stage {
        let outside = task.maker;
        Stage { number: 0, arena, task, root, first, whole: false, outside, smaller: None }
    }

    fn maker_first(&self) -> bool {
        self.first == self.task.maker
    }

    /// Whether the side that the region narrows moves first.
    fn narrowed_moves(&self) -> bool {
        self.first != self.outside
    }

    /// Whether the side that moves first does not have its way without a ko.
    fn denied(&self, known: Known) -> bool {
        if self.maker_first() { known.against == Some(false) } else { known.with == Some(true) }
    }

    /// Whether a larger region cannot change what is known.
    fn is_final(&self, known: Known) -> bool {
        let alone = self.arena.solid[self.outside.other().index()] == 0;
        let good = self.outside == self.task.maker && alone && known.with == Some(false);
        let made = self.outside != self.task.maker && known.against == Some(true);
        good || made
    }

    /// If the side which the region narrows does not have its way, by what is known: the
    /// search of a larger region that tells whether it has.
    fn doubt(&self, known: Known) -> Option<Kos> {
        let (least, most) = (Kos::Against, Kos::For);
        let Known { against, with, .. } = known;
        if self.outside == self.task.maker {
            match (against, with) {
                (Some(true), _) => Some(least),
                (Some(false), Some(true)) => Some(most),
                _ => None,
            }
        } else {
            match (with, against) {
                (Some(false), _) => Some(most),
                (Some(true), Some(false)) => Some(least),
                _ => None,
            }
        }
    }

    /// For the player who moves first.
    pub(super) fn status(&self, known: Known) -> Status {
        let made = self.maker_first();
        match known {
            Known { against: Some(true), .. } if made => Status::Settled(Code::Win),
            Known { against: Some(true), .. } => Status::Settled(Code::Lose),
            Known { with: Some(false), .. } if made => Status::Settled(Code::Lose),
            Known { with: Some(false), .. } => Status::Settled(Code::Win),
            Known { against: Some(false), with: Some(true), neutral } => match neutral {
                Some(n) if n == made => Status::Settled(Code::KoA),
                Some(_) => Status::Settled(Code::KoB),
                None => Status::Ko,
            },
            Known { against: Some(false), .. } if made => Status::AtMostKo,
            Known { against: Some(false), .. } => Status::AtLeastKo,
            Known { with: Some(true), .. } if made => Status::AtLeastKo,
            Known { with: Some(true), .. } => Status::AtMostKo,
            _ => Status::Unknown,
        }
    }

    /// Who has his way, if whoever wins the kos.
    fn winner(&self, known: Known) -> Option<Color> {
        match known {
            Known { against: Some(true), .. } => Some(self.task.maker),
            Known { with: Some(false), .. } => Some(self.task.maker.other()),
            _ => None,
        }
    }

    /// The search that tells most about what is known.
    pub(super) fn telling(&self, known: Known) -> Kos {
        let made = self.maker_first();
        match known {
            Known { against: Some(true), .. } => Kos::Against,
            Known { with: Some(false), .. } => Kos::For,
            Known { neutral: Some(n), .. } if n == made => Kos::Neutral(self.first),
            // With all kos for the player who moves first.
            Known { against: Some(_), with: Some(_), .. } if made => Kos::For,
            Known { against: Some(_), with: Some(_), .. } => Kos::Against,
            // What is not had without a ko may be had with one.
            Known { against: Some(false), .. } if made => Kos::For,
            Known { with: Some(true), .. } if !made => Kos::Against,
            _ if made => Kos::Against,
            _ => Kos::For,
        }
    }

    /// What the answer takes for granted.
    fn assumes(&self, known: Known, question: &Question) -> Assumptions {
        let mut out = Assumptions::default();
        if self.whole {
            return out;
        }
        let made = known.against == Some(true);
        let broken = known.with == Some(false);
        let kill = matches!(question.goal, Goal::Kill(_));
        if kill && !broken || !kill && !made {
            out.outside = Some(self.outside);
        }
        let friend = |c: Color| self.arena.solid[c.index()] != 0;
        out.walls = if kill {
            !made && friend(self.task.maker.other())
        } else {
            !broken && friend(self.task.maker)
        };
        out
    }
}

impl<'a> Run<'a> {
    pub(super) fn new(limits: &'a Limits<'a>, table: &'a mut Table) -> Run<'a> {
        Run { limits, table, left: limits.nodes, spent: 0, stopped: false }
    }

    pub(super) fn search<'s>(&'s mut self, stage: &'s Stage, kos: Kos) -> Search<'s> {
        let stop = Stop { deadline: self.limits.deadline, cancel: self.limits.cancel };
        let mut search = Search::new(&stage.arena, stage.task, kos, self.table, stop);
        search.settings = self.limits.settings;
        search.smaller = stage.smaller;
        search
    }

    /// Whether it looks, if nothing is proved at a stage, as if the side that is not narrowed
    /// by the region had its way.
    fn leans(&mut self, stage: &Stage, kos: Kos) -> bool {
        let narrowed = stage.outside.other();
        let lean = self.limits.settings.lean;
        let search = self.search(stage, kos);
        let Some(Effort { mine, theirs }) = search.effort(&stage.root, stage.first) else {
            return true;
        };
        let (narrow, wide) = if stage.first == narrowed { (mine, theirs) } else { (theirs, mine) };
        u64::from(narrow) * lean >= u64::from(wide)
    }

    /// Looks at the stages in turn, for twice as long in each round and in each round at one more of
    /// them, until one is found out about that no larger one can change, or the nodes are spent.
    fn rounds(&mut self, stages: &mut Stages<'_>) {
        let Settings { round, delay, parts, .. } = self.limits.settings;
        // The part of a region hangs on which others are the same.
        while parts != [parts[0]; 4] && stages.build() {}
        let mut number = 0;
        loop {
            let mut open = false;
            for i in 0.. {
                let early = stages.built.iter().take(i).filter(|s| s.stage.is_undecided(s.known));
                let waits = number < delay * early.count() as u32;
                if i == stages.built.len() {
                    if waits {
                        // Nor is any larger one looked at; whether there is one is not asked.
                        open = true;
                        break;
                    }
                    if !stages.build() {
                        break;
                    }
                }
                let (before, rest) = stages.built.split_at_mut(i);
                let smaller = before.last().map(|s| &s.stage);
                let Some(this) = rest.first_mut() else { break };
                if let Some(smaller) = smaller
                    && this.stage.smaller.is_none()
                {
                    this.stage.smaller = Some(self.smaller(smaller, &this.stage));
                }
                if !this.stage.is_open(this.known) && this.spent > 0 {
                    continue;
                }
                if waits {
                    open = true;
                    continue;
                }
                let part = parts[this.last.min(parts.len() - 1)].min(63);
                let nodes = self.left.min(((round << number.min(30)) >> part).max(1));
                let before = self.spent;
                this.known = self.stage(&this.stage, this.known, nodes);
                this.spent += self.spent - before;
                if this.stage.is_final(this.known) || self.stopped || self.left == 0 {
                    return;
                }
                open |= this.stage.is_open(this.known);
            }
            number += 1;
            if !open {
                return;
            }
        }
    }

    /// What a stage is for the next larger one.
    fn smaller(&mut self, this: &Stage, next: &Stage) -> Smaller {
        let open = this.arena.points(this.arena.open);
        Smaller {
            open: next.arena.bits(&open),
            salts: self.search(this, Kos::For).salts(),
            closed: next.outside == next.task.maker,
        }
    }

    /// Of the first moves in the largest region in which it is open whether the player who moves first has his
    /// way without a ko, the one on which most was spent; not in regions in which much less was spent than
    /// in another. If he does not have it where all that lies outside is his, he has it in no larger region.
    fn hope(&mut self, stages: &[Staged]) -> Option<Point> {
        let denied = |s: &Staged| s.stage.denied(s.known);
        let narrowed = stages.first()?.stage.narrowed_moves();
        let tried = stages.iter().take_while(|s| narrowed || !denied(s));
        let open: Vec<&Staged> =
            tried.filter(|s| !denied(s) && s.stage.winner(s.known).is_none()).collect();
        let most = open.iter().map(|s| s.spent).max().filter(|&n| n > 0)?;
        let stage = &open.iter().rev().find(|s| s.spent >= most / 2)?.stage;
        let kos = if stage.maker_first() { Kos::Against } else { Kos::For };
        let mut search = self.search(stage, kos);
        let root = search.respected(&stage.root, stage.first);
        let mut children = Vec::new();
        search.children(&root, stage.first, &mut children);
        children.retain(|c| c.effort.theirs < NEVER);
        let work = |c: &Child| search.table.get(c.key).map_or(0, |e| e.work);
        let best =
            children.iter().max_by_key(|c| (work(c), Reverse(c.effort.theirs), Reverse(c.bit)));
        best.map(|c| stage.arena.point(c.bit)).filter(|p| !p.is_pass())
    }

    /// The answer of a stage.
    fn answer(&mut self, staged: &Staged, question: &Question, status: Status) -> Answer {
        let Staged { stage, known, .. } = staged;
        let limits = self.limits;
        let mut search = self.search(stage, stage.telling(*known));
        let line = tree::line(&mut search, &stage.root, stage.first);
        let settled = matches!(status, Status::Settled(_) | Status::Ko);
        let tree = (limits.tree > 0 && settled)
            .then(|| tree::tree(&mut search, &stage.root, stage.first, limits.tree));
        let zone = match stage.winner(*known) {
            Some(winner) if limits.zone > 0 => {
                zone::zone(&mut search, &stage.root, stage.first, winner, limits.zone)
            }
            _ => None,
        };
        Answer {
            status,
            assumes: stage.assumes(*known, question),
            zone: stage.arena.points(zone.unwrap_or(stage.arena.open)),
            line,
            hope: None,
            nodes: 0,
            stage: stage.number,
            stopped: false,
            tree,
        }
    }

    /// Goes on with a search for so many nodes.
    fn turn(&mut self, stage: &Stage, kos: Kos, nodes: u64, known: Known) -> Option<bool> {
        let nodes = nodes.min(self.left);
        let mut search = self.search(stage, kos);
        let effort = search.run(&stage.root, stage.first, nodes);
        let (spent, stopped) = (search.budget.nodes.max(1), search.is_stopped());
        self.spent += spent;
        self.left = self.left.saturating_sub(spent);
        self.stopped |= stopped;
        if let Some(progress) = self.limits.progress {
            let status = stage.status(known);
            progress(Progress { nodes: self.spent, stage: stage.number, status });
        }
        match effort {
            Effort { mine: 0, .. } => Some(stage.maker_first()),
            Effort { theirs: 0, .. } => Some(!stage.maker_first()),
            _ => None,
        }
    }

    /// Looks at both rules of kos in turns, until what is found is enough or so many nodes
    /// are spent. The rule under which the player to move shows that he needs no ko comes
    /// first, and has the larger part.
    pub(super) fn stage(&mut self, stage: &Stage, known: Known, nodes: u64) -> Known {
        let made = stage.maker_first();
        let mut known = known;
        let end = self.spent + nodes;
        let mut turn = TURN;
        let share = self.limits.settings.share;
        while self.spent < end && !self.stopped && stage.is_undecided(known) {
            for (against, part) in [(made, turn), (!made, (turn / share).max(1))] {
                let (this, other) =
                    if against { (known.against, known.with) } else { (known.with, known.against) };
                let part = if other.is_some() { turn } else { part };
                if this.is_some() || self.spent >= end || self.stopped || !stage.is_undecided(known)
                {
                    continue;
                }
                let kos = if against { Kos::Against } else { Kos::For };
                let found = self.turn(stage, kos, part.min(end - self.spent), known);
                if against {
                    known.against = found;
                } else {
                    known.with = found;
                }
            }
            turn = (turn * 2).min(LONGEST_TURN);
        }
        if known.against == Some(false) && known.with == Some(true) {
            while known.neutral.is_none() && self.spent < end && !self.stopped {
                let kos = Kos::Neutral(stage.first);
                known.neutral = self.turn(stage, kos, turn.min(end - self.spent), known);
            }
        }
        known
    }
}

impl Stage {
    /// Whether another search may tell more.
    fn is_open(&self, known: Known) -> bool {
        let settled = known.against == Some(true) || known.with == Some(false);
        !settled && (self.is_undecided(known) || known.neutral.is_none())
    }

    /// Whether it is open who has his way, or if a ko decides.
    fn is_undecided(&self, known: Known) -> bool {
        let settled = known.against == Some(true) || known.with == Some(false);
        !settled && (known.against.is_none() || known.with.is_none())
    }
}
