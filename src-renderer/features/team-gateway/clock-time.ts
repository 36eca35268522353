/** A moment of today as the clock shows it, another one with its date; milliseconds since 1970, in the time of this computer. */
export function clockTime(at: number, now = Date.now()): string {
  const then = new Date(at);
  const isToday = then.toDateString() === new Date(now).toDateString();
  return then.toLocaleString('en-GB', isToday ? { timeStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' });
}
