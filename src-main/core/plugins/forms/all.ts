import type { PluginFormId } from '#shared/domain/plugin-forms.ts';
import type { PluginForm } from '../plugin-form.ts';
import { agentPlugins } from './agent-plugins.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';

/** Every form of a plugin. */
export const forms: Readonly<Record<PluginFormId, PluginForm>> = {
  'agent-plugins': agentPlugins,
  'claude-code': claudeCode,
  codex,
};
