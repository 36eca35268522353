import { afterEach, describe, expect, it } from 'vitest';
import { checkArguments } from '#core/json/check-arguments.ts';
import type { ArgumentIssue } from '#shared/domain/live-source.ts';
import type { ToolDetail } from '#shared/domain/tool-detail.ts';
import { isPegboardError } from '#shared/errors.ts';
import { useDrafts } from '../../../src-renderer/features/catalog/curate/curate-drafts.ts';
import { overlayDrafts } from '../../../src-renderer/features/catalog/curate/curate-journal.ts';
import {
  changeOfExamples,
  exampleKey,
  goneExamples,
  listedExamples,
} from '../../../src-renderer/features/catalog/curate/examples/example-edits.ts';
import {
  keepExampleDraft,
  placeOf,
  unsavedExamples,
} from '../../../src-renderer/features/catalog/curate/examples/example-store.ts';
import { startingExample } from '../../../src-renderer/features/catalog/curate/examples/starting-example.ts';
import { settleDraft } from '../../../src-renderer/features/catalog/curate/examples/use-example-acts.ts';
import { editorSchema } from '../../../src-renderer/ui/monaco/editor-schema.ts';
import { demoWorkspace } from '../../support/demo-catalog.ts';

const one = { args: { id: 1 }, tags: [] };
const two = { args: { id: 2 }, description: 'Two', tags: ['common'] };
const three = { args: { id: 3 }, tags: [] };
const path = ['overlays', 'shop.get', 'examples'];

const detailOf = (examples: readonly unknown[], upstream?: readonly unknown[]) =>
  ({
    tool: { name: 'shop.get', examples },
    overlaid: upstream ? [{ field: 'examples', upstream, overlaid: examples, words: null }] : [],
  }) as unknown as ToolDetail;

describe('drafts of examples', () => {
  const place = placeOf('/w', 'shop.get');
  const typed = (args: string) => ({ args, description: '', tags: '' });
  const kept = () => unsavedExamples(useDrafts.getState().drafts, place);
  afterEach(() => useDrafts.setState({ drafts: {} }));

  it('are forgotten once they are saved; what was typed meanwhile is kept under the name that it has now', () => {
    keepExampleDraft(place, 'new', 'shop.get', typed('{"a":1}'));
    settleDraft(place, { key: 'new', tool: 'shop.get', sent: typed('{"a":1}'), savedAs: 'k' });
    expect(kept()).toEqual([]);
    keepExampleDraft(place, 'new', 'shop.get', typed('{"a":12}'));
    settleDraft(place, { key: 'new', tool: 'shop.get', sent: typed('{"a":1}'), savedAs: 'k' });
    expect(kept()).toEqual([{ key: 'k', text: typed('{"a":12}') }]);
  });

  it('come back after a crash, all of them, also of examples that are no more, and none of a damaged file', () => {
    const fields = {
      'example {"args":{"gone":1}}': JSON.stringify(typed('{"gone":2}')),
      'example new': JSON.stringify(typed('{}')),
      'example x': 'not json',
      description: 'text',
    };
    const draft = { id: 'overlay:shop.get', title: '', path: null, base_hash: null, saved_at: '' };
    overlayDrafts.restore?.('/w', { ...draft, text: JSON.stringify(fields) });
    expect(kept()).toEqual([
      { key: '{"args":{"gone":1}}', text: typed('{"gone":2}') },
      { key: 'new', text: typed('{}') },
    ]);
  });
});

describe('examples of a tool', () => {
  it('are the source’s and the overlay’s, each said to be which, and those that the overlay leaves out', () => {
    const detail = detailOf([two, three, three], [one, two]);
    expect(listedExamples(detail).map(({ isUpstream }) => isUpstream)).toEqual([true, false, false]);
    expect(new Set(listedExamples(detail).map(({ id }) => id)).size).toBe(3);
    expect(goneExamples(detail)).toEqual([one]);
  });

  it('are written whole at the first change, without what says nothing', () => {
    const change = changeOfExamples(detailOf([one, two]), undefined, { key: null, next: three });
    expect(change).toEqual({
      path,
      value: [{ args: { id: 1 } }, { args: { id: 2 }, description: 'Two', tags: ['common'] }, { args: { id: 3 } }],
    });
  });

  it('stay as the file writes them beside the one that changes', () => {
    const written = [{ tags: [], args: { id: 1 }, note: 'mine' }, { args: { id: 2 } }];
    const change = changeOfExamples(detailOf([one, { ...two, tags: [] }], []), written, {
      key: exampleKey({ args: { id: 2 } }),
      next: three,
    });
    expect(change.value).toEqual([written[0], { args: { id: 3 } }]);
  });

  it('are a reset where they say what the source says, and an empty list where the source has some', () => {
    const detail = detailOf([one, three], [one]);
    expect(changeOfExamples(detail, [one, three], { key: exampleKey(three), next: null })).toEqual({ path });
    expect(changeOfExamples(detailOf([one]), undefined, { key: exampleKey(one), next: null })).toEqual({
      path,
      value: [],
    });
    // One that is gone meanwhile is added: what was typed is never lost.
    expect(changeOfExamples(detail, [one], { key: exampleKey(two), next: two }).value).toHaveLength(2);
  });
});

describe('the example to begin with', () => {
  it('fits the schema of every tool of the demo, but for patterns that no text can be made of', async () => {
    const tools = [...(await demoWorkspace()).catalog.byName.values()];
    expect(tools.length).toBeGreaterThan(70);
    const issues = tools.flatMap((tool) => {
      try {
        checkArguments(tool, startingExample(tool.input_schema));
        return [];
      } catch (error) {
        if (!isPegboardError(error)) throw error;
        const { issues } = error.data as { issues: readonly ArgumentIssue[] };
        return issues.map(({ path, message }) => `${tool.name} ${path} ${message}`);
      }
    });
    expect(issues.filter((issue) => !issue.includes('must match pattern'))).toEqual([]);
  });

  it('fills in what is required, inside and by its limits, and ends where a schema requires itself', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, required: ['next'] };
    const schema = {
      type: 'object',
      $defs: { node },
      properties: {
        when: { type: 'string', format: 'date' },
        to: {
          type: 'object',
          properties: { street: { type: 'string', minLength: 6 }, zip: { type: 'string' } },
          required: ['street'],
        },
        lines: { type: 'array', minItems: 1, items: { type: 'integer', minimum: 5 } },
        node: { $ref: '#/$defs/node' },
        currency: { enum: ['EUR', 'USD'] },
        note: { type: 'string' },
        dry: { type: 'boolean', default: true },
      },
      required: ['when', 'to', 'lines', 'node', 'currency'],
    };
    expect(startingExample(schema)).toMatchObject({
      when: '2026-01-31',
      to: { street: 'text..' },
      lines: [5],
      currency: 'EUR',
      dry: true,
    });
    expect(startingExample(schema)).not.toHaveProperty('note');
  });
});

describe('the schema that an editor is given', () => {
  it('has what it offers and explains, and nothing that runs, leads away or brings markup', () => {
    expect(
      editorSchema({
        type: 'object',
        properties: {
          pattern: { type: 'string', pattern: '(a+)+$', description: 'd', markdownDescription: '![x](https://x)' },
          far: { $ref: 'https://example.com/schema.json' },
          near: { $ref: '#/$defs/a' },
        },
        patternProperties: { '(a+)+$': {} },
        defaultSnippets: [{ body: {} }],
        $id: 'https://example.com/root.json',
        $defs: { a: { enum: [1], anyOf: [{ const: 1 }] } },
        additionalProperties: false,
      }),
    ).toEqual({
      type: 'object',
      properties: {
        pattern: { type: 'string', description: 'd' },
        far: {},
        near: { $ref: '#/$defs/a' },
      },
      $defs: { a: { enum: [1], anyOf: [{ const: 1 }] } },
      additionalProperties: false,
    });
  });
});
