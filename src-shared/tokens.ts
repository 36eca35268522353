import { z } from 'zod';

/**
 * Tokens of one text by two estimators: `estimate` is the budget contract, `o200k` the count of a real tokenizer, for
 * display. Every number on the screen names which of the two it is.
 */
export const tokenCountSchema = z.object({ estimate: z.number().int(), o200k: z.number().int() });
export type TokenCount = z.infer<typeof tokenCountSchema>;

export type Estimator = keyof TokenCount;

/** Tokens of a text by the contract of the seeds: a quarter of its Unicode code points, rounded up (R10.06). */
export function estimateTokens(text: string): number {
  return tokensOfSize(codePoints(text), 'estimate');
}

/**
 * Tokens of a size. A size is what adds up from text to text: code points for the estimate, tokens for o200k. The estimate of a
 * sum is rounded once, so that parts and whole agree.
 */
export function tokensOfSize(size: number, estimator: Estimator): number {
  return estimator === 'estimate' ? Math.ceil(size / 4) : size;
}

/** The greatest size that is so many tokens. */
export function sizeOfTokens(tokens: number, estimator: Estimator): number {
  return estimator === 'estimate' ? tokens * 4 : tokens;
}

const surrogatePair = /[\ud800-\udbff][\udc00-\udfff]/;

/** How many Unicode code points a text has. */
export function codePoints(text: string): number {
  // Most texts have none, and an expression says so ten times sooner than a loop.
  if (!surrogatePair.test(text)) return text.length;
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const next = text.charCodeAt(i + 1);
    if (unit >= 0xd800 && unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff) i++;
    count++;
  }
  return count;
}

export function addTokenCounts(left: TokenCount, right: TokenCount): TokenCount {
  return { estimate: left.estimate + right.estimate, o200k: left.o200k + right.o200k };
}
