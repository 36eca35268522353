import type { AuditedTool, AuditFinding } from '#shared/domain/audit.ts';
import type { AuditInput } from './audit-input.ts';
import { auditFinding } from './audit-rule.ts';
import { auditTexts } from './audit-texts.ts';

/** A definition in two listings, and what an audit says about each of them. */
interface TwoListings {
  readonly before: { readonly tool: AuditInput; readonly audited: Pick<AuditedTool, 'verdict' | 'findings'> };
  readonly after: { readonly tool: AuditInput; readonly findings: readonly AuditFinding[] };
}

/**
 * What is suspicious about a definition that a server listed otherwise before: findings that it did not have make the change a
 * hard finding, since somebody agreed to the tool without them. Any other new description is a hint.
 */
export function changedListing({ before, after }: TwoListings): AuditFinding[] {
  const known = new Set(before.audited.findings.map(({ code }) => code));
  const fresh = after.findings.find(({ code, severity }) => severity !== 'info' && !known.has(code));
  if (fresh) {
    return [
      auditFinding('definition_changed', {
        weight: 'hard',
        place: fresh.place,
        excerpt: fresh.excerpt,
        why: 'The definition was listed without this before. It changed after somebody could agree to it.',
      }),
    ];
  }
  const earlier = new Map(auditTexts(before.tool).texts.map(({ place, text }) => [place, text]));
  const other = auditTexts(after.tool).texts.find(({ place, text }) => earlier.get(place) !== text);
  if (!other) return [];
  return [
    auditFinding('definition_changed', {
      weight: 'hint',
      place: other.place,
      excerpt: other.text.slice(0, 200),
      why: 'The text differs from an earlier listing.',
    }),
  ];
}
