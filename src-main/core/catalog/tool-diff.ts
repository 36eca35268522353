import { declaresLess, sideEffectsRank, type Tool } from '#shared/domain/tool.ts';
import { type ChangeSeverity, changeSeveritySchema, type ToolChange } from '#shared/domain/tool-diff.ts';
import { equalJson, shortJson } from '../json/equal-json.ts';
import { diffSchemas } from './schema-diff.ts';
import { countWords, diffTexts } from './word-diff.ts';

/** Fields of a tool that have a comparison of their own, or none: the name and its source are the same by definition. */
const comparedApart = new Set<keyof Tool>([
  'name',
  'upstream_name',
  'source',
  'title',
  'description',
  'input_schema',
  'output_schema',
  'annotations',
  'side_effects',
  'extra',
]);
/** What a definition says of the harm of a call. */
const harmHints = new Set(['readOnlyHint', 'destructiveHint']);
const harmFields = new Set<keyof Tool>(['risk_level', 'requires_confirmation']);
/** Keys of a server's own that no model and no call sees. */
const unseenKeys = new Set(['_meta', 'icons', '$schema']);

/**
 * What differs between two states of one tool, worst first. Pure; equal tools differ in nothing. Bounded in
 * time whatever the schemas hold: they are data, `$ref` is never followed.
 */
export function diffTools(before: Tool, after: Tool): ToolChange[] {
  const isLess = declaresLess(before, after);
  const changes = [
    ...diffDescription(before.description, after.description),
    ...diffSideEffects(before, after, isLess),
    ...diffSchemas(before.input_schema, after.input_schema),
    ...diffValue('title', 'title', 'cosmetic', before.title, after.title),
    ...diffKeys('annotations', before.annotations ?? {}, after.annotations ?? {}, (key) =>
      isLess && harmHints.has(key) ? 'breaking' : 'notable',
    ),
    ...diffOutput(before.output_schema, after.output_schema),
    ...diffFields(before, after, isLess),
    ...diffKeys('other', before.extra, after.extra, (key) => (unseenKeys.has(key) ? 'cosmetic' : 'notable')),
  ];
  const rank = ({ severity }: ToolChange) => changeSeveritySchema.options.indexOf(severity);
  return changes.sort((a, b) => rank(a) - rank(b));
}

function diffDescription(before: string, after: string): ToolChange[] {
  if (before === after) return [];
  const words = diffTexts(before, after);
  const counted = countWords(words);
  const [change] = diffValue(
    'description',
    'description',
    counted === 'spaces only' ? 'cosmetic' : 'notable',
    before,
    after,
  );
  return change ? [{ ...change, message: `description: ${counted}`, words }] : [];
}

/** More harm than before is breaking: what was allowed to run unasked may not be now. Less is, too: nobody may be asked any more. */
function diffSideEffects({ side_effects: before }: Tool, { side_effects: after }: Tool, isLess: boolean): ToolChange[] {
  const severity = isLess || sideEffectsRank(after) > sideEffectsRank(before) ? 'breaking' : 'notable';
  const [change] = diffValue('side_effects', 'side_effects', severity, before, after);
  return change
    ? [{ ...change, message: `side effects were ${before ?? 'unknown'} and are ${after ?? 'unknown'}` }]
    : [];
}

function diffOutput(before: Tool['output_schema'], after: Tool['output_schema']): ToolChange[] {
  const [change] = diffValue('output_schema', 'output_schema', 'notable', before, after);
  if (!change) return [];
  const what = before === null ? 'was added' : after === null ? 'was removed' : 'changed';
  return [{ ...change, severity: after === null ? 'breaking' : 'notable', message: `output schema ${what}` }];
}

function diffFields(before: Tool, after: Tool, isLess: boolean): ToolChange[] {
  const fields = (Object.keys(after) as (keyof Tool)[]).filter((key) => !comparedApart.has(key));
  return fields.flatMap((key) =>
    diffValue('other', key, isLess && harmFields.has(key) ? 'breaking' : 'notable', before[key], after[key]),
  );
}

function diffKeys(
  kind: 'annotations' | 'other',
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  severityOf: (key: string) => ChangeSeverity,
): ToolChange[] {
  const own = (map: Readonly<Record<string, unknown>>, key: string) => (Object.hasOwn(map, key) ? map[key] : undefined);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    diffValue(kind, key, severityOf(key), own(before, key), own(after, key)),
  );
}

function diffValue(
  kind: ToolChange['kind'],
  path: string,
  severity: ChangeSeverity,
  before: unknown,
  after: unknown,
): ToolChange[] {
  if (equalJson(before, after)) return [];
  const text = (value: unknown) => (value === undefined || value === null ? null : shortJson(value, 300));
  const [was, is] = [text(before), text(after)];
  const said =
    was === null
      ? `${shortJson(after, 60)} was added`
      : is === null
        ? 'was removed'
        : `was ${shortJson(before, 60)} and is ${shortJson(after, 60)}`;
  return [{ kind, severity, path, message: `${path} ${said}`, before: was, after: is, words: null }];
}
