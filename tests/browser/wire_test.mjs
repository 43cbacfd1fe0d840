// A browser at tables with clients of every wire protocol: each sees the other's moves, talk and departure through its own grammar.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { chessMove, pass, playOut, shelfieMove, spectrangleMove, typeMove } from './moves.mjs';
import { openParlor, rename, Server, untilOver, untilTurn, visitor, Wire, wireBot } from './parlor.mjs';

const { server, browser } = await openParlor();
const common = await Server.start('--scrabble-common');
after(() => common.stop());

/** A browser that joins whoever waits for that game. */
async function join(game, name, where = server) {
  const page = await visitor(browser, where);
  await rename(page, name);
  await page.getByRole('button', { name: new RegExp(`Join ${game}`) }).click();
  return page;
}

/** The browser goes; so do the bots, who have played their one game. */
async function finish(page, ...bots) {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
  for (const bot of bots) {
    assert.equal(await bot.ended, 0, bot.heard);
    assert.match(bot.heard, /^game 1: /m);
  }
}

/** After the game of a protocol's client: what the page shows of it, and that it can be seen again. */
async function seeAgain(page, protocol) {
  assert.equal(await page.locator('.badge', { hasText: protocol }).count(), 1, 'by which protocol the other plays');
  await page.getByRole('link', { name: 'Replay' }).click();
  await page.getByRole('button', { name: 'Last' }).click();
}

async function hearTalk(page, words) {
  await page.getByRole('tab', { name: 'Chat' }).click();
  await page.getByText(words).waitFor();
}

async function talk(page, words) {
  await page.getByRole('tab', { name: 'Chat' }).click();
  await page.getByLabel('Say something').fill(words);
  await page.keyboard.press('Enter');
}

async function leave(page) {
  await page.getByRole('button', { name: /Resign|Leave the game/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: /Resign|Leave the game/ }).click();
}

async function close(page) {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

test('chess against parlor bot, to the end', async () => {
  const bot = wireBot(server, 'chess', '--level', 'simple');
  const page = await join('Chess', 'anna');
  const opening = ['f6', 'g5'];
  await playOut([page], async (one) => {
    const move = opening.shift();
    if (!move || !(await typeMove(one, move))) await chessMove(one);
  }, 200);
  await seeAgain(page, 'chess');
  await finish(page, bot);
});

test('chess through the lines of its protocol: moves and both ways to go', async () => {
  const wire = await Wire.dial(server, 'chess');
  const page = await join('Chess', 'bert');
  await wire.hear(/^COLOR WHITE$/);
  wire.say('MOVE 4 1 4 3');
  await page.locator('.move', { hasText: 'e4' }).waitFor();
  await untilTurn(page);
  assert.ok(await typeMove(page, 'e5'));
  await wire.hear(/^MOVE 4 6 4 4$/);
  wire.hangUp();
  assert.match(await untilOver(page), / left, you win$/);
  await close(page);

  const second = await Wire.dial(server, 'chess');
  const other = await join('Chess', 'cleo');
  await second.hear(/^COLOR WHITE$/);
  await leave(other);
  await second.closed;
  await close(other);
});

for (const protocol of ['scrabble-twente', 'scrabble-clarkson']) {
  test(`${protocol} against parlor bot, to the end`, async () => {
    const bot = wireBot(server, protocol, '--level', 'greedy', '--name', 'Robo');
    const page = await join('Scrabble', 'Anna');
    await playOut([page], pass, 100);
    assert.ok((await page.locator('.move', { hasText: /^(?!passed)/ }).count()) > 0, 'words of the other are listed');
    await seeAgain(page, protocol);
    await finish(page, bot);
  });
}

test('both protocols of Scrabble and a browser at one table, to the end', async () => {
  const page = await visitor(browser, common);
  await rename(page, 'Anna');
  await page.getByRole('combobox', { name: /^Game/ }).selectOption({ label: 'Scrabble' });
  await page.getByRole('combobox', { name: /^Rules/ }).selectOption({ label: 'without blanks, for all protocols' });
  await page.getByRole('combobox', { name: /^Players/ }).selectOption('3');
  await page.getByRole('button', { name: /Create, and wait for 2/ }).click();
  await page.getByRole('heading', { name: 'Waiting for Scrabble' }).waitFor();
  const bots = [
    wireBot(common, 'scrabble-twente', '--level', 'greedy', '--name', 'Tom', '--players', '3'),
    wireBot(common, 'scrabble-clarkson', '--level', 'greedy', '--name', 'Cloe', '--players', '3'),
  ];
  await page.locator('.table').waitFor();
  await playOut([page], pass, 100);
  for (const protocol of ['scrabble-twente', 'scrabble-clarkson']) {
    assert.equal(await page.locator('.badge', { hasText: protocol }).count(), 1);
  }
  await finish(page, ...bots);
});

/** Somebody of scrabble-twente who has announced themselves and waits for a game. */
async function twente(where, name) {
  const wire = await Wire.dial(where, 'scrabble-twente', '\x1e');
  wire.say(`ANNOUNCE\x1f${name}\x1fCHAT`, 'REQUESTGAME');
  await wire.hear(/^INFORMQUEUE/);
  return wire;
}

test('scrabble-twente through its messages: moves, talk and both ways to go', async () => {
  const wire = await twente(server, 'Tom');
  const page = await join('Scrabble', 'Anna');
  await wire.hear(/^STARTGAME/);
  wire.say('SENDCHAT\x1f<b>hello</b>');
  await hearTalk(page, '<b>hello</b>');
  await talk(page, 'good day');
  await wire.hear(/^NOTIFYCHAT\x1fAnna\x1fgood day$/);
  if ((await page.locator('.status').innerText()) !== 'Your turn') {
    wire.say('MAKEMOVE\x1fSWAP\x1f');
    await page.getByRole('tab', { name: /Moves/ }).click();
    await page.locator('.move', { hasText: 'passed' }).waitFor();
  }
  await untilTurn(page);
  await pass(page);
  await wire.hear(/^INFORMMOVE\x1fAnna\x1fSWAP/);
  wire.hangUp();
  assert.match(await untilOver(page), /^\w+ left, you win$/);
  await close(page);

  const second = await twente(server, 'Tina');
  const other = await join('Scrabble', 'Bert');
  await second.hear(/^STARTGAME/);
  await leave(other);
  await second.hear(/^PLAYERDISCONNECTED\x1fBert$/);
  await second.hear(/^GAMEOVER\x1fDISCONNECT/);
  second.hangUp();
  await close(other);
});

/** Somebody of scrabble-clarkson in a lobby. Whoever is ready there alone plays alone, so they wait for another. */
async function clarkson(name, other) {
  const wire = await Wire.dial(server, 'scrabble-clarkson', '\r\n');
  wire.say('HELLO 1.0.1,Linux,Node,Test', `USERSET ${name}`);
  await wire.hear(/^USERCHANGE/);
  const page = await join('Scrabble', other);
  await wire.hear(new RegExp(`^USERJOIN ${other}$`));
  wire.say('READY');
  await wire.hear(/^STARTING$/);
  return [wire, page];
}

test('scrabble-clarkson through its lines: moves and both ways to go', async () => {
  const [wire, page] = await clarkson('Cloe', 'Cara');
  const turn = await wire.hear(/^TURN /);
  if (turn === 'TURN Cloe') {
    wire.say('PASS');
    await page.locator('.move', { hasText: 'passed' }).waitFor();
  }
  await untilTurn(page);
  await pass(page);
  await wire.hear(/^TURN Cloe$/);
  wire.hangUp();
  assert.match(await untilOver(page), /^\w+ left, you win$/);
  await close(page);

  const [second, other] = await clarkson('Carl', 'Cleo');
  await leave(other);
  await second.hear(/^WINNER \d+ Carl$/);
  second.hangUp();
  await close(other);
});

test('spectrangle against parlor bot, to the end', async () => {
  const bot = wireBot(server, 'spectrangle', '--level', 'greedy', '--name', 'robo');
  const page = await join('Spectrangle', 'anna');
  await playOut([page], spectrangleMove, 100);
  await seeAgain(page, 'spectrangle');
  await finish(page, bot);
});

/** Somebody of the Spectrangle protocol who is in the lobby, and ready. */
async function spectrangle(name) {
  const wire = await Wire.dial(server, 'spectrangle');
  wire.say('ENABLE_EXTENSION chat', `JOIN ${name}`, 'READY');
  await wire.hear(/^LOBBY/);
  return wire;
}

test('spectrangle through its lines: moves, talk and both ways to go', async () => {
  const base64 = (text) => Buffer.from(text).toString('base64');
  const wire = await spectrangle('sven');
  const page = await join('Spectrangle', 'dora');
  await page.locator('.table').waitFor();
  wire.say(`CHAT ${base64('<b>hello</b>')}`);
  await hearTalk(page, '<b>hello</b>');
  await talk(page, 'good day');
  await wire.hear(new RegExp(`^CHAT_MESSAGE dora ${base64('good day')}$`));
  wire.hangUp();
  assert.match(await untilOver(page), / left, you win$/);
  await close(page);

  const second = await spectrangle('sara');
  const other = await join('Spectrangle', 'emil');
  await other.locator('.table').waitFor();
  await leave(other);
  await second.hear(/^SCORE /);
  second.hangUp();
  await close(other);
});

for (const encoding of ['java', 'json']) {
  test(`shelfie as ${encoding} against parlor bot, to the end`, async () => {
    const bot = wireBot(server, 'shelfie', '--encoding', encoding, '--level', 'greedy', '--name', `robo-${encoding}`);
    const page = await join('My Shelfie', `anna-${encoding}`);
    await playOut([page], shelfieMove, 400);
    await seeAgain(page, 'shelfie');
    await finish(page, bot);
  });
}

/** Somebody of the shelfie protocol, in JSON, who has made a lobby for two. */
async function shelfie(nickname) {
  const wire = await Wire.dial(server, 'shelfie');
  const send = (type, key, data = {}) => wire.say(JSON.stringify({ header: { type, nickname }, payload: { key, data } }));
  send('CONNECTION', 'CONNECTION_CREATION');
  await wire.hear(/GLOBAL_LOBBY_DECISION/);
  send('LOBBY', 'CREATE_GAME_LOBBY', { VALUE_CLIENT: 2 });
  return wire;
}

test('shelfie through its messages: who goes is away, and is seen to be', async () => {
  const wire = await shelfie('sven');
  const page = await join('My Shelfie', 'dora');
  await page.locator('.table').waitFor();
  await wire.hear(/ALL_INFO/);
  wire.hangUp();
  await page.locator('.badge.away').waitFor();
  assert.match(await page.locator('.status').innerText(), /waits until enough players are here/);
  await close(page);

  const second = await shelfie('sara');
  const other = await join('My Shelfie', 'bert');
  await other.locator('.table').waitFor();
  await leave(other);
  await second.hear(/Player bert disconnected/);
  second.hangUp();
  await close(other);
});
