// The codec, and the connection that heals itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, encode, hashOf } from '../src/wire/codec';
import type { Told } from '../src/wire/messages';
import { Socket, type Link, type WebSocketLike } from '../src/wire/socket';

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
  const told: Told[] = [];
  const socket = new Socket({
    open: () => {
      sockets.push(new FakeSocket());
      return sockets.at(-1)!;
    },
    after: (wait, action) => void timers.push({ wait, action }),
    chance: () => 0.5,
  });
  socket.onLink = (link) => links.push(link);
  socket.onTold = (message) => told.push(message);
  socket.start();
  return { socket, sockets, timers, links, told };
}

test('nothing is asked before the welcome', async () => {
  const { socket, sockets } = connection();
  const answer = socket.ask({ ask: 'leave' });
  assert.deepEqual(sockets[0]!.sent, []);
  sockets[0]!.tell(WELCOME);
  assert.deepEqual(sockets[0]!.sent, [{ id: 1, ask: 'leave' }]);
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
  assert.deepEqual(sockets[2]!.sent, [{ id: 1, ask: 'move', move: 'e2e4', after: 0 }]);
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
