import type { AuditFinding } from '#shared/domain/audit.ts';
import { type AuditRule, auditFinding } from './audit-rule.ts';

/** Empty space after which nobody looks for more: lines, or characters of one line. No pattern goes back over it. */
const emptySpace = /\n(?:[ \t\r]*\n){14,}|[ \t\u00a0\u3000]{120,}/g;
const maximumFindings = 10;

const speaks =
  /^\s*(?:system|assistant|admin|instructions?|important|note to|hidden)\b[^a-z]|\byou (?:are now|must)\b/i;

/** What programs write into Markdown for each other, in at most so many words. */
const mark =
  /^(?:(?:this \w+ (?:is|was) )?(?:auto-?)?generated (?:from|by|with)|prettier|eslint|markdownlint|textlint|vale|toc|spdx)\b/i;
const maximumMark = 12;
const orders = /\b(?:you|must|always|send|forward|pass|add all|do not tell)\b/i;

/** An element that a page does not show, with what is in it. */
const unseen =
  /<[a-z]+\b[^<>]{0,200}(?:display ?: ?none|visibility ?: ?hidden|font-size ?: ?0|opacity ?: ?0(?![.\d])|(?<![\w-])color ?: ?(?:white|#fff(?:fff)?)\b|\shidden\b)[^<>]{0,200}>([^<]{5,400})/i;
/** Parts of a page that run as soon as a program shows them. */
const active =
  /<(?:script|iframe|object|embed)\b[^>]{0,200}>|\]\(\s*(?:javascript|vbscript|data:text\/html)\b|<[a-z]+\b[^>]{0,200}\son(?:error|load|click|mouseover|focus) ?= ?["']?\w/i;
const runsPages =
  /\b(?:html|css|scripts?|javascript|js|browser|web ?pages?|dom|xss|sanitiz\w+|scrap\w+|evaluat\w+|snippets?|embed\w*|widgets?|code|templates?|render\w*|iframes?|players?|elements?|selectors?|tags?)\b/;
const shows = /\b(?:html|css|styles?|templates?|render\w*|dom|elements?|pages?)\b/;

/** Texts that a person does not get to see in most programs: comments and hidden elements, and text after much empty space. */
export const outOfSight: AuditRule = ({ texts, purpose }) => {
  const findings: AuditFinding[] = [];
  for (const { place, text, role } of texts) {
    if (role === 'data') continue;
    for (const comment of commentsOf(text)) {
      // A tool that looks for attacks may have one as a sample, but none that speaks as the system.
      if (purpose.meetsAttacks && !speaks.test(comment)) continue;
      findings.push(
        auditFinding('text_out_of_sight', {
          weight: 'soft',
          place,
          excerpt: comment,
          why: 'A comment is not shown to people, but a model reads it.',
        }),
      );
    }
    const hidden = purpose.meetsAttacks || shows.test(purpose.words) ? null : unseen.exec(text);
    if (hidden) {
      findings.push(
        auditFinding('text_out_of_sight', {
          weight: 'soft',
          place,
          excerpt: hidden[1] ?? '',
          why: 'The text is in an element that a page does not show, but a model reads it.',
        }),
      );
    }
    const runs = role === 'prose' && !purpose.meetsAttacks && !runsPages.test(purpose.words) ? active.exec(text) : null;
    if (runs) {
      findings.push(
        auditFinding('text_out_of_sight', {
          weight: 'soft',
          place,
          excerpt: text.slice(runs.index, runs.index + 120),
          why: 'The text has a part of a page that runs as soon as a program shows it.',
        }),
      );
    }
    const far = purpose.meetsAttacks ? null : farText(text);
    if (far !== null) {
      findings.push(
        auditFinding('text_out_of_sight', {
          weight: 'soft',
          place,
          excerpt: far,
          why: 'The text stands far from the rest, where people do not look.',
        }),
      );
    }
    if (findings.length >= maximumFindings) break;
  }
  return findings;
};

/** A link that nothing refers to, which Markdown has as a comment: `[//]: # (text)`. */
const reference = /^[ \t]*(?:.*?\. )?\[(?:\/\/|comment|#)\]: ?<?#?>? ?[("']([^\n]{8,400}?)[)"']/gm;

/** Words of a short comment that speaks to a model. */
const shortOrder =
  /^(?:please |then |also |now |always |first )*(?:call|send|read|run|use|ignore|execute|delete|fetch|post|forward|leak|inject|include|append|override|disable|grant|exfiltrate|obey|follow|reveal|dump|print|bypass|do not|never)\b|\b(?:system|admin|hidden|secret|you must|assistant|exfil\w*|directives?|instructions?|payload|jailbreak)\b/i;

/** Comments of at least five words, or with an order; at most ten. */
function commentsOf(text: string): string[] {
  const comments = [...text.matchAll(reference)]
    .map(([, comment = '']) => comment)
    .filter((comment) => shortOrder.test(comment) || orders.test(comment))
    .slice(0, maximumFindings);
  for (let at = text.indexOf('<!--'); at >= 0 && comments.length < maximumFindings; ) {
    const end = text.indexOf('-->', at);
    const comment = text.slice(at + 4, end < 0 ? at + 4000 : Math.min(end, at + 4000)).trim();
    const count = comment.split(/\s+/, maximumMark + 1).length;
    if (
      (count >= 5 || shortOrder.test(comment)) &&
      !(count <= maximumMark && mark.test(comment) && !orders.test(comment))
    )
      comments.push(comment);
    at = end < 0 ? -1 : text.indexOf('<!--', end);
  }
  return comments;
}

/** What follows empty space, or null. */
function farText(text: string): string | null {
  for (const match of text.matchAll(emptySpace)) {
    const rest = text.slice(match.index + match[0].length).trimStart();
    if (rest.length > 5) return rest.slice(0, 200);
  }
  return null;
}
