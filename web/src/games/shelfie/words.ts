// What is said of My Shelfie around its board.
import type { Words } from '../words';
import type { ShelfieState } from './shelf';

export default {
  title: 'My Shelfie',
  scores: (state) => (state as ShelfieState).points.map(({ total }) => total),
} satisfies Words;
