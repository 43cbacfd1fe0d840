// What is said of Scrabble around its board.
import type { Words } from '../words';

export default {
  title: 'Scrabble',
  formats: (players) => (players === 2 ? ['gcg'] : []),
} satisfies Words;
