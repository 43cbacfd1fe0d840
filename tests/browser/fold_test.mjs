// What one needs to play is seen without scrolling, on desks and on phones, and nothing lies over the board.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { square, typeMove } from './moves.mjs';
import { meet, onTurn, openParlor, part, playBot, untilOver, untilTurn, visitor, Wire } from './parlor.mjs';

const SIZES = [[1280, 720], [1440, 900], [390, 844], [844, 390]];
const isDesk = ([width, height]) => width > 960 && height > 480;

const { server, browser } = await openParlor('--seed', '7');

const board = (page) => page.locator('svg:has([role="grid"])').first();
const button = (page, name) => page.getByRole('button', { name });

/** Everything that is needed in a game, by name. */
const NEEDED = {
  Chess: (page) => ({ 'the field for moves': page.getByLabel('Type a move'), Flip: button(page, 'Flip') }),
  Scrabble: (page) => ({
    'the rack': page.locator('.rack'), 'what a word brings': page.locator('.verdict'),
    ...Object.fromEntries(['Shuffle', 'Recall', 'Exchange', 'Pass', 'Play'].map((name) => [name, button(page, name)])),
  }),
  Spectrangle: (page) => ({
    'the own tiles': page.getByRole('group', { name: 'Your tiles' }), 'the hint': page.locator('.hint'),
    'the tiles of the other': page.getByRole('group', { name: /^Tiles of/ }),
    ...Object.fromEntries([/^Turn/, 'Undo', 'Play'].map((name) => [name, button(page, name)])),
  }),
  'My Shelfie': (page) => ({
    'the own shelf': page.getByRole('group', { name: 'Your shelf' }), 'the hint': page.locator('.hint'), Undo: button(page, 'Undo'), Take: button(page, /^Take/),
  }),
};

const common = (page) => ({
  'the board': board(page), 'whose turn it is': page.locator('.status'), 'one player': page.locator('aside ol li').nth(0), 'the other': page.locator('aside ol li').nth(1),
});

/** The window has this size, and all that follows from it has been drawn. */
async function resize(page, [width, height]) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(([wide, tall]) => innerWidth === wide && innerHeight === tall, [width, height]);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Each thing is drawn, and lies inside the window of a page that was not scrolled. */
async function assertSeen(page, things, what) {
  await page.evaluate(() => scrollTo(0, 0));
  const { width, height } = page.viewportSize();
  for (const [name, thing] of Object.entries(things)) {
    const box = await thing.boundingBox();
    assert.ok(box && box.width > 0 && box.height > 0, `${what}: ${name} is not there`);
    const inside = box.x >= -0.5 && box.y >= -0.5 && box.x + box.width <= width + 0.5 && box.y + box.height <= height + 0.5;
    assert.ok(inside, `${what}: ${name} is outside: ${JSON.stringify(box)}`);
  }
}

async function assertUnscrolled(page, what) {
  const { page: tall, window } = await page.evaluate(() => ({ page: document.scrollingElement.scrollHeight, window: innerHeight }));
  assert.ok(tall <= window, `${what}: the page is ${tall - window} px higher than the window`);
}

async function assertApart(one, other, what) {
  const [first, second] = [await one.boundingBox(), await other.boundingBox()];
  const apart = first.x + first.width <= second.x || second.x + second.width <= first.x || first.y + first.height <= second.y || second.y + second.height <= first.y;
  assert.ok(apart, `${what}: ${JSON.stringify(first)} lies over ${JSON.stringify(second)}`);
}

/** A board is worth its name only if its parts can be hit. */
async function assertLarge(page, least, what) {
  const { width } = await board(page).boundingBox();
  assert.ok(width >= least, `${what}: the board is ${width} px wide`);
}

async function inEverySize(page, game, check) {
  for (const size of SIZES) {
    await resize(page, size);
    await check(`${game}, ${size.join(' by ')}`, size);
  }
}

for (const [game, needed] of Object.entries(NEEDED)) {
  test(`${game}: what one needs to play is seen without scrolling`, async () => {
    const page = await visitor(browser, server);
    await playBot(page, game);
    await onTurn([page]);
    await inEverySize(page, game, async (what, size) => {
      await assertSeen(page, { ...common(page), ...needed(page) }, what);
      await assertLarge(page, Math.min(...size) * 0.5, what);
      if (isDesk(size)) await assertUnscrolled(page, what);
    });
    await part(page);
  });
}

test('My Shelfie: the tiles taken and the columns are seen when it is time for them', async () => {
  const page = await visitor(browser, server);
  await playBot(page, 'My Shelfie');
  await onTurn([page]);
  for (let taken = 0; taken < 2; ++taken) await page.locator('.offer').first().click();
  await page.getByRole('button', { name: /^Take 2/ }).click();
  await page.getByRole('button', { name: 'Keep this order' }).waitFor();
  await inEverySize(page, 'My Shelfie', async (what) => {
    const columns = await page.locator('[data-column]').all();
    const things = { 'the tiles taken': page.getByRole('group', { name: /^Tiles taken/ }), 'Keep this order': button(page, 'Keep this order') };
    await assertSeen(page, { ...common(page), ...things, ...Object.fromEntries(columns.map((column, at) => [`column ${at + 1}`, column])) }, what);
  });
  await part(page);
});

test('why a move was refused is seen, and lies over nothing that one plays with', async () => {
  const chess = await visitor(browser, server);
  await playBot(chess, 'Chess');
  await onTurn([chess]);
  await inEverySize(chess, 'Chess', async (what) => {
    assert.equal(await typeMove(chess, 'e2e9'), false);
    await assertSeen(chess, { ...common(chess), 'why it was refused': chess.locator('.wrong') }, what);
    await assertApart(chess.locator('.wrong'), board(chess), what);
  });
  await part(chess);

  const pages = [await visitor(browser, server), await visitor(browser, server)];
  await meet(...pages, 'Scrabble');
  const scrabble = await onTurn(pages);
  await inEverySize(scrabble, 'Scrabble', async (what) => {
    await scrabble.locator('.rack button:not([aria-label^="blank"])').first().click();
    await square(scrabble, 0).click();
    await button(scrabble, /^Play/).click();
    const word = scrabble.locator('.toasts p');
    await word.waitFor();
    assert.equal(await word.count(), 1);
    await assertSeen(scrabble, { 'why it was refused': word }, what);
    for (const thing of [board(scrabble), scrabble.locator('.rack'), button(scrabble, /^Play/)]) await assertApart(word, thing, what);
    await button(scrabble, 'Recall').click();
  });
  await part(...pages);
});

test('the end of a game is told beside the board, and its replay fits as the game did', async () => {
  const pages = [await visitor(browser, server), await visitor(browser, server)];
  await meet(...pages, 'Chess');
  const white = await onTurn(pages);
  const black = pages.find((page) => page !== white);
  for (const [player, move] of [[white, 'f3'], [black, 'e5'], [white, 'g4'], [black, 'Qh4']]) {
    await untilTurn(player);
    assert.ok(await typeMove(player, move));
  }
  await untilOver(white);
  const end = white.getByRole('region', { name: 'The end of the game' });
  await inEverySize(white, 'the end', async (what) => {
    await assertSeen(white, { ...common(white), 'what came of it': end }, what);
    await assertApart(end, board(white), what);
  });
  await end.getByRole('link', { name: 'Replay' }).click();
  await button(white, 'Last').waitFor();
  await board(white).waitFor();
  await inEverySize(white, 'the replay', async (what, size) => {
    const steps = Object.fromEntries(['First', 'Previous', 'Next', 'Last'].map((name) => [name, button(white, name)]));
    await assertSeen(white, { ...common(white), ...steps }, what);
    if (isDesk(size)) await assertUnscrolled(white, what);
  });
  await part(...pages);
});

test('the board of a seat that is played over a wire fits likewise', async () => {
  const wires = [await Wire.dial(server, 'chess'), await Wire.dial(server, 'chess')];
  const page = await visitor(browser, server);
  await page.getByRole('link', { name: /^Its board/ }).first().click();
  await board(page).waitFor();
  await inEverySize(page, 'a seat', async (what, size) => {
    await assertSeen(page, common(page), what);
    if (isDesk(size)) await assertUnscrolled(page, what);
  });
  await part(page);
  for (const wire of wires) wire.hangUp();
});

test('on a small window that is enlarged twofold everything can be reached by scrolling', async () => {
  const page = await visitor(browser, server, '/', { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 });
  await playBot(page, 'Scrabble');
  await onTurn([page]);
  const last = button(page, 'Leave the game');
  await last.scrollIntoViewIfNeeded();
  const box = await last.boundingBox();
  assert.ok(box.y >= 0 && box.y + box.height <= 360, JSON.stringify(box));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
  await part(page);
});

test('a slow connection says so, and makes the page of a narrow phone no wider', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await context.routeWebSocket(/\/ws\?/, (near) => {
    const far = near.connectToServer();
    far.onMessage((words) => setTimeout(() => near.send(words), 600));
  });
  const page = await context.newPage();
  await page.goto(server.address);
  await page.locator('.lag.slow').waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
  await context.close();
});
