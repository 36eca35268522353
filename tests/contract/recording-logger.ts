import type { Logger } from '#core/logger.ts';

export interface RecordingLogger extends Logger {
  /** Every line as JSON, oldest first. */
  readonly lines: readonly string[];
}

/** A logger that keeps its records, for tests that look for what must, or must never, be in a log. */
export function recordingLogger(): RecordingLogger {
  const lines: string[] = [];
  const record = (level: string) => (message: string, data?: Record<string, unknown>) => {
    lines.push(JSON.stringify({ level, message, ...data }));
  };
  return { lines, info: record('info'), warn: record('warn'), error: record('error') };
}
