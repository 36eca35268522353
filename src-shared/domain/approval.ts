import { z } from 'zod';

/** What happens to a tool whose text nobody approved. */
export const approvalActionSchema = z.enum(['allow', 'ask', 'quarantine']);
export type ApprovalAction = z.infer<typeof approvalActionSchema>;

/**
 * What a tool without approval is: `new`, or changed in this way. `suspicious` counts more than all others: an audit finds more in
 * the text than in the approved one.
 */
export const changeClassSchema = z.enum(['new', 'cosmetic', 'notable', 'breaking', 'suspicious']);
export type ChangeClass = z.infer<typeof changeClassSchema>;

const actions = {
  new: approvalActionSchema.describe('A tool that `pegboard.lock` does not have.'),
  cosmetic: approvalActionSchema.describe('A change that neither a model nor a call notices.'),
  notable: approvalActionSchema.describe('A change that may alter how a model chooses or calls the tool.'),
  breaking: approvalActionSchema.describe('A change that makes calls fail or act differently, or a new name.'),
  suspicious: approvalActionSchema.describe(
    'A new text in which an audit finds orders, hidden characters or the like.',
  ),
};

/** What the workspace does with tools whose text differs from `pegboard.lock`. */
export const approvalsConfigSchema = z.strictObject({
  new: actions.new.default('allow').describe(actions.new.description ?? ''),
  cosmetic: actions.cosmetic.default('allow').describe(actions.cosmetic.description ?? ''),
  notable: actions.notable.default('allow').describe(actions.notable.description ?? ''),
  breaking: actions.breaking.default('ask').describe(actions.breaking.description ?? ''),
  suspicious: actions.suspicious.default('quarantine').describe(actions.suspicious.description ?? ''),
  sources: z
    .record(z.string(), z.strictObject(actions).partial())
    .default({})
    .describe('Other answers for some sources, by the name of the source.'),
});
export type ApprovalsConfig = z.infer<typeof approvalsConfigSchema>;

/**
 * How a tool stands to `pegboard.lock`. `reverted`: an earlier approved text. `renamed`: the approved text under another name.
 * `rejected`: a reviewer refused exactly this text. `unproven`: its entry of the lock cannot be trusted.
 */
export const approvalStateSchema = z.enum([
  'pending',
  'changed',
  'reverted',
  'renamed',
  'removed',
  'rejected',
  'unproven',
]);

/** What `pegboard.lock` approves besides tools: the instructions of a server, its prompts, its skills. */
export const partKindSchema = z.enum(['instructions', 'prompt', 'skill']);
export type PartKind = z.infer<typeof partKindSchema>;

/** How people name a part: `prompt:github/fix_issue`, `skill:github/core/sign-in`, `instructions:github`. */
export function partName({ kind, source, name }: { kind: PartKind; source: string; name: string }): string {
  return kind === 'instructions' ? `${kind}:${source}` : `${kind}:${source}/${name}`;
}

/** Why a tool is out of the registry although the policy allows it. For the host only. */
export const withheldSchema = z.object({
  state: approvalStateSchema,
  /** Null where no change is the reason: a rejected text, a damaged lock. */
  change: changeClassSchema.nullable(),
});
export type Withheld = z.infer<typeof withheldSchema>;

/** What the policy says to a state of a tool. A rejected text and one that cannot be proven are never served. */
export function approvalAction(config: ApprovalsConfig, source: string, { state, change }: Withheld): ApprovalAction {
  if (state === 'rejected' || state === 'unproven' || change === null) return 'quarantine';
  const own = Object.hasOwn(config.sources, source) ? config.sources[source] : undefined;
  return own?.[change] ?? config[change];
}

/**
 * What the policy says to a state of instructions, a prompt or a skill: nothing calls them, so nothing can ask, and `ask` withholds
 * them too.
 */
export function partAction(config: ApprovalsConfig, source: string, state: Withheld): 'allow' | 'quarantine' {
  return approvalAction(config, source, state) === 'allow' ? 'allow' : 'quarantine';
}

/** Why a tool is withheld, in a sentence, for people. */
export function withheldText({ state, change }: Withheld): string {
  switch (state) {
    case 'rejected':
      return 'A reviewer rejected its present text.';
    case 'unproven':
      return 'pegboard.lock is damaged where it should prove that somebody approved the tool.';
    case 'pending':
      return `The tool is new${change === 'suspicious' ? ', an audit finds its text suspicious' : ''}, and nobody has approved it.`;
    case 'renamed':
      return 'The tool has a new name that nobody has approved.';
    default:
      return `Its text changed (${change ?? 'unknown'}) and nobody has approved the change.`;
  }
}
