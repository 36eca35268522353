import type { AuditFinding, AuditReport } from '#shared/domain/audit.ts';
import { strangeArguments } from './arguments.ts';
import type { AuditInput } from './audit-input.ts';
import { type AuditRule, auditFinding } from './audit-rule.ts';
import { auditTexts } from './audit-texts.ts';
import { contraryClaims } from './claims.ts';
import { confusableLetters } from './confusable-letters.ts';
import { encodedTexts } from './encoded.ts';
import { hiddenCharacters } from './hidden-characters.ts';
import { likelyOrders } from './likely-orders.ts';
import { dataLinks } from './links.ts';
import { changedListing } from './listings.ts';
import { namedTools } from './named-tools.ts';
import { type Neighbours, neighboursOf } from './neighbours.ts';
import { orders } from './orders.ts';
import { outOfSight } from './out-of-sight.ts';
import { payloadTexts } from './payloads.ts';
import { purposeOf } from './purpose.ts';
import { schemaValues } from './schema-values.ts';
import { shadowing } from './shadowing.ts';
import { inventedTurns } from './turns.ts';
import { verdictOf } from './verdict.ts';

export type { AuditInput } from './audit-input.ts';

/** Every class of attacks that one definition can carry. A new class is a file and an entry here. */
const rules: readonly AuditRule[] = [
  hiddenCharacters,
  confusableLetters,
  outOfSight,
  encodedTexts,
  orders,
  inventedTurns,
  shadowing,
  namedTools,
  strangeArguments,
  contraryClaims,
  dataLinks,
  payloadTexts,
  schemaValues,
];

export interface AuditOptions {
  /** The same definitions as an earlier listing had them: what they did not have then is suspicious. */
  readonly earlier?: readonly AuditInput[] | undefined;
}

/**
 * Audits definitions together, so that one that takes the name of another source's tool, or speaks of it, is found. Pure: it reads
 * nothing, and its time is linear in the texts, up to the limits of `auditLimits` for each definition. Never throws, whatever the
 * schemas are. The tools of the report are in the order in which they were given.
 */
export function auditTools(tools: readonly AuditInput[], { earlier = [] }: AuditOptions = {}): AuditReport {
  const neighbours = neighboursOf(tools);
  const before = new Map(earlier.map((tool) => [keyOf(tool), tool]));
  const earlierNeighbours = neighboursOf(earlier);
  return {
    schema: 'pegboard.audit/1',
    tools: tools.map((tool) => {
      const own = auditFindings(tool, neighbours);
      const old = before.get(keyOf(tool));
      const findings = old ? [...own, ...changed(old, earlierNeighbours, tool, own)] : own;
      const { name, source } = tool;
      return { name, ...(source ? { source } : {}), verdict: verdictOf(findings), findings };
    }),
  };
}

function keyOf({ source, name }: AuditInput): string {
  return JSON.stringify([source ?? '', name]);
}

function changed(old: AuditInput, neighbours: Neighbours, tool: AuditInput, own: readonly AuditFinding[]) {
  const findings = auditFindings(old, neighbours);
  const audited = { verdict: verdictOf(findings), findings };
  return changedListing({ before: { tool: old, audited }, after: { tool, findings: own } });
}

/** The findings about one definition beside its neighbours; alone without them. */
export function auditFindings(tool: AuditInput, neighbours: Neighbours = neighboursOf([tool])): AuditFinding[] {
  const { texts, complete } = auditTexts(tool);
  const subject = { tool, texts, purpose: purposeOf(tool), neighbours };
  const found = rules.flatMap((rule) => rule(subject));
  // What the rules find has an exact reason, so the model looks only at what they let pass.
  const findings = verdictOf(found) === 'clean' ? [...found, ...likelyOrders(subject)] : found;
  if (complete) return findings;
  return [
    ...findings,
    auditFinding('audit_incomplete', {
      weight: 'soft',
      place: texts.at(-1)?.place ?? 'name',
      excerpt: texts.at(-1)?.text.slice(-100) ?? '',
      why: 'The definition is longer than an audit reads. Nobody checked the rest of it.',
    }),
  ];
}
