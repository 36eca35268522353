import { asRecord, pointerOf, walkJson } from '../json/json-walk.ts';
import type { AuditInput } from './audit-input.ts';

/** An argument of a tool, at any depth of its schema. */
export interface Argument {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>> | null;
  /** `input_schema/properties/options/properties/owner`. */
  readonly place: string;
}

/** Every argument of a tool, also within objects, lists and `$defs`: a model fills in those too. */
export function* allArguments({ input_schema }: AuditInput): Generator<Argument, void> {
  if (typeof input_schema !== 'object' || input_schema === null) return;
  for (const node of walkJson(input_schema)) {
    if (node.parent?.key !== 'properties' || Array.isArray(node.parent.value)) continue;
    // An argument may be called `properties`: its keywords are no arguments.
    if (node.parent.parent?.key === 'properties') continue;
    yield { name: node.key, schema: asRecord(node.value), place: `input_schema${pointerOf(node)}` };
  }
}
