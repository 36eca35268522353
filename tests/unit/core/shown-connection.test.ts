import { describe, expect, it } from 'vitest';
import { shownConnection } from '#core/secrets/shown-connection.ts';

describe('what a connection runs, as lists and messages show it', () => {
  it.each([
    [
      { command: 'server', args: ['--api-key', 'hunter2hunter2', '--port', '80'] },
      'server --api-key [hidden] --port 80',
    ],
    [{ command: 'server', args: ['--token=hunter2'] }, 'server --token=[hidden]'],
    [{ command: 'server', args: ['-k', 'a1b2-c3d4-e5f6'] }, 'server -k [hidden]'],
    [{ url: 'https://me:hunter2@mcp.example.com/mcp' }, 'https://[hidden]:[hidden]@mcp.example.com/mcp'],
    [{ url: 'https://mcp.example.com/mcp?api_key=hunter2' }, 'https://mcp.example.com/mcp?api_key=[hidden]'],
  ])('%j hides what somebody wrote there', (connection, expected) => {
    expect(shownConnection(connection).replaceAll("'", '')).toBe(expected);
  });

  it('shows references and everything else as they are', () => {
    const args = ['--api-key', '${env:KEY}', '--root', '/srv/files', '-e', 'A=${env:A}'];
    expect(shownConnection({ command: 'npx', args })).toBe('npx --api-key ${env:KEY} --root /srv/files -e A=${env:A}');
    expect(shownConnection({ url: 'https://${env:HOST}/mcp?key=${env:KEY}' })).toBe(
      'https://${env:HOST}/mcp?key=${env:KEY}',
    );
  });
});
