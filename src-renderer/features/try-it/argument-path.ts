import { ownValue, recordOf } from '../../ui/json-value.ts';

/** Where a value stands in the arguments: keys of objects and places in lists. */
export type ArgumentPath = readonly (string | number)[];

/** The path as a JSON pointer: what `invalid_arguments` names a field by. */
export function pointerOf(path: ArgumentPath): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The value at a path, undefined where there is none. */
export function valueAt(value: unknown, path: ArgumentPath): unknown {
  return path.reduce<unknown>(
    (inner, part) => (Array.isArray(inner) ? inner[Number(part)] : ownValue(recordOf(inner), String(part))),
    value,
  );
}

/**
 * The arguments with another value at a path; `undefined` takes it out, from a list too. Objects on the way that are not
 * there are made. A value on the way that is not an object or a list is replaced.
 */
export function withValueAt(value: unknown, path: ArgumentPath, next: unknown): unknown {
  const [part, ...rest] = path;
  if (part === undefined) return next;
  if (typeof part === 'number') {
    const list = Array.isArray(value) ? value : [];
    const inner = withValueAt(list[part], rest, next);
    return inner === undefined ? list.toSpliced(part, 1) : list.toSpliced(part, 1, inner);
  }
  const record = recordOf(value) ?? {};
  const inner = withValueAt(ownValue(record, part), rest, next);
  if (inner !== undefined) return { ...record, [part]: inner };
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== part));
}
