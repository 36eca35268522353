import { toolGetInputSchema } from '#shared/domain/search-request.ts';
import type { ToolRecord } from '#shared/domain/search-result.ts';
import { PegboardError } from '#shared/errors.ts';
import { type CommandContext, type CommandResult, withWorkspace } from '../command-context.ts';
import { plainText } from '../plain-text.ts';

export interface GetOptions {
  readonly persona?: string | undefined;
  readonly schemas: boolean;
  readonly examples: boolean;
}

/** `pegboard get <name…>`: `tool_get` as the model would see it. Exit code 1 when a name gave nothing. */
export async function get(context: CommandContext, names: readonly string[], options: GetOptions): CommandResult {
  const input = toolGetInputSchema.safeParse({
    names,
    include_schemas: options.schemas,
    include_examples: options.examples,
  });
  if (!input.success) {
    throw new PegboardError('usage', `get takes 1 to 10 names; ${names.length} were given.`, {
      hint: 'Call it again for the rest.',
    });
  }
  return withWorkspace(context, async (services) => {
    const output = await services.search.toolGet({ input: input.data, caller: { persona: options.persona } });
    context.reporter.result('get/1', { ...output }, () =>
      plainText(output.tools.map(describe).join('\n\n'), { lines: true }),
    );
    const found = new Set(output.tools.map((tool) => tool.name));
    // Asked for by an alias, a tool answers with its name.
    const realNames = await Promise.all(names.map(async (name) => (await services.catalog.get({ name }))?.tool.name));
    const lost = new Set(names.filter((name, i) => !found.has(name) && !found.has(realNames[i] ?? '')));
    if (lost.size === 0) return 0;
    context.reporter.note(`Not found, or not permitted: ${plainText([...lost].join(', '))}`);
    return 1;
  });
}

function describe(tool: ToolRecord): string {
  const facts = `${tool.loading_mode}, ${tool.side_effects ?? 'side effects unknown'}${tool.tags.length > 0 ? `, tags ${tool.tags.join(', ')}` : ''}`;
  const parts = [`${tool.name}  (${facts})`, tool.description];
  if (tool.args_schema) parts.push(`arguments: ${JSON.stringify(tool.args_schema, null, 2)}`);
  if (tool.out_schema) parts.push(`output: ${JSON.stringify(tool.out_schema, null, 2)}`);
  if (tool.examples && tool.examples.length > 0) {
    parts.push(`examples:\n${tool.examples.map((example) => `  - args: ${JSON.stringify(example.args)}`).join('\n')}`);
  }
  return parts.join('\n');
}
