import { afterAll, beforeAll, describe } from 'vitest';
import { findPostgres } from '../find-postgres.ts';
import { PostgresServer, type TestPostgres } from './postgres-server.ts';

const folder = findPostgres();

/**
 * Tests with a real PostgreSQL, which is started for the file. Where there is none the tests are skipped, by name; CI fails then.
 */
export function describeWithPostgres(name: string, tests: (postgres: TestPostgres) => void): void {
  if (folder === undefined && process.env.CI !== undefined)
    throw new Error('CI needs PostgreSQL: node tests/find-postgres.ts');
  describe.skipIf(folder === undefined)(
    `${name} (PostgreSQL${folder === undefined ? ', which is not here' : ''})`,
    () => {
      const server = new PostgresServer(folder ?? '');
      beforeAll(() => server.make(), 120_000);
      afterAll(() => server.remove(), 120_000);
      tests(server);
    },
  );
}
