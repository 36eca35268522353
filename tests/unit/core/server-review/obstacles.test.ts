import { describe, expect, it } from 'vitest';
import { obstaclesOf } from '#core/sources/review/obstacles.ts';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';

const context = {
  files: {
    exists: async (path: string) => ['/usr/bin/node', '/usr/bin/folder', '/opt/bin/npx'].includes(path),
    isDirectory: async (path: string) => ['/work', '/usr/bin/folder'].includes(path),
  },
  platform: 'linux',
  values: { PATH: '/usr/bin' },
  root: '/work',
  path: '/work/.mcp.json',
} as const;

async function codes(connection: McpConnection): Promise<readonly string[]> {
  return (await obstaclesOf(connection, [], context)).map(({ code }) => code);
}

describe('what keeps a server from running whatever its variables are', () => {
  it.each<[string, McpConnection, readonly string[]]>([
    ['nothing', { command: 'node' }, []],
    ['a program that is not there', { command: 'npx' }, ['program_not_found']],
    ['a folder in place of a program', { command: 'folder' }, ['program_not_found']],
    ['a folder that is not there', { command: 'node', cwd: 'gone' }, ['folder_missing']],
    ['a placeholder of an editor', { command: 'node', args: ['$' + '{workspaceFolder}/x'] }, ['placeholder_unfilled']],
    ['a variable as the program, which is not known yet', { command: '$' + '{env:TOOL}' }, []],
    ['a program by its default', { command: '$' + '{env:TOOL:-npx}' }, ['program_not_found']],
    ['a program in a PATH of its own', { command: 'npx', env: { PATH: '/opt/bin:$' + '{env:PATH}' } }, []],
    ['Pegboard itself', { command: 'npx', args: ['-y', 'pegboard', 'mcp', '--workspace', '/work'] }, ['serves_itself']],
    ['Pegboard for the workspace that it finds', { command: 'pegboard', args: ['mcp'] }, ['serves_itself']],
    ['Pegboard for another workspace', { command: 'node', args: ['/a/pegboard', 'mcp', '--workspace', '/other'] }, []],
    ['an address', { url: 'https://mcp.example/mcp' }, []],
    ['an address with variables', { url: '$' + '{env:BASE}/mcp?k=$' + '{env:KEY}' }, []],
    ['an address of another scheme', { url: 'ftp://x' }, ['address_invalid']],
    ['no address', { url: 'mcp.example' }, ['address_invalid']],
  ])('%s', async (_what, connection, expected) => {
    expect(await codes(connection)).toEqual(expected);
  });

  it('an old transport that the reader found', async () => {
    const found = [{ code: 'transport_sse', severity: 'error', message: 'm' }] as const;
    expect(await obstaclesOf({ url: 'https://x/sse' }, found, context)).toEqual(found);
  });
});
