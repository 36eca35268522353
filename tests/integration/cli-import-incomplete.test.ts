import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderContents } from '../support/folder-contents.ts';
import { fixtureServer } from '../support/mcp-servers.ts';
import { runCli, runCliProcess } from '../support/run-cli.ts';
import { workspaceFolder, write } from '../support/workspace.ts';

const echo = { name: 'echo', description: 'Say it back', inputSchema: { type: 'object', properties: { text: {} } } };
const nulls = { title: null, readOnlyHint: null, destructiveHint: null, idempotentHint: null, openWorldHint: null };
const wide = Object.fromEntries(Array.from({ length: 12_000 }, (_, i) => [`p${i}`, {}]));
/** Two tools that can be read, and one of each kind of trouble. */
const tools = [
  { ...echo, annotations: nulls, outputSchema: null, _meta: null },
  { description: 'no name' },
  { ...echo, description: 'once more' },
  { ...echo, name: 'two', annotations: { readOnlyHint: 'yes' } },
  { ...echo, name: 'wide', inputSchema: { type: 'object', properties: wide } },
  'three',
];
const reasons = [
  'tools[1] has no name.',
  'tools[2] echo has the same name as tools[0], which was kept.',
  'tools[4] wide has more than 10,000 properties.',
  'tools[5] three is not an object.',
];

interface Told {
  readonly code: string;
  readonly message: string;
}

/** What the findings of a run say of the tools that were left out, in the order of the list. */
function leftOut(findings: unknown): string[] {
  const told = (findings as readonly Told[]).filter(({ code }) => code === 'tool_left_out');
  return told.map(({ message }) => message.replace('Left out: ', '')).sort();
}

describe('a list in which some tools cannot be read', () => {
  it('of a file is imported without them, told of one by one, with exit code 1', async () => {
    const cwd = workspaceFolder([]);
    write(cwd, 'gh.json', JSON.stringify({ tools }));
    const planned = await runCli(['import', '--dry-run', 'gh.json'], { cwd });
    expect([planned.code, planned.result.written]).toEqual([1, false]);
    const run = await runCli(['import', 'gh.json'], { cwd });
    expect([run.code, run.result.written, run.result.added]).toEqual([1, true, ['gh.echo', 'gh.two']]);
    expect(leftOut(run.result.findings)).toEqual(reasons);
    expect(run.result.findings).toContainEqual(
      expect.objectContaining({ code: 'field_ignored', message: expect.stringContaining('annotations.readOnlyHint') }),
    );
    const again = await runCli(['import', 'gh.json', '--format', 'human'], { cwd });
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('error: gh.json: Left out: tools[1] has no name.');
  });

  it('is refused as a whole by --strict, with nothing written', async () => {
    const cwd = workspaceFolder([]);
    write(cwd, 'gh.json', JSON.stringify({ tools }));
    const before = folderContents(cwd);
    const run = await runCli(['import', '--strict', 'gh.json'], { cwd });
    expect([run.code, run.error.code]).toEqual([2, 'invalid_input']);
    expect(run.error.message).toContain('gh.json: Left out: tools[1] has no name.');
    expect(folderContents(cwd)).toEqual(before);
    write(cwd, 'good.json', JSON.stringify({ tools: [echo] }));
    expect((await runCli(['import', '--strict', 'good.json'], { cwd })).code).toBe(0);
  });

  it('of a live server is imported without them, and --strict refuses it', async () => {
    const cwd = workspaceFolder([]);
    const env = { TOOLS: write(cwd, 'tools.json', JSON.stringify(tools)) };
    const server = ['--mcp', '--name', 'live', '--env', 'TOOLS', '--', ...fixtureServer('from-file')];
    const strict = await runCli(['import', '--strict', ...server], { cwd, env });
    expect([strict.code, strict.error.code]).toEqual([2, 'invalid_input']);
    expect(existsSync(join(cwd, 'sources/live.json'))).toBe(false);
    const run = await runCli(['import', ...server], { cwd, env });
    expect([run.code, run.result.written, run.result.added]).toEqual([1, true, ['live.echo', 'live.two']]);
    expect(leftOut(run.result.findings)).toEqual(reasons);
  });

  it('of the workspace keeps its other tools, and says which it lost', async () => {
    const cwd = workspaceFolder([echo]);
    const [file = ''] = readdirSync(join(cwd, 'sources'));
    const path = join(cwd, 'sources', file);
    writeFileSync(path, `${readFileSync(path, 'utf8').trim()}\n{"name": 5}\n{"name": "broken\n{"name":"echo"}\n`);
    const listed = await runCli(['tools'], { cwd });
    expect(JSON.stringify(listed.result)).toContain('"echo"');
    const doctor = await runCli(['doctor'], { cwd });
    expect(leftOut(doctor.result.findings)).toMatchObject([
      'line 2 has a name that is not text.',
      expect.stringMatching(/^line 3: column \d+: not valid JSON/),
      'line 4 echo has the same name as line 1, which was kept.',
    ]);
  });
});

describe('a file', () => {
  it('in UTF-16 is imported, as PowerShell writes it', async () => {
    const cwd = workspaceFolder([]);
    writeFileSync(join(cwd, 'gh.json'), Buffer.from(`\ufeff${JSON.stringify({ tools: [echo] })}`, 'utf16le'));
    const run = await runCli(['import', 'gh.json'], { cwd });
    expect([run.code, run.result.added]).toEqual([0, ['gh.echo']]);
  });

  it('that holds no tools is refused with what it is', async () => {
    const cwd = workspaceFolder([]);
    write(cwd, 'package.json', '{"name": "x", "version": "1.0.0", "scripts": {}}');
    const run = await runCli(['import', 'package.json'], { cwd });
    expect([run.code, run.error.code]).toEqual([2, 'unrecognised_format']);
    expect(run.error.message).toBe('package.json does not contain a list of tools. It is a package.json.');
  });

  it('of more than a million tools is refused in a process of little memory', async () => {
    const cwd = workspaceFolder([]);
    write(cwd, 'many.json', `{"tools":[${'{"name":"a"},'.repeat(1_500_000)}{"name":"a"}]}`);
    const run = await runCliProcess(['import', 'many.json'], {
      cwd,
      env: { NODE_OPTIONS: '--max-old-space-size=512' },
    });
    expect([run.code, run.error.code]).toEqual([2, 'file_too_large']);
    expect(run.error.message).toContain('1,500,001 tools');
  });
});
