// Labels of rule sets.
import type { GameKind } from '../wire/messages';

export function optionsLabel(games: GameKind[], game: string, options: string): string {
  const kind = games.find((known) => known.game === game);
  return kind?.options.find((known) => known.options === options)?.label ?? (options || 'standard');
}
