import type { WorkspaceConfig } from '#shared/domain/config.ts';
import { type Finding, type FindingCode, finding, findingTitle } from '#shared/domain/finding.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { PegboardError } from '#shared/errors.ts';

/** Names that a finding lists; the rest is counted. */
const listed = 8;

/**
 * What an agent with one discovery tool lacks before it starts (R17.30, R17.31): it finds tools by their metadata and remembers by
 * their extractions. `registry` are the tools that may run, `known` the names of all there are.
 */
export function validateToolIndex(
  registry: Iterable<CatalogTool>,
  { known, config }: { readonly known: ReadonlySet<string>; readonly config: WorkspaceConfig },
): Finding[] {
  const tools = [...registry];
  const { extractors } = config.planner;
  const broken = brokenEntries(tools, { known, config });
  const findings: Finding[] = [];
  const report = (code: FindingCode, path: string, names: readonly string[], hint: string) => {
    if (names.length === 0) return;
    const more = names.length > listed ? ` and ${names.length - listed} more` : '';
    const message = `${findingTitle(code)}: ${names.slice(0, listed).join(', ')}${more}.`;
    findings.push(finding(code, { message, path, hint }));
  };
  report(
    'tool_index_no_metadata',
    'overlays',
    broken.withoutMetadata,
    'Give each an overlay with a category, phrases, a usage_hint or an extraction.',
  );
  report('tool_index_no_tool', 'overlays', broken.withoutTool, 'Correct the name, or remove the overlay.');
  report(
    'tool_index_extractor_without_tool',
    'planner.extractors',
    broken.extractors,
    'Correct the name, or remove the entry.',
  );
  report(
    'tool_index_no_extraction',
    'overlays',
    tools
      .filter(
        ({ name, extraction }) =>
          extraction === null && !Object.hasOwn(extractors, name) && /get|list|search/i.test(name),
      )
      .map(({ name }) => name),
    'Give each an extraction, unless it is meant to yield no entities.',
  );
  report(
    'tool_index_unknown_related',
    'overlays',
    [...new Set(tools.flatMap(({ related_tools }) => related_tools.filter((name) => !known.has(name))))],
    'Correct the names under related_tools.',
  );
  return findings;
}

/**
 * Refuses to start where the check above has an error, with all of them in one: seed 004's words (R15.10). Error: `config_invalid`.
 */
export function requireToolIndex(
  registry: Iterable<CatalogTool>,
  index: { readonly known: ReadonlySet<string>; readonly config: WorkspaceConfig },
): void {
  const { withoutMetadata, withoutTool, extractors } = brokenEntries([...registry], index);
  const problems = [
    ...withoutMetadata.map((name) => `Tool "${name}" missing from TOOL_INDEX`),
    ...withoutTool.map((name) => `TOOL_INDEX has "${name}" but it doesn't exist in ALL_TOOLS`),
    ...extractors.map((name) => `CUSTOM_EXTRACTORS has "${name}" but tool doesn't exist`),
  ];
  if (problems.length === 0) return;
  throw new PegboardError('config_invalid', ['Tool index validation failed:', ...problems].join('\n'), {
    hint: 'Overlays define the index of each tool; planner.extractors has the extractors. Correct them, or set planner.require_tool_index: false.',
    data: { problems },
  });
}

/** Names of tools without metadata, of metadata without a tool, of extractors without a tool (R17.30). */
function brokenEntries(
  tools: readonly CatalogTool[],
  { known, config }: { readonly known: ReadonlySet<string>; readonly config: WorkspaceConfig },
): { withoutMetadata: string[]; withoutTool: string[]; extractors: string[] } {
  const unknown = (entries: object) => Object.keys(entries).filter((name) => !known.has(name));
  return {
    withoutMetadata: tools.filter((tool) => !hasMetadata(tool)).map(({ name }) => name),
    withoutTool: unknown(config.overlays),
    extractors: unknown(config.planner.extractors),
  };
}

function hasMetadata(tool: CatalogTool): boolean {
  return (
    tool.category !== null ||
    tool.usage_hint !== null ||
    tool.risk_level !== null ||
    tool.extraction !== null ||
    [tool.phrases, tool.hypothetical_queries, tool.related_tools, tool.tags].some((list) => list.length > 0)
  );
}
