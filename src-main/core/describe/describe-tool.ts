import { canonicalJson } from '#shared/canonical-json.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { matchesGlob } from '#shared/domain/glob.ts';
import { type CatalogTool, type Tool, toolDefinitionJson } from '#shared/domain/tool.ts';
import type { DefinitionTokens, OverlaidField, ToolDetail } from '#shared/domain/tool-detail.ts';
import { policyDenial } from '#shared/domain/tool-policy.ts';
import { lazily } from '#shared/lazily.ts';
import type { LoadedSource } from '../catalog/catalog.ts';
import { schemaArguments } from '../catalog/lint/schema-arguments.ts';
import { catalogName, normaliseTool, toolRecordHash } from '../catalog/normalise-tool.ts';
import { diffTexts } from '../catalog/word-diff.ts';
import { countTextTokens } from '../prompt/count-tokens.ts';
import type { WorkspaceFile } from '../workspace/workspace-file.ts';
import { entryTokens } from './entry-tokens.ts';
import { modeRulesOf } from './mode-rules.ts';

/** Where a sentence stands: UTF-16 offsets, end exclusive. */
interface SentenceRange {
  readonly start: number;
  readonly end: number;
}

/** Characters that are split; the rest is one range, since nobody reads ten thousand sentences. */
const splitLength = 20_000;

/** The data of the language takes 15 ms to load. */
const segmenter = lazily(() => new Intl.Segmenter('en', { granularity: 'sentence' }));

/** The sentences and lines of a text, in order and without gaps, white space with the sentence before it. */
export function splitSentences(text: string): SentenceRange[] {
  const head = text.slice(0, splitLength);
  const ranges = [...segmenter().segment(head)].map(({ index, segment }) => ({
    start: index,
    end: index + segment.length,
  }));
  const last = ranges.at(-1);
  if (last && text.length > head.length) ranges[ranges.length - 1] = { start: last.start, end: text.length };
  return ranges;
}

/** Arguments that are counted one by one. */
const maximumArguments = 300;

/** Tokens of every part of a definition, by both estimators. */
function definitionTokens(tool: Tool): DefinitionTokens {
  const { name, description, input_schema, output_schema } = tool;
  return {
    definition: countTextTokens(toolDefinitionJson(tool)),
    name: countTextTokens(name),
    description: countTextTokens(description),
    sentences: splitSentences(description).map(({ start, end }) => ({
      start,
      end,
      tokens: countTextTokens(description.slice(start, end)),
    })),
    input_schema: countTextTokens(JSON.stringify(input_schema)),
    arguments: schemaArguments(input_schema)
      .slice(0, maximumArguments)
      .map((argument) => ({
        name: argument.name,
        pointer: argument.pointer,
        tokens: countTextTokens(`${JSON.stringify(argument.key)}:${JSON.stringify(argument.schema)}`),
      })),
    output_schema: output_schema === null ? null : countTextTokens(JSON.stringify(output_schema)),
  };
}

/** The tool as its source gives it, without the overlay; null when no source has it any more. */
function upstreamTool(tool: CatalogTool, sources: readonly LoadedSource[]): Tool | null {
  for (const { source, tools } of sources) {
    if (source.name !== tool.source) continue;
    const captured = tools.find((candidate) => catalogName(candidate, source) === tool.name);
    if (captured) return normaliseTool(captured, source);
  }
  return null;
}

/** Fields that people write sentences in. */
const proseFields: ReadonlySet<keyof Tool> = new Set(['title', 'description', 'usage_hint'] as const);

/** The fields in which the catalog's tool differs from its source's, by name of the field. */
function overlaidFields(tool: CatalogTool, upstream: Tool): OverlaidField[] {
  const { mode: _mode, mode_reason: _reason, withheld: _withheld, ...curated } = tool;
  return (Object.keys(curated) as (keyof Tool)[])
    .filter((field) => canonicalJson(curated[field]) !== canonicalJson(upstream[field]))
    .sort()
    .map((field) => ({
      field,
      upstream: upstream[field],
      overlaid: curated[field],
      words: proseFields.has(field) ? wordsOf(upstream[field], curated[field]) : null,
    }));
}

function wordsOf(before: unknown, after: unknown): OverlaidField['words'] {
  const areTexts = typeof before === 'string' && typeof after === 'string';
  return areTexts && before !== '' && after !== '' ? diffTexts(before, after) : null;
}

/** One tool, whole: its parts and what they cost, where its values come from, and what is wrong with it (R19.06, R19.07). */
export function describeTool(
  tool: CatalogTool,
  {
    file,
    sources,
    findings,
  }: {
    readonly file: WorkspaceFile;
    readonly sources: readonly LoadedSource[];
    readonly findings: readonly Finding[];
  },
): ToolDetail {
  const { config } = file;
  const overlay = Object.hasOwn(config.overlays, tool.name) ? config.overlays[tool.name] : undefined;
  const upstream = overlay ? upstreamTool(tool, sources) : null;
  return {
    tool,
    tokens: definitionTokens(tool),
    entry: entryTokens(tool, config.tool_examples),
    record_hash: toolRecordHash(tool),
    always_loaded_patterns: config.tool_search.always_loaded_patterns.filter((pattern) =>
      matchesGlob(pattern, tool.name),
    ),
    mode_rules: modeRulesOf(tool, file),
    denied_by: policyDenial(tool, config.policy)?.rule ?? null,
    overlay: overlay ?? {},
    overlaid: upstream ? overlaidFields(tool, upstream) : [],
    findings,
  };
}
