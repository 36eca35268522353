import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';

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
  const findings: Finding[] = [];
  const report = (
    code: string,
    severity: Finding['severity'],
    path: string,
    names: readonly string[],
    hint: string,
  ) => {
    if (names.length === 0) return;
    const more = names.length > listed ? ` and ${names.length - listed} more` : '';
    const message = `${what[code]}: ${names.slice(0, listed).join(', ')}${more}.`;
    findings.push({ code, severity, message, path, hint });
  };
  report(
    'tool_index_no_metadata',
    'error',
    'overlays',
    tools.filter((tool) => !hasMetadata(tool)).map(({ name }) => name),
    'Give each an overlay with a category, phrases, a usage_hint or an extraction.',
  );
  report(
    'tool_index_no_tool',
    'error',
    'overlays',
    Object.keys(config.overlays).filter((name) => !known.has(name)),
    'Correct the name, or remove the overlay.',
  );
  report(
    'tool_index_extractor_without_tool',
    'error',
    'planner.extractors',
    Object.keys(extractors).filter((name) => !known.has(name)),
    'Correct the name, or remove the entry.',
  );
  report(
    'tool_index_no_extraction',
    'warning',
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
    'warning',
    'overlays',
    [...new Set(tools.flatMap(({ related_tools }) => related_tools.filter((name) => !known.has(name))))],
    'Correct the names under related_tools.',
  );
  return findings;
}

const what: Readonly<Record<string, string>> = {
  tool_index_no_metadata: 'Tools without metadata',
  tool_index_no_tool: 'Metadata of tools that do not exist',
  tool_index_extractor_without_tool: 'Extractors of tools that do not exist',
  tool_index_no_extraction: 'Tools that seem to read something, and have no extraction',
  tool_index_unknown_related: 'Related tools that do not exist',
};

function hasMetadata(tool: CatalogTool): boolean {
  return (
    tool.category !== null ||
    tool.usage_hint !== null ||
    tool.risk_level !== null ||
    tool.extraction !== null ||
    [tool.phrases, tool.hypothetical_queries, tool.related_tools, tool.tags].some((list) => list.length > 0)
  );
}
