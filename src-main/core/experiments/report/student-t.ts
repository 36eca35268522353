/** More degrees of freedom than this change nothing that anybody reads. */
const mostDegrees = 2000;

/**
 * Probability that a value of Student's t distribution is at least this far from 0, on both sides. `degrees` are whole degrees of freedom, from 1;
 * the series for whole degrees is that of Abramowitz and Stegun, 26.7.3 and 26.7.4.
 */
export function tTail(t: number, degrees: number): number {
  if (!Number.isFinite(t)) return 0;
  const df = Math.min(degrees, mostDegrees);
  const angle = Math.atan(Math.abs(t) / Math.sqrt(df));
  const cos2 = Math.cos(angle) ** 2;
  const odd = df % 2 === 1;
  let term = odd ? Math.cos(angle) : 1;
  let sum = df === 1 ? 0 : term;
  for (let k = odd ? 3 : 2; k <= df - 2; k += 2) {
    term *= (cos2 * (k - 1)) / k;
    sum += term;
  }
  const inside = odd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
  return Math.min(1, Math.max(0, 1 - inside));
}

/** The value that t exceeds on either side with this probability, above 0 and at most 1. */
export function tQuantile(tail: number, degrees: number): number {
  let low = 0;
  let high = 1;
  while (tTail(high, degrees) > tail && high < 1e12) high *= 2;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (tTail(middle, degrees) > tail) low = middle;
    else high = middle;
  }
  return high;
}
