import type { TokenCount } from '../tokens.ts';
import type { LoadingMode } from './loading-mode.ts';
import type { ToolChange } from './tool-diff.ts';
import type { VersionFacts } from './workspace-version.ts';

/** A tool in one state of the workspace: its mode, and the tokens of its entry in the prompt. */
export interface ToolState {
  readonly mode: LoadingMode;
  readonly tokens: TokenCount;
}

/** One tool in two states of the workspace; null where a state does not have it. */
export interface ComparedTool {
  readonly name: string;
  readonly before: ToolState | null;
  readonly after: ToolState | null;
  /** How its definition differs, worst first; empty for a tool that only one state has. */
  readonly changes: readonly ToolChange[];
}

/** The tools of the workspace beside those of a version in git, by name. */
export interface CatalogComparison {
  /** Null without a version to compare with: every tool then has no state before. */
  readonly version: VersionFacts | null;
  readonly tools: readonly ComparedTool[];
}
