import type { ToolAnswer } from '../run/run-tool.ts';

type Status = 'PENDING' | 'RUNNING' | 'PAUSED' | 'COMPLETE' | 'FAILED' | 'CANCELLED';

interface Task {
  readonly task_id: string;
  readonly query: string | null;
  readonly tool_name: string | null;
  readonly mode: string;
  readonly group: string | null;
  readonly merge_strategy: string;
  readonly created_at: number;
  status: Status;
  priority: number;
  reason: string | null;
}

interface Group {
  readonly name: string;
  status: 'OPEN' | 'SEALED' | 'CANCELLED';
  report: boolean;
}

type Args = Record<string, unknown>;

/**
 * The `tasks.*` tools over a list in memory: tasks are kept, listed, changed and grouped, and none of them is
 * worked on, so no task completes and there are no patches to apply. Arguments have passed their schemas.
 */
export class TasksList {
  readonly #now: () => number;
  readonly #tasks: Task[] = [];
  readonly #groups = new Map<string, Group>();

  constructor(now: () => number) {
    this.#now = now;
  }

  call(name: string, args: Args): ToolAnswer {
    const handler = handlers[name];
    if (!handler) throw new Error(`There is no ${name}.`);
    try {
      return { kind: 'result', value: handler(this, args) };
    } catch (error) {
      return { kind: 'error', message: error instanceof Error ? error.message : String(error) };
    }
  }

  spawn(args: Args): unknown {
    const group = textOf(args.group);
    const mode = textOf(args.mode) ?? 'subagent';
    if (mode === 'job' && textOf(args.tool_name) === null) throw new Error('Mode job needs tool_name.');
    if (mode === 'subagent' && textOf(args.query) === null) throw new Error('Mode subagent needs query.');
    if (group !== null) {
      const known = this.#groups.get(group) ?? { name: group, status: 'OPEN', report: false };
      if (known.status !== 'OPEN') throw new Error(`Group ${group} takes no new tasks: it is ${known.status}.`);
      this.#groups.set(group, known);
    }
    const task: Task = {
      task_id: `task_${this.#tasks.length + 1}`,
      query: textOf(args.query),
      tool_name: textOf(args.tool_name),
      mode,
      group,
      merge_strategy: textOf(args.merge_strategy) ?? 'HUMAN_GATED',
      created_at: this.#now(),
      status: 'PENDING',
      priority: typeof args.priority === 'number' ? args.priority : 0,
      reason: null,
    };
    this.#tasks.push(task);
    return { task_id: task.task_id, status: task.status };
  }

  list({ status_filter, group, limit = 20 }: Args): unknown {
    const fits = (task: Task) =>
      (!Array.isArray(status_filter) || status_filter.includes(task.status)) &&
      (group === undefined || task.group === group);
    const tasks = this.#tasks.filter(fits).reverse().slice(0, Number(limit));
    return {
      tasks: tasks.map(({ task_id, status, group: of, priority }) => ({ task_id, status, group: of, priority })),
    };
  }

  get({ task_id, include_details }: Args): unknown {
    const task = this.#task(task_id);
    return include_details === true ? { ...task, result: null, steps: [], patches: [] } : { ...task };
  }

  cancel({ task_id, reason }: Args): unknown {
    const task = this.#task(task_id);
    stop(task, textOf(reason));
    return { task_id: task.task_id, status: task.status };
  }

  prioritize({ task_id, priority }: Args): unknown {
    const task = this.#task(task_id);
    task.priority = Number(priority);
    return { task_id: task.task_id, priority: task.priority };
  }

  applyPatch({ patch_id }: Args): never {
    throw new Error(`There is no pending patch ${String(patch_id)}.`);
  }

  sealGroup({ group: name, report = true }: Args): unknown {
    const group = this.#group(name);
    if (group.status === 'OPEN') group.status = 'SEALED';
    group.report = report === true;
    return this.#describe(group);
  }

  cancelGroup({ group: name, reason }: Args): unknown {
    const group = this.#group(name);
    group.status = 'CANCELLED';
    for (const task of this.#members(group)) stop(task, textOf(reason));
    return this.#describe(group);
  }

  applyGroup({ group: name, action }: Args): unknown {
    const group = this.#group(name);
    if (group.status === 'OPEN') throw new Error(`Group ${group.name} is not sealed.`);
    return { group: group.name, action, applied: 0 };
  }

  listGroups({ status_filter }: Args): unknown {
    const groups = [...this.#groups.values()].filter(
      ({ status }) => !Array.isArray(status_filter) || status_filter.includes(status),
    );
    return { groups: groups.map((group) => this.#describe(group)) };
  }

  getGroup({ group: name, include_report = true }: Args): unknown {
    const group = this.#group(name);
    const tasks = this.#members(group).map(({ task_id, status }) => ({ task_id, status }));
    return { ...this.#describe(group), tasks, patches: [], ...(include_report === true ? { report: null } : {}) };
  }

  #task(id: unknown): Task {
    const task = this.#tasks.find(({ task_id }) => task_id === id);
    if (task) return task;
    throw new Error(`There is no task ${String(id)}.`);
  }

  #group(name: unknown): Group {
    const group = this.#groups.get(String(name));
    if (group) return group;
    throw new Error(`There is no group ${String(name)}.`);
  }

  #members({ name }: Group): Task[] {
    return this.#tasks.filter(({ group }) => group === name);
  }

  #describe(group: Group) {
    const counts: Partial<Record<Status, number>> = {};
    for (const { status } of this.#members(group)) counts[status] = (counts[status] ?? 0) + 1;
    return { group: group.name, status: group.status, tasks_by_status: counts };
  }
}

const handlers: Readonly<Record<string, (list: TasksList, args: Args) => unknown>> = {
  'tasks.spawn': (list, args) => list.spawn(args),
  'tasks.list': (list, args) => list.list(args),
  'tasks.get': (list, args) => list.get(args),
  'tasks.cancel': (list, args) => list.cancel(args),
  'tasks.prioritize': (list, args) => list.prioritize(args),
  'tasks.apply_patch': (list, args) => list.applyPatch(args),
  'tasks.seal_group': (list, args) => list.sealGroup(args),
  'tasks.cancel_group': (list, args) => list.cancelGroup(args),
  'tasks.apply_group': (list, args) => list.applyGroup(args),
  'tasks.list_groups': (list, args) => list.listGroups(args),
  'tasks.get_group': (list, args) => list.getGroup(args),
};

/** The tools that the list answers for. */
export const tasksToolNames: ReadonlySet<string> = new Set(Object.keys(handlers));

function stop(task: Task, reason: string | null): void {
  if (task.status !== 'PENDING' && task.status !== 'RUNNING' && task.status !== 'PAUSED') return;
  task.status = 'CANCELLED';
  task.reason = reason;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
