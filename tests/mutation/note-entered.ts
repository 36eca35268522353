import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { MutationRun } from './vitest.config.ts';

/** Writes for each test file which marked functions began in it (`markFunctions`). */

const { root, marked } = JSON.parse(process.env.PEGBOARD_MUTATION_RUN ?? '{}') as MutationRun;
const entered = new Set<string>();
Object.assign(globalThis, { pegboardEntered: entered });

afterAll(() => {
  const test = relative(root, expect.getState().testPath ?? '');
  if (marked) appendFileSync(marked.file, `${JSON.stringify({ test, entered: [...entered] })}\n`);
});
