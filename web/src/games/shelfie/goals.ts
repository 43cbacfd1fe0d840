// The common goals in words, by the number that the server gives them.

export const GOALS = [
  'Two squares of 2 by 2 tiles, each of one kind.',
  'Two full columns, each of six different kinds.',
  'Four separate groups of at least four tiles of one kind that touch.',
  'Six separate groups of at least two tiles of one kind that touch.',
  'Three full columns, each of at most three different kinds.',
  'Two full rows, each of five different kinds.',
  'Four full rows, each of at most three different kinds.',
  'The four corners hold tiles of one kind.',
  'Eight tiles of one kind, anywhere.',
  'Five tiles of one kind in the shape of an X.',
  'Five tiles of one kind in a diagonal line.',
  'Stairs: each column is one tile higher than the next.',
];
