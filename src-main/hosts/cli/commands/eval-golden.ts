import type { Services } from '#core/services.ts';
import { closestTo } from '#core/workspace/closest-name.ts';
import { type GoldenChange, type GoldenEdit, goldenChangeSchema } from '#shared/domain/golden-query.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { excerpt, table } from '../reporter.ts';

const usages = {
  list: 'pegboard eval list',
  add: 'pegboard eval add "close a bug" github.update_issue',
  remove: 'pegboard eval remove "close a bug" [tool]',
} as const;
type Action = keyof typeof usages;

/** `pegboard eval list|add|remove`: the golden queries of the workspace. */
export async function golden(
  context: CommandContext,
  action: string,
  words: readonly string[],
  { file }: { readonly file?: string | undefined },
): CommandResult {
  const known = (Object.keys(usages) as Action[]).find((name) => name === action);
  if (!known) {
    const near = closestTo(action, Object.keys(usages));
    throw new PegboardError('usage', `eval has no action "${action}".`, {
      hint: near
        ? `Did you mean ${near}?`
        : `Without an action it measures; the other actions are ${Object.keys(usages).join(', ')}.`,
    });
  }
  const [query, ...names] = words;
  const isWhole = { list: words.length === 0, add: names.length > 0, remove: words.length > 0 && names.length < 2 };
  if (!isWhole[known]) {
    throw new PegboardError('usage', `eval ${known} needs ${needs[known]}.`, { hint: `For example: ${usages[known]}` });
  }
  return withWorkspace(context, async (services) => {
    if (known === 'list') return list(context, services, file);
    const change =
      known === 'add' ? await added(services, query ?? '', names, file) : await removed(services, words, file);
    const edit = await services.evaluation.edit(change);
    context.reporter.result(`eval-${known}/1`, { ...edit }, () => asText(edit, query ?? ''));
    return 0;
  });
}

const needs = {
  list: 'nothing more',
  add: 'a query and its expected tools',
  remove: 'a query, and at most one tool',
} as const;

async function list({ reporter }: CommandContext, services: Services, file: string | undefined): Promise<number> {
  const set = await services.evaluation.golden();
  const isAsked = (path: string | undefined) => file === undefined || path === file;
  const queries = set.queries.filter((query) => isAsked(query.file));
  const findings = set.findings.filter(({ path }) => isAsked(path));
  reporter.findings(findings);
  reporter.result('eval-list/1', { queries }, () => {
    if (queries.length === 0) return `No golden queries. Add the first: ${usages.add}`;
    return table(
      queries.map((query) => [
        `${query.file}:${query.line}`,
        excerpt(query.query, 70),
        query.relevant.map((group) => group.join(' or ')).join(', '),
      ]),
    );
  });
  return findings.some(({ severity }) => severity === 'error') ? 1 : 0;
}

/** Names separated by commas are equally right. A name that no tool has would count as never found. */
async function added(
  services: Services,
  query: string,
  names: readonly string[],
  file: string | undefined,
): Promise<GoldenChange> {
  const relevant = names.map((word) => word.split(',').map((name) => name.trim()));
  const tools = (await services.catalog.list()).map(({ name }) => name);
  const known = new Set(tools);
  const unknown = relevant.flat().find((name) => !known.has(name));
  if (unknown !== undefined) {
    const close = closestTo(unknown, tools);
    throw new PegboardError('tool_not_found', `There is no tool "${unknown}".`, {
      hint: close === undefined ? 'pegboard tools lists them.' : `Did you mean "${close}"? pegboard tools lists all.`,
    });
  }
  return checked({ type: 'add', query, relevant, ...(file === undefined ? {} : { file }) });
}

async function removed(
  services: Services,
  [query = '', tool]: readonly string[],
  file: string | undefined,
): Promise<GoldenChange> {
  const { queries } = await services.evaluation.golden();
  const found = queries.find(
    (each) => each.query.trim() === query.trim() && (file === undefined || each.file === file),
  );
  if (!found || (tool !== undefined && !found.relevant.flat().includes(tool))) {
    const what = found ? `"${tool}" is not an expected result of "${query}"` : `"${query}" is not a golden query`;
    throw new PegboardError('invalid_input', `${what}.`, { hint: 'pegboard eval list shows them all.' });
  }
  if (tool !== undefined) return { type: 'unmark', query: found.query, tool };
  return { type: 'remove', file: found.file, line: found.line, was: found.query };
}

function checked(change: GoldenChange): GoldenChange {
  const parsed = goldenChangeSchema.safeParse(change);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new PegboardError('usage', `${issue?.path.join('.')}: ${issue?.message}.`, {
    hint: `For example: ${usages.add}`,
  });
}

function asText({ done, file, line }: GoldenEdit, query: string): string {
  const place = done === 'removed' ? file : `${file}:${line}`;
  const words = { added: 'Added to', changed: 'Changed in', removed: 'Removed from', unchanged: 'Already in' }[done];
  return plainText(`${words} ${place}: ${excerpt(query, 70)}`);
}
