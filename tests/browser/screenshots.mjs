// Makes the pictures of the documentation: the hall, each board some moves into a game against the computer, and a film of one.
import fs from 'node:fs';
import path from 'node:path';
import { filmScrabble } from './film.mjs';
import { shelfieMove, spectrangleMove } from './moves.mjs';
import { onTurn, openBrowser, playBot, rename, Server, visitor } from './parlor.mjs';

const folder = path.resolve(process.argv[3] ?? 'docs/images');
const VIEW = { viewport: { width: 1280, height: 860 }, colorScheme: 'light', deviceScaleFactor: 1 };
const SMALL_VIEW = { viewport: { width: 1000, height: 672 }, colorScheme: 'light', deviceScaleFactor: 0.64 };

/** A picture of a page at rest: it has asked again how long answers take since it was loaded. */
async function portray(page, name) {
  await page.waitForTimeout(3500);
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}

fs.mkdirSync(folder, { recursive: true });
const server = await Server.start('--seed', '7');
const browser = await openBrowser();

/** Makes so many moves, or fewer if the game is over before. */
async function some(page, move, number) {
  for (let made = 0; made < number && (await onTurn([page])); ++made) {
    const seq = await page.locator('.table').getAttribute('data-seq');
    await move(page);
    await page.waitForFunction((before) => document.querySelector('.table')?.getAttribute('data-seq') !== before, seq);
  }
  await onTurn([page]);
}

const OPENING = ['e4', 'Nf3', 'Bc4', 'd3', 'O-O', 'Nc3', 'Bg5', 'a3', 'h3'];

/** The next move of the opening that is possible, else any. */
async function chessMove(page) {
  for (const move of OPENING) {
    await page.getByLabel('Type a move').fill(move);
    await page.keyboard.press('Enter');
    if ((await page.locator('.wrong').innerText()) === '') return;
  }
  for (const piece of await page.locator('.mine').all()) {
    await piece.click();
    const targets = page.locator('[aria-label*="can be reached"]');
    if ((await targets.count()) > 0) {
      await targets.last().click();
      return;
    }
  }
}

async function passing(page) {
  await page.getByRole('button', { name: 'Pass' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pass' }).click();
}

const BOARDS = [
  ['chess', 'Chess', (page) => some(page, chessMove, 3)],
  ['scrabble', 'Scrabble', (page) => some(page, passing, 3)],
  ['spectrangle', 'Spectrangle', async (page) => {
    await some(page, spectrangleMove, 6);
    await page.locator('[data-tile]').first().click();
  }],
  ['shelfie', 'My Shelfie', (page) => some(page, shelfieMove, 2)],
];

const pages = [];
for (const [file, game, play] of BOARDS) {
  const page = await visitor(browser, server, '/', VIEW);
  await rename(page, `anna-${pages.length + 1}`);
  await playBot(page, game);
  await play(page);
  await portray(page, file);
  pages.push(page);
}
const guest = await visitor(browser, server, '/', VIEW);
await guest.locator('.picture svg').nth(BOARDS.length - 1).waitFor();
await portray(guest, 'hall');

const player = await visitor(browser, server, '/', SMALL_VIEW);
await rename(player, 'anna');
await filmScrabble(player, 5, path.join(folder, 'game.gif'));

await browser.close();
await server.stop();
