import { counted } from '#shared/counted.ts';
import { type AuditedTool, type AuditVerdict, auditVerdictSchema, isAtLeast } from '#shared/domain/audit.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { unreadSentence, unreadSuite } from '../ci/unread-sources.ts';
import { plainText } from '../plain-text.ts';
import { excerpt, type Reporter } from '../reporter.ts';
import { escaped } from '../xml-text.ts';
import type { Position } from './locate.ts';

/** A tool of the report with the places of its findings: the file as the user sees it, line and column. */
export interface LocatedTool extends AuditedTool {
  readonly path: string | null;
  /** Instructions, a prompt or a skill. */
  readonly is_text: boolean;
  readonly positions: readonly (Position | null)[];
}

const colours = { clean: 'green', review: 'yellow', quarantine: 'red' } as const;

/** The report for people: each tool that is not clean with its findings, then how many there are. */
export function asText(tools: readonly LocatedTool[], unread: readonly Finding[], paint: Reporter['paint']): string {
  const blocks = tools
    .filter(({ verdict }) => verdict !== 'clean')
    .map((tool) => {
      const head = `${paint(colours[tool.verdict], tool.verdict)}  ${plainText(nameOf(tool))}`;
      const lines = tool.findings.map(({ code, place, excerpt: words, why }, index) => {
        const at = tool.positions[index];
        const where = tool.path === null ? '' : `${tool.path}${at ? `:${at.line}:${at.column}` : ''}  `;
        return `  ${paint('dim', plainText(`${where}${place} [${code}]`))}\n    ${plainText(why)}\n    “${plainText(words)}”`;
      });
      return [head, ...lines].join('\n');
    });
  return [...blocks, summaryOf(tools, unread)].join('\n\n');
}

/** `3 tools and 1 text: 2 clean, 1 review, 1 quarantine.` */
function summaryOf(tools: readonly LocatedTool[], unread: readonly Finding[]): string {
  const counts = auditVerdictSchema.options.map(
    (verdict) => `${tools.filter((tool) => tool.verdict === verdict).length} ${verdict}`,
  );
  const texts = tools.filter(({ is_text }) => is_text).length;
  const called = [counted(tools.length - texts, 'tool'), counted(texts, 'text')];
  const what = texts === 0 ? called.slice(0, 1) : texts === tools.length ? called.slice(1) : called;
  return [`${what.join(' and ')}: ${counts.join(', ')}.`, unreadSentence(unread)].filter(Boolean).join(' ');
}

/** The report as Markdown, for a summary of CI. */
export function asMarkdown(tools: readonly LocatedTool[], unread: readonly Finding[]): string {
  const rows = tools
    .filter(({ verdict }) => verdict !== 'clean')
    .flatMap((tool) =>
      tool.findings.map(
        ({ code, place, excerpt: words, why }) =>
          `| ${[tool.verdict, span(nameOf(tool)), code, span(place), `${cell(why)} ${span(words)}`].join(' | ')} |`,
      ),
    );
  const table =
    rows.length === 0
      ? []
      : ['| verdict | tool | finding | place | what it says |', '|---|---|---|---|---|', ...rows, ''];
  const missing = unread.map(({ message }) => `- ${span(message)}`);
  const list = missing.length === 0 ? [] : [...missing, ''];
  return ['## Audit of definitions', '', summaryOf(tools, unread), '', ...list, ...table].join('\n');
}

/** The report as JUnit XML: a suite for each source, a case for each tool. A tool at or above `failOn` fails, an unread source is an error. */
export function asJunit(
  tools: readonly AuditedTool[],
  { failOn, unread }: { readonly failOn: AuditVerdict; readonly unread: readonly Finding[] },
): string {
  const suites = [...Map.groupBy(tools, ({ source }) => source ?? '')].map(([source, own]) => {
    const cases = own.map((tool) => {
      const head = `    <testcase name="${escaped(tool.name)}" classname="${escaped(source || 'definitions')}"`;
      if (!isAtLeast(tool.verdict, failOn)) return `${head}/>`;
      const message = tool.findings.map(({ place, why, excerpt: words }) => `${place}: ${why} “${words}”`).join(' ');
      return `${head}><failure type="${tool.verdict}" message="${escaped(message)}"/></testcase>`;
    });
    const failures = own.filter(({ verdict }) => isAtLeast(verdict, failOn)).length;
    const head = `  <testsuite name="${escaped(source || 'definitions')}" tests="${own.length}" failures="${failures}">`;
    return [head, ...cases, '  </testsuite>'].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    ...suites,
    ...unreadSuite(unread),
    '</testsuites>',
    '',
  ].join('\n');
}

/** The findings of tools that are not clean, with their places, for SARIF. */
export function asFindings(tools: readonly LocatedTool[]): Finding[] {
  return tools
    .filter(({ verdict }) => verdict !== 'clean')
    .flatMap((tool) =>
      tool.findings.map(({ code, severity, place, excerpt: words, why }, index): Finding => {
        const at = tool.positions[index];
        return {
          code,
          severity,
          message: `${nameOf(tool)}: ${place}: ${why} “${words}”`,
          subject: tool.name,
          ...(tool.path === null ? {} : { path: tool.path }),
          ...(at ? { range: { start: at } } : {}),
        };
      }),
    );
}

function nameOf({ name, source }: AuditedTool): string {
  return source && !name.startsWith(`${source}.`) ? `${source}.${name}` : name;
}

/** A sentence of ours; one with characters that Markdown reads repeats a name of somebody else, so it is a code span. */
function cell(text: string): string {
  return /[^\p{L}\p{N} .,:;'“”()+-]/u.test(text) ? span(text) : text;
}

/** Words of a tool as a code span, on one line. */
function span(text: string): string {
  return `\`${excerpt(plainText(text), 160).replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}
