// Clocks in words and figures, and how much time is left by now. Pure.
import type { ClockView } from './world';

export const LOW = 30_000; // milliseconds under which time is short
const LAST = 10_000; // and nearly over

/** What is left to a seat at a moment of the page's own time. */
export function leftAt(clock: ClockView, seat: number, now: number): number {
  const left = clock.remaining[seat] ?? 0;
  return Math.max(0, clock.running === seat ? left - (now - clock.at) : left);
}

/** 1:02:03, 4:05, and tenths when time is short: 9.8. */
export function clockFigures(milliseconds: number): string {
  if (milliseconds < LAST) return (Math.floor(milliseconds / 100) / 10).toFixed(1);
  const seconds = Math.floor(milliseconds / 1000);
  const two = (number: number) => String(number).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** For those who hear it: "4 minutes 5 seconds". */
export function clockSpoken(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const many = (number: number, word: string) => (number === 0 ? '' : `${number} ${word}${number === 1 ? '' : 's'}`);
  const parts = [many(Math.floor(seconds / 3600), 'hour'), many(Math.floor(seconds / 60) % 60, 'minute'), many(seconds % 60, 'second')];
  return parts.filter(Boolean).join(' ') || 'no time';
}

/** Which warning is due when the time left falls from one value to the next: seconds, or null. */
export function warningBetween(before: number, after: number): number | null {
  for (const limit of [LAST, LOW]) if (before > limit && after <= limit && after > 0) return limit / 1000;
  return null;
}

const amount = (seconds: number): string =>
  seconds % 60 === 0 ? `${seconds / 60} min` : seconds > 60 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min` : `${seconds} s`;

/** A clock's rule for people: "5 min + 3 s", "1 min a turn", "no clock". */
export function ruleText(rule: string): string {
  if (rule === '' || rule === 'none') return 'no clock';
  if (rule.startsWith('move=')) return `${amount(Number(rule.slice(5)))} a turn`;
  const [time, increment] = rule.split('+').map(Number);
  return increment ? `${amount(time!)} + ${increment} s` : amount(time!);
}
