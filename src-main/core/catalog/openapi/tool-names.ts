import { createHash } from 'node:crypto';
import type { Losses } from './losses.ts';
import type { Operation } from './operation-arguments.ts';

/** Longest name that MCP accepts. */
const longestName = 128;

/** Names for operations: the id of the operation, or its method and path where it has none or shares it with an earlier one. */
export class ToolNames {
  readonly #names = new Map<Operation, string>();

  constructor(operations: readonly Operation[], losses: Losses) {
    const taken = new Set<string>();
    const rewritten: string[] = [];
    for (const operation of operations) {
      const { operationId } = operation.operation;
      const id = typeof operationId === 'string' ? operationId.trim() : '';
      const wanted = nameLike(id);
      const isFree = wanted !== '' && !taken.has(wanted);
      const name = free(isFree ? wanted : nameLike(`${operation.method}${operation.path}`), taken);
      if (id !== '' && name !== id) {
        if (isFree) rewritten.push(`${id} became ${name}`);
        else {
          const why = wanted === '' ? 'has no character that a name can have' : 'is the id of two operations';
          losses.note('openapi_name', `${operation.place}.operationId`, `${why}; the tool is called ${name}`);
        }
      }
      this.#names.set(operation, name);
    }
    if (rewritten.length > 0) {
      const shown = rewritten.slice(0, 3).join(', ');
      const count = rewritten.length.toLocaleString('en-US');
      losses.note('openapi_name', 'operationId', `has characters that a name cannot have (${count}): ${shown}`);
    }
  }

  nameOf(operation: Operation): string {
    return this.#names.get(operation) ?? '';
  }
}

/** Letters, digits, `_`, `-` and `.`; what is too long ends in a hash of the whole text. */
function nameLike(text: string): string {
  const name = text.replace(/[^A-Za-z0-9_.-]+/g, '_').replace(/^_+|_+$/g, '');
  if (name.length <= longestName) return name;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return `${name.slice(0, longestName - 9)}_${hash}`;
}

function free(wanted: string, taken: Set<string>): string {
  const base = wanted === '' ? 'operation' : wanted;
  let name = base;
  for (let number = 2; taken.has(name); number++) name = `${base.slice(0, longestName - 8)}_${number}`;
  taken.add(name);
  return name;
}
