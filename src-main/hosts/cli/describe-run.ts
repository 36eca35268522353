import type { EventPayload } from '#shared/domain/event.ts';
import { promptLayoutTitles } from '#shared/domain/prompt-cache.ts';
import type { Simulation } from '#shared/domain/simulation.ts';
import type { WorkingMemory } from '#shared/domain/working-memory.ts';
import { plainText } from './plain-text.ts';
import { excerpt, type Reporter, table } from './reporter.ts';

/** Entities of a memory that are shown, the last ones. */
const shownEntities = 10;

/** The session memory after a turn. */
export function describeMemory(turn: number, memory: WorkingMemory, reporter: Reporter): string {
  const { entities, discoveredTools, usedTools, sessionId } = memory;
  const shown = entities.slice(-shownEntities);
  const more = entities.length > shown.length ? [`    … and ${entities.length - shown.length} before`] : [];
  return [
    reporter.paint('bold', `memory of session ${plainText(sessionId)} after turn ${turn}`),
    `  discovered (${discoveredTools.length}): ${excerpt(discoveredTools.join(', '), 120) || 'none'}`,
    `  used (${usedTools.length}): ${excerpt(usedTools.join(', '), 120) || 'none'}`,
    `  entities (${entities.length}):${entities.length === 0 ? ' none' : ''}`,
    ...more,
    ...shown.map(({ type, name, id }) => `    ${excerpt(`${type}: ${name} (${id})`, 110)}`),
  ].join('\n');
}

/** The type of each turn, with the tokens that it has in every request, beside the seed's figures. */
export function describeRunTypes({ turns }: Simulation): string {
  const head = [
    'turn',
    'type',
    'searches',
    'found',
    'expected',
    'overhead (estimate)',
    'all tools',
    'seed',
    'all tools',
  ];
  const rows = turns.map(({ turn, run_type: report }) => {
    const { tools_expected: expected, reference } = report;
    return [
      String(turn),
      report.type,
      String(report.discovery_calls),
      String(report.tools_found),
      expected ? `${expected.from}–${expected.to}` : '–',
      String(report.overhead.estimate),
      String(report.all_tools_overhead.estimate),
      String(reference.overhead),
      String(reference.all_tools_overhead),
    ];
  });
  const source = turns[0]?.run_type.reference.source ?? '';
  const note = `overhead: the system prompt of the last step, measured; "seed": rounded figures of ${source}`;
  return `${table([head, ...rows], [false, false, true, true, true, true, true, true, true])}\n${note}`;
}

/** Where each request first differs from the one before, layout by layout, and what comes after that. */
export function describeCache({ steps, cache }: Simulation): string {
  const columns = cache.flatMap(({ layout, sent }) => [`${layout}${sent ? '*' : ''}`, 'after']);
  const rows = steps.map((step) => [
    `${step.turn}.${step.index}`,
    ...step.cache.flatMap(({ offset, tokens_after, broken }) => [
      offset === null ? '–' : `${broken ? '! ' : ''}${offset}`,
      tokens_after ? String(tokens_after.o200k) : '–',
    ]),
  ]);
  const sum = ['total', ...cache.flatMap(({ tokens_after }) => ['', String(tokens_after.o200k)])];
  const totals = cache.map(({ layout, sent, broken_steps, tokens_after: { estimate, o200k } }) => [
    `${layout}${sent ? '*' : ''}`,
    promptLayoutTitles[layout],
    `${broken_steps} of ${steps.length} requests send something again`,
    `${o200k} tokens (o200k), ${estimate} (estimate) after the difference`,
  ]);
  const grid = table([['step', ...columns], ...rows, sum], [false, ...columns.map(() => true)]);
  return [
    'prompt cache: the first byte that differs from the request before (! where more than the end is new), and the tokens',
    'after it (o200k); computed from the bytes of each layout. * is what this run sent',
    grid,
    table(totals),
  ].join('\n');
}

/** Why the model only read that a tool does not exist (R15.02): for the developer, who may know the reason. */
export const denialWords: Readonly<Record<EventPayload<'tool_activation_denied'>['reason'], string>> = {
  visibility_policy: 'the persona or the visibility policy of this run hides the tool',
  alias_of_hidden: 'the name is an alias of a tool that this run hides: an alias has the permission of its tool',
  not_in_registry: 'no tool has this name or alias, or the policy of the workspace keeps it out',
  concurrency_not_declared: 'activation was refused: the host declares no safe way to share activations between runs',
  session_missing: 'activation was refused: activations are kept by session, and tool_context has no session_id',
  not_discovered: 'the tool becomes available when a search of this session returns it, and none had',
};
