import {
  type CacheOffset,
  type CacheTotal,
  type PromptLayout,
  promptLayoutSchema,
} from '#shared/domain/prompt-cache.ts';
import type { ProvidersConfig } from '#shared/domain/providers-config.ts';
import { addTokenCounts, type TokenCount } from '#shared/tokens.ts';
import { firstDifference } from '../../prompt/first-difference.ts';
import { type LayoutContext, layoutContext } from './layout-context.ts';
import { layouts } from './layouts.ts';
import type { RequestPart, SentStep } from './sent-step.ts';
import type { AppendedTools } from './step-messages.ts';

type Count = (text: string) => TokenCount;

/** The text between two parts of a request. */
const separator = '\n\n';

/**
 * How far each step's request is the one before it, in every layout; one list a step. A provider's cache can hold up to the
 * offset at most: what it really keeps is its own (block sizes, lifetimes). Bytes are those of the parts with an empty line
 * between them, which stands in for whatever a wire puts there.
 */
export function cacheOffsets(
  steps: readonly SentStep[],
  { count, providers }: { readonly count: Count; readonly providers: ProvidersConfig },
): CacheOffset[][] {
  const context = layoutContext(steps, providers);
  const perLayout = promptLayoutSchema.options.map((layout) => offsetsOf(layout, steps, count, context));
  return steps.map((_step, i) => perLayout.flatMap((offsets) => offsets[i] ?? []));
}

/** Each layout over all steps; `sent` is the one that the run used. */
export function cacheTotals(steps: readonly (readonly CacheOffset[])[], sent: PromptLayout): CacheTotal[] {
  return promptLayoutSchema.options.map((layout) => {
    const offsets = steps.flatMap((step) => step.filter((offset) => offset.layout === layout));
    const after = offsets.flatMap(({ tokens_after }) => tokens_after ?? []);
    return {
      layout,
      sent: layout === sent,
      broken_steps: offsets.filter(({ broken }) => broken).length,
      tokens_after: after.reduce(addTokenCounts, { estimate: 0, o200k: 0 }),
    };
  });
}

function offsetsOf(
  layout: PromptLayout,
  steps: readonly SentStep[],
  count: Count,
  context: LayoutContext,
): CacheOffset[] {
  const appendedOf = new Map<string, readonly AppendedTools[]>();
  let before: string | null = null;
  return steps.map((step) => {
    const { parts, appended } = layouts[layout](step, appendedOf.get(step.run) ?? [], context);
    appendedOf.set(step.run, appended);
    const request = parts.map(({ text }) => text).join(separator);
    const offset = compare(layout, { parts, request }, before, count);
    before = request;
    return offset;
  });
}

function compare(
  layout: PromptLayout,
  { parts, request }: { readonly parts: readonly RequestPart[]; readonly request: string },
  before: string | null,
  count: Count,
): CacheOffset {
  if (before === null) {
    const bytes = Buffer.byteLength(request);
    return { layout, bytes, offset: null, tokens_after: null, broken: false, place: 'first step' };
  }
  const { offset, isGrown, bytes, rest } = firstDifference(before, request);
  return { layout, bytes, offset, tokens_after: count(rest), broken: !isGrown, place: placeOf(parts, offset) };
}

function placeOf(parts: readonly RequestPart[], offset: number): string {
  let end = 0;
  for (const { place, text } of parts) {
    end += Buffer.byteLength(text);
    if (offset < end) return place;
    end += separator.length;
    if (offset < end) return `after ${place}`;
  }
  return 'end';
}
