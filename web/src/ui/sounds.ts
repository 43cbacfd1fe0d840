// Sounds made on the spot: nothing is loaded.
import { settings } from './settings.svelte';

export type Sound = 'move' | 'theirs' | 'turn' | 'win' | 'end' | 'refused' | 'said';

let context: AudioContext | null = null;

// A browser lets nothing sound before the first touch.
for (const kind of ['pointerdown', 'keydown']) {
  addEventListener(kind, () => void (context ??= newContext())?.resume(), { once: true });
}

function newContext(): AudioContext | null {
  return typeof AudioContext === 'undefined' ? null : new AudioContext();
}

/** A tone that fades: pitch in Hz, when and how long in seconds. */
function tone(pitch: number, at: number, length: number, loud: number, shape: OscillatorType = 'sine'): void {
  if (!context) return;
  const start = context.currentTime + at;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(pitch, start);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

/** The knock of wood: a low tone that drops. */
function knock(pitch: number): void {
  tone(pitch, 0, 0.09, 0.3, 'triangle');
  tone(pitch * 2.7, 0, 0.03, 0.1, 'square');
}

const SOUNDS: Record<Sound, () => void> = {
  move: () => knock(210),
  theirs: () => knock(160),
  turn: () => [523, 659].forEach((pitch, at) => tone(pitch, at * 0.09, 0.25, 0.12)),
  win: () => [523, 659, 784, 1047].forEach((pitch, at) => tone(pitch, at * 0.12, 0.4, 0.14)),
  end: () => [392, 330].forEach((pitch, at) => tone(pitch, at * 0.16, 0.45, 0.14)),
  refused: () => tone(140, 0, 0.18, 0.16, 'sawtooth'),
  said: () => tone(880, 0, 0.12, 0.06),
};

export function play(sound: Sound): void {
  if (settings.sound && context?.state === 'running') SOUNDS[sound]();
}
