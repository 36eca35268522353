import type { UseOrigin } from '#shared/domain/use.ts';
import { claudeCodeReader } from './claude-code.ts';
import { codexReader } from './codex.ts';
import { gatewayReader } from './gateway.ts';
import { jsonlReader } from './jsonl.ts';
import { otlpReader } from './otlp.ts';
import { traceReader } from './trace.ts';
import type { UseReader } from './use-reader.ts';

/** The reader of each origin. */
export const useReaders: Readonly<Record<UseOrigin, UseReader>> = {
  gateway: gatewayReader,
  'claude-code': claudeCodeReader,
  codex: codexReader,
  trace: traceReader,
  otlp: otlpReader,
  jsonl: jsonlReader,
};
