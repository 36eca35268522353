// Finds a PostgreSQL for the tests, or gets one where CI runs: PEGBOARD_POSTGRES_BIN, Debian's package, the PATH, and as root on Debian in CI the
// package. Run as a script it prints which; in CI it fails when there is none. A developer's machine gets nothing without being asked.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const packages = '/usr/lib/postgresql';

/** Folder of `initdb` and `postgres`, version 15 or newer; undefined where there is none. */
export function findPostgres(): string | undefined {
  const packed = existsSync(packages) ? readdirSync(packages).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    process.env.PEGBOARD_POSTGRES_BIN ?? '',
    ...packed.map((version) => join(packages, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find((folder) => folder !== '' && existsSync(join(folder, 'initdb')) && versionIn(folder) >= 15);
}

function versionIn(folder: string): number {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/ (\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}

function run(command: string, ...args: string[]): boolean {
  process.stderr.write(`$ ${command} ${args.join(' ')}\n`);
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

function installPostgres(): void {
  const root = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args: string[]) => {
    const [command = 'apt-get', ...rest] = [...root, 'apt-get', ...args];
    return run(command, ...rest);
  };
  if (existsSync('/usr/bin/apt-get') && apt('update', '-qq')) apt('install', '-y', '-qq', 'postgresql');
}

if (process.argv[1] === import.meta.filename) {
  const mayInstall = process.env.CI !== undefined || process.argv.includes('--install');
  if (!findPostgres() && mayInstall) installPostgres();
  const found = findPostgres();
  if (found) process.stderr.write(`Tests of the store use PostgreSQL in ${found}\n`);
  else {
    process.stderr.write(
      'No PostgreSQL 15 or newer was found: tests of the store are skipped. Install it (sudo apt-get install postgresql), or name its folder: PEGBOARD_POSTGRES_BIN=…\n',
    );
    if (mayInstall) process.exit(1);
  }
}
