import { createContext, use } from 'react';
import type { TrialActions } from './trial-actions.ts';
import type { Trial } from './try-it-store.ts';

/**
 * The properties that all fields of the form need: the arguments, functions that change them, and the document of the
 * schema.
 */
export interface FormContext {
  readonly trial: Trial;
  readonly actions: TrialActions;
  readonly root: unknown;
}

export const ArgumentsForm = createContext<FormContext | null>(null);

export function useArgumentsForm(): FormContext {
  const form = use(ArgumentsForm);
  if (!form) throw new Error('A field needs a form around it.');
  return form;
}
