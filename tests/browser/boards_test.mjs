// What the boards show and offer besides moves: promotion, flip, what was taken, counts, outlines, words for screen readers, settings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pass, playOut, square, typeMove } from './moves.mjs';
import { meet, onTurn, openParlor, part, playBot, Server, untilOver, untilTurn, visitor } from './parlor.mjs';

const { server, browser } = await openParlor('--seed', '7');

async function pair(game, ...options) {
  const pages = [await visitor(browser, server, '/', options[0]), await visitor(browser, server, '/', options[1] ?? options[0])];
  await meet(...pages, game);
  const first = await onTurn(pages);
  return [first, pages.find((page) => page !== first)];
}

/** Moves by turns; each is typed by whose turn it is. */
async function playMoves(pages, moves) {
  for (const [at, move] of moves.entries()) {
    const page = pages[at % 2];
    await untilTurn(page);
    assert.ok(await typeMove(page, move), move);
    await page.waitForFunction((count) => document.querySelectorAll('.move').length > count, at);
  }
}

const taken = (page) => page.locator('.chess svg[role="img"]').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));

test('chess: a pawn becomes what one chooses; what was taken is shown, a pawn that was promoted is not', async () => {
  const pages = await pair('Chess');
  await playMoves(pages, ['h4', 'a6', 'h5', 'a5', 'h6', 'a4', 'hxg7', 'a3']);
  const [white, black] = pages;
  await untilTurn(white);
  await square(white, 'g7').click();
  await square(white, 'h8').click();
  const chooser = white.getByRole('dialog', { name: 'Promote to' });
  await chooser.getByRole('button').nth(3).waitFor();
  await white.keyboard.press('Escape');
  await chooser.waitFor({ state: 'detached' });
  await square(white, 'g7').click();
  await square(white, 'h8').click();
  await chooser.getByRole('button', { name: /knight/i }).click();
  for (const page of pages) await page.locator('.move', { hasText: 'gxh8=N' }).waitFor();
  assert.deepEqual(await taken(white), ['nothing taken', 'taken: rook, pawn']);
  assert.deepEqual(await taken(black), ['taken: rook, pawn', 'nothing taken']);
  assert.match(await square(black, 'h8').getAttribute('aria-label'), /knight/);
  // Words for those who cannot see the board.
  assert.match(await black.locator('[aria-live="polite"].unseen').innerText(), /gxh8=N.*Your turn/);
  await part(...pages);
});

test('chess: a slow drag is a drag; the board can be turned', async () => {
  const pages = await pair('Chess');
  const [white] = pages;
  const [from, to] = [await square(white, 'e2').boundingBox(), await square(white, 'e4').boundingBox()];
  await white.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await white.mouse.down();
  await white.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 80 });
  await white.mouse.up();
  await white.locator('.move', { hasText: 'e4' }).waitFor();
  const left = async (name) => (await square(white, name).boundingBox()).x;
  assert.ok((await left('a1')) < (await left('h1')));
  await white.getByRole('button', { name: 'Flip' }).click();
  assert.ok((await left('a1')) > (await left('h1')));
  await part(...pages);
});

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Where things are on the page. */
const places = (page) =>
  page.evaluate(() =>
    ['.status', '.fit', 'aside ol', '.talk [role="tablist"]'].map((what) => {
      const { x, y, width, height } = document.querySelector(what).getBoundingClientRect();
      return [what, ...[x, y + scrollY, width, height].map(Math.round)].join(' ');
    }));

for (const [name, options] of [['a phone', PHONE], ['a desktop', {}]]) {
  test(`nothing moves on ${name} when a game ends`, async () => {
    const chess = await pair('Chess', options);
    await playMoves(chess, ['f3', 'e5', 'g4']);
    await untilTurn(chess[1]);
    const before = await places(chess[0]);
    assert.ok(await typeMove(chess[1], 'Qh4'));
    await untilOver(chess[0]);
    await chess[0].getByRole('button', { name: 'Play again' }).waitFor();
    assert.deepEqual(await places(chess[0]), before);
    await part(...chess);

    const scrabble = await pair('Scrabble', options);
    await pass(scrabble[0]);
    await untilTurn(scrabble[1]);
    const steady = await places(scrabble[0]);
    await playOut(scrabble, pass, 12);
    await untilOver(scrabble[0]);
    await scrabble[0].getByRole('button', { name: 'Play again' }).waitFor();
    assert.deepEqual(await places(scrabble[0]), steady);
    await part(...scrabble);
  });
}

test('scrabble: what is unseen is counted', async () => {
  const page = await visitor(browser, server);
  await playBot(page, 'Scrabble');
  await onTurn([page]);
  const board = await page.locator('[role="gridcell"][aria-label*=", "]').evaluateAll((all) => all.filter((one) => /^[A-O]\d+, [A-Z](, a blank)?$/.test(one.getAttribute('aria-label'))).length);
  const rack = await page.locator('.rack button').count();
  const summary = await page.locator('summary', { hasText: 'unseen' }).innerText();
  assert.equal(Number(/^(\d+) tiles unseen/.exec(summary)[1]), 100 - board - rack);
  await page.locator('summary', { hasText: 'unseen' }).click();
  const counts = await page.locator('details li').allInnerTexts();
  assert.equal(counts.reduce((sum, text) => sum + Number(/\d+$/.exec(text)[0]), 0), 100 - board - rack);
  await part(page);
});

test('scrabble: a blank that is clicked onto the board asks what it stands for', async () => {
  const own = await Server.start('--seed', '18'); // who begins has a blank
  const pages = [await visitor(browser, own), await visitor(browser, own)];
  await meet(...pages, 'Scrabble');
  const page = await onTurn(pages);
  await page.getByRole('button', { name: 'blank' }).click();
  await square(page, 112).click();
  await page.getByRole('dialog', { name: 'The blank stands for' }).getByRole('button', { name: 'E', exact: true }).click();
  assert.equal(await square(page, 112).getAttribute('aria-label'), 'H8, E, a blank, not yet played');
  assert.equal(await page.getByRole('button', { name: 'blank' }).count(), 0);
  await page.getByRole('button', { name: 'Recall' }).click();
  await page.getByRole('button', { name: 'blank' }).waitFor();
  await part(...pages);
  await own.stop();
});

test('my shelfie: what the own card wants is outlined, and where tiles would fall is shown', async () => {
  const page = await visitor(browser, server);
  await playBot(page, 'My Shelfie');
  await onTurn([page]);
  assert.equal(await page.locator('.outline, .tick').count(), 6, 'six places of the card');
  await page.locator('.offer').first().click();
  await page.getByRole('button', { name: /^Take 1/ }).click();
  await page.locator('[data-column]').first().focus();
  assert.equal(await page.locator('.landing').count(), 1);
  assert.equal(await page.locator('.group').count(), 0, 'groups only at the end');
  await part(page);
});

test('sounds and colours are chosen once and kept; less motion is respected', async () => {
  const page = await visitor(browser, server, '/', { colorScheme: 'light', reducedMotion: 'reduce' });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), 'light');
  await page.getByRole('button', { name: 'Sounds', pressed: true }).click();
  await page.getByRole('button', { name: 'Dark colours' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Sounds', pressed: false }).waitFor();
  assert.equal(await theme(), 'dark');
  const slow = await page.evaluate(() => [...document.querySelectorAll('*')].filter((one) => getComputedStyle(one).transitionDuration.split(', ').some((time) => parseFloat(time) > 0)).length);
  assert.equal(slow, 0, 'nothing moves slowly');
  await part(page);
});
