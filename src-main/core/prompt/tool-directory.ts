import type { ToolSearchConfig } from '#shared/domain/config.ts';
import { firstMatchingGlob } from '#shared/domain/glob.ts';
import type { Tool } from '#shared/domain/tool.ts';
import { escapedText } from './escape-prompt-tags.ts';
import { tagged } from './prompt-tags.ts';

type DirectoryConfig = ToolSearchConfig['directory'];
type GroupConfig = DirectoryConfig['groups'][number];
type GroupedTool = Pick<Tool, 'name' | 'namespace' | 'tags'>;

/** A group as the prompt shows it. Every tool in it may be used by the run, so the count tells of no other. */
export interface DirectoryGroup {
  readonly title: string;
  readonly tools: readonly string[];
  /** How many the group has in all; null when counts are off. */
  readonly count: number | null;
}

/**
 * Groups of the tools that a run may see or activate: those of the configuration in their order, then one for each
 * namespace and each tag (R6.18, R6.19). Groups without such a tool are left out.
 */
export function directoryGroups(
  tools: readonly GroupedTool[],
  config: DirectoryConfig,
  readable: (text: string) => string,
): DirectoryGroup[] {
  const groups: { title: string; members: readonly GroupedTool[] }[] = [...configuredGroups(tools, config, readable)];
  if (config.include_default_groups) {
    for (const namespace of sorted(tools.flatMap((tool) => tool.namespace ?? []))) {
      groups.push({ title: readable(namespace), members: tools.filter((tool) => tool.namespace === namespace) });
    }
    for (const tag of sorted(tools.flatMap((tool) => tool.tags))) {
      groups.push({ title: `tag ${tag}`, members: tools.filter((tool) => tool.tags.includes(tag)) });
    }
  }
  return groups
    .filter(({ members }) => members.length > 0)
    .slice(0, config.max_groups)
    .map(({ title, members }) => ({
      title,
      tools: members.map(({ name }) => name).slice(0, config.max_tools_per_group),
      count: config.include_tool_counts ? members.length : null,
    }));
}

/** The groups of the configuration in their order, each with the tools of it; a group may be empty. */
export function configuredGroups<Tool extends GroupedTool>(
  tools: readonly Tool[],
  config: DirectoryConfig,
  readable: (text: string) => string,
): { readonly title: string; readonly members: readonly Tool[] }[] {
  return config.groups.map((group) => ({
    title: readable(titleOf(group)),
    members: tools.filter((tool) => belongsTo(tool, group)),
  }));
}

export function renderDirectory(groups: readonly DirectoryGroup[], discovery: boolean): string {
  const head = discovery ? 'Tools by group (call them by name; use tool_search for more):' : 'Tools by group:';
  const lines = groups.map(({ title, tools, count }) => {
    const more = count !== null && count > tools.length && tools.length > 0 ? ', …' : '';
    const names = tools.map((name) => escapedText(name, '  ')).join(', ');
    return `- ${escapedText(title, '  ')}${count === null ? '' : ` (${count})`}${names === '' ? '' : `: ${names}${more}`}`;
  });
  return tagged('tool_directory', `${head}\n${lines.join('\n')}`);
}

function belongsTo(tool: GroupedTool, group: GroupConfig): boolean {
  return (
    group.tool_names.includes(tool.name) ||
    (tool.namespace !== null && group.match_namespaces.includes(tool.namespace)) ||
    group.match_tags.some((tag) => tool.tags.includes(tag)) ||
    firstMatchingGlob(group.match_name_patterns, tool.name) !== undefined
  );
}

function titleOf({ name, title, trigger, task_type }: GroupConfig): string {
  return [title ?? name, ...(task_type ? [`[${task_type}]`] : []), ...(trigger ? [`— ${trigger}`] : [])].join(' ');
}

function sorted(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
