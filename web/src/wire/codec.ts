// Frames to messages and back, and the hash of a state.
import type { Message, Request, State } from './messages';

const KNOWN = new Set([
  'answer', 'welcome', 'hall', 'lobby', 'table', 'update', 'renamed', 'presence', 'said', 'clock', 'offer', 'wish', 'agreed', 'closed',
  'connections', 'wire', 'elsewhere', 'error', 'account', 'talk', 'left', 'renew',
]);

/** The message in a frame, or null if it is none that this page knows. */
export function decode(frame: unknown): Message | null {
  if (typeof frame !== 'string') return null;
  try {
    const value: unknown = JSON.parse(frame);
    if (typeof value !== 'object' || value === null) return null;
    const type = (value as { type?: unknown }).type;
    return typeof type === 'string' && KNOWN.has(type) ? (value as Message) : null;
  } catch {
    return null;
  }
}

export function encode(id: number, request: Request): string {
  return JSON.stringify({ id, ...request });
}

/** FNV-1a, 32 bits, of the UTF-8 bytes of the state's JSON; eight hexadecimal digits. */
export function hashOf(state: State): string {
  let hash = 2166136261;
  for (const byte of new TextEncoder().encode(JSON.stringify(state))) {
    hash = Math.imul(hash ^ byte, 16777619);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
