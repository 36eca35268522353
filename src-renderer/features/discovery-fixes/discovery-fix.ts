import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { presets } from '#shared/domain/tuning/presets.ts';
import { type ConfigFix, fixConfig } from '../../platform/edit-config.ts';
import { rebuildWithNotice } from '../../platform/rebuild-with-notice.ts';
import { strings } from '../../strings/discovery-fixes.ts';

/** The fix of a finding about tool search as a whole: an edit of `pegboard.yaml`, or a new index. */
export type DiscoveryFix =
  | { readonly kind: 'config'; readonly label: string; readonly fix: ConfigFix }
  | { readonly kind: 'rebuild'; readonly label: string };

/** The cure of a finding; null where a person has to think (R15.01, R15.05). */
export function discoveryFixOf({ code }: Pick<Finding, 'code'>, config: WorkspaceConfig): DiscoveryFix | null {
  const on = { path: ['tool_search', 'enabled'], value: true } as const;
  const turnOn = (changes: ConfigFix['changes']): DiscoveryFix => ({
    kind: 'config',
    label: strings.discoveryFix.turnToolSearch,
    fix: { changes, done: strings.discoveryFix.turnToolSearch, notice: strings.discoveryFix.toolSearch },
  });
  switch (code) {
    case 'search_off_with_deferred':
      return turnOn([{ ...on, path: [...on.path] }]);
    case 'search_off':
      return turnOn([
        { ...on, path: [...on.path] },
        { path: ['tool_search', 'default_loading_mode'], value: 'deferred' },
      ]);
    case 'few_tools': {
      const small = presets(config.tool_search).find(({ name }) => name === 'small');
      if (!small) return null;
      const fix = { changes: small.changes, done: strings.discoveryFix.applyPresetForSmall, notice: small.advice };
      return { kind: 'config', label: strings.discoveryFix.turnToolSearchOff, fix };
    }
    case 'index_not_up_to_date':
      return { kind: 'rebuild', label: strings.discoveryFix.rebuildIndex };
    default:
      return null;
  }
}

/** Makes the cure: a promise until an edit is written; a new index takes its time, and tells by itself how far it is. */
export function runFix(fix: DiscoveryFix): Promise<void> | null {
  if (fix.kind === 'config') return fixConfig(fix.fix);
  void rebuildWithNotice();
  return null;
}
