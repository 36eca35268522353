import type { PromptSizes } from '#shared/contract/prompt.ts';
import { type Estimator, tokensOfSize } from '#shared/tokens.ts';
import type { ToolTokens } from '../../platform/tool-tokens.ts';
import { type PlacedTool, toolsOnBoard } from './side-rows.ts';

/** Tokens of a prompt: its tools and the rest add up to the whole. */
export interface PromptTokens {
  readonly whole: number;
  readonly tools: number;
  readonly rest: number;
}

/** What a prompt costs whose always-loaded tools have this size. The estimate is rounded once, and the rest takes what is left. */
export function promptTokens(
  { rest }: Pick<PromptSizes, 'rest'>,
  toolsSize: number,
  estimator: Estimator,
): PromptTokens {
  const whole = tokensOfSize(rest + toolsSize, estimator);
  const tools = tokensOfSize(toolsSize, estimator);
  return { whole, tools, rest: whole - tools };
}

/** What the prompt costs with the tools of this board; as it was counted before, while their tokens are not known. */
export function promptCost(
  { now: sizes, estimator }: { readonly now: PromptSizes | null; readonly estimator: Estimator },
  tokens: ToolTokens,
  placed: readonly PlacedTool[],
): PromptTokens | null {
  if (sizes === null) return null;
  return promptTokens(sizes, tokens.size(toolsOnBoard(placed)) ?? sizes.whole - sizes.rest, estimator);
}
