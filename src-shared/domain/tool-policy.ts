import { z } from 'zod';
import type { Withheld } from './approval.ts';
import { firstMatchingGlob } from './glob.ts';

/** What the agent may run at all (R5.01–R5.04). Names here are whole names, not globs. */
export const toolPolicySchema = z.strictObject({
  allowed_tools: z.array(z.string()).nullable().default(null).describe('Only these tools may run; null allows all.'),
  denied_tools: z.array(z.string()).default([]).describe('These tools may never run. Wins over `allowed_tools`.'),
  require_tags: z.array(z.string()).default([]).describe('Only tools that carry every one of these tags may run.'),
});
export type ToolPolicy = z.infer<typeof toolPolicySchema>;

/** Who calls: carried into every policy, store and tool call (R6.23). */
export const toolContextSchema = z.strictObject({
  tenant_id: z.string().optional().describe('Tenant of the caller.'),
  project_id: z.string().optional().describe('Project of the caller.'),
  session_id: z.string().optional().describe('Session of the caller; needed for session-scoped activation.'),
});

export type ToolContext = z.infer<typeof toolContextSchema>;

/** One user of the agent: who they are and which tools they may see. */
export const personaSchema = z.strictObject({
  name: z.string().min(1).describe('How the persona is chosen: `--persona` and the menu.'),
  tool_context: toolContextSchema.prefault({}).describe('Tenant, project and session of this user.'),
  visible_tools: z.array(z.string()).default(['*']).describe('Globs of the tools this user may see.'),
  hidden_tools: z
    .array(z.string())
    .default([])
    .describe('Globs of tools hidden from this user. Wins over `visible_tools`.'),
});
export type Persona = z.infer<typeof personaSchema>;

/** Why a caller may not use a tool; null when it may. For the developer's eyes, never for a model's. */
export type DenialReason =
  | { rule: 'withheld'; withheld: Withheld }
  | { rule: 'denied_tools' }
  | { rule: 'allowed_tools' }
  | { rule: 'require_tags'; missing: readonly string[] }
  | { rule: 'hidden_tools'; pattern: string }
  | { rule: 'visible_tools' };

interface NamedTool {
  readonly name: string;
  readonly tags: readonly string[];
  /** Set for a tool that waits for approval: no policy lets it run. */
  readonly withheld?: Withheld | undefined;
}

/** What the policy says against a tool, or null (R5.02, R5.03). A tool that waits for approval is denied first. */
export function policyDenial(tool: NamedTool, policy: ToolPolicy): DenialReason | null {
  if (tool.withheld) return { rule: 'withheld', withheld: tool.withheld };
  if (policy.denied_tools.includes(tool.name)) return { rule: 'denied_tools' };
  if (policy.allowed_tools !== null && !policy.allowed_tools.includes(tool.name)) return { rule: 'allowed_tools' };
  const missing = policy.require_tags.filter((tag) => !tool.tags.includes(tag));
  return missing.length > 0 ? { rule: 'require_tags', missing } : null;
}

/** What the persona's globs say against a tool, or null (R5.06). */
export function personaDenial(tool: NamedTool, persona: Persona): DenialReason | null {
  const hidden = firstMatchingGlob(persona.hidden_tools, tool.name);
  if (hidden !== undefined) return { rule: 'hidden_tools', pattern: hidden };
  return firstMatchingGlob(persona.visible_tools, tool.name) === undefined ? { rule: 'visible_tools' } : null;
}

/**
 * The names that a caller may see or activate: every search, get and prompt takes this set and returns nothing beyond it
 * (R5.06, R5.11). Each further policy can only narrow it (R5.08). A tool that waits for approval is never among them.
 */
export function allowedNames(
  tools: Iterable<NamedTool>,
  rules: { readonly policies: readonly ToolPolicy[]; readonly persona: Persona | null },
): Set<string> {
  const policies = rules.policies.map(compilePolicy);
  const allowed = new Set<string>();
  for (const tool of tools) {
    if (tool.withheld) continue;
    if (!policies.every((permits) => permits(tool))) continue;
    if (rules.persona && personaDenial(tool, rules.persona)) continue;
    allowed.add(tool.name);
  }
  return allowed;
}

/** `policyDenial(…) === null` with sets in place of lists: policies may list thousands of names. */
function compilePolicy(policy: ToolPolicy): (tool: NamedTool) => boolean {
  const denied = new Set(policy.denied_tools);
  const allowed = policy.allowed_tools && new Set(policy.allowed_tools);
  return (tool) =>
    !denied.has(tool.name) &&
    (!allowed || allowed.has(tool.name)) &&
    policy.require_tags.every((tag) => tool.tags.includes(tag));
}
