// Short words at the rim of the page, and words for screen readers only.

const SHOWN_FOR = 5000;

interface Toast {
  id: number;
  text: string;
}

export const toasts = $state<Toast[]>([]);
export const announcement = $state({ text: '' });

let last = 0;

export function toast(text: string): void {
  const id = ++last;
  toasts.splice(0, toasts.length, { id, text }); // the newest alone: more would cover the board
  setTimeout(() => {
    const at = toasts.findIndex((known) => known.id === id);
    if (at >= 0) toasts.splice(at, 1);
  }, SHOWN_FOR);
}

export function announce(text: string): void {
  announcement.text = text;
}
