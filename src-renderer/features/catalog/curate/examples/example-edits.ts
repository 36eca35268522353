import { canonicalJson } from '#shared/canonical-json.ts';
import type { ConfigChange } from '#shared/domain/config-edit.ts';
import type { Tool } from '#shared/domain/tool.ts';
import type { ToolDetail } from '#shared/domain/tool-detail.ts';

export type Example = Tool['examples'][number];
type WrittenExample = ConfigChange['value'];

/** An example of a tool and where it comes from. */
export interface ListedExample {
  readonly example: Example;
  /** Its content; equal examples share one key. */
  readonly key: string;
  /** Its key, and of the second and later ones of a key their number. */
  readonly id: string;
  /** Whether the source has it too. */
  readonly isUpstream: boolean;
}

/** The examples that the catalog shows of a tool, in their order. */
export function listedExamples(detail: Pick<ToolDetail, 'tool' | 'overlaid'>): ListedExample[] {
  const upstream = new Set(upstreamExamples(detail).map(exampleKey));
  const times = new Map<string, number>();
  return detail.tool.examples.map((example) => {
    const key = exampleKey(example);
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    return { example, key, id: time === 1 ? key : `${key} ${time}`, isUpstream: upstream.has(key) };
  });
}

/** Examples of the source that the overlay leaves out. */
export function goneExamples(detail: Pick<ToolDetail, 'tool' | 'overlaid'>): Example[] {
  const left = new Set(detail.tool.examples.map(exampleKey));
  return upstreamExamples(detail).filter((example) => !left.has(exampleKey(example)));
}

/** What the source says, whatever the overlay does. */
function upstreamExamples({ tool, overlaid }: Pick<ToolDetail, 'tool' | 'overlaid'>): readonly Example[] {
  const changed = overlaid.find(({ field }) => field === 'examples');
  return changed ? (changed.upstream as readonly Example[]) : tool.examples;
}

/** Equal for examples that mean the same. */
export function exampleKey(example: Partial<Example>): string {
  return canonicalJson(compact(example));
}

/** As it is written into the file: nothing that says nothing. */
function compact({ args = {}, description, tags = [] }: Partial<Example>): Record<string, unknown> {
  return { args, ...(description ? { description } : {}), ...(tags.length > 0 ? { tags } : {}) };
}

/**
 * The edit that puts `next` in the place of the example of `key`; without `next` that one goes, and where there is none of that
 * key `next` comes last. The other examples stay as the file writes them. What the source says already is a reset.
 */
export function changeOfExamples(
  detail: Pick<ToolDetail, 'tool' | 'overlaid'>,
  written: unknown,
  { key, next }: { readonly key: string | null; readonly next: Example | null },
): ConfigChange {
  const path = ['overlays', detail.tool.name, 'examples'];
  const upstream = upstreamExamples(detail);
  const before: readonly unknown[] = Array.isArray(written) ? written : upstream.map(compact);
  const keys = before.map((example) => exampleKey(example as Partial<Example>));
  const at = key === null ? -1 : keys.indexOf(key);
  const replaced = next === null ? [] : [compact(next)];
  const after = at < 0 ? [...before, ...replaced] : before.toSpliced(at, 1, ...replaced);
  const isUpstream =
    canonicalJson(after.map((example) => exampleKey(example as Partial<Example>))) ===
    canonicalJson(upstream.map(exampleKey));
  return isUpstream ? { path } : { path, value: after as WrittenExample };
}
