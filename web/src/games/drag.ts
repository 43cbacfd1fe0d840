// One pointer, from being pressed until it is let go.

const SLACK = 6; // pixels that a hand trembles

interface Follower {
  glide?: (at: PointerEvent) => void; // it has moved, by more than a hand trembles
  drop: (at: PointerEvent) => void; // it was let go after it had moved
  click?: () => void; // it was let go where it was pressed
  end?: () => void; // in any case, also where the browser takes the pointer away
}

/** Follows the pointer over the whole page. Other pointers meanwhile are left alone. */
export function follow(pressed: PointerEvent, { glide, drop, click, end }: Follower): void {
  let moved = false;
  (pressed.target as Element).releasePointerCapture?.(pressed.pointerId);
  const move = (at: PointerEvent) => {
    if (at.pointerId !== pressed.pointerId) return;
    moved ||= Math.hypot(at.clientX - pressed.clientX, at.clientY - pressed.clientY) > SLACK;
    if (moved) glide?.(at);
  };
  const stop = (at: PointerEvent) => {
    if (at.pointerId !== pressed.pointerId) return;
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', stop);
    removeEventListener('pointercancel', stop);
    end?.();
    if (at.type === 'pointerup') {
      if (moved) drop(at);
      else click?.();
    }
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', stop);
  addEventListener('pointercancel', stop);
}
