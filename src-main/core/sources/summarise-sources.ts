import { type Finding, finding } from '#shared/domain/finding.ts';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import { connectionKind } from '#shared/domain/mcp-connection.ts';
import type { Source } from '#shared/domain/source.ts';
import { isPegboardError } from '#shared/errors.ts';
import { tokensOfSize } from '#shared/tokens.ts';
import { promptSize } from '../describe/catalog-tokens.ts';
import { resolveConnection } from '../secrets/resolve-connection.ts';
import { shownConnection } from '../secrets/shown-connection.ts';
import type { SignInStore } from '../secrets/sign-in-store.ts';
import { referredVariables } from '../secrets/variable-references.ts';
import type { Values, VariableValues } from '../secrets/variable-values.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { ConsentStore } from './consent-store.ts';
import type { ImportFacts } from './import-facts.ts';
import type { ServerSessions } from './server-sessions.ts';

interface SummaryContext {
  readonly consents: ConsentStore;
  readonly facts: ImportFacts;
  readonly sessions: ServerSessions;
  readonly signIns: SignInStore;
  /** Where the variables of connections have their values. */
  readonly values: VariableValues;
}

/** The same, with the values of one workspace. */
interface ValuedContext extends SummaryContext {
  readonly env: Values;
  readonly unencrypted: ReadonlySet<string>;
}

/** Every source of a workspace with everything that is known about it, in the order of the file. Starts nothing. */
export async function summariseSources(
  loaded: LoadedWorkspace,
  given: SummaryContext,
): Promise<readonly SourceSummary[]> {
  const { sources } = loaded.file.config;
  const { consents, sessions, values } = given;
  const kept = await values.kept.list(loaded.root);
  const unencrypted = new Set(kept.filter(({ kept_in }) => kept_in === 'file').map(({ name }) => name));
  const context: ValuedContext = { ...given, env: await values.of(loaded.root), unencrypted };
  const facts = await context.facts.read(loaded.cacheDir);
  const granted = await consents.granted(
    loaded.root,
    sources.flatMap(({ mcp }) => (mcp ? [mcp] : [])),
  );
  const answers = granted.values();
  const sizes = sizesBySource(loaded);
  const signIns = await signInStates(loaded, context);
  return sources.map((source): SourceSummary => {
    const { name, mcp } = source;
    const held = loaded.sources.find((other) => other.source.name === name);
    const { stale = false, ...imported } = facts[name] ?? {};
    return {
      name,
      kind: mcp ? connectionKind(mcp).kind : 'file',
      format: source.format,
      path: source.path,
      enabled: source.enabled,
      status: held ? (source.enabled ? 'ready' : 'disabled') : 'unreadable',
      tools: held?.tools.length ?? 0,
      tokens_estimate: tokensOfSize(sizes.get(name) ?? 0, 'estimate'),
      runs: mcp ? shownConnection(mcp) : null,
      consented: mcp ? (answers.next().value ?? false) : null,
      last_import: 'at' in imported ? imported : null,
      state: mcp ? sessions.state(loaded.root, name) : null,
      stale: mcp !== undefined && stale,
      pack: loaded.file.config.skills.skill_packs.find((pack) => pack.source === name)?.name ?? null,
      sign_in: signIns.get(name)?.state ?? null,
      findings: [
        ...unreadable(loaded, source),
        ...missingVariables(loaded, source, context),
        ...(signIns.get(name)?.findings ?? []),
        ...valuesUnencrypted(source, context),
      ],
      mcp_problem: mcp ? sessions.problem(name) : null,
    };
  });
}

/** Code points that the tools of each source would have in the prompt. What the policy denies is in no prompt. */
function sizesBySource({ registry, file }: LoadedWorkspace): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const tool of registry.values()) {
    sums.set(tool.source, (sums.get(tool.source) ?? 0) + promptSize(tool, file.config.tool_examples));
  }
  return sums;
}

function unreadable({ findings }: LoadedWorkspace, { path }: Source): Finding[] {
  return findings.filter((finding) => finding.code === 'source_unreadable' && finding.path === path);
}

/** What must be set before the source can be started; nothing while a session knows what the user typed. */
function missingVariables({ root }: LoadedWorkspace, source: Source, context: ValuedContext): Finding[] {
  const resolved = resolvedConnection(root, source, context);
  if (!isPegboardError(resolved)) return [];
  const { code, message, hint } = resolved;
  return [
    {
      code,
      severity: 'warning',
      message,
      path: `sources: ${source.name}`,
      ...(hint === undefined ? {} : { hint }),
    },
  ];
}

/** Whether the user is signed in, or must sign in, at each source with an address. */
async function signInStates({ root, file }: LoadedWorkspace, context: ValuedContext) {
  const addresses = file.config.sources.flatMap((source) => {
    const resolved = resolvedConnection(root, source, context);
    if (!resolved || isPegboardError(resolved) || resolved.kind !== 'http' || !URL.canParse(resolved.url)) return [];
    return [{ name: source.name, url: new URL(resolved.url) }];
  });
  const kept = await context.signIns.keptIn(addresses.map(({ url }) => url));
  return new Map(
    addresses.map(({ name, url }, i) => {
      const place = kept[i] ?? null;
      const state = context.sessions.wantsSignIn(url) ? 'needed' : place === null ? null : 'signed_in';
      return [name, { state, findings: place === 'file' ? [tokensUnencrypted(name)] : [] }] as const;
    }),
  );
}

/** The connection with its variables filled in, or the error that says which are missing; undefined for a file. */
function resolvedConnection(root: string, { name, mcp }: Source, { env, sessions }: ValuedContext) {
  if (!mcp) return undefined;
  try {
    return resolveConnection(mcp, { env: { ...env, ...sessions.valuesOf(root, mcp) }, root, source: name }).connection;
  } catch (error) {
    if (isPegboardError(error)) return error;
    throw error;
  }
}

/** Kept values that anybody could read who reads the user's files. */
function valuesUnencrypted({ name, mcp }: Source, { unencrypted }: ValuedContext): Finding[] {
  const kept = mcp ? referredVariables(JSON.stringify(mcp)).filter((variable) => unencrypted.has(variable)) : [];
  if (kept.length === 0) return [];
  return [
    finding('values_unencrypted', {
      message: `The kept ${kept.length === 1 ? 'value' : 'values'} of ${kept.join(', ')} are stored unencrypted in a file that only you can read, because the system keychain is not used.`,
      path: `sources: ${name}`,
      hint: `Remove what you do not need any more: pegboard sources values ${kept.map((one) => `--forget ${one}`).join(' ')}`,
    }),
  ];
}

/** The notice for users who sign in without a keychain. */
export function tokensUnencrypted(name: string): Finding {
  return finding('tokens_unencrypted', {
    message: `The tokens of ${name} are stored unencrypted in a file that only you can read, because the system keychain is not used.`,
    path: `sources: ${name}`,
    hint: `Sign out when you do not need them any more: pegboard sources sign-out ${name}`,
  });
}
