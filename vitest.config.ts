import { defineConfig } from 'vitest/config';

const suite = (name: string, options: { testTimeout: number }) => ({
  test: { name, include: [`tests/${name}/**/*.test.ts`], environment: 'node', ...options },
});

/** `tests/e2e` is not here: Playwright runs it. */
export default defineConfig({
  test: {
    projects: [
      // A limit against hanging only: properties and hostile cases take many times longer on a busy machine.
      suite('unit', { testTimeout: 60_000 }),
      suite('contract', { testTimeout: 20_000 }),
      suite('integration', { testTimeout: 120_000 }),
    ],
  },
});
