import { type AuditCode, type AuditFinding, auditCodes } from '#shared/domain/audit.ts';
import { spellHiddenCharacters } from '#shared/hidden-characters.ts';
import type { AuditInput } from './audit-input.ts';
import type { AuditText } from './audit-texts.ts';
import type { Neighbours } from './neighbours.ts';
import type { Purpose } from './purpose.ts';

/** What a rule looks at: one definition, its texts, what it is for, and the other definitions of the audit. */
export interface AuditSubject {
  readonly tool: AuditInput;
  readonly texts: readonly AuditText[];
  readonly purpose: Purpose;
  readonly neighbours: Neighbours;
}

/** One class of attacks. A rule never throws, and takes time linear in the texts. */
export type AuditRule = (subject: AuditSubject) => readonly AuditFinding[];

/** How much a finding says: `hard` quarantines alone, `soft` asks for a review, and `hint` needs a second finding. */
export type Weight = 'hard' | 'soft' | 'hint';

const severities = { hard: 'error', soft: 'warning', hint: 'info' } as const;
const maximumExcerpt = 200;

/** A finding of an audit, with its excerpt cut to 200 characters. */
export function auditFinding(
  code: AuditCode,
  {
    weight,
    place,
    excerpt,
    why,
  }: { readonly weight: Weight; readonly place: string; readonly excerpt: string; readonly why: string },
): AuditFinding {
  const text = excerpt.length > maximumExcerpt * 4 ? excerpt.slice(0, maximumExcerpt * 4) : excerpt;
  return {
    code,
    severity: severities[weight],
    tier: weight === 'hard' ? 'hard' : 'soft',
    place: cut(spellHiddenCharacters(place.slice(0, 1000)), 1000),
    excerpt: cut(spellHiddenCharacters(text).trim(), maximumExcerpt),
    why,
  };
}

/** Findings up to a limit, hints apart from others: many hints, which honest texts have too, hide nothing that stands behind them. */
export function findingsUpTo(maximum: number) {
  const findings: AuditFinding[] = [];
  let hints = 0;
  let others = 0;
  return {
    findings,
    /** Adds a finding where there is room, and says whether there is room for more. */
    add(finding: AuditFinding): boolean {
      const before = finding.severity === 'info' ? hints++ : others++;
      if (before < maximum) findings.push(finding);
      return others < maximum;
    },
  };
}

/** The class of a finding. */
export function classOf({ code }: AuditFinding) {
  return auditCodes[code];
}

function cut(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}
