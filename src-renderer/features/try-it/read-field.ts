import { strings } from '../../strings/try-it.ts';
import { inexactNumber, isExact } from './read-arguments.ts';
import type { Written } from './use-written-value.ts';

/** A number as JSON writes it. An empty text is not a number; for an optional argument it is `undefined`. */
export function readNumber(text: string, canBeLeftOut: boolean): Written {
  const digits = text.trim();
  if (digits === '' && canBeLeftOut) return { value: undefined, problem: null };
  if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(digits) || !Number.isFinite(Number(digits))) {
    return { problem: digits === '' ? strings.readField.enterNumber : strings.readField.thisIsNotNumber };
  }
  return isExact(digits) ? { value: Number(digits), problem: null } : { problem: inexactNumber(digits) };
}

/** Any JSON value. */
export function readJson(text: string, canBeLeftOut: boolean): Written {
  if (text.trim() === '' && canBeLeftOut) return { value: undefined, problem: null };
  try {
    return { value: JSON.parse(text), problem: null };
  } catch (error) {
    const example = strings.readField.putTextInQuotes;
    return {
      problem: strings.readField.thisIsNotValid(error instanceof Error ? error.message : String(error), example),
    };
  }
}
