import { describe, expect, it } from 'vitest';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { ConfusablePair } from '#shared/domain/confusable.ts';
import { catalogRows } from '../../../src-renderer/features/catalog/catalog-rows.ts';
import { filterCatalog } from '../../../src-renderer/features/catalog/facets.ts';
import { twinsOf } from '../../../src-renderer/features/catalog/similar-tools/alike.ts';
import { toolTokens } from '../../../src-renderer/platform/tool-tokens.ts';

const pair = {
  tools: ['a', 'd'],
  confusions: [{ query: 'find it' }],
} as unknown as ConfusablePair;

describe('tools that are like another one', () => {
  const twins = twinsOf(
    [
      { kind: 'definition', tools: ['a', 'b', 'c'] },
      { kind: 'name', tools: ['a', 'b'] },
    ],
    [pair],
  );

  it('lead around their group, duplicates before what queries confuse', () => {
    const first = (name: string) => twins.get(name)?.[0]?.name;
    expect(['a', 'b', 'c', 'd'].map(first)).toEqual(['b', 'c', 'a', 'a']);
    expect(twins.get('a')?.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      'duplicate b',
      'duplicate c',
      'confusable d',
    ]);
    expect(twins.get('d')?.[0]?.why).toContain('find it');
  });

  it('are a facet of the table', () => {
    const tools = ['a', 'b', 'd', 'e'].map((name) => ({
      name,
      source: 's',
      description: '',
      aliases: [],
      tags: [],
      mode_reason: { rule: 'fallback', detail: '' },
    })) as unknown as ToolSummary[];
    const rows = catalogRows(tools, { tokens: toolTokens('estimate', null), twins });
    const { rows: shown, facets } = filterCatalog(rows, { text: '', chosen: { alike: ['confusable'] } });
    expect(shown.map(({ tool }) => tool.name)).toEqual(['a', 'd']);
    expect(facets.alike).toEqual([
      { value: 'confusable', count: 2 },
      { value: 'duplicate', count: 2 },
    ]);
  });
});
