import { ownValue, recordOf } from './json-value.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Keywords that describe and do not restrict: they may stand beside a reference, and win over what it says. */
const annotations: ReadonlySet<string> = new Set([
  '$comment',
  'default',
  'deprecated',
  'description',
  'example',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
]);

const documentKeywords: ReadonlySet<string> = new Set(['$schema', '$id', '$defs', 'definitions']);

/** References and wrappers that are followed from one schema: a circle is left after as many. */
const maximumSteps = 16;

/** What a schema comes down to once references into its own document and wrappers around a single schema are followed. */
export interface ResolvedSchema {
  readonly schema: Schema;
  /** Whether null is one more value that fits. */
  readonly isNullable: boolean;
}

/**
 * Follows `$ref` within the document, `allOf` of one, and `anyOf` or `oneOf` of one schema and null. Null where that is not
 * enough to say what fits: a reference to elsewhere or in a circle, or one with rules beside it.
 */
export function resolveSchema(schema: unknown, root: unknown): ResolvedSchema | null {
  let current = recordOf(schema);
  let isNullable = false;
  for (let step = 0; step < maximumSteps; step++) {
    if (!current) return null;
    const next = nextSchema(current, root);
    if (next === 'refused') return null;
    if (next === null) return { schema: current, isNullable };
    isNullable ||= next.isNullable;
    current = next.schema;
  }
  return null;
}

function nextSchema(schema: Schema, root: unknown): ResolvedSchema | 'refused' | null {
  const { $ref, anyOf, oneOf, allOf } = schema;
  if ($ref !== undefined) {
    const target = typeof $ref === 'string' ? recordOf(schemaAt(root, $ref)) : null;
    return wrapped(schema, '$ref', target, false) ?? 'refused';
  }
  if (Array.isArray(allOf) && allOf.length === 1) return wrapped(schema, 'allOf', recordOf(allOf[0]), false) ?? null;
  for (const [keyword, branches] of [
    ['anyOf', anyOf],
    ['oneOf', oneOf],
  ] as const) {
    if (!Array.isArray(branches) || branches.length !== 2) continue;
    const other = branches.filter((branch) => recordOf(branch)?.type !== 'null');
    if (other.length === 1) return wrapped(schema, keyword, recordOf(other[0]), true);
  }
  return null;
}

/** The inner schema with the words beside it; null when there are rules beside it. */
function wrapped(schema: Schema, keyword: string, inner: Schema | null, isNullable: boolean): ResolvedSchema | null {
  const { [keyword]: _, ...beside } = schema;
  // Definitions beside a reference, as at the root of a document, restrict nothing either.
  const hasRules = Object.keys(beside).some((key) => !annotations.has(key) && !documentKeywords.has(key));
  return inner && !hasRules ? { schema: { ...inner, ...beside }, isNullable } : null;
}

/** The part of the document that a reference such as `#/$defs/Point` names; undefined for any other reference. */
function schemaAt(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  let pointer: string;
  try {
    pointer = decodeURIComponent(reference.slice(1));
  } catch {
    return undefined;
  }
  if (pointer === '') return root;
  if (!pointer.startsWith('/')) return undefined;
  let value: unknown = root;
  for (const part of pointer.slice(1).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    value = Array.isArray(value) ? value[Number(key)] : ownValue(recordOf(value), key);
  }
  return value;
}
