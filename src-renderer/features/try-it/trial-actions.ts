import { useMemo } from 'react';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import type { ArgumentPath } from './argument-path.ts';
import { type Agreed, callTool } from './call-tool.ts';
import { canBeForm } from './form-field.ts';
import { initialArguments } from './initial-arguments.ts';
import { readArguments } from './read-arguments.ts';
import {
  type Arguments,
  newTrial,
  readable,
  type Trial,
  trialKey,
  useTryItStore,
  withArgument,
  withArguments,
} from './try-it-store.ts';

/** The actions of a trial. */
export interface TrialActions {
  setArgument(path: ArgumentPath, value: unknown): void;
  /** Keeps a text that is not a value yet; null when it became one. */
  setDraft(pointer: string, text: string | null): void;
  setText(text: string): void;
  /** Another view of the same arguments; refused while they cannot be read. */
  show(view: Trial['view']): void;
  fillIn(args: Arguments): void;
  /** Calls with the arguments as they stand. */
  call(): void;
  /** Calls with arguments that the user was asked about. */
  callWith(args: Arguments, agreed: Agreed): void;
  /** Stops what runs, or leaves a question unanswered. */
  cancel(): void;
}

type TriedTool = Pick<CatalogTool, 'name' | 'input_schema'>;

/** The trial of one tool in the open workspace. */
export function useTrial(tool: TriedTool): { trial: Trial; actions: TrialActions } {
  const path = useWorkspace()?.path ?? '';
  const { initial, actions } = useMemo(() => trialOf(path, tool), [path, tool]);
  const trial = useTryItStore((state) => state.trials[trialKey(path, tool.name)]) ?? initial;
  return { trial, actions };
}

/** How the trial of a tool begins in a workspace, and what can be done with it. */
export function trialOf(path: string, { name, input_schema: schema }: TriedTool) {
  const key = trialKey(path, name);
  const initial = newTrial(initialArguments(schema), canBeForm(schema) ? 'form' : 'json');
  const update = (change: (trial: Trial) => Partial<Trial>) => useTryItStore.getState().update(key, initial, change);
  const now = () => useTryItStore.getState().trials[key] ?? initial;
  const callWith = (args: Arguments, agreed: Agreed) => void callTool({ tool: name, args, agreed, update });
  const actions: TrialActions = {
    setArgument: (at, value) => update((current) => withArgument(current, at, value)),
    setDraft: (pointer, text) =>
      update(({ drafts: { [pointer]: _, ...others }, issues }) => ({
        drafts: text === null ? others : { ...others, [pointer]: text },
        issues: issues.filter((issue) => issue.pointer !== pointer),
      })),
    setText: (text) => update(() => ({ text, issues: [] })),
    show: (view) => {
      const { args } = readArguments(now());
      if (args) update(() => ({ view, args, text: readable(args), drafts: {} }));
    },
    fillIn: (args) => update((current) => withArguments(current, args)),
    call: () => {
      const { args } = readArguments(now());
      if (args && now().call.kind !== 'running') callWith(args, { consent: false, confirmed: false });
    },
    callWith,
    cancel: () => {
      const { call } = now();
      if (call.kind === 'running') call.stop();
      else update(() => ({ call: { kind: 'none' } }));
    },
  };
  return { initial, actions };
}
