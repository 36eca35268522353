import type { ConfigChange, ConfigState } from '#shared/domain/config-edit.ts';
import { isRecord } from './setting-rows.ts';

type JsonValue = NonNullable<ConfigChange['value']>;

/** A persona as the file writes it, defaults left out. */
export type WrittenPersona = { readonly name: string } & Readonly<Record<string, JsonValue>>;

export function writtenPersonas({ written }: ConfigState): readonly WrittenPersona[] {
  const { personas } = written;
  if (!Array.isArray(personas)) return [];
  return personas.flatMap((one): WrittenPersona[] =>
    isRecord(one) && typeof one.name === 'string' ? [{ ...one, name: one.name } as WrittenPersona] : [],
  );
}

/** The list with fields of one persona set; undefined takes a field out, so that its default holds. */
export function withPersonaFields(
  personas: readonly WrittenPersona[],
  name: string,
  fields: Readonly<Record<string, JsonValue | undefined>>,
): readonly WrittenPersona[] {
  return personas.map((one) => {
    if (one.name !== name) return one;
    const next = Object.entries({ ...one, ...fields }).filter(([, value]) => value !== undefined);
    return Object.fromEntries(next) as WrittenPersona;
  });
}

/** The list with a copy of one persona behind it, under a free name. */
export function withCopy(personas: readonly WrittenPersona[], name: string): readonly WrittenPersona[] {
  return personas.flatMap((one) =>
    one.name === name ? [one, { ...one, name: freeName(personas, `${name}-copy`) }] : [one],
  );
}

/** A name that no persona has: `base`, or with the first number that is free. */
export function freeName(personas: readonly { readonly name: string }[], base: string): string {
  const taken = new Set(personas.map(({ name }) => name));
  let free = base;
  for (let i = 2; taken.has(free); i++) free = `${base}-${i}`;
  return free;
}

/** The change that writes the list; an empty one goes out of the file. */
export function personasChange(personas: readonly WrittenPersona[]): ConfigChange {
  return personas.length === 0 ? { path: ['personas'] } : { path: ['personas'], value: [...personas] };
}
