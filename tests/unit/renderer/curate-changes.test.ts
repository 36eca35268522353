import { describe, expect, it } from 'vitest';
import type { ToolDetail } from '#shared/domain/tool-detail.ts';
import { bulkEdit } from '../../../src-renderer/features/catalog/curate/bulk-changes.ts';
import {
  changeOfField,
  curateFields,
  isOverlaid,
  savedText,
  upstreamText,
} from '../../../src-renderer/features/catalog/curate/curate-fields.ts';

const detail = {
  tool: { name: 'shop.refund', description: 'Pay back.', tags: ['money'], declared_mode: 'always', aliases: [] },
  overlay: { description: 'Pay back.', loading_mode: 'always' },
  overlaid: [
    { field: 'description', upstream: 'Refund.', overlaid: 'Pay back.' },
    { field: 'declared_mode', upstream: 'undeclared', overlaid: 'always' },
  ],
} as unknown as ToolDetail;

const field = (name: string) => {
  const found = curateFields.find((each) => each.name === name);
  if (!found) throw new Error(name);
  return found;
};

describe('a curated field', () => {
  it('shows the overlay and knows what the source says', () => {
    expect(savedText(detail, field('description'))).toBe('Pay back.');
    expect(upstreamText(detail, field('description'))).toBe('Refund.');
    expect(isOverlaid(detail, field('tags'))).toBe(false);
    expect(savedText(detail, field('tags'))).toBe('money');
    expect(upstreamText(detail, field('loading_mode'))).toBe('');
  });

  it('is a reset where it says what the source says', () => {
    const path = ['overlays', 'shop.refund', 'description'];
    expect(changeOfField(detail, field('description'), ' Refund.\n')).toEqual({ path });
    expect(changeOfField(detail, field('loading_mode'), '').value).toBeUndefined();
    expect(changeOfField(detail, field('tags'), 'money').value).toBeUndefined();
  });

  it('keeps a list without empty lines and repeats, an emptied list as empty, a choice as its value', () => {
    expect(changeOfField(detail, field('tags'), ' a \n\nb\na').value).toEqual(['a', 'b']);
    expect(changeOfField(detail, field('tags'), '').value).toEqual([]);
    expect(changeOfField(detail, field('requires_confirmation'), 'false').value).toBe(false);
  });
});

describe('many tools at once', () => {
  const tool = (name: string, tags: string[], rule: 'fallback' | 'pattern' = 'fallback') => ({
    name,
    tags,
    mode_reason: { rule, detail: '' },
  });
  const tools = [tool('a', ['x']), tool('b', ['x', 'y']), tool('c', [], 'pattern')];

  it('changes only what is not so already, and says where another rule decides', () => {
    const edit = bulkEdit(
      tools,
      { a: { loading_mode: 'deferred' } },
      { mode: 'deferred', addTags: ['y'], removeTags: [] },
    );
    expect(edit.changes).toEqual([
      { path: ['overlays', 'a', 'tags'], value: ['x', 'y'] },
      { path: ['overlays', 'b', 'loading_mode'], value: 'deferred' },
      { path: ['overlays', 'c', 'loading_mode'], value: 'deferred' },
      { path: ['overlays', 'c', 'tags'], value: ['y'] },
    ]);
    expect(edit).toMatchObject({ tools: 3, overruled: 1 });
  });

  it('takes tags and modes away', () => {
    const plan = { mode: 'reset', addTags: [], removeTags: ['x'] } as const;
    expect(bulkEdit(tools, { b: { loading_mode: 'always' } }, plan).changes).toEqual([
      { path: ['overlays', 'a', 'tags'], value: [] },
      { path: ['overlays', 'b', 'loading_mode'] },
      { path: ['overlays', 'b', 'tags'], value: ['y'] },
    ]);
  });
});
