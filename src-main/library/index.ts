/**
 * Pegboard as a library: the catalog of a workspace, tool search, skills and the planner, with the model client and the tools of
 * the caller. Nothing prints, nothing starts a server, and nothing stays open after `close`.
 */
export { type ErrorCode, errorTable, isPegboardError, PegboardError } from '#shared/errors.ts';
export type { CompletionRequest, Message, ModelClient } from './model.ts';
export { createPlanner } from './planner.ts';
export type {
  CreatePlannerOptions,
  Plan,
  Planner,
  PlanRequest,
  ResumeRequest,
  Run,
  RunOptions,
  RunRequest,
  RunStep,
  VisibleTools,
} from './planner-types.ts';
export {
  type CreateSearchOptions,
  createSearch,
  type GetOptions,
  type HitExplanation,
  type Search,
  type SearchExplanation,
  type SearchHit,
  type SearchOptions,
  type SearchResult,
  type ToolRecord,
} from './search.ts';
export {
  type CreateSkillsOptions,
  createSkills,
  type SkillGetOptions,
  type SkillGetResult,
  type SkillListOptions,
  type SkillListResult,
  type SkillSearchOptions,
  type SkillSearchResult,
  type Skills,
  type TaskType,
} from './skills.ts';
export type {
  Caller,
  CatalogTool,
  Finding,
  JsonSchema,
  LoadingMode,
  SearchType,
  Settings,
  SideEffects,
  TokenCount,
  Tool,
  ToolAnswer,
  ToolCall,
  ToolContext,
  ToolDefinition,
  ToolExample,
  ToolFunction,
  ToolPolicy,
} from './types.ts';
export { type OpenWorkspaceOptions, openWorkspace, type Workspace } from './workspace.ts';
