import type { Logger } from '#core/logger.ts';

/** A logger for programs that collect logs: one JSON object a line, with `time`, `level`, `message` and the data. */
export function createJsonLogger(write: (line: string) => void, now: () => number): Logger {
  const at = (level: string) => (message: string, data?: Record<string, unknown>) => {
    write(`${JSON.stringify({ time: new Date(now()).toISOString(), level, message, ...data })}\n`);
  };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}
