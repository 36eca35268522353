import { describe, expect, it } from 'vitest';
import type { ToolDetail } from '#shared/domain/tool-detail.ts';
import { connectScripted, errorOf, untilAborted } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

const tokens = { estimate: 1, o200k: 2 };

const detail: ToolDetail = {
  tool: {
    name: 'a.b',
    upstream_name: 'b',
    namespace: 'a',
    source: 'a',
    title: null,
    description: 'One.',
    input_schema: { type: 'object' },
    output_schema: null,
    annotations: null,
    side_effects: null,
    tags: [],
    category: null,
    phrases: [],
    hypothetical_queries: [],
    usage_hint: null,
    related_tools: [],
    examples: [],
    aliases: [],
    risk_level: null,
    requires_confirmation: false,
    extraction: null,
    extra: {},
    declared_mode: 'undeclared',
    mode: 'deferred',
    mode_reason: { rule: 'fallback', detail: 'x' },
  },
  tokens: {
    definition: tokens,
    name: tokens,
    description: tokens,
    sentences: [{ start: 0, end: 4, tokens }],
    input_schema: tokens,
    arguments: [{ name: 'x', pointer: '/properties/x', tokens }],
    output_schema: null,
  },
  entry: {
    whole: { estimate: 2, o200k: 4 },
    parts: [
      { part: 'argument', of: 'x', tokens },
      { part: 'example', of: 0, tokens },
    ],
  },
  record_hash: 'h',
  always_loaded_patterns: ['a.*'],
  mode_rules: [
    { rule: 'workspace_default', mode: 'deferred', value: 'deferred', file: 'pegboard.yaml', path: 'a.b', line: 3 },
    { rule: 'fallback', mode: 'always', value: '', file: null, path: '', line: null },
  ],
  denied_by: null,
  overlay: { tags: ['t'] },
  overlaid: [{ field: 'tags', upstream: null, overlaid: ['t'], words: [{ kind: 'added', text: 't' }] }],
  findings: [{ code: 'argument_untyped', severity: 'warning', message: 'm' }],
};

/** The catalog's part of the contract suite: what every transport carries alike. */
export function describeCatalogCalls(transport: TransportUnderTest): void {
  describe('the catalog', () => {
    it('arrives whole: a tool in detail, several tools, their problems', async () => {
      const problems = [{ name: 'a.b', problems: [{ code: 'schema_invalid' as const, severity: 'error' as const }] }];
      const { client } = await connectScripted(transport, {
        catalog: {
          describe: async ({ name }) => (name === 'a.b' ? detail : null),
          getMany: async ({ names }) => names.map((name) => ({ ...detail.tool, name })),
          lint: async () => problems,
        },
      });
      await expect(client.catalog.describe({ name: 'a.b' })).resolves.toEqual(detail);
      await expect(client.catalog.describe({ name: 'none' })).resolves.toBeNull();
      await expect(client.catalog.getMany({ names: ['x', 'y'] })).resolves.toMatchObject([
        { name: 'x' },
        { name: 'y' },
      ]);
      await expect(client.catalog.lint()).resolves.toEqual(problems);
    });

    it('carries an example to be checked and what duplicates there are', async () => {
      const checked = { findings: detail.findings, args: { x: [null, 1] }, tokens };
      const groups = [{ kind: 'name' as const, tools: ['a.b', 'c.b'] }];
      let draft: unknown;
      const { client } = await connectScripted(transport, {
        curation: {
          checkExample: async (given) => {
            draft = given;
            return checked;
          },
          duplicates: async () => groups,
        },
      });
      await expect(client.curation.checkExample({ tool: 'a.b', text: '{}' })).resolves.toEqual(checked);
      expect(draft).toEqual({ tool: 'a.b', text: '{}', description: '' });
      await expect(client.curation.duplicates()).resolves.toEqual(groups);
    });

    it('stops looking for problems when nobody waits any more', async () => {
      let stopped: AbortSignal | undefined;
      const { client } = await connectScripted(transport, {
        catalog: {
          lint: (call) => {
            stopped = call?.signal;
            return untilAborted(call?.signal);
          },
        },
      });
      const leaving = new AbortController();
      const call = client.catalog.lint(undefined, { signal: leaving.signal });
      setTimeout(() => leaving.abort(), 50);
      expect((await errorOf(call, leaving.signal)).code).toBe('cancelled');
      await expect.poll(() => stopped?.aborted).toBe(true);
    });
  });
}
