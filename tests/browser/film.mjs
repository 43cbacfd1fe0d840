// Films a game of Scrabble against the computer: a person types word after word, and every letter is a picture.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTurn, playBot } from './parlor.mjs';

const SIZE = 15;
const MIDDLE = 112;
const LISTS = ['10', '20'].map((size) => `/usr/share/dict/scowl/english-words.${size}`); // the commonest words

/** A strip of pictures, each shown for so many hundredths of a second. */
class Film {
  #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parlor-film-'));
  #strip = [];

  async shoot(page, hundredths) {
    const file = path.join(this.#folder, `${String(this.#strip.length / 3).padStart(3, '0')}.png`);
    await page.screenshot({ path: file });
    this.#strip.push('-delay', String(hundredths), file);
  }

  /** One palette for all, and only what changes from one picture to the next. */
  develop(file) {
    execFileSync('convert', ['-loop', '0', ...this.#strip, '+dither', '+map', '-layers', 'Optimize', file]);
    fs.rmSync(this.#folder, { recursive: true });
  }
}

const commonWords = () => [...new Set(LISTS.flatMap((list) => fs.readFileSync(list, 'latin1').split('\n')))]
  .filter((word) => /^[a-z]{3,8}$/.test(word)).map((word) => word.toUpperCase());

/** The letters on the board, '' where nothing lies, and those in hand without blanks. */
async function lookAt(page) {
  const labels = (cells) => cells.map((cell) => cell.getAttribute('aria-label'));
  const cells = await page.locator('[data-square]').evaluateAll(labels);
  const tiles = await page.locator('.rack button').evaluateAll(labels);
  return {
    board: cells.map((label) => /^\w+, ([A-Z])(,|$)/.exec(label)?.[1] ?? ''),
    rack: tiles.map((label) => /^[A-Z](?=,)/.exec(label)?.[0]).filter(Boolean),
  };
}

/** Which letters of the rack the word takes on these squares; null if it cannot lie there without making others. */
function tilesFor(word, squares, across, { board, rack }) {
  const at = (square, right, down) => {
    const [column, row] = [(square % SIZE) + right, Math.floor(square / SIZE) + down];
    return column < 0 || column >= SIZE || row < 0 || row >= SIZE ? '' : board[row * SIZE + column];
  };
  const [along, beside] = across ? [[1, 0], [0, 1]] : [[0, 1], [1, 0]];
  if (at(squares[0], -along[0], -along[1]) || at(squares.at(-1), ...along)) return null;
  const left = [...rack];
  const taken = [];
  for (const [index, square] of squares.entries()) {
    if (board[square]) {
      if (board[square] !== word[index]) return null;
      continue;
    }
    const place = left.indexOf(word[index]);
    if (place < 0 || at(square, ...beside) || at(square, -beside[0], -beside[1])) return null;
    taken.push(...left.splice(place, 1));
  }
  const crosses = taken.length < word.length || (board.every((letter) => !letter) && squares.includes(MIDDLE));
  return taken.length > 0 && crosses ? taken : null;
}

/** The word that takes the most tiles, and where. */
function bestWord(words, position) {
  let best = null;
  for (const across of [true, false]) {
    const step = across ? 1 : SIZE;
    for (const word of words) {
      for (let start = 0; start < SIZE * SIZE; ++start) {
        const from = across ? start % SIZE : Math.floor(start / SIZE);
        if (from + word.length > SIZE) continue;
        const squares = Array.from(word, (_, index) => start + index * step);
        const tiles = tilesFor(word, squares, across, position);
        if (tiles && tiles.length > (best?.tiles.length ?? 0)) best = { start, across, tiles };
      }
    }
  }
  return best;
}

/** So many words of a person and of the computer, as a moving picture. */
export async function filmScrabble(page, turns, file) {
  const film = new Film();
  const words = commonWords();
  let across = true;
  await playBot(page, 'Scrabble', 'casual');
  for (let turn = 0; turn < turns && (await onTurn([page])); ++turn) {
    await film.shoot(page, 100);
    const word = bestWord(words, await lookAt(page));
    if (!word) break;
    await page.locator(`[data-square="${word.start}"]`).focus();
    if (word.across !== across) await page.keyboard.press('Space');
    across = word.across;
    for (const tile of word.tiles) {
      await page.keyboard.press(tile.toLowerCase());
      await film.shoot(page, 18);
    }
    await page.getByRole('button', { name: /^Play for/ }).waitFor();
    await film.shoot(page, 90);
    const seq = await page.locator('.table').getAttribute('data-seq');
    await page.keyboard.press('Enter');
    await page.waitForFunction((before) => document.querySelector('.table')?.getAttribute('data-seq') !== before, seq);
  }
  await onTurn([page]);
  await film.shoot(page, 250);
  film.develop(file);
}
