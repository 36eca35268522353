import { strings } from '../../strings/try-it.ts';
import { recordOf } from '../../ui/json-value.ts';
import type { Arguments, Trial } from './try-it-store.ts';

/** The arguments that a trial stands for, or why it stands for none yet. */
export type ReadArguments =
  | { readonly args: Arguments; readonly problem: null }
  | { readonly args: null; readonly problem: string };

/** Reads the text where the view is JSON; in the form, no field may be half written. */
export function readArguments({
  view,
  text,
  args,
  drafts,
}: Pick<Trial, 'view' | 'text' | 'args' | 'drafts'>): ReadArguments {
  if (view === 'json') return parseArguments(text);
  const count = Object.keys(drafts).length;
  if (count === 0) return { args, problem: null };
  return {
    args: null,
    problem: strings.readArguments.cannotBeRead(count),
  };
}

/** Arguments written as JSON: an object; an empty text is an empty one. */
export function parseArguments(text: string): ReadArguments {
  if (text.trim() === '') return { args: {}, problem: null };
  try {
    let inexact: string | undefined;
    const value: unknown = JSON.parse(text, (_key, each: unknown, context?: { readonly source?: string }) => {
      if (typeof each === 'number' && context?.source !== undefined && !isExact(context.source))
        inexact = context.source;
      return each;
    });
    if (inexact !== undefined) return { args: null, problem: inexactNumber(inexact) };
    const args = recordOf(value);
    return args ? { args, problem: null } : { args: null, problem: strings.readArguments.argumentsMustBeObject };
  } catch (error) {
    return {
      args: null,
      problem: strings.readArguments.thisIsNotValid(error instanceof Error ? error.message : String(error)),
    };
  }
}

/** Whether a number is sent with the digits it was written with: many whole numbers beyond 2⁵³ are not. */
export function isExact(digits: string): boolean {
  const number = Number(digits);
  return !/^-?\d+$/.test(digits) || Number.isSafeInteger(number) || String(number) === digits;
}

export function inexactNumber(digits: string): string {
  return strings.readArguments.hasMoreDigits(digits);
}
