import { z } from 'zod';
import { keysOf } from '../tables.ts';

/** `hard`: a person who sees it would not let a model read the tool. `soft`: it needs a look, alone or with others. */
export const auditTierSchema = z.enum(['hard', 'soft']);

/** The verdicts, the mildest first. */
export const auditVerdictSchema = z.enum(['clean', 'review', 'quarantine']);
export type AuditVerdict = z.infer<typeof auditVerdictSchema>;

/** The classes of attacks, each with its title and the section of `docs/concepts/threats.md` that explains it. */
export const auditClasses = {
  hidden: 'Hidden and confusable characters',
  encoded: 'Encoded text',
  orders: 'Orders to the model',
  data: 'Data that leaves',
  shadowing: 'Shadowing of other tools',
  mismatch: 'Arguments that do not fit the tool',
  links: 'Links that carry data',
  schema: 'Orders in schemas',
  listings: 'Definitions that change',
} as const;
export type AuditClass = keyof typeof auditClasses;

/** Everything that an audit finds: the class of each code. The codes are in the table of findings too, with their titles. */
export const auditCodes = {
  hidden_unicode: 'hidden',
  name_confusable: 'hidden',
  text_out_of_sight: 'hidden',
  text_encoded: 'encoded',
  order_override: 'orders',
  order_priority: 'orders',
  order_secrecy: 'orders',
  order_precondition: 'orders',
  order_role: 'orders',
  order_pressure: 'orders',
  order_deception: 'orders',
  order_command: 'orders',
  order_likely: 'orders',
  data_exfiltration: 'data',
  data_redirection: 'data',
  secret_exposed: 'data',
  tool_shadowing: 'shadowing',
  capability_mismatch: 'mismatch',
  data_link: 'links',
  schema_smuggling: 'schema',
  definition_changed: 'listings',
  audit_incomplete: 'hidden',
} as const satisfies Readonly<Record<string, AuditClass>>;
export type AuditCode = keyof typeof auditCodes;

/** One finding of an audit. `error` is hard, `warning` is soft, and `info` is a soft finding that says little alone. */
export const auditFindingSchema = z.object({
  code: z.enum(keysOf(auditCodes)),
  severity: z.enum(['error', 'warning', 'info']),
  tier: auditTierSchema,
  /** Where it is: `name`, `description`, `input_schema/properties/owner/description`. */
  place: z.string(),
  /** The words of the tool, with hidden characters spelled out; at most 200 characters. */
  excerpt: z.string(),
  /** What the words do to a model or its user, in a sentence. */
  why: z.string(),
});
export type AuditFinding = z.infer<typeof auditFindingSchema>;

/** One tool of a report. */
export const auditedToolSchema = z.object({
  name: z.string(),
  source: z.string().optional(),
  verdict: auditVerdictSchema,
  findings: z.array(auditFindingSchema).readonly(),
});
export type AuditedTool = z.infer<typeof auditedToolSchema>;

/** What an audit says about each tool, in the order in which they were given. */
export const auditReportSchema = z.object({
  schema: z.literal('pegboard.audit/1'),
  tools: z.array(auditedToolSchema).readonly(),
});
export type AuditReport = z.infer<typeof auditReportSchema>;

/** Whether a verdict is at or above another one. */
export function isAtLeast(verdict: AuditVerdict, least: AuditVerdict): boolean {
  return auditVerdictSchema.options.indexOf(verdict) >= auditVerdictSchema.options.indexOf(least);
}
