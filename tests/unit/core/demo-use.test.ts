import { expect, it } from 'vitest';
import { demoUse, demoUseFile } from '#core/workspace/demo/demo-use.ts';
import { demoWorkspace } from '../../support/demo-catalog.ts';

const now = Date.parse('2026-03-31T15:20:00Z');
const called = demoUse(now).flatMap(({ tool }) => (tool === null ? [] : [tool]));

it('writes the same month of use on the same day, and the one before another day', () => {
  const { text, path } = demoUseFile('/demo', now);
  expect(path).toBe('/demo/use/month.jsonl');
  expect(demoUseFile('/demo', now + 3_600_000).text).toBe(text);
  expect(demoUseFile('/demo', now + 86_400_000).text).not.toBe(text);
  expect(text.length).toBeLessThan(500_000);
});

it('covers the thirty days before, in order of time, with several clients', () => {
  const lines = demoUse(now);
  const days = new Set(lines.map(({ time }) => time.slice(0, 10)));
  expect(lines.map(({ time }) => time)).toEqual(lines.map(({ time }) => time).toSorted());
  expect([lines[0]?.time.slice(0, 10), lines.at(-1)?.time.slice(0, 10)]).toEqual(['2026-03-01', '2026-03-30']);
  expect(days.size).toBeGreaterThan(20);
  expect(new Set(lines.map(({ client }) => client))).toEqual(new Set(['shop-assistant', 'claude-code', 'cursor']));
  const sessions = new Set(lines.map(({ session }) => session));
  expect(sessions.size).toBe(420);
});

it('calls tools of the demo alone: a few of them most, many never', async () => {
  const { catalog } = await demoWorkspace();
  const names = new Set(catalog.tools.map(({ name }) => name));
  expect(called.filter((name) => !names.has(name))).toEqual([]);
  const counts = [...Map.groupBy(called, (name) => name).values()]
    .map(({ length }) => length)
    .toSorted((a, b) => b - a);
  const head = counts.slice(0, 5).reduce((sum, count) => sum + count, 0);
  expect(head / called.length).toBeGreaterThan(0.5);
  expect(names.size - counts.length).toBeGreaterThan(25);
  expect(called.filter((name) => name.startsWith('tasks.')).length).toBeLessThan(20);
});

it('has searches that find nothing, searches with another first result, and calls that fail', () => {
  const lines = demoUse(now);
  expect(lines.filter(({ found }) => found?.length === 0).length).toBeGreaterThan(15);
  expect(lines.filter(({ found, tool }) => found?.[0] !== undefined && found[0] !== tool).length).toBeGreaterThan(15);
  expect(lines.filter(({ ok }) => ok === false).length).toBeGreaterThan(15);
});
