import { useCallback, useEffect, useRef, useState } from 'react';
import { useFormFlush } from './form-flush.ts';

/** Milliseconds without a keystroke after which what was typed goes into the text. */
const quietMs = 120;

export interface TypedValue<Value> {
  readonly value: Value;
  /** Why the last change did not go into the text. */
  readonly error: string | null;
  /** Notes what is typed; it goes into the text when no more comes. `now` does not wait. */
  change(value: Value, now?: boolean): void;
  /** The field is left: it shows what the text says again. */
  leave(): void;
}

/**
 * A field of the form: it shows what the text says, and what is typed until the text says that. What cannot go into the text stays
 * in the field, with the reason.
 */
export function useTypedValue<Value extends string | readonly string[]>(
  written: Value,
  save: (value: Value) => Promise<string | null>,
): TypedValue<Value> {
  const [typed, setTyped] = useState<{ readonly value: Value } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const state = useRef({ typed, timer: 0, pending: 0, saved: written });
  state.current.typed = typed;
  const latestSave = useRef(save);
  latestSave.current = save;
  const latestWritten = useRef(written);
  latestWritten.current = written;

  const flush = useCallback(async (): Promise<void> => {
    const { timer, typed: now } = state.current;
    if (timer === 0 || now === null) return;
    window.clearTimeout(timer);
    state.current.timer = 0;
    state.current.pending++;
    const refused = await latestSave.current(now.value);
    state.current.pending--;
    setError(refused);
  }, []);
  useFormFlush(flush);
  useEffect(() => () => void flush(), [flush]);

  // Somebody else changed the text, by the source or by Undo: that is what the field says then.
  const key = JSON.stringify(written);
  const before = useRef(key);
  useEffect(() => {
    if (before.current === key) return;
    before.current = key;
    const { timer, pending, typed: now } = state.current;
    if (timer !== 0 || pending > 0 || now === null) return;
    if (JSON.stringify(tidy(now.value)) !== JSON.stringify(tidy(latestWritten.current))) {
      setTyped(null);
      setError(null);
    }
  }, [key]);

  const change = useCallback(
    (value: Value, now = false) => {
      state.current.typed = { value };
      setTyped({ value });
      window.clearTimeout(state.current.timer);
      state.current.timer = window.setTimeout(() => void flush(), quietMs);
      if (now) void flush();
    },
    [flush],
  );
  const leave = useCallback(async () => {
    await flush();
    if (state.current.timer === 0 && state.current.pending === 0)
      setTyped((now) => (now && isRefused.current ? now : null));
  }, [flush]);
  const isRefused = useRef(false);
  isRefused.current = error !== null;
  return { value: typed?.value ?? written, error, change, leave: () => void leave() };
}

/** As the text keeps it: no white space at the ends, no empty entries. */
function tidy(value: string | readonly string[]): string | readonly string[] {
  return typeof value === 'string' ? value.trim() : value.map((entry) => entry.trim()).filter((entry) => entry !== '');
}
