//! Lines of play, whose positions stay in their lanes from move to move.

use grundy::stated::{Choose, Lines};
use grundy::{End, Fate, Fault, Player};

use super::{Play, ROLES, Room};
use crate::lanes::{self, LANES, NONE, Value};
use crate::position;

/// Lines of play of one game.
pub(super) struct LinesOf<'a> {
    play: &'a Play,
    groups: Vec<Group>,
    /// The player who was to move where each line began.
    movers: Vec<Player>,
    /// How each line ended.
    ends: Vec<Option<End>>,
    /// A buffer for the numbers of the moves of a line.
    slots: Vec<u16>,
    room: Room,
}

/// Lines that are evaluated together.
struct Group {
    /// For each fact, the lanes in which it is true.
    now: Vec<Value>,
    /// The lines that are not over.
    live: Value,
}

impl<'a> LinesOf<'a> {
    pub(super) fn new(play: &'a Play, from: &[(&[u8], Player)]) -> Self {
        let rules = play.rules();
        let mut room = play.room();
        let groups = from.chunks(LANES).map(|from| {
            let positions = from.iter().map(|&(position, _)| position);
            lanes::load(positions, &rules.now, &mut room.block, &mut room.values);
            let now = rules.now.iter().map(|&fact| lanes::value(&room.values, fact)).collect();
            Group { now, live: lanes::first(from.len()) }
        });
        let groups = groups.collect();
        let movers: Vec<Player> = from.iter().map(|&(_, mover)| mover).collect();
        let ends = vec![None; movers.len()];
        LinesOf { play, groups, movers, ends, slots: Vec::new(), room }
    }

    /// Makes a move in the lines of one group.
    fn advance_group(&mut self, group: usize, choose: &mut Choose<'_>) -> Result<(), Fault> {
        let LinesOf { play, groups, movers, ends, slots, room } = self;
        let (rules, first) = (play.rules(), LANES * group);
        let Group { now, live } = &mut groups[group];
        if *live == NONE {
            return Ok(());
        }
        for (&fact, value) in rules.now.iter().zip(&*now) {
            room.values[fact as usize / 2] = *value;
        }
        rules.state.run(&mut room.values);
        let over = lanes::map(&lanes::value(&room.values, rules.terminal), live, |a, b| a & b);
        let open = lanes::map(live, &over, |live, over| live & !over);
        let right = play.rights(&room.values);
        play.legal(&open, room);
        let over = lanes::map(&over, &play.stuck(&open, room), |over, stuck| over | stuck);
        if over != NONE {
            rules.judge.run(&mut room.values);
            play.goals(&over, room);
            for lane in lanes::lanes(&over) {
                let end = play.end(lane, room);
                ends[first + lane] = Some(end.map_err(|fault| at(play, now, lane, fault))?);
            }
            *live = lanes::map(live, &over, |live, over| live & !over);
            if *live == NONE {
                return Ok(());
            }
        }
        let made_of =
            |role: usize, number: u32| rules.moves[role][number as usize].made as usize / 2;
        room.steps.clear();
        for lane in lanes::lanes(live) {
            let mover = usize::from(lanes::has(&right, lane));
            play.playable(lane, mover, room).map_err(|fault| at(play, now, lane, fault))?;
            let legal = &room.legal[mover][lane];
            slots.clear();
            slots.extend(legal.iter().map(|&number| rules.slot(mover, number)));
            let same = ROLES[mover] == movers[first + lane];
            let chosen = legal[choose(first + lane, same, slots).min(legal.len() - 1)];
            let other = room.legal[1 - mover][lane][0];
            let made = if mover == 0 { [chosen, other] } else { [other, chosen] };
            room.steps.push((lane, made));
            for (role, number) in made.into_iter().enumerate() {
                room.values[made_of(role, number)][lane / 64] |= 1 << (lane % 64);
            }
        }
        rules.step.run(&mut room.values);
        for (now, &fact) in now.iter_mut().zip(&rules.next) {
            *now = lanes::value(&room.values, fact);
        }
        for (_, made) in &room.steps {
            for (role, &number) in made.iter().enumerate() {
                room.values[made_of(role, number)] = NONE;
            }
        }
        Ok(())
    }
}

/// A fault in the position of a lane.
fn at(play: &Play, now: &[Value], lane: usize, fault: Fault) -> Fault {
    let mut bytes = vec![0; now.len().div_ceil(8)];
    for (bit, _) in now.iter().enumerate().filter(|(_, value)| lanes::has(value, lane)) {
        bytes[bit / 8] |= 1 << (bit % 8);
    }
    fault.in_position(position::print(play.rules(), &bytes))
}

impl Lines for LinesOf<'_> {
    fn advance(&mut self, choose: &mut Choose<'_>) -> Result<bool, Fault> {
        for group in 0..self.groups.len() {
            self.advance_group(group, choose).inspect_err(|_| {
                // This buffer still has the moves that were made.
                self.room = Room::default();
            })?;
        }
        Ok(self.groups.iter().any(|group| group.live != NONE))
    }

    fn result(&self, line: usize) -> Option<Fate> {
        Some(match self.ends[line]? {
            End::Tie => Fate::Draw,
            End::Won(player) if player == self.movers[line] => Fate::Win,
            End::Won(_) => Fate::Loss,
        })
    }
}

impl Drop for LinesOf<'_> {
    fn drop(&mut self) {
        self.play.give_back(std::mem::take(&mut self.room));
    }
}
