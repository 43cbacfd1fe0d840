// What is said of Spectrangle around its board.
import type { Words } from '../words';

export default { title: 'Spectrangle' } satisfies Words;
