import { z } from 'zod';
import { keysOf } from '../tables.ts';

/** The forms of plugins that Pegboard reads and writes, with their names for people. */
export const pluginForms = {
  'agent-plugins': 'Agent Plugins 1.0.0',
  'claude-code': 'Claude Code plugin',
  codex: 'Codex plugin',
} as const;

export const pluginFormSchema = z.enum(keysOf(pluginForms));
export type PluginFormId = z.infer<typeof pluginFormSchema>;
