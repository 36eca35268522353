import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '#shared/canonical-json.ts';
import { connectionKind, describeConnection, type McpConnection } from '#shared/domain/mcp-connection.ts';
import { PegboardError } from '#shared/errors.ts';
import { UserFile } from '../db/user-file.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';
import { shownConnection } from '../secrets/shown-connection.ts';
import { describeValues } from './describe-values.ts';

const consentFileSchema = z.object({
  consents: z.array(
    z.object({
      key: z.string(),
      workspace: z.string(),
      /** Name of the source at that time: to say what changed when it asks again. */
      source: z.string().optional(),
      runs: z.string(),
      granted_at: z.string(),
    }),
  ),
});
type ConsentFile = z.infer<typeof consentFileSchema>;

export interface ConsentStoreOptions {
  readonly userDataDir: string;
  readonly files: Files;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Connections that the host agreed to itself. */
  readonly agreedTo?: ((connection: McpConnection) => boolean) | undefined;
}

/**
 * What the user has agreed to start, in a file of the user's own (mode 0600) outside every workspace, so that a cloned
 * workspace starts nothing. A file that cannot be read counts as no consent.
 */
export class ConsentStore {
  readonly #options: ConsentStoreOptions;
  /** Asked before each call of a tool. */
  readonly #file: UserFile<ConsentFile>;

  constructor(options: ConsentStoreOptions) {
    this.#options = options;
    this.#file = new UserFile({
      ...options,
      name: 'consent',
      schema: consentFileSchema,
      empty: { consents: [] },
      unreadable: 'The stored consents cannot be read; each source asks again.',
    });
  }

  /** Which of these connections, as `pegboard.yaml` writes them, the user has agreed to in this workspace. */
  async granted(root: string, connections: readonly McpConnection[]): Promise<readonly boolean[]> {
    const [{ consents }, workspace] = await Promise.all([this.#file.read(), this.#options.files.realPath(root)]);
    const keys = new Set(consents.map(({ key }) => key));
    const { agreedTo } = this.#options;
    return connections.map(
      (connection) => keys.has(consentKey(workspace, connection)) || agreedTo?.(connection) === true,
    );
  }

  /** What the user last agreed to for a source of that name, in one line; null when that is not known. */
  async grantedBefore(root: string, source: string): Promise<string | null> {
    const workspace = await this.#options.files.realPath(root);
    const { consents } = await this.#file.read();
    return consents.findLast((consent) => consent.workspace === workspace && consent.source === source)?.runs ?? null;
  }

  /** Keeps a consent. Errors: as `UserFile.change`. */
  grant(root: string, connection: McpConnection, source: string): Promise<void> {
    const { files, now } = this.#options;
    return this.#file.change(async ({ consents }) => {
      const workspace = await files.realPath(root);
      const key = consentKey(workspace, connection);
      if (consents.some((consent) => consent.key === key)) return null;
      const granted_at = new Date(now()).toISOString();
      return { consents: [...consents, { key, workspace, source, runs: shownConnection(connection), granted_at }] };
    });
  }
}

/**
 * Hash of what a consent is for: workspace, command, arguments, folder, and which variables and headers it gets from where.
 * A reference instead of a value is part of it, a value is not needed: changing which variable is sent asks again, setting
 * the variable again does not.
 */
function consentKey(workspace: string, connection: McpConnection): string {
  return createHash('sha256')
    .update(canonicalJson({ workspace, ...connectionKind(connection) }))
    .digest('hex');
}

/** `consent_required`, with everything a user must see to decide; `before` is what this source ran with consent, if known. */
export function consentRequired(source: string, connection: McpConnection, before: string | null): PegboardError {
  const known = connectionKind(connection);
  const runs = describeConnection(connection);
  const names = describeValues(known.kind === 'stdio' ? known.env : known.headers);
  const details = [
    known.kind === 'stdio' && known.cwd !== undefined ? `in ${known.cwd}` : '',
    names.length > 0 ? `with ${known.kind === 'stdio' ? '' : 'the headers '}${names.join(', ')}` : '',
  ].filter(Boolean);
  const more = details.length === 0 ? '' : ` (${details.join('; ')})`;
  return new PegboardError(
    'consent_required',
    `Source ${source} ${known.kind === 'stdio' ? 'would run' : 'would reach'}: ${runs}${more}. You have not agreed to that yet.`,
    {
      hint: 'Look at it; if you agree, run the same command with --yes. Your consent is kept for exactly this.',
      data: {
        source,
        runs,
        agreed_before: before,
        ...(known.kind === 'stdio'
          ? { command: known.command, args: known.args, cwd: known.cwd ?? '.', variables: names }
          : { url: known.url, headers: names }),
      },
    },
  );
}
