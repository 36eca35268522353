import type { z } from 'zod';
import type { KeyRing } from './key-ring.ts';

/** Seals a value that comes back from outside, with the time when it ends to count, milliseconds since 1970. */
export function sealedFor(ring: KeyRing, about: string, value: object, until: number): string {
  return ring.seal(JSON.stringify({ value, until }), about);
}

/** The value of `sealedFor`; null when it is not ours, over, or of another form. */
export function openedFor<Value>(
  ring: KeyRing,
  about: string,
  { sealed, schema, now }: { readonly sealed: string; readonly schema: z.ZodType<Value>; readonly now: number },
): Value | null {
  const opened = ring.open(sealed, about);
  if (!opened) return null;
  const { value, until } = JSON.parse(opened.text) as { readonly value: unknown; readonly until: number };
  const { data } = schema.safeParse(value);
  return data !== undefined && until > now ? data : null;
}
