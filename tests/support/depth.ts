import { appendFileSync } from 'node:fs';

/** How deep a run of the tests goes: a slice of the drawn cases, or all of them. */
export type Depth = 'slice' | 'deep';

/** What `PEGBOARD_TEST_DEPTH` asks for; a slice where it says nothing. Error: any other word. */
export function depthOf(env: NodeJS.ProcessEnv): Depth {
  const word = env.PEGBOARD_TEST_DEPTH ?? 'slice';
  if (word === 'slice' || word === 'deep') return word;
  throw new Error(`PEGBOARD_TEST_DEPTH is "${word}". Set it to slice or deep, or remove it.`);
}

/** The part of the drawn cases that a slice tries. */
export const sliceShare = 0.2;

/**
 * How many of `whole` drawn cases this run tries: all of them when it is deep, else the first fifth. The cases of a slice are the first
 * of the deep run, since both draw from one seed. Each call is noted for the line that `print-depth.ts` prints at the end.
 */
export function casesOf(whole: number): number {
  const drawn = depthOf(process.env) === 'deep' ? whole : Math.ceil(whole * sliceShare);
  note(drawn, whole);
  return drawn;
}

/** Which of the made cases this run tries: all of them when it is deep, else each second, the first among them. Noted as those of `casesOf`. */
export function everySecondOf<Case>(whole: readonly Case[]): readonly Case[] {
  const tried = depthOf(process.env) === 'deep' ? whole : whole.filter((_, at) => at % 2 === 0);
  note(tried.length, whole.length);
  return tried;
}

function note(tried: number, whole: number): void {
  const notes = process.env.PEGBOARD_TEST_DRAWN;
  if (notes) appendFileSync(notes, `${tried} ${whole}\n`);
}
