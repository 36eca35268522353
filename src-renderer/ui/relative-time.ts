import { strings } from '../strings/ui.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago a moment was, in a few words: `just now`, `5 min ago`, `3 h ago`, `2 days ago`; after a month its date. */
export function relativeTime(iso: string, now: number): string {
  const then = Date.parse(iso);
  if (Number.isNaN(then)) return iso;
  const passed = now - then;
  if (passed < minute) return strings.relativeTime.justNow;
  if (passed < hour) return strings.relativeTime.minAgo(Math.floor(passed / minute));
  if (passed < day) return strings.relativeTime.hAgo(Math.floor(passed / hour));
  const days = Math.floor(passed / day);
  if (days <= 30) return days === 1 ? strings.relativeTime.yesterday : strings.relativeTime.daysAgo(days);
  return iso.slice(0, 10);
}

/** The moment in full, in this computer's time, for whoever wants it exactly. */
export function exactTime(iso: string): string {
  const then = new Date(iso);
  return Number.isNaN(then.getTime()) ? iso : then.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'medium' });
}
