import { z } from 'zod';
import { keysOf } from './tables.ts';

/**
 * All errors of Pegboard. One row per code: the exit code of the command line, whether the
 * same call may succeed later, and a short title for dialogs.
 */
export const errorTable = {
  usage: { exitCode: 2, retryable: false, title: 'Wrong usage' },
  invalid_input: { exitCode: 2, retryable: false, title: 'Invalid input' },
  unknown_procedure: { exitCode: 70, retryable: false, title: 'Unknown procedure' },
  workspace_not_found: { exitCode: 2, retryable: false, title: 'No workspace here' },
  workspace_changed: { exitCode: 1, retryable: false, title: 'Another workspace is open' },
  workspace_exists: { exitCode: 2, retryable: false, title: 'A workspace is already here' },
  config_syntax: { exitCode: 2, retryable: false, title: 'The configuration cannot be read' },
  config_invalid: { exitCode: 2, retryable: false, title: 'The configuration is not valid' },
  lock_invalid: { exitCode: 2, retryable: false, title: 'pegboard.lock cannot be trusted' },
  config_changed: { exitCode: 1, retryable: true, title: 'pegboard.yaml has changed' },
  file_not_found: { exitCode: 2, retryable: false, title: 'File not found' },
  not_a_file: { exitCode: 2, retryable: false, title: 'The path is not a file' },
  file_too_large: { exitCode: 2, retryable: false, title: 'File too large' },
  file_unreadable: { exitCode: 2, retryable: false, title: 'File cannot be read' },
  invalid_json: { exitCode: 2, retryable: false, title: 'Not valid JSON' },
  invalid_yaml: { exitCode: 2, retryable: false, title: 'Not valid YAML' },
  invalid_toml: { exitCode: 2, retryable: false, title: 'Not valid TOML' },
  client_config_invalid: { exitCode: 2, retryable: false, title: 'The configuration of the client cannot be edited' },
  unrecognised_format: { exitCode: 2, retryable: false, title: 'Not a list of tools' },
  source_empty: { exitCode: 2, retryable: false, title: 'The list has no tools' },
  tool_name_conflict: { exitCode: 2, retryable: false, title: 'Two tools have the same name' },
  reserved_tool_name: { exitCode: 2, retryable: false, title: 'Reserved tool name' },
  too_many_tools: { exitCode: 2, retryable: false, title: 'Too many tools' },
  file_changed: { exitCode: 1, retryable: true, title: 'The file has changed' },
  file_exists: { exitCode: 2, retryable: false, title: 'The file or folder already exists' },
  pack_not_found: { exitCode: 2, retryable: false, title: 'Pack not found' },
  pack_read_only: { exitCode: 2, retryable: false, title: 'The pack is read-only' },
  skill_exists: { exitCode: 2, retryable: false, title: 'A skill already has that name' },
  skill_not_editable: { exitCode: 2, retryable: false, title: 'The skill cannot be edited as a form' },
  export_busy: { exitCode: 1, retryable: true, title: 'Another export is running' },
  outside_target: { exitCode: 2, retryable: false, title: 'The path is outside the folder' },
  git_refused: { exitCode: 2, retryable: false, title: 'The git operation failed' },
  nothing_to_convert: { exitCode: 2, retryable: false, title: 'No skills to convert' },
  skills_not_configured: { exitCode: 2, retryable: false, title: 'Skills are off' },
  source_not_found: { exitCode: 2, retryable: false, title: 'Source not found' },
  source_exists: { exitCode: 2, retryable: false, title: 'A source already has that name' },
  undo_gone: { exitCode: 2, retryable: false, title: 'The change can no longer be undone' },
  source_not_live: { exitCode: 2, retryable: false, title: 'The source is not live' },
  tool_not_found: { exitCode: 2, retryable: false, title: 'Tool not found' },
  invalid_arguments: { exitCode: 2, retryable: false, title: 'Arguments do not fit the schema' },
  consent_required: { exitCode: 2, retryable: false, title: 'Consent needed' },
  confirmation_required: { exitCode: 2, retryable: false, title: 'Confirmation needed' },
  approval_required: { exitCode: 6, retryable: false, title: 'The tool waits for approval' },
  variable_missing: { exitCode: 2, retryable: false, title: 'Variable not set' },
  authentication_required: { exitCode: 3, retryable: false, title: 'Authentication needed' },
  sign_in_failed: { exitCode: 3, retryable: true, title: 'Sign-in failed' },
  server_not_started: { exitCode: 4, retryable: false, title: 'The server did not start' },
  server_unreachable: { exitCode: 4, retryable: true, title: 'The server cannot be reached' },
  server_timeout: { exitCode: 4, retryable: true, title: 'The server did not answer in time' },
  server_failed: { exitCode: 4, retryable: true, title: 'The server failed' },
  server_protocol: { exitCode: 4, retryable: false, title: 'The server does not follow MCP' },
  tool_failed: { exitCode: 5, retryable: false, title: 'The tool failed' },
  unknown_profile: { exitCode: 2, retryable: false, title: 'Unknown profile' },
  history_invalid: { exitCode: 2, retryable: false, title: 'Not a message history' },
  scenario_syntax: { exitCode: 2, retryable: false, title: 'Scenario cannot be read' },
  scenario_invalid: { exitCode: 2, retryable: false, title: 'Scenario is not valid' },
  tasks_missing: { exitCode: 2, retryable: false, title: 'The workspace has no tasks' },
  session_required: { exitCode: 2, retryable: false, title: 'Session needed' },
  run_in_progress: { exitCode: 1, retryable: true, title: 'A run is in progress' },
  unknown_run: { exitCode: 2, retryable: false, title: 'Unknown run' },
  model_failed: { exitCode: 4, retryable: true, title: 'The model failed' },
  unknown_persona: { exitCode: 2, retryable: false, title: 'Unknown persona' },
  tool_search_not_configured: { exitCode: 2, retryable: false, title: 'Tool search is off' },
  hybrid_not_configured: { exitCode: 2, retryable: false, title: 'Hybrid search is off' },
  embedder_failed: { exitCode: 4, retryable: true, title: 'The embedder failed' },
  folder_read_only: { exitCode: 2, retryable: false, title: 'Cannot write to this location' },
  address_in_use: { exitCode: 2, retryable: false, title: 'The port is in use' },
  drafts_full: { exitCode: 1, retryable: true, title: 'Too many unsaved texts' },
  disk_full: { exitCode: 1, retryable: true, title: 'The disk is full' },
  store_unusable: { exitCode: 2, retryable: false, title: 'The store of the gateway cannot be used' },
  database_busy: { exitCode: 1, retryable: true, title: 'The index is in use' },
  cancelled: { exitCode: 130, retryable: true, title: 'Cancelled' },
  disconnected: { exitCode: 4, retryable: true, title: 'Connection lost' },
  internal: { exitCode: 70, retryable: false, title: 'Internal error' },
} as const satisfies Record<string, { exitCode: number; retryable: boolean; title: string }>;

/** The code of an error: a row of the table. */
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

/** Whether an error is ours, also one of another copy of this module. */
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
