import { isMap, isNode, isSeq } from 'yaml';
import type { WorkspaceConfig } from '#shared/domain/config.ts';
import { firstMatchingGlob } from '#shared/domain/glob.ts';
import { hostHintKeys } from '#shared/domain/host-hints.ts';
import { everyModeRule, type ModeReason } from '#shared/domain/loading-mode.ts';
import { sourceModeRules } from '#shared/domain/source.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { ModeRule } from '#shared/domain/tool-detail.ts';
import { type WorkspaceFile, workspaceFileName } from '../workspace/workspace-file.ts';

/** The place that a rule reads, and the value there. */
interface Setting {
  readonly path: readonly (string | number)[];
  readonly value: string;
  /** Another file than `pegboard.yaml`. */
  readonly file?: string;
}

/** Every rule about a tool's mode in the order in which they are asked, each with its value and its place (R15.04, R19.07). */
export function modeRulesOf(tool: CatalogTool, file: WorkspaceFile): readonly ModeRule[] {
  const { config } = file;
  const source = config.sources.find(({ name }) => name === tool.source);
  const rules = source ? sourceModeRules(source) : { name: tool.source };
  return everyModeRule(tool, rules, config.tool_search).map(({ rule, verdict }) => {
    const setting = settingOf(rule, tool, config);
    return {
      rule,
      mode: verdict?.mode ?? null,
      value: setting?.value ?? '',
      file: setting === null ? null : (setting.file ?? workspaceFileName),
      path: setting === null ? '' : spelled(setting.path, config),
      line: setting === null || setting.file !== undefined ? null : lineOfField(file, setting.path),
    };
  });
}

function settingOf(rule: ModeReason['rule'], tool: CatalogTool, config: WorkspaceConfig): Setting | null {
  const { enabled, always_loaded_patterns: patterns, default_loading_mode } = config.tool_search;
  switch (rule) {
    case 'search_disabled':
      return { path: ['tool_search', 'enabled'], value: enabled ? 'on' : 'off' };
    case 'pattern': {
      const match = firstMatchingGlob(patterns, tool.name);
      const path = ['tool_search', 'always_loaded_patterns'];
      return match === undefined
        ? { path, value: patterns.length === 0 ? 'none' : `none of ${patterns.length} matches` }
        : { path: [...path, patterns.indexOf(match)], value: match };
    }
    case 'declaration':
      return declarationOf(tool, config);
    case 'source_list':
    case 'source_default':
      return sourceSettingOf(rule, tool, config);
    case 'source_hint': {
      const path = sourceFile(tool, config);
      const value = tool.always_load_hint ? 'true' : 'not set';
      return { path: ['_meta', hostHintKeys.alwaysLoad], value, ...(path === undefined ? {} : { file: path }) };
    }
    case 'workspace_default':
      return { path: ['tool_search', 'default_loading_mode'], value: default_loading_mode };
    case 'fallback':
      return null;
  }
}

function sourceFile(tool: CatalogTool, { sources }: WorkspaceConfig): string | undefined {
  return sources.find(({ name }) => name === tool.source)?.path;
}

function declarationOf(tool: CatalogTool, config: WorkspaceConfig): Setting {
  const { overlays } = config;
  const overlay = Object.hasOwn(overlays, tool.name) ? overlays[tool.name]?.loading_mode : undefined;
  const path = ['overlays', tool.name, 'loading_mode'];
  if (overlay !== undefined) return { path, value: overlay };
  if (tool.declared_mode === 'undeclared') return { path, value: 'not set' };
  const file = sourceFile(tool, config);
  return { path: ['loading_mode'], value: tool.declared_mode, ...(file === undefined ? {} : { file }) };
}

function sourceSettingOf(rule: 'source_list' | 'source_default', tool: CatalogTool, { sources }: WorkspaceConfig) {
  const index = sources.findIndex(({ name }) => name === tool.source);
  const source = sources[index];
  const at = (key: string, value: string): Setting => ({ path: ['sources', index, key], value });
  if (!source) return null;
  const { defer_loading, default_loading_mode: mode, always_loaded_tools: always, deferred_tools: deferred } = source;
  if (rule === 'source_default') {
    return mode === null && defer_loading === true
      ? at('defer_loading', 'true')
      : at('default_loading_mode', mode ?? 'not set');
  }
  const lists = (list: readonly string[]) => list.includes(tool.upstream_name) || list.includes(tool.name);
  if (lists(always)) return at('always_loaded_tools', 'lists it');
  if (deferred) return at('deferred_tools', lists(deferred) ? 'lists it' : 'lists others');
  if (Array.isArray(defer_loading)) return at('defer_loading', lists(defer_loading) ? 'lists it' : 'lists others');
  return at('always_loaded_tools', always.length === 0 ? 'not set' : 'lists others');
}

/** A path as people write it, sources by their names: `sources.github.deferred_tools`, `overlays."a.b".loading_mode`. */
function spelled(path: readonly (string | number)[], { sources }: WorkspaceConfig): string {
  return path
    .map((part, at) => {
      if (typeof part === 'number') return path[0] === 'sources' && at === 1 ? `.${sources[part]?.name}` : `[${part}]`;
      return /^[\w-]+$/.test(part) ? `.${part}` : `.${JSON.stringify(part)}`;
    })
    .join('')
    .slice(1);
}

/** Line of a field in `pegboard.yaml`, from 1; null when the file does not say it, so that its default holds. */
function lineOfField(
  { document, text }: Pick<WorkspaceFile, 'document' | 'text'>,
  path: readonly (string | number)[],
): number | null {
  const key = path.at(-1);
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const node = isMap(parent)
    ? parent.items.find((item) => isNode(item.key) && String(item.key) === String(key))?.key
    : isSeq(parent) && typeof key === 'number'
      ? parent.items[key]
      : undefined;
  return isNode(node) && node.range ? text.slice(0, node.range[0]).split('\n').length : null;
}
