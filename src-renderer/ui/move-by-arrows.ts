import type { KeyboardEvent } from 'react';

/** ↑ and ↓ choose the pressable element before or after the chosen one in a list, and give it the focus. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
  if (step === null || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[aria-pressed]')];
  const next = entries[entries.findIndex((entry) => entry.matches(':focus')) + step];
  next?.focus();
  next?.click();
}
