import { describe, expect, it } from 'vitest';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import { type ErrorCode, PegboardError } from '#shared/errors.ts';
import { sourceOfFinding } from '../../../src-renderer/app/finding-source.ts';
import { recognisePasted } from '../../../src-renderer/features/import/recognise.ts';
import { elapsedSeconds, stepOfEvent, stepWords } from '../../../src-renderer/features/sources/job-step.ts';
import { chosenRow, rowStates, sourceRows } from '../../../src-renderer/features/sources/source-rows.ts';
import { sourceStates } from '../../../src-renderer/features/sources/source-states.ts';
import { addressDrafted, commandDrafted, draftOf, emptyDraft } from '../../../src-renderer/state/connection-draft.ts';
import { errorFacts, forScreen } from '../../../src-renderer/ui/error-facts.ts';
import { relativeTime } from '../../../src-renderer/ui/relative-time.ts';

const ready: SourceSummary = {
  name: 'files',
  kind: 'stdio',
  format: 'tools_list',
  path: 'sources/files.json',
  enabled: true,
  status: 'ready',
  tools: 3,
  tokens_estimate: 90,
  runs: 'npx -y server .',
  consented: true,
  last_import: null,
  pack: null,
  state: 'stopped',
  stale: false,
  sign_in: null,
  findings: [],
  mcp_problem: null,
};
const wordsOf = (change: Partial<SourceSummary>) => sourceStates({ ...ready, ...change }).map(({ word }) => word);

describe('the states of a source', () => {
  it('are words, the most urgent first', () => {
    expect(wordsOf({})).toEqual(['ready']);
    expect(wordsOf({ state: 'running', stale: true })).toEqual(['stale', 'running']);
    expect(wordsOf({ status: 'disabled', enabled: false })).toEqual(['disabled']);
    expect(wordsOf({ status: 'unreadable', mcp_problem: { code: 'server_failed', message: 'x' } })).toEqual([
      'unreadable',
      'failed',
    ]);
  });

  it('say that signing in is needed once, not as a failure too', () => {
    const problem = { code: 'authentication_required' as const, message: 'x' };
    expect(wordsOf({ sign_in: 'needed', mcp_problem: problem })).toEqual(['sign-in needed']);
  });

  it('have each a shape of their own where the tone is the same, as hues alone say nothing', () => {
    const shapeOf = (change: Partial<SourceSummary>) => sourceStates({ ...ready, ...change })[0].shape;
    const changes = [{}, { state: 'running' }, { state: 'starting' }, { stale: true }, { sign_in: 'needed' }] as const;
    expect(new Set(changes.map(shapeOf)).size).toBe(changes.length);
  });
});

describe('the rows of the list', () => {
  const job = {
    id: '1',
    workspace: '/w',
    consent: false,
    approved: null,
    stderr: '',
    start: null,
    step: { kind: 'starting' } as const,
  };

  it('show what is under way at its source, and servers that are no source yet on top', () => {
    const again = { ...job, source: 'files', connection: null };
    const added = { ...job, id: '2', source: 'files-2', connection: { command: 'npx' } };
    const rows = sourceRows([ready], [again, added]);
    expect(rows.map(({ key, job: own }) => [key, own?.id])).toEqual([
      ['job:2', '2'],
      ['source:files', '1'],
    ]);
    expect(rowStates({ key: 'source:files', source: ready, job: again })[0]?.word).toBe('connecting…');
  });

  it('are one for a new source that is written while its job ends, and stay chosen', () => {
    const added = { ...job, source: 'files', connection: { command: 'npx' } };
    const rows = sourceRows([ready], [added]);
    expect(rows.map(({ key }) => key)).toEqual(['source:files']);
    expect(chosenRow([{ key: 'source:x', source: null, job: null }, ...rows], 'job:1')).toBe(rows[0]);
    expect(chosenRow(rows, 'source:gone')).toBe(rows[0]);
    expect(chosenRow([], undefined)).toBeNull();
  });

  it('keep a job of a source that was removed meanwhile', () => {
    expect(sourceRows([], [{ ...job, source: 'files', connection: null }])).toHaveLength(1);
  });
});

describe('the steps of an import', () => {
  it('say that a server is downloaded or started', () => {
    const words = (downloading: boolean) => stepWords(stepOfEvent({ type: 'starting', downloading }));
    expect([words(true), words(false)]).toEqual(['downloading or starting…', 'starting…']);
  });

  it('count the whole seconds of a start up to its limit, also where a clock was set back', () => {
    expect([0, 42_900, 180_400, -5].map((ms) => elapsedSeconds(ms, 180_000))).toEqual([0, 42, 180, 0]);
  });

  it('follow its events', () => {
    expect(stepWords(stepOfEvent({ type: 'connected', protocol_version: '2025-06-18', server: null }))).toBe(
      'connected, MCP 2025-06-18',
    );
    expect(stepWords(stepOfEvent({ type: 'listing', pages: 1, tools: 1200 }))).toBe('listing, 1,200 tools…');
  });
});

describe('what was pasted', () => {
  const kindOf = (text: string) => recognisePasted(text).kind;

  it('is told apart by its form', () => {
    expect(kindOf('  ')).toBe('nothing');
    expect(recognisePasted(' https://mcp.example.com/mcp\n')).toEqual({
      kind: 'url',
      url: 'https://mcp.example.com/mcp',
    });
    expect(kindOf('npx -y @modelcontextprotocol/server-filesystem .')).toBe('command');
    expect(kindOf('$ TOKEN=x npx server')).toBe('command');
    expect(kindOf('{"mcpServers": {}}')).toBe('document');
    expect(kindOf('// servers\n{"servers": {}}')).toBe('document');
    expect(kindOf('{"name":"a"}\n{"name":"b"}')).toBe('document');
    expect(kindOf('[mcp_servers.docs]\ncommand = "npx"')).toBe('document');
    expect(kindOf('model = "gpt"\n[mcp_servers.docs]')).toBe('document');
  });

  it('is refused with a reason where nothing fits', () => {
    expect(recognisePasted('curl x | sh')).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('“|”') });
    expect(recognisePasted('TOKEN=x')).toMatchObject({
      kind: 'unknown',
      reason: expect.stringContaining('no command'),
    });
    expect(recognisePasted('x'.repeat(9000))).toMatchObject({
      kind: 'unknown',
      reason: expect.stringContaining('too long'),
    });
  });
});

describe('a typed source', () => {
  it('becomes a connection: an empty value comes from the environment', () => {
    const draft = {
      ...emptyDraft,
      name: ' files ',
      commandLine: 'A=1 npx -y server "my dir"',
      cwd: ' tools ',
      variables: [
        { name: 'TOKEN', value: '' },
        { name: 'KEY', value: 'abc' },
        { name: '', value: '' },
      ],
    };
    expect(commandDrafted(draft, [])).toEqual({
      kind: 'connection',
      name: 'files',
      connection: {
        command: 'npx',
        args: ['-y', 'server', 'my dir'],
        env: { A: '1', TOKEN: '${env:TOKEN}', KEY: 'abc' },
        cwd: 'tools',
      },
    });
  });

  it('says what is wrong, each at its field', () => {
    const command = commandDrafted({ ...emptyDraft, name: 'files', variables: [{ name: 'A B', value: '' }] }, [
      'files',
    ]);
    expect(command).toMatchObject({
      kind: 'problems',
      problems: {
        name: expect.any(String),
        commandLine: expect.any(String),
        variables: expect.stringContaining('A B'),
      },
    });
    const address = { ...emptyDraft, name: 'a.b', url: 'ftp://x', headers: [{ name: 'X Key', value: '1' }] };
    expect(addressDrafted(address, [])).toMatchObject({
      problems: { name: expect.any(String), url: expect.any(String), headers: expect.stringContaining('X Key') },
    });
    expect(addressDrafted({ ...emptyDraft, url: 'https://x', headers: [{ name: 'K', value: '' }] }, [])).toMatchObject({
      problems: { headers: 'K has no value.' },
    });
  });

  it('comes back for editing as it was typed', () => {
    const connection = { command: 'npx', args: ['a b', ''], env: { TOKEN: '${env:TOKEN}', K: 'v' }, cwd: 'd' };
    const draft = draftOf(connection, 'files');
    expect(draft.variables).toEqual([
      { name: 'TOKEN', value: '' },
      { name: 'K', value: 'v' },
    ]);
    expect(commandDrafted(draft, [])).toEqual({ kind: 'connection', name: 'files', connection });
    const reached = { url: 'https://x/mcp', headers: { Authorization: 'Bearer ${env:T}' } };
    expect(addressDrafted(draftOf(reached, null), [])).toEqual({ kind: 'connection', name: null, connection: reached });
  });
});

describe('what an error says about the next act', () => {
  it('is stderr, variables to set, or signing in', () => {
    const missing = new PegboardError('variable_missing', 'x', { data: { variables: ['A'] } });
    expect(errorFacts(missing)).toEqual({ stderr: null, variables: ['A'], offersSignIn: false, agreedBefore: null });
    const refused = new PegboardError('authentication_required', 'x', { data: { oauth: true, stderr: 7 } });
    expect(errorFacts(refused)).toEqual({ stderr: null, variables: [], offersSignIn: true, agreedBefore: null });
    expect(errorFacts(new PegboardError('server_failed', 'x', { data: { stderr: 'why' } })).stderr).toBe('why');
  });
});

describe('an error on the screen', () => {
  it('names no option of the command line as the next act', () => {
    const told = (code: ErrorCode, data = {}) =>
      forScreen(new PegboardError(code, 'x', { hint: 'Use --name.', data })).hint;
    for (const code of ['source_exists', 'server_timeout', 'consent_required', 'authentication_required'] as const) {
      expect(told(code)).not.toContain('--');
    }
    expect(told('authentication_required', { oauth: true })).toBe('Use --name.');
    expect(told('server_failed')).toBe('Use --name.');
  });
});

describe('the source of a finding', () => {
  it('is found by its name or its file', () => {
    const sources = [{ name: 'files', path: 'sources/files.json' }] as Parameters<typeof sourceOfFinding>[1];
    expect(sourceOfFinding({ path: 'sources/files.json' }, sources)).toBe('files');
    expect(sourceOfFinding({ path: 'sources: files' }, sources)).toBe('files');
    expect(sourceOfFinding({ path: 'tool_search.enabled' }, sources)).toBeNull();
    expect(sourceOfFinding({}, sources)).toBeNull();
  });
});

describe('relativeTime', () => {
  it('says how long ago in a few words', () => {
    const now = Date.parse('2026-03-10T12:00:00Z');
    const ago = (iso: string) => relativeTime(iso, now);
    expect(ago('2026-03-10T11:59:30Z')).toBe('just now');
    expect(ago('2026-03-10T11:55:00Z')).toBe('5 min ago');
    expect(ago('2026-03-10T09:00:00Z')).toBe('3 h ago');
    expect(ago('2026-03-09T09:00:00Z')).toBe('yesterday');
    expect(ago('2026-03-01T09:00:00Z')).toBe('9 days ago');
    expect(ago('2025-12-01T09:00:00Z')).toBe('2025-12-01');
    // A clock that was set back.
    expect(ago('2026-03-10T12:05:00Z')).toBe('just now');
  });
});
