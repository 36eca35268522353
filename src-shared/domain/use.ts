import { z } from 'zod';
import { keysOf } from '../tables.ts';

/** Where use is read from. `own`: a log that Pegboard itself writes for the workspace, which needs no consent. */
export const useOriginFacts = {
  gateway: { title: 'Gateway of Pegboard', own: true },
  'claude-code': { title: 'Claude Code', own: false },
  codex: { title: 'Codex', own: false },
  trace: { title: 'Traces of Pegboard', own: false },
  otlp: { title: 'OpenTelemetry (OTLP/JSON)', own: false },
  jsonl: { title: 'JSON Lines', own: false },
} as const satisfies Record<string, { readonly title: string; readonly own: boolean }>;

export const useOrigins = keysOf(useOriginFacts);
export const useOriginSchema = z.enum(useOrigins);
export type UseOrigin = z.infer<typeof useOriginSchema>;

/** A call this long after a search has nothing to do with it, milliseconds. */
export const useSearchWindowMs = 10 * 60_000;

export const useKinds = ['search', 'get', 'call', 'skill'] as const;

/**
 * One thing that an agent did. Nothing else of a log is kept: no arguments, results, prompts or paths. Times are milliseconds since
 * 1970.
 */
export const useEventSchema = z.object({
  at: z.int(),
  /** The origin and a hash. */
  session: z.string(),
  origin: useOriginSchema,
  client: z.string().nullable(),
  persona: z.string().nullable(),
  kind: z.enum(useKinds),
  /** The name as the log has it. */
  said: z.string().nullable(),
  /** The name in the catalog; null when the name cannot be mapped to one tool. */
  tool: z.string().nullable(),
  source: z.string().nullable(),
  skill: z.string().nullable(),
  query: z.string().nullable(),
  /** Of a search: the names that it returned, best first. Of a get: the names that were asked for. Null where the log does not say. */
  found: z.array(z.string()).nullable(),
  /** Null where the log does not say how it ended, and for what was cancelled. */
  ok: z.boolean().nullable(),
  /** Duration, milliseconds. */
  ms: z.number().nullable(),
  /** Tokens of the answer, by the estimate. */
  tokens: z.int().nullable(),
});
export type UseEvent = z.infer<typeof useEventSchema>;

/** What one agent did from its first event to its last, in order of time. Calls of tools that are not in the catalog are left out. */
export interface UseSession {
  readonly id: string;
  /** Of its first event. */
  readonly at: number;
  readonly client: string | null;
  readonly persona: string | null;
  /** `called`: the tool that the session called next, within ten minutes. */
  readonly searches: readonly {
    readonly at: number;
    readonly query: string;
    readonly found: readonly string[] | null;
    readonly called: string | null;
  }[];
  readonly calls: readonly { readonly at: number; readonly tool: string; readonly ok: boolean | null }[];
  readonly gets: readonly { readonly at: number; readonly tools: readonly string[] }[];
  readonly skills: readonly { readonly at: number; readonly skill: string }[];
}
