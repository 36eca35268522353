import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixtureServer } from '../support/mcp-servers.ts';
import { runCli } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, write } from '../support/workspace.ts';

const read = {
  name: 'read',
  description: 'Reads a file.',
  inputSchema: { type: 'object', properties: { path: { type: 'string', description: 'Where it is.' } } },
};
const hidden = 'Reads a file.\u{e0073}\u{e0065}\u{e006e}\u{e0064}';

interface SarifResult {
  readonly message: { readonly text: string };
  readonly locations: readonly [SarifLocation];
}

interface SarifLocation {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string };
    readonly region: { readonly startLine: number };
  };
}

/** A workspace whose live source `disk` lists what a file holds at that moment, with a lock. */
async function opened() {
  const [root, home] = [temporaryFolder(), temporaryFolder()];
  write(root, 'pegboard.yaml', searchOn);
  const list = (...tools: object[]) => write(root, 'list.json', JSON.stringify(tools));
  const path = list(read);
  const run = (...words: string[]) => runCli(words, { cwd: root, env: { TOOLS: path, PEGBOARD_HOME: home } });
  const server = fixtureServer('from-file');
  const first = await run('import', '--mcp', '--name', 'disk', '--env', 'TOOLS', '--', ...server);
  expect(first.code, first.stderr).toBe(0);
  expect((await run('review', '--lock')).code).toBe(0);
  return { root, list, run, lock: () => readFileSync(join(root, 'pegboard.lock'), 'utf8') };
}

describe('a server whose list changes between two listings', () => {
  it.each([
    ['only in its annotations', { ...read, annotations: { readOnlyHint: false } }, 'changed'],
    [
      'only in the description of one argument',
      {
        ...read,
        inputSchema: { ...read.inputSchema, properties: { path: { type: 'string', description: 'The path.' } } },
      },
      'changed',
    ],
    ['only by a new name', { ...read, name: 'open' }, 'renamed'],
  ])('is caught by the check and by the review: %s', async (_what, changed, state) => {
    const { run, list } = await opened();
    expect((await run('import', '--source', 'disk', '--check')).code).toBe(0);
    list(changed);
    expect((await run('import', '--source', 'disk', '--check')).code).toBe(1);
    expect((await run('review')).code).toBe(0);
    expect((await run('import', '--source', 'disk')).code).toBe(0);
    const review = await run('review');
    expect(review.code).toBe(1);
    expect(review.result.items).toMatchObject([{ tool: `disk.${changed.name}`, state }]);
    expect((await run('review', '--approve', `disk.${changed.name}`)).code).toBe(0);
  });

  it('has other exit codes for a tool that would wait and for a server that is gone', async () => {
    const { run, list, root, lock } = await opened();
    list({ ...read, description: hidden });
    const check = await run('import', '--source', 'disk', '--check');
    expect(check.code).toBe(6);
    expect(check.result.withheld).toEqual(['disk.read']);
    // The plan says what the review will say.
    expect(check.result.judged).toMatchObject([{ tool: 'disk.read', change: 'suspicious' }]);
    const human = await run('import', '--source', 'disk', '--check', '--format', 'human');
    expect(human.stdout).toContain('disk.read: audit: hidden_unicode in description: ');
    const before = lock();
    expect((await run('import', '--source', 'disk')).code).toBe(0);
    expect(lock()).toBe(before);
    expect((await run('search', 'read a file')).stdout).not.toContain('disk.read');
    expect((await run('search', 'read a file', '--why-not', 'disk.read')).stdout).toContain('not_approved');
    expect((await run('review', '--reject', 'disk.read')).code).toBe(0);
    write(root, 'list.json', 'no list');
    expect((await run('import', '--source', 'disk', '--check')).code).toBe(4);
  });
});

describe('the documents for CI', () => {
  it('of an import and of a review name what differs and what is withheld, with exit codes that differ', async () => {
    const { root, run, list } = await opened();
    const check = (format: string) => run('import', '--source', 'disk', '--check', '--format', format);
    const same = await check('junit');
    expect([same.code, same.stdout]).toEqual([0, expect.stringContaining('tests="1" failures="0"')]);
    list({ ...read, description: 'Reads a file | or two.' });
    const changed = await check('junit');
    expect([changed.code, changed.stdout]).toEqual([
      1,
      expect.stringMatching(
        /<testcase name="disk\.read" classname="disk"><failure type="differs" message="changed, notable/,
      ),
    ]);
    list({ ...read, description: hidden }, { ...read, name: 'more' });
    const withheld = await check('markdown');
    expect(withheld.code).toBe(6);
    expect(withheld.stdout).toContain('2 tools or parts differ; 1 cannot be used until somebody approves it.');
    expect(withheld.stdout).toMatch(/\| `disk\.read` \| `disk` \| changed, \w+ \| \*\*withheld\*\* \|/);
    expect((await run('import', '--source', 'disk')).code).toBe(0);
    const sarif = await run('review', '--format', 'sarif');
    expect(sarif.code).toBe(6);
    const [{ results, tool }] = JSON.parse(sarif.stdout).runs;
    expect(results.map(({ ruleId }: { ruleId: string }) => ruleId).sort()).toEqual(['tool_differs', 'tool_withheld']);
    expect(tool.driver.rules).toHaveLength(2);
    const places = results.map(({ message, locations: [{ physicalLocation }] }: SarifResult) => [
      message.text.split(' ')[0],
      physicalLocation.artifactLocation.uri,
      physicalLocation.region.startLine,
    ]);
    const lineIn = (file: string, start: string) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .findIndex((line) => line.startsWith(start)) + 1;
    // A tool with an approved text is at its block, a new one at its source.
    expect(places.sort()).toEqual([
      ['disk.more', 'pegboard.yaml', lineIn('pegboard.yaml', '  - name: disk')],
      ['disk.read', 'pegboard.lock', lineIn('pegboard.lock', '--- # disk read')],
    ]);
    expect((await run('review', '--format', 'junit')).stdout).toContain(
      '<failure type="withheld" message="changed, suspicious',
    );
    const ci = await run('ci', '--format', 'json');
    expect(ci.result.waiting).toMatchObject([
      { name: 'disk.more', withheld: false },
      { name: 'disk.read', withheld: true },
    ]);
    const summary = await run('ci', '--format', 'human');
    expect(summary.stdout).toContain('nobody can use 1 of them');
    const left = await run('review', '--reject', 'disk.read', '--approve', 'disk.more', '--format', 'markdown');
    expect([left.code, left.stdout]).toEqual([0, expect.stringContaining('Nothing differs.')]);
  });

  it('have a suite for each of several sources, and a line for each of their parts', async () => {
    const root = temporaryFolder();
    write(root, 'pegboard.yaml', searchOn);
    const list = (file: string, ...names: string[]) =>
      write(root, file, JSON.stringify({ tools: names.map((name) => ({ ...read, name })) }));
    const run = (...words: string[]) => runCli(words, { cwd: root, env: { PEGBOARD_HOME: root } });
    list('disk.json', 'read');
    list('mail.json', 'send', 'find');
    expect((await run('import', 'disk.json', 'mail.json')).code).toBe(0);
    expect((await run('review', '--lock')).code).toBe(0);
    list('disk.json', 'read', 'write');
    list('mail.json', 'send');
    const both = await run('import', 'disk.json', 'mail.json', '--check', '--format', 'junit');
    expect(both.code).toBe(1);
    const suites = (xml: string) => [...xml.matchAll(/<testsuite name="(\w+)" tests="(\d)" failures="(\d)">/g)];
    const counts = suites(both.stdout).map(([, name, tests, failures]) => [name, tests, failures]);
    expect(counts).toEqual([
      ['disk', '1', '1'],
      ['mail', '1', '1'],
    ]);
    const sarif = await run('import', 'disk.json', 'mail.json', '--check', '--format', 'sarif');
    const { results } = JSON.parse(sarif.stdout).runs[0] as { results: readonly SarifResult[] };
    const files = results.map(({ locations: [place] }) => place.physicalLocation.artifactLocation.uri);
    expect(files.sort()).toEqual(['pegboard.lock', 'pegboard.yaml']);
    for (const { locations } of results) expect(locations[0].physicalLocation.region.startLine).toBeGreaterThan(1);
    expect((await run('import', 'disk.json', 'mail.json')).code).toBe(0);
    const review = await run('review', '--format', 'junit');
    expect(suites(review.stdout).map(([, name]) => name)).toEqual(['disk', 'mail']);
  });
});
