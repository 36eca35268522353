import { canonicalJson } from '#shared/canonical-json.ts';
import { partName } from '#shared/domain/approval.ts';
import type { WorkspaceConfig } from '#shared/domain/config.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { hostHintKeys } from '#shared/domain/host-hints.ts';
import type { ImportConflict, ImportFile, ImportPlan, PlanBase, SourcePlan } from '#shared/domain/import-plan.ts';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import { type Source, sourceSchema } from '#shared/domain/source.ts';
import { sourceNameOf } from '#shared/domain/source-name.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { clientConfigError } from '../client-configs/recognise-config.ts';
import { bodyOf, isObject } from './captured/captured-source.ts';
import { noParts, type SourceParts } from './captured/source-parts.ts';
import { type CapturedSource, capturedName, parseCapturedTools, storedExtension } from './captured-tools.ts';
import { curated, type LoadedSource, refuseTooMany } from './catalog.ts';
import { nameConflicts } from './name-conflicts.ts';
import { catalogName, normaliseTool } from './normalise-tool.ts';
import { type CapturedState, toolDrift } from './tool-drift.ts';

/** Changed tools of a source whose differences are worked out: some milliseconds each at worst. */
const detailedTools = 250;

/** A plan with what applying it needs: the entries and tools of the sources that it would add or change. */
export interface PreparedImport {
  readonly plan: ImportPlan;
  readonly writes: readonly LoadedSource[];
}

/** The workspace that a plan is made for. */
export interface ImportTarget {
  readonly base: PlanBase;
  readonly sources: readonly LoadedSource[];
  /** Paths that are somebody's already: of sources, also broken ones, and of files that no source names. */
  readonly occupiedPaths: ReadonlySet<string>;
  /** They may give a tool an alias that a new tool has as its name. */
  readonly overlays: WorkspaceConfig['overlays'];
}

/**
 * What importing these files into this catalog would do, source by source. Pure: reads and writes nothing. Errors are
 * those of `parseCapturedTools`, and `usage` when two files would become one source.
 */
export function prepareImport(files: readonly ImportFile[], target: ImportTarget): PreparedImport {
  return prepareCaptured(
    files.flatMap((file) => readFile(file).map((captured) => ({ name: file.name, source: file.source, captured }))),
    target,
  );
}

/** Tools that are read already. `name` is shown in messages; `source` overrides the name the source would get. */
export interface CapturedImport {
  readonly name: string;
  readonly source?: string | undefined;
  readonly captured: CapturedSource;
  /** The live server they come from. */
  readonly mcp?: McpConnection;
}

/** What importing these tools into this catalog would do. Pure. Errors: `usage`, `too_many_tools`. */
export function prepareCaptured(imports: readonly CapturedImport[], target: ImportTarget): PreparedImport {
  const before = new Map(target.sources.map((loaded) => [loaded.source.name, loaded]));
  const planned: { plan: SourcePlan; loaded: LoadedSource }[] = [];
  const conflicts: ImportConflict[] = [];
  const findings: Finding[] = [];
  const occupied = new Set(target.occupiedPaths);
  for (const file of imports) {
    const { captured } = file;
    const source = sourceFor(captured, file, before, occupied);
    refuseTwice(source.name, file, planned);
    occupied.add(source.path.toLowerCase());
    // A file says nothing of what the server offers besides tools.
    const parts = captured.parts ?? before.get(source.name)?.parts;
    const loaded = { source, tools: captured.tools, parts };
    const plan = planSource(loaded, before.get(source.name), file.name);
    planned.push({ plan, loaded });
    conflicts.push(...unrelatedConflict(plan, file));
    findings.push(...captured.findings, ...describeGaps(captured, file.name), ...askedAlways(loaded, file.name));
  }
  const after = new Map(before);
  for (const { loaded } of planned) after.set(loaded.source.name, loaded);
  refuseTooMany(after.values());
  return {
    plan: {
      base: target.base,
      sources: planned.map(({ plan }) => plan),
      conflicts: [...conflicts, ...conflictsOf([...after.values()], target)],
      findings,
    },
    writes: planned
      .filter(({ plan, loaded: { source } }) => changesSomething(plan) || reachedOtherwise(source, before))
      .map(({ loaded }) => loaded),
  };
}

/** The sources in a file; a client's configuration is distinguished from other files without tools. */
function readFile(file: ImportFile): CapturedSource[] {
  try {
    return parseCapturedTools(file.text, file.name);
  } catch (error) {
    const isOther =
      isPegboardError(error) && ['unrecognised_format', 'invalid_json', 'invalid_yaml'].includes(error.code);
    throw (isOther && clientConfigError(file.text, file.name)) || error;
  }
}

/**
 * A list that shares no tool with the source of its name is likely another server's: `tools.json` of one folder and of
 * another. A name given by the user says that it is meant.
 */
function unrelatedConflict(plan: SourcePlan, file: CapturedImport): ImportConflict[] {
  const hasNothingInCommon = plan.unchanged + plan.changed.length === 0 && plan.removed.length > 0;
  if (plan.is_new || !hasNothingInCommon || file.source !== undefined) return [];
  return [
    {
      kind: 'unrelated',
      tool: plan.added[0] ?? '',
      sources: [plan.source],
      message: `${file.name} has no tool in common with the source ${plan.source} that it would replace.`,
      hint: `Name a new source with --name, or give --name ${plan.source} to replace all of its tools.`,
    },
  ];
}

function changesSomething(plan: SourcePlan): boolean {
  const changes = ({ added, changed, removed }: Pick<SourcePlan, 'added' | 'changed' | 'removed'>) =>
    added.length + changed.length + removed.length > 0;
  return plan.is_new || changes(plan) || (plan.parts !== undefined && changes(plan.parts));
}

/** Whether the live server of a source is another one than before, or is reached in another way. */
function reachedOtherwise(source: Source, before: ReadonlyMap<string, LoadedSource>): boolean {
  return canonicalJson(source.mcp) !== canonicalJson(before.get(source.name)?.source.mcp);
}

/** The entry of `pegboard.yaml`: the existing one of that name, else a new one named by the user, the file, or its path. */
function sourceFor(
  captured: CapturedSource,
  file: CapturedImport,
  before: ReadonlyMap<string, LoadedSource>,
  occupied: ReadonlySet<string>,
): Source {
  const name = file.source ?? sourceNameOf(captured.server ?? fileStem(file.name));
  const live = file.mcp ? { mcp: file.mcp } : {};
  const loaded = before.get(name)?.source;
  const known = loaded && { ...loaded, ...live };
  if (known && known.format === captured.format) return known;
  const path = freePath(`sources/${name}`, storedExtension(captured.format), occupied);
  return known
    ? { ...known, format: captured.format, path }
    : sourceSchema.parse({ name, path, format: captured.format, ...live });
}

/** Names that Windows gives to devices, whatever follows the dot: a workspace with such a file cannot be cloned there. */
const deviceName = /^sources\/(con|prn|aux|nul|com\d|lpt\d)\./i;

/** A path that nobody has, also where capitals do not count: `sources/x.json`, else `sources/x-2.json` and so on. */
function freePath(stem: string, extension: string, occupied: ReadonlySet<string>): string {
  let path = `${stem}.${extension}`;
  for (let number = 2; occupied.has(path.toLowerCase()) || deviceName.test(path); number++)
    path = `${stem}-${number}.${extension}`;
  return path;
}

function refuseTwice(name: string, file: CapturedImport, planned: readonly { plan: SourcePlan }[]): void {
  const first = planned.find(({ plan }) => plan.source === name);
  if (!first) return;
  const isOneFile = first.plan.file === file.name;
  const both = isOneFile ? `Two lists from ${file.name}` : `${first.plan.file} and ${file.name}`;
  throw new PegboardError('usage', `${both} would both become the source "${name}".`, {
    hint: isOneFile
      ? 'Name the file once. If it contains two lists, give each its own "server".'
      : 'Import them one at a time, each with its own --name.',
    data: { source: name, files: [first.plan.file, file.name] },
  });
}

/** Compares the tools of a source with those it had, name by name, whatever their order. */
function planSource(
  { source, tools, parts }: LoadedSource,
  before: LoadedSource | undefined,
  file: string,
): SourcePlan {
  const old = fingerprints(before);
  const now = fingerprints({ source, tools });
  const added: string[] = [];
  const changed: string[] = [];
  for (const [name, text] of now) {
    const previous = old.get(name);
    if (previous === undefined) added.push(name);
    else if (previous !== text) changed.push(name);
  }
  const states = { before: statesOf(before), after: statesOf({ source, tools }) };
  const changed_details = changed.slice(0, detailedTools).flatMap((name) => {
    const [was, is] = [states.before.get(name), states.after.get(name)];
    return was && is ? [toolDrift(was, is)] : [];
  });
  const removed = [...old.keys()].filter((name) => !now.has(name));
  const partsPlan = planParts(source.name, before?.parts, parts);
  return {
    source: source.name,
    format: source.format,
    file,
    is_new: before === undefined,
    added,
    changed,
    changed_details,
    removed,
    unchanged: now.size - added.length - changed.length,
    ...(partsPlan && { parts: partsPlan }),
  };
}

/** Compares what servers offer besides tools; undefined where neither listing has anything. */
function planParts(
  source: string,
  before: SourceParts = noParts,
  after: SourceParts = noParts,
): SourcePlan['parts'] | undefined {
  const texts = ({ instructions, prompts }: SourceParts) =>
    new Map([
      ...(instructions === null ? [] : [[partName({ kind: 'instructions', source, name: '' }), instructions] as const]),
      ...prompts.map(
        (prompt) =>
          [partName({ kind: 'prompt', source, name: prompt.name }), canonicalJson(withoutNulls(prompt))] as const,
      ),
    ]);
  const [old, now] = [texts(before), texts(after)];
  if (old.size + now.size === 0) return undefined;
  const added = [...now.keys()].filter((name) => !old.has(name));
  const changed = [...now.keys()].filter((name) => old.has(name) && old.get(name) !== now.get(name));
  const removed = [...old.keys()].filter((name) => !now.has(name));
  return { added, changed, removed, unchanged: now.size - added.length - changed.length };
}

/** The text of each tool by the name it has in the catalog. A field that is null says as little as one that is not there. */
function fingerprints(loaded: LoadedSource | undefined): Map<string, string> {
  return new Map(loaded?.tools.map((tool) => [catalogName(tool, loaded.source), canonicalJson(withoutNulls(tool))]));
}

function withoutNulls(tool: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = Object.entries(tool).filter(([, value]) => value !== null);
  return Object.fromEntries(
    given.map(([key, value]) => [
      key,
      (key === 'annotations' || key === 'function') && isObject(value) ? withoutNulls(value) : value,
    ]),
  );
}

/** Each tool with its source, by the name it has in the catalog. */
function statesOf(loaded: LoadedSource | undefined): Map<string, CapturedState> {
  return new Map(
    loaded?.tools.map((captured) => [catalogName(captured, loaded.source), { captured, source: loaded.source }]),
  );
}

function conflictsOf(sources: readonly LoadedSource[], { overlays }: ImportTarget): ImportConflict[] {
  const enabled = sources.filter(({ source }) => source.enabled);
  return nameConflicts(
    enabled.flatMap(({ source, tools }) => tools.map((tool) => curated(normaliseTool(tool, source), { overlays }))),
    new Set(enabled.flatMap(({ source }) => (source.mcp ? [source.name] : []))),
  );
}

/** Tools that a search can hardly find. */
function describeGaps({ tools }: CapturedSource, file: string): Finding[] {
  const silent = tools.filter((tool) => {
    const { description } = bodyOf(tool);
    return typeof description !== 'string' || description.trim() === '';
  });
  if (silent.length === 0) return [];
  return [
    finding('tool_without_description', {
      message: `${silent.length} of ${tools.length} tools have no description: ${firstFew(silent.map(capturedName))}.`,
      path: file,
      hint: 'A search finds them by name only. Describe them in the source, or in an overlay.',
    }),
  ];
}

/** Tools whose source asks hosts to load them always: they cost tokens in every prompt unless a rule of the workspace decides. */
function askedAlways({ source, tools }: LoadedSource, file: string): Finding[] {
  const asking = tools.filter((tool) => normaliseTool(tool, source).always_load_hint);
  if (asking.length === 0) return [];
  return [
    finding('always_load_asked', {
      message: `${asking.length} of ${tools.length} tools ask to be always loaded (${hostHintKeys.alwaysLoad}): ${firstFew(asking.map(capturedName))}.`,
      path: file,
      hint: `Your patterns, overlays and the settings of the source decide first. To ignore the request, set default_loading_mode of the source ${source.name} to deferred.`,
    }),
  ];
}

function firstFew(names: readonly string[]): string {
  return `${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`;
}

function fileStem(path: string): string {
  const base = path.split(/[\\/]/).pop() ?? path;
  return base.replace(/\.(jsonl?|jsonc|json5|ndjson|ya?ml|txt|log|sse)$/i, '');
}
