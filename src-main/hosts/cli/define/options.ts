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

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

export function positiveNumber(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text) || Number(text) === 0) throw new InvalidArgumentError('It must be a number above 0.');
  return Number(text);
}

export function seconds(text: string): number {
  const count = wholeNumber(text);
  if (count < 1 || count > 3600) throw new InvalidArgumentError('It must be from 1 to 3600.');
  return count;
}

export function portNumber(text: string): number {
  const port = wholeNumber(text);
  if (port > 65535) throw new InvalidArgumentError('It must be from 0 to 65535.');
  return port;
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
