// A finished game as the list of its states.
import type { Answer, LogLine, Replay, State } from '../wire/messages';

export interface Moment {
  seq: number;
  state: State;
  log: LogLine[]; // all that happened until then
  remaining: number[] | null; // the time of each seat, if there was a clock
}

export function momentsOf(replay: Replay): Moment[] {
  const moments: Moment[] = [];
  let state: State = { turn: null, outcome: null };
  let log: LogLine[] = [];
  for (const step of replay.steps) {
    state = step.state ?? ({ ...state, ...step.patch } as State);
    log = [...log, ...step.log];
    moments.push({ seq: step.seq, state, log, remaining: step.remaining ?? null });
  }
  return moments;
}

/** The answer with all steps of a game, of which each answer brings some and says where to go on. */
export async function collected(ask: (from: number) => Promise<Answer>): Promise<Answer> {
  const first = await ask(0);
  let next = first.replay?.next ?? null;
  while (first.replay && next !== null) {
    const piece = await ask(next);
    if (!piece.replay) return piece;
    first.replay.steps.push(...piece.replay.steps);
    next = piece.replay.next;
  }
  return first;
}
