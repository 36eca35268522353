import type { EvalOutcomes } from '#core/evaluation/run-evaluation.ts';
import type { EvalReport } from '#shared/domain/eval-set.ts';
import { plainText } from './plain-text.ts';

/** JUnit XML of an evaluation: a suite an engine, a case a query, a failure where no right tool is among the first five. */
export function junitXml({ results }: EvalReport, outcomes: readonly EvalOutcomes[]): string {
  const suites = outcomes.map(({ engine, queries }) => {
    const cases = queries.map((outcome, i) => {
      const file = results[i]?.file ?? '';
      const attributes = `name="${escaped(outcome.query)}" classname="${escaped(engine)}" file="${escaped(file)}" line="${outcome.line}"`;
      if (outcome.metrics['hit@5'] === 1) return `    <testcase ${attributes}/>`;
      const wanted = outcome.relevant.map((group) => group.join(' or ')).join(', ');
      const found = outcome.ranked.slice(0, 5).join(', ') || 'nothing';
      const message = escaped(`wanted ${wanted}; the first five are ${found}`);
      return `    <testcase ${attributes}><failure message="${message}"/></testcase>`;
    });
    const failures = queries.filter(({ metrics }) => metrics['hit@5'] !== 1).length;
    const head = `  <testsuite name="${escaped(engine)}" tests="${queries.length}" failures="${failures}">`;
    return [head, ...cases, '  </testsuite>'].join('\n');
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>', ''].join('\n');
}

/** Text for an attribute. Control characters, which XML cannot hold, are shown as what they are. */
function escaped(text: string): string {
  return plainText(text.toWellFormed())
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\ufffe\uffff]/g, '�');
}
