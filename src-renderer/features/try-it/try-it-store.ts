import { create } from 'zustand';
import type { ArgumentIssue, CallResult } from '#shared/domain/live-source.ts';
import type { PegboardError } from '#shared/errors.ts';
import type { ConsentSubject } from '../../ui/consent-subject.ts';
import { recordOf, sameJson } from '../../ui/json-value.ts';
import { type ArgumentPath, pointerOf, withValueAt } from './argument-path.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** How a call stands. What is asked of the user belongs to the arguments that were to be sent, whatever the form holds by now. */
export type CallState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly since: number; readonly stop: () => void }
  | { readonly kind: 'confirm'; readonly args: Arguments; readonly runs: string; readonly consent: boolean }
  | {
      readonly kind: 'consent';
      readonly args: Arguments;
      readonly source: string;
      readonly subject: ConsentSubject;
      readonly confirmed: boolean;
    }
  | { readonly kind: 'done'; readonly result: CallResult }
  | { readonly kind: 'failed'; readonly error: PegboardError };

/** The trial of one tool, kept only in memory while the app is open, since arguments may be secret. */
export interface Trial {
  readonly args: Arguments;
  readonly view: 'form' | 'json';
  /** What is written while the view is JSON. */
  readonly text: string;
  /** Texts of fields that are not a value yet, such as half a number, by pointer. */
  readonly drafts: Readonly<Record<string, string>>;
  /** The problems of the last check, without those of arguments that were edited since. */
  readonly issues: readonly ArgumentIssue[];
  readonly call: CallState;
  /** Arguments that were sent or replaced before, the last first. */
  readonly history: readonly Arguments[];
}

interface TryItState {
  /** By `trialKey`, the last used last. */
  readonly trials: Readonly<Record<string, Trial>>;
  update(key: string, initial: Trial, change: (trial: Trial) => Partial<Trial>): void;
}

const rememberedTrials = 30;
const rememberedArguments = 10;

export const trialKey = (workspace: string, tool: string) => `${workspace}\n${tool}`;

export const newTrial = (args: Arguments, view: Trial['view']): Trial => ({
  args,
  view,
  text: readable(args),
  drafts: {},
  issues: [],
  call: { kind: 'none' },
  history: [],
});

export const useTryItStore = create<TryItState>()((set) => ({
  trials: {},
  update: (key, initial, change) =>
    set(({ trials }) => {
      const { [key]: known = initial, ...others } = trials;
      // One whose call is under way stays: its answer has to find it.
      const entries = Object.entries(others);
      const kept = entries.filter(
        ([, { call }], at) => call.kind === 'running' || at >= entries.length - rememberedTrials + 1,
      );
      return { trials: { ...Object.fromEntries(kept), [key]: { ...known, ...change(known) } } };
    }),
}));

/** The trial with another value at a path; `undefined` removes it. Earlier problems at that path are forgotten. */
export function withArgument(trial: Trial, path: ArgumentPath, value: unknown): Partial<Trial> {
  const changed = pointerOf(path);
  const isTouched = (pointer: string) => pointer === changed || pointer.startsWith(`${changed}/`);
  // Elements behind one that is taken out move up: nothing that is known by their places holds any more.
  const list = value === undefined && typeof path.at(-1) === 'number' ? pointerOf(path.slice(0, -1)) : null;
  const isMoved = (pointer: string) => isTouched(pointer) || (list !== null && pointer.startsWith(`${list}/`));
  return {
    args: recordOf(withValueAt(trial.args, path, value)) ?? {},
    drafts: Object.fromEntries(Object.entries(trial.drafts).filter(([pointer]) => !isMoved(pointer))),
    issues: trial.issues.filter(({ pointer }) => !isMoved(pointer)),
  };
}

/** The trial with other arguments as a whole; those before go to the history unless they are there or say nothing. */
export function withArguments(trial: Trial, args: Arguments): Partial<Trial> {
  return { args, text: readable(args), drafts: {}, issues: [], history: remembered(trial.history, trial.args) };
}

/** The history with these arguments first. */
export function remembered(history: readonly Arguments[], args: Arguments): readonly Arguments[] {
  if (Object.keys(args).length === 0) return history;
  return [args, ...history.filter((other) => !sameJson(other, args))].slice(0, rememberedArguments);
}

export function readable(args: unknown): string {
  return JSON.stringify(args, null, 2);
}
