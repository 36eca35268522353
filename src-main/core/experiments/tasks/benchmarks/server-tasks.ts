import { z } from 'zod';
import { type Entry, leftOut, type Names } from './workspace-names.ts';

/** A file of MCP-Bench: tasks by the servers that they need. They name no tools, so a judge model decides. */
const fileSchema = z.looseObject({ server_tasks: z.array(z.unknown()) });

const groupSchema = z.looseObject({
  server_name: z.string().max(500),
  servers: z.array(z.string().max(500)).min(1).max(50).optional(),
  tasks: z.array(z.unknown()),
});

const taskSchema = z.looseObject({
  task_id: z.string().max(200),
  task_description: z.string().min(1).max(20_000),
  fuzzy_description: z.string().max(20_000).optional(),
});

/** Tasks that are asked in vague words and judged by the exact ones. Null for a file of another shape. */
export function readServerTasks(value: unknown, names: Names): readonly Entry[] | null {
  const file = fileSchema.safeParse(value);
  if (!file.success) return null;
  return file.data.server_tasks.flatMap((row, i) => {
    const group = groupSchema.safeParse(row);
    if (!group.success) return [leftOut(`group ${i + 1}`, problemOf(group.error))];
    const { server_name, servers = [server_name], tasks } = group.data;
    return tasks.map((task, at) => {
      const parsed = taskSchema.safeParse(task);
      if (!parsed.success) return leftOut(`${server_name}, task ${at + 1}`, problemOf(parsed.error));
      return entryOf(parsed.data, servers, names);
    });
  });
}

function entryOf(task: z.output<typeof taskSchema>, servers: readonly string[], names: Names): Entry {
  const { task_id: name, task_description: exact, fuzzy_description: vague } = task;
  const unmapped = servers.filter((server) => names.source(server) === null);
  if (unmapped.length > 0) return leftOut(name, `the workspace has no one source called ${unmapped.join(', ')}`);
  const sources = servers.flatMap((server) => names.source(server) ?? []);
  const made = {
    tags: ['benchmark'],
    query: vague === undefined || vague === '' ? exact : vague,
    live_tools: sources.map((source) => `${source}.*`),
    expect: { judge: `Does the answer do all of this? ${exact}`.slice(0, 4_000) },
  };
  return { name, folder: 'benchmark', kind: 'task', made, problems: [] };
}

function problemOf({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.')}: ${issue?.message}`;
}
