import { asRecord, escapePointer } from '../../json/json-walk.ts';

/** An argument of a tool: a property of its input schema, at the top or inside another one. */
export interface SchemaArgument {
  /** As people write it: `owner`, `address.street`, `items[].name`. */
  readonly name: string;
  /** JSON pointer into the input schema. */
  readonly pointer: string;
  readonly key: string;
  readonly schema: unknown;
  readonly depth: number;
}

const maximumArguments = 1000;
const maximumDepth = 8;

/**
 * The arguments that an input schema names, parents first: properties of objects, of the items of arrays, and of the
 * alternatives of `anyOf`, `oneOf` and `allOf`. At most 1,000 and 8 levels; what no schema can be is passed over. References
 * are not followed.
 */
export function schemaArguments(root: unknown): SchemaArgument[] {
  const found: SchemaArgument[] = [];
  collect({ schema: root, pointer: '', prefix: '', depth: 0, found });
  return found;
}

interface Visit {
  readonly schema: unknown;
  readonly pointer: string;
  readonly prefix: string;
  readonly depth: number;
  readonly found: SchemaArgument[];
}

function collect({ schema, pointer, prefix, depth, found }: Visit): void {
  const record = asRecord(schema);
  if (!record || depth >= maximumDepth) return;
  const properties = asRecord(record.properties);
  for (const key of properties ? Object.keys(properties) : []) {
    if (found.length >= maximumArguments) return;
    const argument = {
      name: prefix === '' ? key : `${prefix}.${key}`,
      pointer: `${pointer}/properties/${escapePointer(key)}`,
      key,
      schema: properties?.[key],
      depth,
    };
    found.push(argument);
    collect({ schema: argument.schema, pointer: argument.pointer, prefix: argument.name, depth: depth + 1, found });
  }
  if (asRecord(record.items)) {
    collect({ schema: record.items, pointer: `${pointer}/items`, prefix: `${prefix}[]`, depth: depth + 1, found });
  }
  for (const keyword of ['anyOf', 'oneOf', 'allOf'] as const) {
    const alternatives = record[keyword];
    if (!Array.isArray(alternatives)) continue;
    alternatives.slice(0, maximumArguments).forEach((alternative, index) => {
      collect({ schema: alternative, pointer: `${pointer}/${keyword}/${index}`, prefix, depth: depth + 1, found });
    });
  }
}
