import { resolve } from 'node:path';
import { nodeFiles } from '#core/files/node-files.ts';
import { servedWorkspace } from '#core/gateway/catalog/git-catalog.ts';
import { findPersona } from '#core/workspace/allowed-tools.ts';
import { loadWorkspace } from '#core/workspace/load-workspace.ts';
import type { GatewayServerSettings } from '#shared/domain/gateway-server.ts';
import { allowedNames } from '#shared/domain/tool-policy.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { KnownToken } from '../../gateway/server/admit-callers.ts';
import type { CommandContext, CommandResult } from '../command-context.ts';

export interface GatewayWhoOptions {
  readonly config: string;
  readonly claims?: boolean | undefined;
}

/** Longest token or claims, bytes. */
const maximumBytes = 256 * 1024;

/** A persona that a token may be served as, and what it sees. */
interface ServedPersona {
  /** Null: all that the policy allows. */
  readonly persona: string | null;
  /** Which token of the settings, or which rule. */
  readonly why: string;
  /** Tools that it may use; null where the workspace has no such persona. */
  readonly tools: number | null;
}

interface Answer {
  /** Null for a token that is not let in. */
  readonly name: string | null;
  /** Why it is not let in; null when it is. */
  readonly refused: string | null;
  readonly personas: readonly ServedPersona[];
  /** Whether it may read the state of the server. */
  readonly admin: boolean;
}

/**
 * `pegboard gateway who`: as whom a gateway server would serve a token, and why. Exit code 1 when it would not. Errors: those of
 * the settings, `usage`, `invalid_json`.
 */
export async function gatewayWho(context: CommandContext, { config, claims }: GatewayWhoOptions): CommandResult {
  const { io, reporter } = context;
  const { readServerSettings } = await import('#core/gateway/server-settings.ts');
  const settings = await readServerSettings(resolve(io.cwd, config), nodeFiles, io.env);
  const given = (await whatIsGiven(context, claims === true))?.trim();
  if (!given) {
    throw new PegboardError('usage', `Give the ${claims ? 'claims' : 'token'} on stdin.`, {
      hint: 'Such as: pegboard gateway who < token.txt',
    });
  }
  const { fittingPersonas, isAdminBy } = await import('../../gateway/server/admit-callers.ts');
  const holderOf = (about: Record<string, unknown>) =>
    ({
      kind: 'holder',
      name: 'the claims',
      isAdmin: isAdminBy(settings.admin, about),
      personas: fittingPersonas(settings.oauth, about),
    }) as const;
  const known = claims ? holderOf(claimsOf(given)) : await knownToken(given, settings, io.env);
  const answer: Answer =
    known.kind === 'holder'
      ? {
          name: known.name,
          admin: known.isAdmin,
          ...(await servedAs(known.personas, servedWorkspace(settings, io.userDataDir, nodeFiles).root)),
        }
      : {
          name: null,
          admin: false,
          refused: known.kind === 'scope_missing' ? `it lacks ${known.missing.join(', ')}` : known.why,
          personas: [],
        };
  reporter.result('gateway-who/1', { ...answer }, () => describe(answer));
  return answer.refused === null ? 0 : 1;
}

/** The token or the claims. Whoever sits at a terminal is asked: the token is not shown, the claims may have several lines. */
async function whatIsGiven({ io, reporter }: CommandContext, claims: boolean): Promise<string | null | undefined> {
  if (io.ask && !claims) return io.readSecret?.('Token');
  if (io.ask) reporter.note('Type the claims as a JSON object. End with Ctrl+D, on Windows with Ctrl+Z and Enter.');
  return io.readInput?.(maximumBytes);
}

/** Errors: those of the store. */
async function knownToken(token: string, settings: GatewayServerSettings, env: NodeJS.ProcessEnv): Promise<KnownToken> {
  const { tokenReader } = await import('../../gateway/server/admit-callers.ts');
  const given = { settings: async () => settings, now: Date.now };
  if (!settings.store) return tokenReader(given)(token);
  const { Postgres } = await import('#core/db/postgres/postgres.ts');
  const { StoredTokens } = await import('#core/gateway/store/stored-tokens.ts');
  const postgres = await Postgres.open({ ...settings.store.postgres, env, migrates: false });
  try {
    const stored = new StoredTokens(postgres, Date.now);
    await stored.refresh();
    return await tokenReader({ ...given, stored })(token);
  } finally {
    await postgres.close();
  }
}

function claimsOf(text: string): Record<string, unknown> {
  const value = parseJson(text, 'stdin', { hint: 'Give the claims of an access token as a JSON object.' });
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new PegboardError('usage', 'The claims must be a JSON object.');
}

/** What each persona sees. Errors: those of the workspace. */
async function servedAs(
  personas: readonly { readonly persona: string | null; readonly why: string }[],
  workspace: string,
): Promise<Pick<Answer, 'personas' | 'refused'>> {
  const { catalog, file } = await loadWorkspace(workspace, nodeFiles);
  const toolsOf = (name: string | null) => {
    try {
      const persona = findPersona(file.config, name ?? undefined);
      return allowedNames(catalog.tools, { policies: [file.config.policy], persona }).size;
    } catch (error) {
      if (isPegboardError(error) && error.code === 'unknown_persona') return null;
      throw error;
    }
  };
  const served = personas.map((one) => ({ ...one, tools: toolsOf(one.persona) }));
  const [first] = served;
  if (!first) return { personas: served, refused: 'no rule of oauth.personas fits' };
  if (first.tools === null) return { personas: served, refused: `the workspace has no persona ${first.persona}` };
  return { personas: served, refused: null };
}

function describe({ name, refused, personas, admin }: Answer): string {
  const lines = personas.map(({ persona, why, tools }, i) => {
    const seen = tools === null ? 'no such persona in the workspace' : `${tools} ${tools === 1 ? 'tool' : 'tools'}`;
    const address = i === 0 ? '/mcp' : persona === null ? 'cannot be asked for' : `/mcp/${encodeURIComponent(persona)}`;
    return `  ${persona ?? 'no persona'}: ${seen} (${why}; ${address})`;
  });
  const head = refused === null ? `${name} is let in as:` : `${name ?? 'The token'} is not let in: ${refused}.`;
  return [head, ...lines, ...(admin ? ['It may read the state of the server (/admin/state).'] : [])].join('\n');
}
