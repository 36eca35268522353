import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { ConfigChange } from '#shared/domain/config-edit.ts';

/** The change that is made to every selected tool. */
export interface BulkPlan {
  /** `reset`: the overlay says nothing of it any more. Null leaves it. */
  readonly mode: 'always' | 'deferred' | 'reset' | null;
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
}

export interface BulkEdit {
  readonly changes: readonly ConfigChange[];
  /** Tools that it changes. */
  readonly tools: number;
  /** Tools whose mode another rule goes on deciding: a pattern, or search that is off. */
  readonly overruled: number;
}

/** The smallest edit that does it: tools that are so already stay out. `overlays` is what `pegboard.yaml` says. */
export function bulkEdit(
  tools: readonly Pick<ToolSummary, 'name' | 'tags' | 'mode_reason'>[],
  overlays: Readonly<Record<string, unknown>>,
  plan: BulkPlan,
): BulkEdit {
  const changes: ConfigChange[] = [];
  let changed = 0;
  let overruled = 0;
  for (const { name, tags, mode_reason } of tools) {
    const before = changes.length;
    const now = modeOf(Object.hasOwn(overlays, name) ? overlays[name] : undefined);
    const wanted = plan.mode === 'reset' ? undefined : plan.mode;
    if (plan.mode !== null && now !== wanted) {
      const path = ['overlays', name, 'loading_mode'];
      changes.push(typeof wanted === 'string' ? { path, value: wanted } : { path });
      if (mode_reason.rule === 'pattern' || mode_reason.rule === 'search_disabled') overruled += 1;
    }
    const next = [...new Set([...tags, ...plan.addTags])].filter((tag) => !plan.removeTags.includes(tag));
    if (next.length !== tags.length || next.some((tag, at) => tag !== tags[at])) {
      changes.push({ path: ['overlays', name, 'tags'], value: next });
    }
    if (changes.length > before) changed += 1;
  }
  return { changes, tools: changed, overruled };
}

function modeOf(overlay: unknown): unknown {
  return typeof overlay === 'object' && overlay !== null && 'loading_mode' in overlay
    ? overlay.loading_mode
    : undefined;
}
