import { z } from 'zod';
import { keysOf } from './tables.ts';

/**
 * Every way in which Pegboard says no. One row a code: the exit code of the command line, whether the
 * same call may succeed later, and a short title for dialogs.
 */
export const errorTable = {
  usage: { exitCode: 2, retryable: false, title: 'Wrong usage' },
  invalid_input: { exitCode: 2, retryable: false, title: 'Invalid input' },
  unknown_procedure: { exitCode: 70, retryable: false, title: 'Unknown procedure' },
  workspace_not_found: { exitCode: 2, retryable: false, title: 'No workspace here' },
  workspace_changed: { exitCode: 1, retryable: false, title: 'Another workspace is open' },
  workspace_exists: { exitCode: 2, retryable: false, title: 'A workspace is already here' },
  config_syntax: { exitCode: 2, retryable: false, title: 'pegboard.yaml cannot be read' },
  config_invalid: { exitCode: 2, retryable: false, title: 'pegboard.yaml is not valid' },
  config_changed: { exitCode: 1, retryable: true, title: 'pegboard.yaml changed meanwhile' },
  file_not_found: { exitCode: 2, retryable: false, title: 'File not found' },
  not_a_file: { exitCode: 2, retryable: false, title: 'Not a file' },
  file_too_large: { exitCode: 2, retryable: false, title: 'File too large' },
  file_unreadable: { exitCode: 2, retryable: false, title: 'File cannot be read' },
  invalid_json: { exitCode: 2, retryable: false, title: 'Not valid JSON' },
  client_config_invalid: { exitCode: 2, retryable: false, title: 'Configuration of a client cannot be edited' },
  unrecognised_format: { exitCode: 2, retryable: false, title: 'Not a list of tools' },
  source_empty: { exitCode: 2, retryable: false, title: 'No tools in the list' },
  tool_name_conflict: { exitCode: 2, retryable: false, title: 'Two tools of one name' },
  reserved_tool_name: { exitCode: 2, retryable: false, title: 'Reserved tool name' },
  too_many_tools: { exitCode: 2, retryable: false, title: 'Too many tools' },
  file_changed: { exitCode: 1, retryable: true, title: 'The file changed meanwhile' },
  file_exists: { exitCode: 2, retryable: false, title: 'A file is in the way' },
  pack_not_found: { exitCode: 2, retryable: false, title: 'No such pack' },
  pack_read_only: { exitCode: 2, retryable: false, title: 'The pack is read only' },
  skill_exists: { exitCode: 2, retryable: false, title: 'A skill of that name is there' },
  skill_not_editable: { exitCode: 2, retryable: false, title: 'Edit the text instead' },
  export_busy: { exitCode: 1, retryable: true, title: 'Another export is under way' },
  outside_target: { exitCode: 2, retryable: false, title: 'Outside of the folder' },
  git_refused: { exitCode: 2, retryable: false, title: 'Git cannot do that' },
  nothing_to_convert: { exitCode: 2, retryable: false, title: 'No skills there' },
  skills_not_configured: { exitCode: 2, retryable: false, title: 'Skills are off' },
  source_not_found: { exitCode: 2, retryable: false, title: 'No such source' },
  source_exists: { exitCode: 2, retryable: false, title: 'A source of that name is there' },
  undo_gone: { exitCode: 2, retryable: false, title: 'Cannot be undone any more' },
  source_not_live: { exitCode: 2, retryable: false, title: 'Not a live source' },
  tool_not_found: { exitCode: 2, retryable: false, title: 'No such tool' },
  invalid_arguments: { exitCode: 2, retryable: false, title: 'Arguments do not fit the schema' },
  consent_required: { exitCode: 2, retryable: false, title: 'Consent needed' },
  confirmation_required: { exitCode: 2, retryable: false, title: 'Confirmation needed' },
  variable_missing: { exitCode: 2, retryable: false, title: 'Variable not set' },
  authentication_required: { exitCode: 3, retryable: false, title: 'Authentication needed' },
  sign_in_failed: { exitCode: 3, retryable: true, title: 'Signing in failed' },
  server_not_started: { exitCode: 4, retryable: false, title: 'Server does not start' },
  server_unreachable: { exitCode: 4, retryable: true, title: 'Server not reachable' },
  server_timeout: { exitCode: 4, retryable: true, title: 'Server takes too long' },
  server_failed: { exitCode: 4, retryable: true, title: 'Server ended' },
  server_protocol: { exitCode: 4, retryable: false, title: 'Server does not speak MCP' },
  tool_failed: { exitCode: 5, retryable: false, title: 'The tool failed' },
  unknown_profile: { exitCode: 2, retryable: false, title: 'No such profile' },
  history_invalid: { exitCode: 2, retryable: false, title: 'Not a message history' },
  scenario_syntax: { exitCode: 2, retryable: false, title: 'Scenario cannot be read' },
  scenario_invalid: { exitCode: 2, retryable: false, title: 'Scenario is not valid' },
  session_required: { exitCode: 2, retryable: false, title: 'Session needed' },
  run_in_progress: { exitCode: 1, retryable: true, title: 'A run is under way' },
  unknown_run: { exitCode: 2, retryable: false, title: 'No such run' },
  model_failed: { exitCode: 4, retryable: true, title: 'The model failed' },
  unknown_persona: { exitCode: 2, retryable: false, title: 'No such persona' },
  tool_search_not_configured: { exitCode: 2, retryable: false, title: 'Tool search is off' },
  hybrid_not_configured: { exitCode: 2, retryable: false, title: 'Hybrid search is off' },
  embedder_failed: { exitCode: 4, retryable: true, title: 'The embedder failed' },
  folder_read_only: { exitCode: 2, retryable: false, title: 'Folder cannot be written' },
  address_in_use: { exitCode: 2, retryable: false, title: 'Port in use' },
  drafts_full: { exitCode: 1, retryable: true, title: 'Too many unsaved texts' },
  disk_full: { exitCode: 1, retryable: true, title: 'Disk full' },
  database_busy: { exitCode: 1, retryable: true, title: 'Index in use' },
  cancelled: { exitCode: 130, retryable: true, title: 'Cancelled' },
  disconnected: { exitCode: 4, retryable: true, title: 'Connection lost' },
  internal: { exitCode: 70, retryable: false, title: 'Internal error' },
} as const satisfies Record<string, { exitCode: number; retryable: boolean; title: string }>;

export type ErrorCode = keyof typeof errorTable;

/** A PegboardError as a value: what crosses a process and what the command line prints. */
export const errorValueSchema = z.object({
  code: z.enum(keysOf(errorTable)),
  message: z.string(),
  hint: z.string().optional(),
  /** Facts about the place: file, line, column, field paths. Never secrets, never names a model may not see. */
  data: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorValue = z.infer<typeof errorValueSchema>;

const brand = Symbol.for('pegboard.error');

/** The one error class. `isPegboardError` recognises it by brand, so a second copy of this module does no harm. */
export class PegboardError extends Error {
  readonly [brand] = true;
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly data: Record<string, unknown> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { hint?: string; data?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'PegboardError';
    this.code = code;
    this.hint = options.hint;
    this.data = options.data;
  }
}

export function isPegboardError(error: unknown): error is PegboardError {
  return typeof error === 'object' && error !== null && brand in error;
}

/** The error as a value. An error that is not ours becomes `internal` with a general text: its message may hold anything. */
export function toErrorValue(error: unknown): ErrorValue {
  if (!isPegboardError(error)) {
    return {
      code: 'internal',
      message: 'Something went wrong inside Pegboard.',
      hint: 'The log names the cause; on the command line PEGBOARD_DEBUG=1 shows it. Please report it.',
    };
  }
  return {
    code: error.code,
    message: error.message,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    ...(error.data === undefined ? {} : { data: error.data }),
  };
}

export function fromErrorValue(value: ErrorValue): PegboardError {
  return new PegboardError(value.code, value.message, { hint: value.hint, data: value.data });
}
