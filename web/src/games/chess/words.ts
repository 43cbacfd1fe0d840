// What is said of chess around its board.
import type { Words } from '../words';

export default {
  title: 'Chess',
  seats: ['White', 'Black'],
  colors: [['white', 'White'], ['black', 'Black'], ['random', 'Random']],
  offers: true,
  pairs: true,
  formats: () => ['pgn'],
} satisfies Words;
