import { describe, expect, it } from 'vitest';
import { isPackageRunner } from '#core/mcp/start-progress.ts';

describe('a command that may have to download its server', () => {
  it.each([
    'npx -y @scope/server',
    '/usr/bin/npx x',
    'C:\\nodejs\\npx.cmd -y x',
    'npm exec -y x',
    'npm --yes exec x',
    'pnpm dlx x',
    'pnpx x',
    'yarn dlx x',
    'bunx x',
    'bun x y',
    'uvx mcp-server-git',
    'uv tool run x',
    'uv run server.py',
    'pipx run x',
    'docker run -i --rm x',
    'cmd /c npx -y x',
    'cmd.exe /d /s /c npx -y x',
  ])('%s', (line) => {
    const [command = '', ...args] = line.split(' ');
    expect(isPackageRunner(command, args)).toBe(true);
  });

  it('as one argument of cmd', () => {
    expect(isPackageRunner('cmd', ['/c', 'npx -y x'])).toBe(true);
  });

  it.each([
    'node npx.js',
    'npm start',
    'uv --version',
    'docker exec -i x y',
    'cmd /c node x',
    'cmd',
    'cmd /c cmd',
    'constructor x',
  ])('not: %s', (line) => {
    const [command = '', ...args] = line.split(' ');
    expect(isPackageRunner(command, args)).toBe(false);
  });
});
