import { beforeEach, describe, expect, it } from 'vitest';
import type { ReviewedServer, ReviewVariable, ServerReview } from '#shared/domain/server-review.ts';
import {
  afterProgress,
  batchTotals,
  batchWords,
  type LiveServer,
  queuedServer,
  statusWords,
  stepWords,
} from '../../../src-renderer/features/server-review/live-server.ts';
import { offerWords, projectOffers } from '../../../src-renderer/features/server-review/project-offer.tsx';
import {
  choiceOf,
  type ReviewPart,
  readinessOf,
  type SheetVariable,
  setAll,
  sheetServers,
  sheetVariables,
  startsTicked,
  startWords,
  valuesOf,
  variablesWords,
} from '../../../src-renderer/features/server-review/review-servers.ts';
import {
  addReview,
  choose,
  closeSheet,
  fillReview,
  reviewOf,
  runnableOf,
  tick,
  tickAll,
  useReviews,
} from '../../../src-renderer/features/server-review/review-store.ts';

const server = (name: string, more: Partial<ReviewedServer> = {}): ReviewedServer => ({
  id: name,
  client: 'generic',
  scope: 'project',
  config_path: '/w/.mcp.json',
  name,
  source: name,
  same_as: null,
  repeats: null,
  connection: { command: name },
  runs: name,
  disabled: false,
  consented: false,
  variables: [],
  obstacles: [],
  findings: [],
  ...more,
});
const variable = (name: string, more: Partial<ReviewVariable> = {}): ReviewVariable => ({
  name,
  description: null,
  used_by: [],
  secret: true,
  can_omit: true,
  available: [],
  ...more,
});
const obstacle = { code: 'program_not_found', severity: 'error', message: 'x' } as const;

function part(servers: ReviewedServer[], variables: ReviewVariable[] = [], more: Partial<ReviewPart> = {}): ReviewPart {
  const config = { client: 'generic', scope: 'project', path: '/w/.mcp.json', findings: [] } as const;
  const review: ServerReview = { servers, variables, configs: [config] };
  const origin = { kind: 'text', name: '.mcp.json', text: '{}' } as const;
  return { key: '0', title: '.mcp.json', origin, onlyConfig: null, review, ...more };
}
const only = <Value>(values: readonly Value[]): Value => {
  const [first] = values;
  if (first === undefined || values.length !== 1) throw new Error(`${values.length} values`);
  return first;
};
const variablesOf = (...parts: ReviewPart[]): SheetVariable[] => sheetVariables(parts, sheetServers(parts));

describe('the servers of a review', () => {
  it('get names of sources that no other server of any configuration has', () => {
    const parts = [part([server('a'), server('b', { same_as: 'kept' })]), part([server('a')], [], { key: '1' })];
    expect(sheetServers(parts).map(({ key, source }) => [key, source])).toEqual([
      ['0/a', 'a'],
      ['0/b', 'kept'],
      ['1/a', 'a-2'],
    ]);
  });

  it('are those of one configuration where only that is asked for, with the variables that they need', () => {
    const servers = [server('a', { variables: ['A'] }), server('b', { config_path: '/other', variables: ['B'] })];
    const variables = [variable('A', { used_by: ['a'] }), variable('B', { used_by: ['b'] })];
    const parts = [part(servers, variables, { onlyConfig: '/w/.mcp.json' })];
    expect(sheetServers(parts).map(({ name }) => name)).toEqual(['a']);
    expect(variablesOf(...parts).map(({ name }) => name)).toEqual(['A']);
  });

  it('are chosen, except for those that are off, repeated, added already, or cannot run', () => {
    expect(startsTicked(server('a'))).toBe(true);
    expect(startsTicked(server('a', { disabled: true }))).toBe(false);
    expect(startsTicked(server('a', { same_as: 'a' }))).toBe(false);
    expect(startsTicked(server('a', { repeats: 'b' }))).toBe(false);
    expect(startsTicked(server('a', { obstacles: [obstacle] }))).toBe(false);
  });

  it('say how many of them the button starts', () => {
    expect(startWords(15, 15)).toBe('Start 15 servers');
    expect(startWords(15, 12)).toBe('Start 12 of 15 servers');
    expect(startWords(1, 1)).toBe('Start 1 server');
  });
});

describe('the values of a review', () => {
  const servers = [server('a', { variables: ['KEY', 'REGION'] }), server('b', { variables: ['KEY'] })];

  it('are grouped once, those with the most users first, and have the best place that there is', () => {
    const variables = variablesOf(
      part(servers, [
        variable('REGION', { used_by: ['a'] }),
        variable('KEY', { used_by: ['a', 'b'], available: ['kept', 'file'] }),
      ]),
    );
    expect(variables.map(({ name }) => name)).toEqual(['KEY', 'REGION']);
    expect(variables.map((one) => choiceOf(one, {}).from)).toEqual(['kept', 'typed']);
    expect(variablesWords(variables)).toBe('2 variables, used by 2 servers');
  });

  it('hold a server back while one is missing, by name', () => {
    const variables = variablesOf(part(servers, [variable('KEY', { used_by: ['a', 'b'] })]));
    const [a] = sheetServers([part(servers)]);
    if (!a) throw new Error('no server');
    const ready = (choices = {}) => readinessOf(a, { variables, choices });
    expect(ready()).toMatchObject({ can_run: false, missing: ['KEY'] });
    expect(ready({ '0/KEY': { from: 'typed', value: 'x', keep: false } }).can_run).toBe(true);
    expect(ready({ '0/KEY': { from: 'omit', value: '', keep: false } }).can_run).toBe(true);
  });

  it('are all taken from one place, where they have it; the others stay as they are', () => {
    const variables = variablesOf(
      part(servers, [
        variable('KEY', { used_by: ['a', 'b'], available: ['environment', 'file'] }),
        variable('REGION', { used_by: ['a'], available: ['environment'], can_omit: false }),
      ]),
    );
    expect(valuesOf('0', variables, setAll(variables, {}, 'file-kept'))).toEqual({
      KEY: { from: 'file', keep: true },
      REGION: { from: 'environment' },
    });
    expect(valuesOf('0', variables, setAll(variables, {}, 'omit'))).toEqual({
      KEY: { from: 'omit' },
      REGION: { from: 'environment' },
    });
  });

  it('are sent for the configuration that they belong to, and never without a value', () => {
    const first = part([server('a', { variables: ['KEY'] })], [variable('KEY', { used_by: ['a'] })]);
    const second = { ...first, key: '1' };
    const variables = variablesOf(first, second);
    const choices = { '1/KEY': { from: 'typed', value: 'x', keep: true } } as const;
    expect(valuesOf('0', variables, choices)).toEqual({});
    expect(valuesOf('1', variables, choices)).toEqual({ KEY: { from: 'typed', value: 'x', keep: true } });
  });
});

describe('the review on the sheet', () => {
  beforeEach(() => useReviews.setState({ reviews: [], shown: null }));
  const open = (...parts: ReviewPart[]) => {
    const id = addReview({ workspace: '/w', title: 'x' });
    fillReview(id, parts);
    return id;
  };

  it('starts what is chosen and can run', () => {
    const servers = [server('a'), server('b', { variables: ['KEY'] }), server('c', { obstacles: [obstacle] })];
    const id = open(part(servers, [variable('KEY', { used_by: ['b'] })]));
    const runnable = () => runnableOf(reviewOf(id) ?? only([])).map(({ name }) => name);
    expect(runnable()).toEqual(['a']);
    choose(id, '0/KEY', { from: 'typed', value: 'x', keep: false });
    expect(runnable()).toEqual(['a', 'b']);
    tick(id, '0/a', false);
    expect(runnable()).toEqual(['b']);
    tickAll(id, true);
    expect([...(reviewOf(id)?.ticked ?? [])]).toEqual(['0/a', '0/b']);
  });

  it('is forgotten when it is closed before anything started, and stays where something is under way', () => {
    const id = open(part([server('a')]));
    closeSheet();
    expect(useReviews.getState()).toEqual({ reviews: [], shown: null });
    const next = open(part([server('a')]));
    expect(next).not.toBe(id);
    useReviews.setState(({ reviews }) => ({
      reviews: reviews.map((review) => ({ ...review, phase: 'started', live: { '0/a': queuedServer } })),
    }));
    closeSheet();
    expect(useReviews.getState()).toMatchObject({ reviews: [{ id: next }], shown: null });
    // The next configuration has a sheet of its own, and the first goes on.
    open(part([server('b')]));
    expect(useReviews.getState().reviews).toHaveLength(2);
  });
});

describe('a server that is being added', () => {
  const started = afterProgress(queuedServer, { type: 'starting', downloading: true });
  const failure = { code: 'server_failed', message: 'x' } as const;
  const failed = afterProgress(started, { type: 'failed', error: failure, elapsed_ms: 900 });

  it('says in words how far it is', () => {
    expect(stepWords(queuedServer.step)).toBe('queued');
    expect(stepWords(started.step)).toBe('downloading…');
    expect(stepWords(afterProgress(started, { type: 'listing', tools: 12 }).step)).toBe('listing, 12 tools…');
    expect(stepWords(failed.step)).toBe('failed · 0.9 s');
  });

  it('keeps the newest lines of its stderr, each time in place of those before', () => {
    const first = afterProgress(started, { type: 'stderr', text: 'loading' });
    const live: LiveServer = afterProgress(first, { type: 'stderr', text: 'loading\nready' });
    expect(live).toEqual({ step: started.step, stderr: 'loading\nready' });
  });

  it('counts towards the whole', () => {
    const result = {
      base: { path: '/w', revision: '1' },
      sources: [],
      conflicts: [],
      findings: [],
      written: true,
    };
    const done = afterProgress(started, { type: 'done', result, elapsed_ms: 1 });
    expect(batchWords(batchTotals([done, started, failed]))).toBe('2 of 3 servers finished');
    expect(statusWords(batchTotals([done, started, failed]))).toBe('adding servers: 2 of 3');
    expect(batchWords(batchTotals([done, failed]))).toBe('Added 1 server with 0 tools, 1 failed.');
    expect(statusWords(batchTotals([done, failed]))).toBe('1 server failed');
  });
});

describe('a configuration in the folder of the workspace', () => {
  const review: ServerReview = {
    ...part([server('a'), server('b', { same_as: 'b' }), server('c', { scope: 'user', config_path: '/home/x' })])
      .review,
    variables: [],
  };

  it('is offered with the servers that are not there yet', () => {
    const offer = only(projectOffers(review, '/w'));
    expect(offer).toEqual({ path: '/w/.mcp.json', file: '.mcp.json', servers: 1, isRest: true });
    expect(offerWords(offer)).toBe('Use 1 more server from .mcp.json');
    expect(offerWords({ ...offer, servers: 15, isRest: false })).toBe('Use the 15 servers from .mcp.json');
    expect(offerWords({ ...offer, isRest: false })).toBe('Use the server from .mcp.json');
    expect(projectOffers({ ...review, servers: [server('b', { same_as: 'b' })] }, '/w')).toEqual([]);
    const own = server('pegboard', { obstacles: [{ code: 'serves_itself', severity: 'error', message: 'm' }] });
    expect(projectOffers({ ...review, servers: [own] }, '/w')).toEqual([]);
  });
});
