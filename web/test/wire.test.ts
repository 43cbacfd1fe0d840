// The codec, and the connection that heals itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, encode, hashOf } from '../src/wire/codec';
import type { Told } from '../src/wire/messages';
import { Socket, type Link, type Trouble, type WebSocketLike } from '../src/wire/socket';

test('a frame that is no message of ours is no message', () => {
  for (const frame of ['', 'x', '7', 'null', '[]', '{}', '{"type":7}', '{"type":"unheard"}', new ArrayBuffer(2)]) {
    assert.equal(decode(frame), null);
  }
  assert.deepEqual(decode('{"type":"closed","table":3}'), { type: 'closed', table: 3 });
});

test('a request carries its id', () => {
  assert.deepEqual(JSON.parse(encode(4, { ask: 'say', text: '<b>' })), { id: 4, ask: 'say', text: '<b>' });
});

test('the hash is FNV-1a of the UTF-8 bytes', () => {
  // {"turn":null,"outcome":null} and one beyond ASCII, computed by hand with 2166136261 and 16777619.
  const fnv = (text: string) => {
    let hash = 2166136261n;
    for (const byte of Buffer.from(text, 'utf8')) hash = ((hash ^ BigInt(byte)) * 16777619n) & 0xffffffffn;
    return hash.toString(16).padStart(8, '0');
  };
  const plain = { turn: null, outcome: null };
  assert.equal(hashOf(plain), fnv('{"turn":null,"outcome":null}'));
  assert.equal(hashOf({ ...plain, label: 'é♞' }), fnv('{"turn":null,"outcome":null,"label":"é♞"}'));
});

class FakeSocket implements WebSocketLike {
  sent: { id: number; ask: string }[] = [];
  closed = false;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }
  close(): void {
    this.closed = true;
  }
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const WELCOME = { type: 'welcome', version: 1, name: 'guest-1', games: [] };

function connection() {
  const sockets: FakeSocket[] = [];
  const timers: { wait: number; action: () => void }[] = [];
  const links: Link[] = [];
  const troubles: (Trouble | null)[] = [];
  const told: Told[] = [];
  const lags: number[] = [];
  const attempts: number[] = [];
  const cookies: number[] = []; // after which attempts one was asked for
  const time = { now: 0, look: () => {} };
  const socket = new Socket({
    open: (attempt) => {
      attempts.push(attempt);
      sockets.push(new FakeSocket());
      return sockets.at(-1)!;
    },
    after: (wait, action) => void timers.push({ wait, action }),
    every: (_, action) => (time.look = action),
    askForCookie: () => void cookies.push(attempts.length),
    now: () => time.now,
    chance: () => 0.5,
  });
  socket.onLink = (link, trouble) => {
    links.push(link);
    troubles.push(trouble);
  };
  socket.onLag = (lag) => lags.push(lag);
  socket.onTold = (message) => told.push(message);
  socket.start();
  /** Seconds go by, each with a look at the connection. */
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; ++second) {
      time.now += 1000;
      time.look();
    }
  };
  return { socket, sockets, timers, links, troubles, told, lags, attempts, cookies, time, pass };
}

/** What was asked by us, not by the connection itself. */
const asked = ({ sent }: FakeSocket) => sent.filter(({ ask }) => ask !== 'ping');
const pings = ({ sent }: FakeSocket) => sent.filter(({ ask }) => ask === 'ping');

function answerAll(socket: FakeSocket): void {
  for (const { id } of socket.sent.splice(0)) socket.tell({ type: 'answer', id, ok: true });
}

test('nothing is asked before the welcome', async () => {
  const { socket, sockets } = connection();
  const answer = socket.ask({ ask: 'leave' });
  assert.deepEqual(sockets[0]!.sent, []);
  sockets[0]!.tell(WELCOME);
  assert.deepEqual(asked(sockets[0]!), [{ id: 1, ask: 'leave' }]);
  sockets[0]!.tell({ type: 'answer', id: 1, ok: true });
  assert.equal((await answer).ok, true);
});

test('what was not answered is asked again after a loss, and waits grow', async () => {
  const { socket, sockets, timers, links } = connection();
  sockets[0]!.tell(WELCOME);
  const move = socket.ask({ ask: 'move', move: 'e2e4', after: 0 });
  const attempt = socket.ask({ ask: 'try', move: 'pass' });
  const entry = socket.ask({ ask: 'sign_in', name: 'anna', password: 'correct horse' });
  sockets[0]!.onclose!();
  assert.equal((await attempt).code, 'lost');
  assert.equal((await entry).code, 'lost', 'a password is said once');
  assert.equal(timers[0]!.wait, 250);
  timers[0]!.action();
  sockets[1]!.onclose!();
  assert.equal(timers[1]!.wait, 500);
  timers[1]!.action();
  sockets[2]!.tell(WELCOME);
  assert.deepEqual(asked(sockets[2]!), [{ id: 1, ask: 'move', move: 'e2e4', after: 0 }]);
  sockets[2]!.tell({ type: 'answer', id: 1, ok: true });
  assert.equal((await move).ok, true);
  assert.deepEqual(links, ['connecting', 'open', 'lost', 'lost', 'lost', 'lost', 'open']);
});

test('waits are at most eight seconds and begin anew after a welcome', () => {
  const { sockets, timers } = connection();
  for (let at = 0; at < 9; ++at) {
    sockets[at]!.onclose!();
    timers[at]!.action();
  }
  assert.equal(timers[8]!.wait, 8000);
  sockets[9]!.tell(WELCOME);
  sockets[9]!.onclose!();
  assert.equal(timers[9]!.wait, 250);
});

test('who is elsewhere does not come back by itself', () => {
  const { sockets, timers, links } = connection();
  sockets[0]!.tell(WELCOME);
  sockets[0]!.tell({ type: 'elsewhere' });
  assert.equal(sockets[0]!.closed, true);
  sockets[0]!.onclose!();
  assert.equal(timers.length, 0);
  assert.equal(links.at(-1), 'elsewhere');
});

test('a server that answers is asked again and again, and how long it takes is known', async () => {
  const { sockets, time, pass, lags, links } = connection();
  sockets[0]!.tell(WELCOME);
  for (let round = 0; round < 5; ++round) {
    assert.equal(pings(sockets[0]!).length, 1);
    time.now += 40;
    answerAll(sockets[0]!);
    await Promise.resolve();
    pass(3);
  }
  assert.deepEqual(lags, [40, 40, 40, 40, 40]);
  assert.deepEqual(links, ['connecting', 'open']);
});

test('a server that does not answer is given up within ten seconds, whatever was asked last', () => {
  const { sockets, pass, links, troubles, time, timers, attempts } = connection();
  sockets[0]!.tell(WELCOME);
  answerAll(sockets[0]!);
  pass(8);
  assert.equal(links.at(-1), 'lost');
  assert.equal(sockets[0]!.closed, true);
  assert.deepEqual(troubles.at(-1), { silent: true, retryAt: time.now + 250 });
  timers[0]!.action();
  assert.equal(sockets.length, 2);
  assert.deepEqual(troubles.at(-1), { silent: true, retryAt: null });
  // A connection that nobody welcomes is given up, too.
  pass(10);
  assert.equal(sockets[1]!.closed, true);
  timers[1]!.action();
  sockets[2]!.tell(WELCOME);
  assert.deepEqual([links.at(-1), troubles.at(-1)], ['open', null]);
  assert.deepEqual(attempts, [1, 2, 3]);
  // What is left of the first says nothing any more.
  sockets[0]!.onclose?.();
  sockets[0]!.tell({ type: 'said', from: 'x', text: 'y' });
  assert.equal(links.at(-1), 'open');
});

test('whatever is heard is a sign of life', () => {
  const { sockets, pass, links } = connection();
  sockets[0]!.tell(WELCOME);
  for (let round = 0; round < 10; ++round) {
    pass(4);
    sockets[0]!.tell({ type: 'said', from: 'x', text: 'y' });
  }
  assert.deepEqual(links, ['connecting', 'open']);
});

test('a page that looks late, or a machine that slept, is no reason to give up', () => {
  const { sockets, time, links } = connection();
  sockets[0]!.tell(WELCOME);
  for (let minute = 0; minute < 20; ++minute) {
    time.now += 60_000;
    time.look();
    answerAll(sockets[0]!);
  }
  time.now += 8 * 3600_000;
  time.look();
  assert.deepEqual(links, ['connecting', 'open']);
});

test('who does not want to wait connects at once, and once', () => {
  const { socket, sockets, timers } = connection();
  sockets[0]!.onclose!();
  socket.retry();
  assert.equal(sockets.length, 2);
  timers[0]!.action();
  assert.equal(sockets.length, 2, 'the other wait is over');
  socket.retry();
  assert.deepEqual([sockets.length, sockets[1]!.closed], [3, true], 'nor for an attempt that hangs');
  sockets[2]!.tell(WELCOME);
  socket.retry();
  assert.equal(sockets.length, 3);
});

test('who is not let in again and again asks for a cookie, once until the next welcome', () => {
  const { sockets, timers, cookies } = connection();
  for (let attempt = 0; attempt < 5; ++attempt) {
    sockets[attempt]!.onclose!();
    timers[attempt]!.action();
  }
  assert.deepEqual(cookies, [3]);
  sockets[5]!.tell(WELCOME);
  sockets[5]!.onclose!();
  assert.deepEqual(cookies, [3]);
});
