import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext, CommandResult } from '../command-context.ts';

/** Runs the work of a command; its result is the exit code. */
export type Run = (work: (context: CommandContext) => CommandResult) => Promise<void>;

/** Adds a command that can write the given formats: `human` and `json` where none are given. */
export type AddCommand = (usage: string, description: string, formats?: readonly string[]) => Command;

/** An option that may be given several times. */
export function list(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** Names separated by commas; the option may be given several times too. */
export function commaList(value: string, before: readonly string[] = []): string[] {
  const names = value.split(',').map((name) => name.trim());
  return [...before, ...names.filter((name) => name !== '')];
}

/** Reads a whole number in a range. */
export function numberFrom(least: number, most?: number): (text: string) => number {
  const range = most === undefined ? `from ${least}` : `from ${least} to ${most}`;
  return (text) => {
    const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (count >= least && count <= (most ?? Number.MAX_SAFE_INTEGER)) return count;
    throw new InvalidArgumentError(`It must be a whole number ${range}.`);
  };
}

export const wholeNumber = numberFrom(0);
export const seconds = numberFrom(1, 3600);
export const portNumber = numberFrom(0, 65_535);

export function positiveNumber(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text) || Number(text) === 0) throw new InvalidArgumentError('It must be a number above 0.');
  return Number(text);
}

const units = { m: 60, h: 3600, d: 86_400, w: 604_800 } as const;

/** A length of time in seconds. */
export function secondsOf(text: string): number {
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  if (count === undefined)
    throw new InvalidArgumentError('It must be a number with m, h, d or w behind it, such as 7d.');
  return Number(count) * units[unit as keyof typeof units];
}

/** An option for a length of time, whose default help shows as people write it. */
export function timeOption(flags: string, description: string, byDefault: string): Option {
  return new Option(flags, description).argParser(secondsOf).default(secondsOf(byDefault), byDefault);
}
