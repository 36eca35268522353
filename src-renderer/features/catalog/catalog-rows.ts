import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { ToolProblems } from '#shared/domain/tool-detail.ts';
import type { ToolTokens } from '../../platform/tool-tokens.ts';
import { remembered } from '../../state/remembered.ts';
import { type Alike, noTwins, type Twins } from './similar-tools/alike.ts';
import { toolGroups } from './tool-groups.ts';

/** A tool as the table shows it. */
export interface CatalogRow {
  readonly tool: ToolSummary;
  readonly problems: ToolProblems['problems'];
  /** Findings of severity error, and of severity warning. */
  readonly errors: number;
  readonly warnings: number;
  /** Tokens of its entry in the prompt, by the chosen estimator; null while they are being counted. */
  readonly tokens: number | null;
  /** Its group within its source, as `source/group`; null for none. */
  readonly group: string | null;
  /** How other tools are like it. */
  readonly alike: readonly Alike[];
  /** What the text filter looks through: name, aliases, title, description and tags in lower case. */
  readonly text: string;
}

/** Characters of a description that the text filter looks through. */
const searchedDescription = 2000;

/** The same as before for the same facts. */
export const rowsOf = remembered(
  ({ tools, ...facts }: Parameters<typeof catalogRows>[1] & { readonly tools: readonly ToolSummary[] }) =>
    catalogRows(tools, facts),
);

/** The rows of the table, in the order of the catalog. `problems` is empty while nobody has looked yet. */
export function catalogRows(
  tools: readonly ToolSummary[],
  {
    problems = [],
    tokens,
    twins = noTwins,
  }: { readonly problems?: readonly ToolProblems[] | undefined; readonly tokens: ToolTokens; readonly twins?: Twins },
): CatalogRow[] {
  const groups = toolGroups(tools);
  const byName = new Map(problems.map((entry) => [entry.name, entry.problems]));
  return tools.map((tool) => {
    const own = byName.get(tool.name) ?? [];
    return {
      tool,
      problems: own,
      errors: own.filter(({ severity }) => severity === 'error').length,
      warnings: own.filter(({ severity }) => severity === 'warning').length,
      tokens: tokens.of(tool),
      group: groups.get(tool.name) ?? null,
      alike: [...new Set((twins.get(tool.name) ?? []).map(({ kind }) => kind))],
      text: [tool.name, ...tool.aliases, tool.title ?? '', tool.description.slice(0, searchedDescription), ...tool.tags]
        .join('\n')
        .toLowerCase(),
    };
  });
}
