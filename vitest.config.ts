import { defineConfig } from 'vitest/config';

const suite = (name: string, options: { testTimeout: number; isolate?: boolean }) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    environment: 'node',
    setupFiles: ['tests/support/property-seed.ts'],
    globalSetup: ['tests/support/print-depth.ts'],
    hookTimeout: options.testTimeout,
    // A limit against hanging too: the default, a second, is short on a busy machine.
    expect: { poll: { timeout: options.testTimeout / 2 } },
    ...options,
  },
});

/** `tests/e2e` is not here: Playwright runs it. */
export default defineConfig({
  test: {
    // The default leaves one core free, which is half of a small machine; most of these tests wait for processes.
    maxWorkers: '100%',
    coverage: {
      provider: 'v8',
      // Only what has a floor: the figures of everything take as long again. `--coverage.include 'src-main/core/**'` asks for others.
      include: ['src-main/core/{search,catalog,planner,prompt}/**'],
      // A line per part: `--coverage.reporter=text` shows the files.
      reporter: ['text-summary'],
      // The floors of R16.09, by the modules that do what those of seed 000 did.
      thresholds: {
        'src-main/core/search/{tool-index,sync-index,index-row}.ts': { lines: 95 },
        'src-main/core/search/{tool-search,tool-get}.ts': { lines: 90 },
        'src-main/core/catalog/**': { lines: 90 },
        'src-main/core/planner/**': { lines: 85 },
        'src-main/core/prompt/**': { lines: 90 },
      },
    },
    projects: [
      // A limit against hanging only: properties and hostile cases take many times longer on a busy machine.
      // Their files share a process, so that what they import is loaded once: a third of their time. Each leaves nothing behind.
      suite('unit', { testTimeout: 60_000, isolate: false }),
      suite('contract', { testTimeout: 20_000, isolate: false }),
      suite('integration', { testTimeout: 120_000, isolate: false }),
    ],
  },
});
