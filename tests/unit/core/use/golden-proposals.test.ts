import { expect, it } from 'vitest';
import { goldenProposals, type ProposalOptions } from '#core/use/golden-proposals.ts';
import type { UseSession } from '#shared/domain/use.ts';

const minute = 60_000;

/** A session of searches, each with the tool that was called after it, and whether the call succeeded. */
function session(
  id: string,
  asked: readonly (readonly [query: string, called: string | null, ok?: boolean | null])[],
  persona: string | null = null,
): UseSession {
  const at = (i: number) => 1e12 + i * minute;
  return {
    ...{ id, at: at(0), client: 'c', persona, gets: [], skills: [] },
    searches: asked.map(([query, called], i) => ({ at: at(i), query, found: ['a.one', 'b.two'], called })),
    calls: asked.flatMap(([, tool, ok = true], i) => (tool === null ? [] : [{ at: at(i) + 1, tool, ok }])),
  };
}

const tools = ['a.one', 'b.two', 'c.three'];
const options: ProposalOptions = {
  ...{ persona: null, golden: [], limit: 50 },
  allowed: new Map(tools.map((tool) => [tool, { source: tool.slice(0, 1) }])),
};
const proposed = (sessions: UseSession[], more: Partial<ProposalOptions> = {}) =>
  goldenProposals(sessions, { ...options, ...more }).map(({ query, tool, count }) => [query, tool, count]);

it('proposes the words of searches with the tool that was called and succeeded', () => {
  const all = session('s', [
    ['write a page', 'a.one'],
    ['cut a picture', 'b.two', false],
    ['send a letter', null],
    ['draw a line', 'b.two', null],
    ['paint a wall', 'gone.tool'],
  ]);
  expect(goldenProposals([all], options)).toEqual([
    { query: 'write a page', tool: 'a.one', source: 'a', count: 1, last_at: 1e12, rank: 1 },
  ]);
});

it('takes queries of the same and nearly the same words as one, in the words that were used most', () => {
  const all = [
    session('s', [
      ['Write a page', 'a.one'],
      ['write a page!', 'a.one'],
      ['write a page!', 'a.one'],
    ]),
    session('t', [
      ['page: write a', 'a.one'],
      ['please write a new page for me now', 'a.one'],
      ['please write a new page for me', 'a.one'],
    ]),
  ];
  expect(proposed(all)).toEqual([
    ['write a page!', 'a.one', 4],
    ['please write a new page for me', 'a.one', 2],
  ]);
});

it('leaves out what led to several tools, what is golden, what hides a secret, and paths of files', () => {
  const all = session('s', [
    ['open it', 'a.one'],
    ['open it', 'b.two'],
    ['close the door', 'a.one'],
    ['use [hidden] to log in', 'a.one'],
    ['use ${env:TOKEN} to log in', 'a.one'],
    // Kept by a version that did not know this form yet.
    ['password=Sup3rSecret! log in', 'a.one'],
    ...['mail about /home/me/secret-project/x.txt', 'open ~/notes', 'read C:\\me\\x.txt', 'see \\\\server\\share'].map(
      (query) => [query, 'b.two'] as const,
    ),
    ['lock the window', 'c.three'],
    ['input/output of https://example.com/a/b', 'a.one'],
  ]);
  expect(proposed([all], { golden: ['The door: close!'] })).toEqual([
    ['input/output of https://example.com/a/b', 'a.one', 1],
    ['lock the window', 'c.three', 1],
  ]);
});

it('proposes nothing of another persona, and no tool that the persona may not use', () => {
  const all = [
    session('s', [['write a page', 'a.one']]),
    session(
      't',
      [
        ['cut a picture', 'b.two'],
        ['draw a line', 'c.three'],
      ],
      'writer',
    ),
  ];
  expect(proposed(all)).toEqual([['write a page', 'a.one', 1]]);
  const allowed = new Map([['b.two', { source: 'b' }]]);
  expect(proposed(all, { persona: 'writer', allowed })).toEqual([['cut a picture', 'b.two', 1]]);
});

it('proposes a query of each tool before the second one of any', () => {
  const many = ['alpha', 'beta', 'gamma'].flatMap((word) => [[word, 'a.one'] as const, [word, 'a.one'] as const]);
  const all = session('s', [...many, ['delta', 'b.two'], ['epsilon', 'c.three']]);
  expect(
    proposed([all], { limit: 3 })
      .map(([, tool]) => tool)
      .sort(),
  ).toEqual(['a.one', 'b.two', 'c.three']);
});
