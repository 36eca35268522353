import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderContents } from '../support/folder-contents.ts';
import { everythingOverHttp, projectFolder, realServer } from '../support/mcp-servers.ts';
import { runCli, runCliProcess } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, write } from '../support/workspace.ts';

/** An empty workspace, and a home that all commands of a test share. */
function emptyWorkspace(): { cwd: string; env: { PEGBOARD_HOME: string } } {
  const cwd = temporaryFolder();
  write(cwd, 'pegboard.yaml', searchOn);
  return { cwd, env: { PEGBOARD_HOME: temporaryFolder() } };
}

describe('real servers over stdio', () => {
  it('imports the filesystem server by npx, and reads a real file through it', async () => {
    const { cwd, env } = emptyWorkspace();
    const data = temporaryFolder();
    write(data, 'note.txt', 'a real file\n');
    const at = { cwd, env: { ...env, npm_config_offline: 'true' } };
    // npx finds the installed package from the project's folder; the tests reach no network.
    const command = ['npx', '-y', '@modelcontextprotocol/server-filesystem', data];
    const imported = await runCliProcess(
      ['import', '--mcp', '--name', 'files', '--cwd', projectFolder, '--env', 'npm_config_offline', '--', ...command],
      at,
    );
    expect([imported.code, imported.stderr]).toEqual([0, '']);
    expect(imported.result).toMatchObject({ schema: 'pegboard.import/1', source: 'files', changed: [], conflicts: [] });
    expect(imported.result.added).toContain('files.read_text_file');

    const args = JSON.stringify({ path: join(data, 'note.txt') });
    const called = await runCliProcess(['call', 'files.read_text_file', '--args', args], at);
    expect([called.code, called.stderr]).toEqual([0, '']);
    expect(called.result).toMatchObject({
      schema: 'pegboard.call/1',
      tool: 'files.read_text_file',
      is_error: false,
      content: [{ type: 'text', text: 'a real file\n' }],
      elapsed_ms: expect.any(Number),
    });
    const human = await runCliProcess(['call', 'files.read_text_file', '--args', args, '--format', 'human'], at);
    expect(human.stdout).toBe('a real file\n');

    const missing = await runCliProcess(['call', 'files.read_text_file', '--args', '{"path": "/nowhere"}'], at);
    expect([missing.code, missing.result.is_error]).toEqual([5, true]);
    const tools = await runCliProcess(['search', 'read a text file'], at);
    expect(tools.stdout).toContain('files.read_text_file');
  });

  it('keeps the connection beside the captured list, and an unchanged import writes nothing', async () => {
    const { cwd, env } = emptyWorkspace();
    const data = join(cwd, 'data');
    mkdirSync(data);
    const command = [...realServer('filesystem'), data];
    await runCli(['import', '--mcp', '--name', 'files', '--', ...command], { cwd, env });
    const yaml = readFileSync(join(cwd, 'pegboard.yaml'), 'utf8');
    expect(yaml).toContain('mcp:');
    expect(yaml).not.toContain('cwd:');
    const watched = ['pegboard.yaml', 'sources/files.json'].map((file) => join(cwd, file));
    const before = watched.map((path) => statSync(path).mtimeMs);
    const again = await runCli(['import', '--source', 'files'], { cwd, env });
    expect([again.code, again.result.written, again.result.added]).toEqual([0, false, []]);
    expect(watched.map((path) => statSync(path).mtimeMs)).toEqual(before);
    const check = ['import', '--source', 'files', '--check'];
    expect((await runCli(check, { cwd, env })).code).toBe(0);
    write(cwd, 'sources/files.json', '{"tools": [{"name": "read_file", "inputSchema": {"type": "object"}}]}');
    const changed = await runCli(check, { cwd, env });
    expect([changed.code, changed.result.written, changed.result.changed]).toEqual([1, false, ['files.read_file']]);

    const listed = await runCli(['sources'], { cwd, env });
    expect(listed.result).toMatchObject({
      schema: 'pegboard.sources/1',
      sources: [
        {
          name: 'files',
          kind: 'stdio',
          status: 'ready',
          consented: true,
          last_import: {
            protocol_version: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
            server: { name: expect.any(String) },
          },
        },
      ],
    });
  });

  it('names a source as the server names itself, and plans without writing', async () => {
    const { cwd, env } = emptyWorkspace();
    const before = folderContents(cwd);
    const planned = await runCli(['import', '--mcp', '--dry-run', '--', ...realServer('memory')], { cwd, env });
    expect([planned.code, planned.result.written, planned.result.source]).toEqual([0, false, 'memory-server']);
    expect(folderContents(cwd)).toEqual(before);
  });

  it('calls the memory and the everything server, and confirms what may destroy', async () => {
    const { cwd, env } = emptyWorkspace();
    const at = { cwd, env: { ...env, MEMORY_FILE_PATH: join(cwd, 'memory.json') } };
    await runCli(
      ['import', '--mcp', '--name', 'memory', '--env', 'MEMORY_FILE_PATH', '--', ...realServer('memory')],
      at,
    );
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['likes engines'] }];
    const created = await runCli(['call', 'memory.create_entities', '--args', JSON.stringify({ entities })], at);
    expect([created.code, created.result.is_error]).toEqual([0, false]);
    const remove = ['call', 'memory.delete_entities', '--args', '{"entityNames": ["Ada"]}'];
    const refused = await runCli(remove, at);
    expect([refused.code, refused.error.code]).toEqual([2, 'confirmation_required']);
    expect(readFileSync(join(cwd, 'memory.json'), 'utf8')).toContain('Ada');
    expect((await runCli([...remove, '--yes'], at)).code).toBe(0);
    expect(readFileSync(join(cwd, 'memory.json'), 'utf8')).not.toContain('Ada');

    const every = await runCli(['import', '--mcp', '--name', 'every', '--', ...realServer('everything')], at);
    expect(every.result.added).toContain('every.echo');
    write(cwd, 'args.json', '{"message": "from a file"}');
    const echoed = await runCli(['call', 'every.echo', '--args', '@args.json'], at);
    expect(echoed.stdout).toContain('from a file');
  });
});

describe('a real server over streamable HTTP', () => {
  it('imports, imports again and calls', async () => {
    const { cwd, env } = emptyWorkspace();
    const url = await everythingOverHttp();
    const imported = await runCli(['import', '--url', url, '--name', 'every'], { cwd, env });
    expect([imported.code, imported.stderr]).toEqual([0, '']);
    expect(imported.result.added).toContain('every.get-sum');
    const again = await runCli(['import', '--source', 'every'], { cwd, env });
    expect([again.code, again.result.written]).toEqual([0, false]);
    const called = await runCli(['call', 'every.get-sum', '--args', '{"a": 2, "b": 40}'], { cwd, env });
    expect([called.code, called.stdout.includes('42')]).toEqual([0, true]);
  });
});
