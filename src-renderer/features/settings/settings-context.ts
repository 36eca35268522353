import { createContext, use } from 'react';
import type { ConfigState } from '#shared/domain/config-edit.ts';
import type { Setting } from './setting-rows.ts';

/** The properties that all controls of the list share. */
interface SettingsContext {
  readonly workspace: string;
  readonly state: ConfigState;
  /** Names of the tools, for completion. */
  readonly toolNames: readonly string[];
  /** Writes a value, or with undefined takes the field out of the file. What is wrong in words, or null. */
  save(setting: Setting, value: unknown): Promise<string | null>;
  /** Writes a value that is made of what holds when its turn comes. What is wrong in words, or null. */
  update(setting: Setting, next: (now: unknown) => unknown): Promise<string | null>;
}

export const SettingsProvider = createContext<SettingsContext | null>(null);

export function useSettings(): SettingsContext {
  const context = use(SettingsProvider);
  if (!context) throw new Error('useSettings needs a SettingsProvider above it.');
  return context;
}
