import { expect, it } from 'vitest';
import { switcherRows } from '../../../src-renderer/app/workspace-switcher-rows.ts';

const listed = (path: string) => ({ path, name: path.split('/').at(-1) ?? '', opened_at: '', missing: false });
const recent = [listed('/projects/shop/agent'), listed('/projects/bank/agent'), listed('/home/notes')];

const told = (text: string, current?: string) =>
  switcherRows(recent, { current, text }).map((row) => (row.kind === 'recent' ? row.workspace.path : row.id));

it('the switcher finds a workspace by words of its name or path, never the open one, and the other ways after them', () => {
  const acts = ['open-workspace', 'new-workspace', 'demo'];
  expect(told('', '/home/notes')).toEqual(['/projects/shop/agent', '/projects/bank/agent', ...acts]);
  expect(told('AGENT bank')).toEqual(['/projects/bank/agent']);
  expect(told('demo')).toEqual(['demo']);
  expect(told('nothing like it')).toEqual([]);
});
