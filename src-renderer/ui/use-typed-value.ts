import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react';

/** Where a value is kept that was typed and is not saved yet; null while nothing is. */
export interface KeptValue<Value> {
  /** As the component draws it. */
  readonly typed: Value | null;
  now(): Value | null;
  keep(value: Value | null): void;
}

interface Saving<Value> {
  /** What is wrong with it, in words; it is not saved then. Null when nothing is. */
  check?(value: Value): string | null;
  /** Saves it. What is wrong, in words; null when it was saved and `saved` says so. */
  save(value: Value): Promise<string | null>;
}

/**
 * A value that is typed or chosen and then saved, by one rule for every field. Leaving the field and Enter save it, when nothing is wrong
 * with it; Escape goes back to what is saved. What is refused stays as typed, with the reason. What is typed while an older
 * value is being saved stays too. A saved value that changes underneath shows where nothing is typed.
 */
export function useTypedValue<Value = string>({
  saved,
  kept: given,
  check = () => null,
  save,
  isLong = false,
}: Saving<Value> & {
  readonly saved: Value;
  /** Where what is typed outlives the component; without it, it goes with it. */
  readonly kept?: KeptValue<Value>;
  /** Enter makes a new line; with Ctrl it saves. */
  readonly isLong?: boolean;
}) {
  const here = useKeptHere<Value>();
  const kept = given ?? here;
  const [refusal, setRefusal] = useState<string | null>(null);
  const saving = useRef({ isUnderWay: false, isWantedAgain: false });
  const problem = kept.typed === null ? null : check(kept.typed);

  const commit = async ({ isChoice = false } = {}): Promise<void> => {
    if (saving.current.isUnderWay) {
      saving.current.isWantedAgain = true;
      return;
    }
    saving.current = { isUnderWay: true, isWantedAgain: false };
    const refused = await saveKept({ kept, check, save });
    const { isWantedAgain } = saving.current;
    saving.current = { isUnderWay: false, isWantedAgain: false };
    if (refused !== undefined) setRefusal(refused);
    if (isWantedAgain) await commit({ isChoice });
    else if (isChoice && refused !== null) kept.keep(null);
  };
  const type = (value: Value) => {
    setRefusal(null);
    // While a value is being saved, what is saved is about to be another one.
    kept.keep(Object.is(value, saved) && !saving.current.isUnderWay ? null : value);
  };
  const forget = () => {
    kept.keep(null);
    setRefusal(null);
  };
  /** Saves a value as soon as it is chosen; one that is wrong or refused is not shown. */
  const choose = (value: Value) => {
    const wrong = check(value);
    setRefusal(wrong);
    if (wrong !== null) return;
    kept.keep(value);
    void commit({ isChoice: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && kept.typed !== null) {
      event.stopPropagation();
      forget();
    } else if (event.key === 'Enter' && (!isLong || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void commit();
    }
  };
  const value = kept.typed ?? saved;
  const error = problem ?? refusal;
  return { value, error, type, choose, forget, field: { value, error, onBlur: () => void commit(), onKeyDown } };
}

/** What a text field takes of a typed text. */
export function textField({ type, field }: ReturnType<typeof useTypedValue<string>>) {
  return {
    ...field,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => type(event.currentTarget.value),
  };
}

/**
 * Saves what is typed as it is now; it goes once it is saved, unless something else was typed meanwhile. What is wrong in words, null
 * when it was saved, undefined when there was nothing to save.
 */
export async function saveKept<Value>({
  kept,
  check = () => null,
  save,
}: Saving<Value> & { readonly kept: Pick<KeptValue<Value>, 'now' | 'keep'> }): Promise<string | null | undefined> {
  const value = kept.now();
  if (value === null || check(value) !== null) return undefined;
  const refused = await save(value);
  if (refused === null && Object.is(kept.now(), value)) kept.keep(null);
  return refused;
}

function useKeptHere<Value>(): KeptValue<Value> {
  const [typed, setTyped] = useState<Value | null>(null);
  const latest = useRef<Value | null>(null);
  return {
    typed,
    now: () => latest.current,
    keep: (value) => {
      latest.current = value;
      setTyped(() => value);
    },
  };
}
