import { type Finding, type FindingCode, finding } from '#shared/domain/finding.ts';
import { asRecord, isInsideData, pointerOf, walkJson } from '../../json/json-walk.ts';
import { type LintRule, listNames } from './lint-rule.ts';

const referenceKeys = new Set(['$ref', '$dynamicRef']);
/** References of the schemas that leave the document, which nobody will fetch, or point to nothing in it. */
export const schemaReferences: LintRule = (tool) =>
  (['input_schema', 'output_schema'] as const).flatMap((field) => referenceFindings(field, tool[field]));

function referenceFindings(field: string, schema: unknown): Finding[] {
  const targets = new Map<string, string>();
  const names = new Set<string>();
  for (const node of walkJson(schema)) {
    if (typeof node.value !== 'string') continue;
    if (node.key === '$id' || node.key === 'id') names.add(node.value);
    if (node.key === '$anchor' || node.key === '$dynamicAnchor') names.add(`#${node.value}`);
    if (!referenceKeys.has(node.key) || isInsideData(node) || targets.has(node.value)) continue;
    targets.set(node.value, pointerOf(node));
  }
  const outside: string[] = [];
  const broken: string[] = [];
  for (const target of targets.keys()) {
    if (names.has(target)) continue;
    if (!target.startsWith('#')) outside.push(target);
    else if (!names.has(target) && !resolves(schema, target)) broken.push(target);
  }
  const refused = (code: FindingCode, references: readonly string[], words: string): Finding[] => {
    const first = references[0];
    if (first === undefined) return [];
    const message = `The schema ${words}: ${listNames(references)}.`;
    const hint = 'Put the definition into the schema itself, under $defs.';
    return [finding(code, { message, path: `${field}${targets.get(first) ?? ''}`, hint })];
  };
  return [
    ...refused('schema_ref_outside', outside, 'refers to another document, which Pegboard never fetches'),
    ...refused('schema_ref_unresolved', broken, 'refers to a part that the schema does not have'),
  ];
}

/** Whether `#` or a JSON pointer such as `#/$defs/Point` leads to something in the schema. */
function resolves(schema: unknown, reference: string): boolean {
  const fragment = reference.slice(1);
  if (fragment === '') return true;
  if (!fragment.startsWith('/')) return false;
  let at: unknown = schema;
  for (const part of fragment.slice(1).split('/').slice(0, 100)) {
    const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    const container = Array.isArray(at) ? at : asRecord(at);
    if (!container || !Object.hasOwn(container, key)) return false;
    at = Reflect.get(container, key);
  }
  return true;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
