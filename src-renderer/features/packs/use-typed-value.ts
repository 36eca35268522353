import { useState } from 'react';

export interface TypedValue<Value> {
  readonly value: Value;
  /** Why the last change did not go into the text. */
  readonly error: string | null;
  change(value: Value): void;
  /** The field is left: it shows what the text says again, unless that could not be changed. */
  leave(): void;
}

interface Typed<Value> {
  readonly value: Value;
  readonly error: string | null;
  /**
   * The value in the text since then, as JSON: the field shows the typed text as long as the value is the same. Null
   * until it is known.
   */
  readonly written: string | null;
}

/**
 * A field of a form that edits a text: each change goes into the text at once. The field shows what was typed, such as a space at the
 * end that the text does not have, until somebody else changes the text. What cannot go into the text stays, with the reason.
 */
export function useTypedValue<Value extends string | readonly string[]>(
  written: Value,
  save: (value: Value) => string | null,
): TypedValue<Value> {
  const [typed, setTyped] = useState<Typed<Value> | null>(null);
  const now = JSON.stringify(written);
  if (typed?.written === null) setTyped({ ...typed, written: now });
  const shown = typed && (typed.written ?? now) === now ? typed : null;
  return {
    value: shown ? shown.value : written,
    error: shown?.error ?? null,
    change: (value) => {
      const error = save(value);
      setTyped({ value, error, written: null });
    },
    leave: () => setTyped((last) => (last?.error == null ? null : last)),
  };
}
