// The inspector and the second screen: what a client says and hears on its wire, and its board, in a browser at the same address.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { assertAccessible, assertFits, openParlor, visitor, Wire } from './parlor.mjs';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: 'dark' };

const { server, browser } = await openParlor('--second-screen', 'http://parlor.example');

async function announce(name) {
  const wire = await Wire.dial(server, 'scrabble-twente', '\x1e');
  wire.say(`ANNOUNCE\x1f${name}\x1fCHAT`, 'REQUESTGAME');
  return wire;
}

/** Two clients at a table; the first of the two is on turn. */
async function scrabble(one, other) {
  const wires = [await announce(one), await announce(other)];
  const racks = [];
  const turns = [];
  const seats = [];
  for (const wire of wires) {
    racks.push((await wire.hear(/^NEWTILES/)).split('\x1f')[1]);
    turns.push((await wire.hear(/^NOTIFYTURN/)).split('\x1f')[1]);
    seats.push((await wire.hear(/^NOTIFYCHAT.*\/seat\//)).match(/\/seat\/.*$/)[0]);
  }
  const first = turns[0] === '1' ? 0 : 1;
  return { wires: [wires[first], wires[1 - first]], names: [[one, other][first], [one, other][1 - first]], rack: racks[first], seat: seats[first] };
}

/** The letters on the rack that the page shows, sorted. */
async function rackOf(page) {
  await page.locator('.rack button').first().waitFor();
  const labels = await page.locator('.rack button').evaluateAll((buttons) => buttons.map((button) => button.ariaLabel));
  return labels.map((label) => (label === 'blank' ? '!' : label[0])).sort().join('');
}

const sorted = (tiles) => [...tiles].sort().join('');

test('a player of a wire protocol has a second screen', async () => {
  const { wires, names, rack, seat } = await scrabble('anna', 'bert');
  const hall = await visitor(browser, server);
  await hall.getByRole('link', { name: `Inspect ${names[0]}` }).waitFor();
  assert.equal(await hall.getByRole('link', { name: 'Its board' }).count(), 0, 'the rack is for who has the link');
  await hall.context().close();
  const page = await visitor(browser, server, seat);
  await page.locator('.table').waitFor();
  await page.getByText(`${names[0]} is to move, over the wire`).waitFor();
  assert.equal(await rackOf(page), sorted(rack));
  assert.equal(await page.getByRole('button', { name: 'Pass' }).isDisabled(), true, 'nothing can be played here');
  await assertAccessible(page, 'the page of a seat');
  wires[0].say('MAKEMOVE\x1fSWAP\x1f');
  await page.getByText(`Waiting for ${names[1]}`).waitFor();
  await page.locator('.move', { hasText: 'passed' }).waitFor();
  wires[1].say('MAKEMOVE\x1fSWAP\x1f');
  await page.getByText(`${names[0]} is to move, over the wire`).waitFor();

  // The link is good elsewhere, too, and on a narrow screen; after a reload; but not with another key.
  const link = page.url();
  const phone = await visitor(browser, server, new URL(link).pathname, PHONE);
  await phone.locator('.table').waitFor();
  assert.equal(await rackOf(phone), sorted(rack));
  await assertFits(phone, 'the page of a seat');
  await phone.reload();
  await phone.locator('.table').waitFor();
  await phone.goto(`${link.slice(0, -1)}${link.endsWith('0') ? '1' : '0'}`);
  await phone.getByText('This page cannot be shown: this link opens no seat, or not any more.').waitFor();

  // It ends with the game.
  wires[1].hangUp();
  await page.getByText(/ left, .* wins/).first().waitFor();
  wires[0].hangUp();
  await phone.goto(link);
  await phone.getByText('This page cannot be shown: the game of that seat is over.').waitFor();
  for (const each of [page, phone]) {
    assert.deepEqual(each.complaints, []);
    await each.context().close();
  }
});

test('the inspector shows a wire live, with the sentence that a refused move broke', async () => {
  const white = await Wire.dial(server, 'chess');
  white.say('MOVE 4 1 4 3'); // too early
  await white.hear(/^ERROR 1$/);
  const page = await visitor(browser, server, '/inspect');
  await page.getByRole('link', { name: /chess.*1 refused/ }).click();
  const log = page.getByRole('log', { name: 'Messages' });
  await log.getByText('“Shown if the message is not the spectated one or if the message is not in the list.”').waitFor();
  const black = await Wire.dial(server, 'chess');
  await black.hear(/^COLOR BLACK$/);
  await log.getByText('COLOR WHITE').waitFor();
  white.say('MOVE 4 1 4 4');
  await log.getByText('chess.rulings.md, 6').waitFor();
  await log.getByText('Illegal, wrong colour, empty square, from = to').waitFor();
  assert.equal(await log.locator('li[data-from="client"]').count(), 2);
  await assertAccessible(page, 'the inspector');

  // Only what was refused, with what caused it.
  white.say('MOVE 4 1 4 3');
  await log.getByText('MOVE 4 1 4 3').nth(1).waitFor();
  await page.getByRole('button', { name: 'Refused' }).click();
  assert.deepEqual(await log.locator('code').allInnerTexts(), ['MOVE 4 1 4 3', 'ERROR 1', 'MOVE 4 1 4 4', 'ERROR 3']);
  await page.getByRole('button', { name: 'All' }).click();

  // Stopped, and gone on.
  await page.getByRole('button', { name: 'Pause' }).click();
  black.say('MOVE 4 6 4 4');
  await page.getByRole('button', { name: 'Go on (1 more)' }).waitFor();
  assert.equal(await log.getByText('MOVE 4 6 4 4').count(), 0);
  await page.getByRole('button', { name: 'Go on (1 more)' }).click();
  await log.getByText('MOVE 4 6 4 4').waitFor();

  const fetched = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as a transcript' }).click();
  const text = fs.readFileSync(await (await fetched).path(), 'utf8');
  assert.match(text, /^# from: a conversation by chess on \d{4}-\d\d-\d\d, as it was heard\nprotocol: chess\noptions: seed=\d+\na\+\n/);
  assert.match(text, /\na> MOVE 4 1 4 4\na< ERROR 3\n/);
  assert.match(text, /\nb> MOVE 4 6 4 4\n/);

  // Gone, but not forgotten.
  white.hangUp();
  await page.getByRole('link', { name: /ended.*2 refused/ }).waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  await assertFits(page, 'the inspector');
  await page.goto(`${server.address}/inspect/999`);
  await page.getByText('no such connection comes from your address').waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
