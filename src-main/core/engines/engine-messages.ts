import type { ConfusableReport } from '#shared/domain/confusable.ts';
import type { CompareColumn } from '#shared/domain/engine-comparison.ts';
import type { ErrorValue } from '#shared/errors.ts';
import type { ConfusableJob, SetQuery } from './engine-sets.ts';
import type { EngineTool } from './scored-engine.ts';

/** The messages to the engine worker. Tools come in slices, so that no message is large; `isLast` puts them to use. */
export type ToEngineWorker =
  | { readonly type: 'tools'; readonly key: string; readonly tools: readonly EngineTool[]; readonly isLast: boolean }
  | { readonly type: 'forget'; readonly key: string }
  | ({ readonly type: 'search'; readonly id: number; readonly key: string } & SetQuery)
  | ({ readonly type: 'confusable'; readonly id: number; readonly key: string } & ConfusableJob)
  | { readonly type: 'cancel'; readonly id: number };

/** What it answers. */
export type FromEngineWorker =
  | { readonly type: 'progress'; readonly id: number; readonly done: number; readonly total: number }
  | { readonly type: 'columns'; readonly id: number; readonly columns: readonly CompareColumn[] }
  | { readonly type: 'report'; readonly id: number; readonly report: ConfusableReport }
  | { readonly type: 'error'; readonly id: number; readonly error: ErrorValue };
