import type { ChangeSeverity, ToolChange, ToolChangeKind } from '#shared/domain/tool-diff.ts';
import { equalJson, shortJson } from '../json/equal-json.ts';
import { allowsAll, isSchemaObject, sameTypes, typesOf, typeText } from './schema-types.ts';
import { countWords, diffTexts } from './word-diff.ts';

/** Levels of nested arguments that are compared one by one; a difference below them counts as one change. */
const comparedDepth = 24;
/** Keywords that hold schemas by name or by place, each compared as a schema of its own. */
const namedSchemas = ['properties', '$defs', 'definitions', 'patternProperties'];
const placedSchemas = ['items', 'additionalProperties'];
/** Keywords that say nothing about which values are allowed. */
const annotationKeywords = new Set([
  'title',
  'default',
  'examples',
  'example',
  '$comment',
  '$schema',
  '$id',
  'deprecated',
]);

type Schema = Readonly<Record<string, unknown>>;
interface Pair {
  readonly path: string;
  readonly depth: number;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Every difference between two input schemas, by argument. `$ref` is text and never followed, so a cycle does no harm; the walk
 * needs no stack. Equal schemas, whatever the order of their keys, differ in nothing; schemas that are not equal in something.
 */
export function diffSchemas(before: unknown, after: unknown): ToolChange[] {
  const changes: ToolChange[] = [];
  const pairs: Pair[] = [{ path: '', depth: 0, before, after }];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    if (equalJson(pair.before, pair.after)) continue;
    if (!isSchemaObject(pair.before) || !isSchemaObject(pair.after) || pair.depth >= comparedDepth) {
      changes.push(retyped(pair));
      continue;
    }
    diffOne(pair as Pair & { before: Schema; after: Schema }, changes, pairs);
  }
  return changes;
}

function diffOne(pair: Pair & { before: Schema; after: Schema }, changes: ToolChange[], pairs: Pair[]): void {
  const { path, before, after } = pair;
  const told = new Set<string>();
  if (!sameTypes(typesOf(before), typesOf(after))) {
    changes.push(retyped(pair));
    for (const key of ['type', 'anyOf', 'oneOf', '$ref']) told.add(key);
  }
  diffDescription(path, before, after, changes, told);
  diffEnum(path, before, after, changes, told);
  diffRequired(path, before, after, changes, told);
  for (const key of namedSchemas) diffNamed(key, pair, changes, pairs, told);
  for (const key of placedSchemas) {
    if (!isSchemaObject(before[key]) || !isSchemaObject(after[key])) continue;
    told.add(key);
    const below = key === 'items' ? `${path}[]` : joined(path, '*');
    pairs.push({ path: below, depth: pair.depth + 1, before: before[key], after: after[key] });
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    // Own keys only: a schema may have a keyword "constructor", and one that has not has none.
    const [was, is] = [own(before, key), own(after, key)];
    if (told.has(key) || equalJson(was, is)) continue;
    changes.push(keywordChange(path, key, was, is));
  }
}

function diffDescription(path: string, before: Schema, after: Schema, changes: ToolChange[], told: Set<string>): void {
  const [old, now] = [before.description ?? '', after.description ?? ''];
  if (typeof old !== 'string' || typeof now !== 'string' || old === now) return;
  told.add('description');
  const words = diffTexts(old, now);
  const counted = countWords(words);
  changes.push({
    ...change('argument_description', counted === 'spaces only' ? 'cosmetic' : 'notable', path, old, now),
    message: `description of ${nameOf(path)}: ${counted}`,
    words,
  });
}

function diffEnum(path: string, before: Schema, after: Schema, changes: ToolChange[], told: Set<string>): void {
  const [old, now] = [before.enum, after.enum];
  if (!Array.isArray(old) || !Array.isArray(now)) {
    if (old === undefined && Array.isArray(now)) {
      told.add('enum');
      changes.push({
        ...change('enum_removed', 'breaking', path, undefined, now),
        message: `${nameOf(path)} allows only ${shortJson(now, 80)} now`,
      });
    } else if (Array.isArray(old) && now === undefined) {
      told.add('enum');
      changes.push({
        ...change('enum_added', 'notable', path, old, undefined),
        message: `${nameOf(path)} is no longer limited to ${shortJson(old, 80)}`,
      });
    }
    return;
  }
  const oldKeys = new Set(old.map(enumKey));
  const newKeys = new Set(now.map(enumKey));
  const added = now.filter((value) => !oldKeys.has(enumKey(value)));
  const removed = old.filter((value) => !newKeys.has(enumKey(value)));
  if (added.length + removed.length > 0) told.add('enum');
  if (added.length > 0) {
    changes.push({
      ...change('enum_added', 'notable', path, old, now),
      message: `${nameOf(path)} also allows ${listed(added)}`,
    });
  }
  if (removed.length > 0) {
    changes.push({
      ...change('enum_removed', 'breaking', path, old, now),
      message: `${nameOf(path)} no longer allows ${listed(removed)}`,
    });
  }
}

/** Arguments that stay and became required or optional; for added and removed ones that is part of their own change. */
function diffRequired(path: string, before: Schema, after: Schema, changes: ToolChange[], told: Set<string>): void {
  const old = new Set(stringsIn(before.required));
  const now = new Set(stringsIn(after.required));
  const had = isSchemaObject(before.properties) ? before.properties : {};
  const has = isSchemaObject(after.properties) ? after.properties : {};
  for (const name of now) {
    if (old.has(name)) continue;
    told.add('required');
    if (Object.hasOwn(has, name) && !Object.hasOwn(had, name)) continue;
    changes.push({
      ...change('argument_required', 'breaking', joined(path, name), false, true),
      message: `${nameOf(joined(path, name))} is required now`,
    });
  }
  for (const name of old) {
    if (now.has(name)) continue;
    told.add('required');
    if (Object.hasOwn(had, name) && !Object.hasOwn(has, name)) continue;
    changes.push({
      ...change('argument_optional', 'notable', joined(path, name), true, false),
      message: `${nameOf(joined(path, name))} is optional now`,
    });
  }
}

/** The schemas below `properties` and the like: added, removed, or to be compared in turn. */
function diffNamed(key: string, pair: Pair, changes: ToolChange[], pairs: Pair[], told: Set<string>): void {
  const [before, after] = [pair.before as Schema, pair.after as Schema];
  const [old, now] = [own(before, key) ?? {}, own(after, key) ?? {}];
  if (!isSchemaObject(old) || !isSchemaObject(now)) return;
  // An empty list of arguments where there was none differs in no argument: left to the keywords.
  if (Object.keys(old).length + Object.keys(now).length > 0) told.add(key);
  const isArguments = key === 'properties';
  const place = isArguments ? pair.path : joined(pair.path, key);
  const required = new Set(stringsIn(after.required));
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const path = joined(place, name);
    const [was, is] = [own(old, name), own(now, name)];
    if (was !== undefined && is !== undefined) {
      pairs.push({ path, depth: pair.depth + 1, before: was, after: is });
    } else if (isArguments) {
      changes.push(was === undefined ? addedArgument(path, is, required.has(name)) : removedArgument(path, was));
    } else {
      changes.push({
        ...change('schema_keyword', 'notable', path, was, is),
        message: `${path} was ${was === undefined ? 'added' : 'removed'}`,
      });
    }
  }
}

function addedArgument(path: string, schema: unknown, isRequired: boolean): ToolChange {
  return {
    ...change('argument_added', isRequired ? 'breaking' : 'notable', path, undefined, schema),
    message: `${isRequired ? 'required' : 'optional'} argument ${path} (${typeText(typesOf(schema))}) was added`,
  };
}

function removedArgument(path: string, schema: unknown): ToolChange {
  return {
    ...change('argument_removed', 'breaking', path, schema, undefined),
    message: `argument ${path} (${typeText(typesOf(schema))}) was removed`,
  };
}

function retyped({ path, before, after }: Pair): ToolChange {
  const [old, now] = [typesOf(before), typesOf(after)];
  const same = sameTypes(old, now);
  const severity = !same && allowsAll(now, old) ? 'notable' : 'breaking';
  return {
    ...change('argument_retyped', severity, path, before, after),
    message: same
      ? `${nameOf(path)} has a different schema now`
      : `${nameOf(path)} was ${typeText(old)} and is ${typeText(now)}`,
  };
}

function keywordChange(path: string, key: string, before: unknown, after: unknown): ToolChange {
  const said =
    before === undefined
      ? `${key} ${shortJson(after, 60)} was added`
      : after === undefined
        ? `${key} ${shortJson(before, 60)} was removed`
        : `${key} was ${shortJson(before, 60)} and is ${shortJson(after, 60)}`;
  return {
    ...change('schema_keyword', keywordSeverity(key, before, after), path, before, after),
    message: `${path === '' ? '' : `${path}: `}${said}`,
  };
}

function keywordSeverity(key: string, before: unknown, after: unknown): ChangeSeverity {
  if (annotationKeywords.has(key)) return 'cosmetic';
  // The same types, written in another way.
  if (key === 'type') return 'cosmetic';
  // Only their order differs: what is in them was compared before.
  if ((key === 'required' || key === 'enum') && Array.isArray(before) && Array.isArray(after)) return 'cosmetic';
  return isNarrower(key, before, after) ? 'breaking' : 'notable';
}

/** Whether a keyword now refuses values that it allowed. */
function isNarrower(key: string, before: unknown, after: unknown): boolean {
  if (key === 'additionalProperties') {
    return after === false || (isSchemaObject(after) && Object.keys(after).length > 0 && before !== false);
  }
  if (key === 'const' || key === 'pattern') return after !== undefined && (key === 'const' || before === undefined);
  if (typeof after !== 'number' || !(before === undefined || typeof before === 'number')) return false;
  if (/^(maximum|exclusiveMaximum|max[A-Z]\w*)$/.test(key)) return before === undefined || after < before;
  // A minimum of zero does not bound a length.
  if (/^min[A-Z]/.test(key)) return after > (before ?? 0);
  return /^(minimum|exclusiveMinimum)$/.test(key) && (before === undefined || after > before);
}

function own(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** A change without its message. */
function change(kind: ToolChangeKind, severity: ChangeSeverity, path: string, before: unknown, after: unknown) {
  const text = (value: unknown) => (value === undefined ? null : shortJson(value, 300));
  return { kind, severity, path, before: text(before), after: text(after), words: null };
}

function joined(path: string, name: string): string {
  const plain = /^[\w$*-]+$/.test(name) ? name : `[${shortJson(name, 80)}]`;
  return path === '' ? plain : plain.startsWith('[') ? `${path}${plain}` : `${path}.${plain}`;
}

function nameOf(path: string): string {
  return path === '' ? 'the input' : path;
}

function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, 6).map((value) => shortJson(value, 40));
  return `${shown.join(', ')}${values.length > shown.length ? ` and ${values.length - shown.length} more` : ''}`;
}

function enumKey(value: unknown): string {
  return `${typeof value} ${shortJson(value, Number.POSITIVE_INFINITY)}`;
}

function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
