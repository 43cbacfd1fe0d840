// The points of each seat, as the game's state tells them.
import type { State } from '../wire/messages';

export function scoresOf(game: string, state: State): number[] | null {
  if (game === 'chess') return null;
  if (state.outcome) return state.outcome.scores;
  const points = state['points'] as { total: number }[] | undefined;
  return points ? points.map((each) => each.total) : ((state['scores'] as number[] | undefined) ?? null);
}
