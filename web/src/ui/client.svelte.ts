// The page's one conversation with the server: what is known, and what can be asked.
import { collected } from '../table/replay';
import { afterLeaving, afterWatching, afterWish, isSeated, NOTHING, reduce, type World } from '../table/world';
import type { AccountRequest, Answer, Lobby, Request, Seek, Table, Told } from '../wire/messages';
import { browserSurroundings, Socket, type Link, type Trouble } from '../wire/socket';
import { go, route } from './route.svelte';
import { settings } from './settings.svelte';
import { toast } from './toast.svelte';

const SEAT_PATIENCE = 500; // milliseconds in which a seat that waits for us is told after the welcome
const SEAT_GONE = 5000; // milliseconds after which it never will be

class Client {
  world = $state.raw<World>(NOTHING);
  link = $state.raw<Link>('connecting');
  trouble = $state.raw<Trouble | null>(null); // why there is no connection
  lag = $state.raw<number | null>(null); // milliseconds until the server answers
  ready = $state.raw(false);

  private socket = new Socket(browserSurroundings());
  private sought: Seek | null = null; // the lobby to come back to
  private landing = true; // nothing was done yet on this page since it was loaded
  private healing = false;
  private renewing: Promise<unknown> = Promise.resolve(); // until this browser has its new cookie
  private tables = 0; // how often we were told of a whole table
  private watchers = new Set<(message: Told, before: World) => void>();

  start(): void {
    this.socket.onLink = (link, trouble) => {
      this.link = link;
      this.trouble = trouble;
    };
    this.socket.onLag = (lag) => (this.lag = lag);
    addEventListener('online', () => this.retry());
    this.socket.onTold = (message) => this.hear(message);
    this.socket.start();
  }

  /** Connects again now. */
  retry(): void {
    this.socket.retry();
  }

  ask(request: Request): Promise<Answer> {
    return this.socket.ask(request);
  }

  /** Asks, and says so if it was refused. */
  async demand(request: Request): Promise<boolean> {
    const answer = await this.ask(request);
    if (!answer.ok && answer.code !== 'lost') toast(answer.text ?? 'That was refused');
    return answer.ok;
  }

  /** Calls back after each message has changed the world; returns how to stop that. */
  watch(callback: (message: Told, before: World) => void): () => void {
    this.watchers.add(callback);
    return () => this.watchers.delete(callback);
  }

  async seek(seek: Omit<Seek, 'ask'>): Promise<boolean> {
    const request: Seek = { ask: 'seek', ...seek };
    this.landing = false;
    const ok = await this.demand(request);
    if (ok) {
      this.sought = { ...request, make: 'if_none', bots: [] };
      this.ready = seek.ready ?? true;
    }
    return ok;
  }

  async beReady(): Promise<void> {
    if (await this.demand({ ask: 'ready' })) this.ready = true;
  }

  async leave(): Promise<void> {
    const { table, lobby } = this.world;
    if (table && !isSeated(table)) return this.turnAway(table.table);
    this.sought = null;
    this.landing = false;
    this.world = afterLeaving(this.world);
    await this.ask(table && !lobby ? { ask: 'leave', table: table.table } : { ask: 'leave' });
  }

  /** Watches that table no longer; a seat of our own is not left. */
  async turnAway(table: number): Promise<void> {
    if (this.world.table?.table !== table || isSeated(this.world.table)) return;
    this.landing = false;
    this.world = afterWatching(this.world);
    await this.ask({ ask: 'watch', off: true });
  }

  /** Another game with the same people; bots always agree. */
  async again(): Promise<void> {
    const table = this.world.table?.table;
    const agreed = await this.demand({ ask: 'rematch', wish: 'again' });
    if (agreed && this.world.table?.table === table) this.world = afterWish(this.world, 'again');
  }

  /** No other game, please; we stay to look at this one. */
  async enough(): Promise<void> {
    const table = this.world.table?.table;
    const taken = await this.demand({ ask: 'rematch', wish: 'enough' });
    if (taken && this.world.table?.table === table) this.world = afterWish(this.world, 'enough');
  }

  /** A finished game, however many pieces it comes in. */
  replay(table: number): Promise<Answer> {
    return collected((from) => this.ask({ ask: 'replay', table, from }));
  }

  move(move: string): Promise<Answer> {
    return this.ask({ ask: 'move', move, after: this.world.table?.seq ?? 0 });
  }

  async rename(name: string): Promise<boolean> {
    const ok = await this.demand({ ask: 'name', name });
    if (ok) {
      settings.name = name;
      this.world = { ...this.world, name };
    }
    return ok;
  }

  /** Asks about our account; why it was refused, or null if it was not. */
  async account(request: AccountRequest): Promise<string | null> {
    const answer = await this.ask(request);
    if (!answer.ok) return answer.text ?? 'that was refused';
    await this.renewing;
    if (this.world.account === null) await this.beCalled(settings.name);
    return null;
  }

  /** Takes the name that this browser remembers, where that is possible. */
  private async beCalled(name: string): Promise<void> {
    if (name === '' || name === this.world.name || this.world.account !== null) return;
    const answer = await this.ask({ ask: 'name', name });
    if (answer.ok) this.world = { ...this.world, name };
  }

  private hear(message: Told): void {
    const before = this.world;
    const { world, heal } = reduce(before, message, performance.now());
    this.world = world;
    if (heal !== undefined) void this.heal(heal);
    if (message.type === 'welcome') void this.settle(before);
    if (message.type === 'welcome' && message.account === null && settings.name === '') settings.guest ||= message.name;
    if (message.type === 'lobby') this.ready = message.ready;
    if (message.type === 'renew') this.renewing = fetch(`/renew/${message.word}`, { keepalive: true }).catch(() => {});
    if (message.type === 'table') {
      this.tables += 1;
      this.arrive(message);
    }
    if (message.type === 'error') toast(message.text);
    for (const watcher of this.watchers) watcher(message, before);
  }

  private async heal(seq: number): Promise<void> {
    if (this.healing) return;
    this.healing = true;
    await this.ask({ ask: 'since', seq });
    this.healing = false;
  }

  /** After a welcome: take up again what was there before the connection broke. */
  private async settle(before: World): Promise<void> {
    if (before.table && isSeated(before.table)) void this.reclaim(before.table.table);
    await this.beCalled(settings.name || settings.guest);
    if (before.lobby === null) return;
    await this.ask({ ask: 'ping' }); // by then it is told if we are still in the lobby
    if (this.world.lobby === null) void this.ask(this.sought ?? seekOf(before.lobby, this.ready));
  }

  /** If nothing is told of a table where we sat, the seat is no longer ours: the game can only be seen again. */
  private async reclaim(table: number): Promise<void> {
    const before = this.tables;
    await new Promise((resolve) => setTimeout(resolve, SEAT_GONE));
    const known = this.world.table;
    if (this.tables === before && this.link === 'open' && known?.table === table) {
      this.world = { ...this.world, table: { ...known, closed: true } };
    }
  }

  /** A game that begins is shown, unless this page shows something else and did not ask for it; one that goes on, where nothing else is. */
  private arrive({ table, began, shown }: Table): void {
    const seat = this.world.table;
    if (!seat || !isSeated(seat) || seat.state.outcome !== null) return;
    const page = route.path.split('/')[1] ?? '';
    const leads = began ? this.sought !== null || !['replay', 'inspect', 'seat'].includes(page) : this.landing && !shown && ['', 'join'].includes(page);
    this.ready = false;
    this.landing = false;
    if (began) this.sought = null;
    if (leads) go(`/table/${table}`);
  }

  /** Shows what is said on a wire connection; forgets what was said on another. */
  async inspect(connection: number): Promise<Answer> {
    this.world = { ...this.world, wiretap: null };
    return this.ask({ ask: 'inspect', connection });
  }

  /** Looks at a table that may be ours, may be running, may be over. */
  async visit(table: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, SEAT_PATIENCE));
    if (this.world.table?.table === table || this.link !== 'open' || route.path !== `/table/${table}`) return;
    this.landing = false;
    const answer = await this.ask({ ask: 'watch', table });
    if (!answer.ok && answer.code !== 'lost' && route.path === `/table/${table}`) go(`/replay/${table}`, true);
  }
}

/** How to come back to a lobby that was found by somebody else, or in another window. */
function seekOf({ game, options, clock, lobby, seats }: Lobby, ready: boolean): Seek {
  return { ask: 'seek', game, options, clock: clock || 'none', lobby, seats, make: 'if_none', ready };
}

export const client = new Client();
