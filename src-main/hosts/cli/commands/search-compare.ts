import { type CompareColumn, type CompareResponse, compareRequestSchema } from '#shared/domain/engine-comparison.ts';
import { engineFacts, type SearchEngineName, searchEngineSchema } from '#shared/domain/engine-facts.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { excerpt, table } from '../reporter.ts';
import type { SearchOptions } from './search.ts';

export interface CompareOptions extends SearchOptions {
  /** Names of engines; true for all. */
  readonly compare: readonly string[] | true;
}

/** Options of `search` that mean nothing here, by their names on the command line. */
const foreign = { explain: '--explain', ranking: '--ranking' } as const;

/** `pegboard search <query> --compare`: the same query through several engines, side by side. */
export async function compare(context: CommandContext, query: string, options: CompareOptions): CommandResult {
  refuseForeign(options);
  const request = compareRequestSchema.safeParse({
    query,
    engines: options.compare === true || options.compare.length === 0 ? undefined : options.compare.map(readEngine),
    limit: options.limit,
    include_always_loaded: options.includeAlwaysLoaded ?? false,
    caller: { persona: options.persona },
  });
  if (!request.success) {
    const issue = request.error.issues[0];
    throw new PegboardError('usage', `--${issue?.path.join('.')}: ${issue?.message}.`, {
      hint: 'limit is a whole number from 1 to 20; a query has at most 20,000 characters.',
    });
  }
  return withWorkspace(context, async (services) => {
    const response = await services.search.compare(request.data, { signal: context.io.signal });
    context.reporter.result('compare/1', asJson(response), () =>
      asText(response, context.reporter.paint.bind(context.reporter)),
    );
    return 0;
  });
}

function refuseForeign(options: CompareOptions): void {
  const given = Object.entries(foreign).filter(([key]) => options[key as keyof typeof foreign] !== undefined);
  const names = [...given.map(([, name]) => name), ...(options.type === 'fts' ? [] : ['--type'])];
  if (names.length === 0) return;
  throw new PegboardError('usage', `--compare cannot go with ${names.join(' and ')}.`, {
    hint: 'Each engine ranks and searches in its own way. Leave it out, or search without --compare.',
  });
}

function readEngine(name: string): SearchEngineName {
  const engine = searchEngineSchema.safeParse(name);
  if (engine.success) return engine.data;
  throw new PegboardError('usage', `--compare: there is no engine "${name}".`, {
    hint: `Engines are ${searchEngineSchema.options.join(', ')}; separate several with commas.`,
  });
}

function asJson({ columns, ...response }: CompareResponse) {
  return {
    ...response,
    engines: columns.map((column) => ({ ...column, emulates: engineFacts[column.engine].emulates })),
  };
}

/** Engines that are put side by side: more would not fit a terminal. */
const abreast = 3;
const nameWidth = 34;

function asText(response: CompareResponse, paint: (style: 'green' | 'dim', text: string) => string): string {
  const blocks: string[] = [];
  for (let i = 0; i < response.columns.length; i += abreast) {
    blocks.push(block(response, response.columns.slice(i, i + abreast)));
  }
  const emulated = response.columns.flatMap(({ engine }) => {
    const { title, emulates, assumes } = engineFacts[engine];
    return emulates === null ? [] : [`${title} emulates ${emulates}. ${assumes ?? ''}`.trim()];
  });
  const golden =
    response.relevant.length > 0
      ? [paint('green', `✓ Expected by your golden queries: ${response.relevant.join(', ')}`)]
      : [];
  return [...blocks, ...golden, ...(emulated.length > 0 ? [paint('dim', emulated.join('\n'))] : [])].join('\n\n');
}

function block({ relevant }: CompareResponse, columns: readonly CompareColumn[]): string {
  const depth = Math.max(1, ...columns.map(({ hits }) => hits.length));
  const right = new Set(relevant);
  const head = columns.flatMap(({ engine, matches }) => [
    '',
    `${engineFacts[engine].title}${engineFacts[engine].emulates === null ? '' : ' (emulated)'}`,
    String(matches),
  ]);
  const rows = Array.from({ length: depth }, (_, i) =>
    columns.flatMap(({ hits, note }) => {
      const hit = hits[i];
      if (hit)
        return [
          String(i + 1),
          `${right.has(hit.name) ? '✓ ' : ''}${excerpt(hit.name, nameWidth)}`,
          shortScore(hit.score),
        ];
      return ['', i > 0 || hits.length > 0 ? '' : excerpt(note ?? 'nothing', nameWidth), ''];
    }),
  );
  const mask = columns.flatMap(() => [true, false, true]);
  return table([head, ...rows], mask);
}

function shortScore(score: number): string {
  return Number.isInteger(score) ? String(score) : score.toFixed(3);
}
