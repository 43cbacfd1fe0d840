// A finished game as the list of its states.
import type { LogLine, Replay, State } from '../wire/messages';

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
