import { spawnSync } from 'node:child_process';

/** `npm run test:deep`: all tests, each with all of its drawn cases, and the whole hostile campaign. */

const env = { ...process.env, PEGBOARD_TEST_DEPTH: 'deep' };
const { status } = spawnSync('npm test', { env, shell: true, stdio: 'inherit' });
process.exitCode = status ?? 1;
