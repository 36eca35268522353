import { z } from 'zod';
import { keysOf } from '../tables.ts';

/** The programs whose agent files Pegboard reads and writes. */
export const agentForms = { 'claude-code': 'Claude Code', codex: 'Codex' } as const;

export const agentFormSchema = z.enum(keysOf(agentForms));
export type AgentFormId = z.infer<typeof agentFormSchema>;
