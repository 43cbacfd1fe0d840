// The common goals in words and as a small picture, by the number that the server gives them.

interface Goal {
  words: string;
  /** Six rows of a shelf: o of one kind, x all different, m few kinds, s any kind. */
  picture: string;
}

const repeat = (row: string) => Array(6).fill(row).join('/');

export const GOALS: Goal[] = [
  { words: 'Two squares of 2 by 2 tiles, each of one kind.', picture: '...../...../oo.../oo.oo/...oo/.....' },
  { words: 'Two full columns, each of six different kinds.', picture: repeat('.x.x.') },
  { words: 'Four separate groups of at least four tiles of one kind that touch.', picture: 'oooo./....o/oo..o/oo..o/....o/oooo.' },
  { words: 'Six separate groups of at least two tiles of one kind that touch.', picture: 'oo.oo/...../oo.oo/...../oo.oo/.....' },
  { words: 'Three full columns, each of at most three different kinds.', picture: repeat('m.m.m') },
  { words: 'Two full rows, each of five different kinds.', picture: '...../xxxxx/...../...../xxxxx/.....' },
  { words: 'Four full rows, each of at most three different kinds.', picture: 'mmmmm/mmmmm/...../mmmmm/mmmmm/.....' },
  { words: 'The four corners hold tiles of one kind.', picture: 'o...o/...../...../...../...../o...o' },
  { words: 'Eight tiles of one kind, anywhere.', picture: '..o../o...o/.o.../...o./o.o../...o.' },
  { words: 'Five tiles of one kind in the shape of an X.', picture: '...../o.o../.o.../o.o../...../.....' },
  { words: 'Five tiles of one kind in a diagonal line.', picture: 'o..../.o.../..o../...o./....o/.....' },
  { words: 'Stairs: each column is one tile higher than the next.', picture: '...../s..../ss.../sss../ssss./sssss' },
];
