import type { Services } from '#core/services.ts';
import { closestTo } from '#core/workspace/closest-name.ts';
import { counted } from '#shared/counted.ts';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import { PegboardError } from '#shared/errors.ts';
import { checkSourceName } from '../check-source-name.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';
import { table } from '../reporter.ts';
import { type SourceValuesOptions, sourceValues } from './source-values.ts';

interface SourcesWords {
  readonly action: string | undefined;
  readonly words: readonly string[];
}

const actions = ['list', 'remove', 'rename', 'enable', 'disable', 'sign-out', 'values'] as const;

/** `pegboard sources [list|remove|rename|enable|disable|sign-out|values]`. */
export async function sources(
  context: CommandContext,
  { action = 'list', words }: SourcesWords,
  { dryRun = false, ...values }: SourceValuesOptions & { readonly dryRun?: boolean | undefined },
): CommandResult {
  const known = actions.find((candidate) => candidate === action);
  if (!known) {
    const all = [...actions, 'edit'];
    const near = closestTo(action, all);
    throw new PegboardError('usage', `sources has no action "${action}".`, {
      hint: near ? `Did you mean ${near}?` : `Its actions are ${all.join(', ')}.`,
    });
  }
  const [name, to] = words;
  const wanted = { list: 0, remove: 1, rename: 2, enable: 1, disable: 1, 'sign-out': 1, values: 0 }[known];
  if (words.length !== wanted) {
    throw new PegboardError('usage', `sources ${known} takes ${wanted} ${wanted === 1 ? 'name' : 'names'}.`, {
      hint: `For example: pegboard sources ${known}${' <name>'.repeat(wanted)}`,
    });
  }
  if (known !== 'values' && (values.set !== undefined || values.forget !== undefined)) {
    throw new PegboardError('usage', '--set and --forget belong to "sources values".', { hint: 'Leave them out.' });
  }
  for (const word of words) checkSourceName(word);
  return withWorkspace(context, async (services) => {
    if (known === 'list') await list(context, services);
    else if (known === 'remove') await remove(context, services, name ?? '');
    else if (known === 'rename') await rename(context, services, { name: name ?? '', to: to ?? '', apply: !dryRun });
    else if (known === 'values') await sourceValues(context, services, values);
    else if (known === 'sign-out') await signOut(context, services, name ?? '');
    else await setEnabled(context, services, { name: name ?? '', enabled: known === 'enable' });
    return 0;
  });
}

async function list({ reporter }: CommandContext, services: Services): Promise<void> {
  const listed = await services.sources.list();
  reporter.findings(listed.flatMap(({ findings }) => findings.filter(({ code }) => code !== 'source_unreadable')));
  reporter.result('sources/1', { sources: listed }, () => {
    if (listed.length === 0) return 'No sources. Add one: pegboard import <captured tools.json>';
    const head = ['name', 'kind', 'tools', 'tokens', 'status', 'last import', 'runs'];
    return table([head, ...listed.map(row)], [false, false, true, true]);
  });
}

function row({
  name,
  kind,
  tools,
  tokens_estimate,
  status,
  stale,
  last_import,
  runs,
  consented,
}: SourceSummary): string[] {
  const imported = last_import
    ? `${last_import.at.slice(0, 16).replace('T', ' ')} (${last_import.protocol_version})`
    : '';
  const agreed = runs === null ? '' : `${runs}${consented ? '' : '  (not agreed to)'}`;
  return [name, kind, String(tools), String(tokens_estimate), stale ? `${status}, stale` : status, imported, agreed];
}

async function remove({ reporter }: CommandContext, services: Services, name: string): Promise<void> {
  const result = await services.sources.remove({ name });
  reporter.result('sources-remove/1', { ...result }, () => {
    const kept = result.kept_at === null ? '' : ` Its list is kept: pegboard import ${result.kept_at}`;
    return `Removed ${name} and its ${counted(result.tools, 'tool')}.${kept}`;
  });
}

async function signOut({ reporter }: CommandContext, services: Services, name: string): Promise<void> {
  const result = await services.sources.signOut({ name });
  reporter.result('sources-sign-out/1', { source: name, ...result }, () =>
    result.signed_out ? `Signed out of ${name}; its tokens are deleted.` : `${name} had no tokens.`,
  );
}

async function rename(
  { reporter }: CommandContext,
  services: Services,
  input: { name: string; to: string; apply: boolean },
): Promise<void> {
  const plan = await services.sources.rename(input);
  reporter.result('sources-rename/1', { ...plan }, () =>
    [
      ...plan.tools.map((tool) => `${tool.from} → ${tool.to}`),
      ...plan.fields.map((field) => `${field.path}: ${field.from} → ${field.to}`),
      plan.written ? 'Renamed.' : 'Nothing was written.',
    ]
      .map((line) => plainText(line))
      .join('\n'),
  );
}

async function setEnabled(
  { reporter }: CommandContext,
  services: Services,
  input: { name: string; enabled: boolean },
): Promise<void> {
  const result = await services.sources.setEnabled(input);
  const action = input.enabled ? 'enable' : 'disable';
  reporter.result(`sources-${action}/1`, { ...result }, () =>
    result.written ? `${input.name} is ${action}d.` : `${input.name} was ${action}d already.`,
  );
}
