import type { Profile } from './config.ts';

/**
 * Profiles that every workspace has. `search-on`, `deferred`, `skills` and `skills-directory` are
 * the stages of a rollout (R16.14); `all-tools` suits
 * a small catalog, `chat` a large one (R19.25).
 */
export const builtinProfiles: readonly (Profile & { readonly description: string })[] = [
  { name: 'workspace', description: 'The workspace as it is.' },
  {
    name: 'baseline',
    description: 'Every feature off.',
    tool_search: { enabled: false, hints: { enabled: false }, directory: { enabled: false } },
    tool_examples: { enabled: false },
    skills: { enabled: false },
  },
  {
    name: 'all-tools',
    description: 'Tool search off: every permitted tool is in the prompt.',
    tool_search: { enabled: false },
  },
  {
    name: 'search-on',
    description: 'Rollout, stage 1: tool search on; every tool stays in the prompt, whatever it declares.',
    tool_search: { enabled: true, default_loading_mode: 'always', always_loaded_patterns: ['*'] },
  },
  {
    name: 'deferred',
    description:
      'Rollout, stage 2: tools without a declared mode wait until a search finds them; the patterns list the exceptions.',
    tool_search: { enabled: true, default_loading_mode: 'deferred' },
  },
  {
    name: 'skills',
    description: 'Rollout, stage 3: as deferred, and skills that the model finds or gets before a run.',
    tool_search: { enabled: true, default_loading_mode: 'deferred' },
    skills: { enabled: true, directory: { enabled: false } },
  },
  {
    name: 'skills-directory',
    description: 'Rollout, stage 4: as skills, and the names of skills in the prompt.',
    tool_search: { enabled: true, default_loading_mode: 'deferred' },
    skills: { enabled: true, directory: { enabled: true } },
  },
  {
    name: 'chat',
    description: 'As deferred, and the tools that a session activated stay for its later turns.',
    tool_search: { enabled: true, default_loading_mode: 'deferred', activation_scope: 'session' },
  },
  {
    name: 'one-discovery-tool',
    description:
      'One discovery tool: a minimal prompt, tool_search alone, found tools are there at once, a working memory.',
    tool_search: { enabled: true, default_loading_mode: 'deferred', always_loaded_patterns: [] },
    planner: { style: 'one_discovery_tool' },
    skills: { enabled: false },
  },
];
