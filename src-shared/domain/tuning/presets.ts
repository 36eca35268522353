import type { ConfigChange } from '../config-edit.ts';
import type { WorkspaceModeRules } from '../loading-mode.ts';
import { corePatterns } from './pattern-matches.ts';
import { patternsPath } from './plan-move.ts';

type PresetName = 'large' | 'small';

/** The seeds' advice for a catalog of one size, as an edit of the configuration (R19.25). */
export interface Preset {
  readonly name: PresetName;
  readonly advice: string;
  readonly changes: readonly ConfigChange[];
  /** The rules that hold after it. */
  readonly rules: WorkspaceModeRules;
}

/** The presets for a workspace with these rules. */
export function presets(now: WorkspaceModeRules): readonly Preset[] {
  return [
    {
      name: 'large',
      advice:
        'Tool search on, everything deferred but a minimal core, and the tools that a session found stay for its later turns.',
      changes: [
        { path: ['tool_search', 'enabled'], value: true },
        { path: ['tool_search', 'default_loading_mode'], value: 'deferred' },
        { path: ['tool_search', 'activation_scope'], value: 'session' },
        // Without a value the schema's own list holds, which is the core.
        { path: patternsPath },
      ],
      rules: { enabled: true, default_loading_mode: 'deferred', always_loaded_patterns: corePatterns },
    },
    {
      name: 'small',
      advice: 'Tool search off: every permitted tool is in the prompt, and there is nothing to find.',
      changes: [
        { path: ['tool_search', 'enabled'], value: false },
        { path: ['tool_search', 'default_loading_mode'], value: 'always' },
      ],
      rules: { ...now, enabled: false, default_loading_mode: 'always' },
    },
  ];
}
