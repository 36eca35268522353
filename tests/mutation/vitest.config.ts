import { writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification, type VitestPluginContext } from 'vitest/node';
import { markFunctions } from './entered.ts';
import { applyMutant, type Mutant } from './places.ts';

/** What `run-tests.ts` asks for: these tests, in this order, with one mutant or none. */
export interface MutationRun {
  readonly root: string;
  readonly tests: readonly string[];
  readonly mutant: Mutant | null;
  /** Written when the mutant was loaded. */
  readonly seen: string;
  /** Sources whose functions note in a file that they began. */
  readonly marked: { readonly sources: readonly string[]; readonly file: string } | null;
}

const { root, tests, mutant, seen, marked } = JSON.parse(process.env.PEGBOARD_MUTATION_RUN ?? '{}') as MutationRun;

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => tests.findIndex((test) => resolve(root, test) === moduleId);
    return files.toSorted((a, b) => place(a) - place(b));
  }
}

/** Changes a source while it is loaded, so that the file on the disk stays as it is. */
const mutate = {
  name: 'mutate',
  enforce: 'pre' as const,
  // Changed modules must not be kept for the next run; all others are.
  configureVitest: ({ defineCacheKeyGenerator }: VitestPluginContext) =>
    defineCacheKeyGenerator(({ id }) => (isChanged(id) ? false : undefined)),
  transform(code: string, id: string) {
    const path = pathOf(id);
    if (marked?.sources.includes(path)) return { code: markFunctions(path, code), map: null };
    if (path !== mutant?.path) return null;
    const changed = applyMutant(code, mutant);
    writeFileSync(seen, '');
    return { code: changed, map: null };
  },
};

const pathOf = (id: string) => relative(root, id.replace(/\?.*$/, ''));
const isChanged = (id: string) => pathOf(id) === mutant?.path || (marked?.sources.includes(pathOf(id)) ?? false);

export default defineConfig({
  root,
  plugins: [mutate],
  test: {
    include: [...tests],
    environment: 'node',
    setupFiles: [
      resolve(import.meta.dirname, '../support/property-seed.ts'),
      ...(marked ? [resolve(import.meta.dirname, 'note-entered.ts')] : []),
    ],
    // As in the project `unit`, so that a busy machine kills no mutant: one that waits for nothing meets the limit of `score.ts`.
    isolate: false,
    // Tests that compare times fail on a busy machine for no fault of the mutant.
    testNamePattern: /^(?!.*takes time linear)/,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 1,
    bail: 1,
    sequence: { sequencer: InOrder },
    execArgv: ['--max-old-space-size=1500'],
  },
});
