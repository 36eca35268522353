import type { Finding } from '#shared/domain/finding.ts';
import type { SourceSummary } from '#shared/domain/live-source.ts';
import { connectionKind, describeConnection } from '#shared/domain/mcp-connection.ts';
import type { Source } from '#shared/domain/source.ts';
import { toolDefinitionJson } from '#shared/domain/tool.ts';
import { isPegboardError } from '#shared/errors.ts';
import { estimateTokens } from '#shared/tokens.ts';
import { resolveConnection } from '../secrets/resolve-connection.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { ConsentStore } from './consent-store.ts';
import type { ImportFacts } from './import-facts.ts';
import type { ServerSessions } from './server-sessions.ts';

interface SummaryContext {
  readonly consents: ConsentStore;
  readonly facts: ImportFacts;
  readonly sessions: ServerSessions;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Every source of a workspace with everything that is known about it, in the order of the file. Starts nothing. */
export async function summariseSources(
  loaded: LoadedWorkspace,
  context: SummaryContext,
): Promise<readonly SourceSummary[]> {
  const { sources } = loaded.file.config;
  const { consents, sessions } = context;
  const facts = await context.facts.read(loaded.cacheDir);
  const granted = await consents.granted(
    loaded.root,
    sources.flatMap(({ mcp }) => (mcp ? [mcp] : [])),
  );
  const answers = granted.values();
  return sources.map((source): SourceSummary => {
    const { name, mcp } = source;
    const held = loaded.sources.find((other) => other.source.name === name);
    const tools = loaded.catalog.tools.filter((tool) => tool.source === name);
    const { stale = false, ...imported } = facts[name] ?? {};
    return {
      name,
      kind: mcp ? connectionKind(mcp).kind : 'file',
      format: source.format,
      path: source.path,
      enabled: source.enabled,
      status: held ? (source.enabled ? 'ready' : 'disabled') : 'unreadable',
      tools: held?.tools.length ?? 0,
      tokens_estimate: tools.reduce((sum, tool) => sum + estimateTokens(toolDefinitionJson(tool)), 0),
      runs: mcp ? describeConnection(mcp) : null,
      consented: mcp ? (answers.next().value ?? false) : null,
      last_import: 'at' in imported ? imported : null,
      state: mcp ? sessions.state(loaded.root, name) : null,
      stale: mcp !== undefined && stale,
      sign_in: null,
      findings: [...unreadable(loaded, source), ...missingVariables(loaded, source, context)],
      mcp_problem: mcp ? sessions.problem(name) : null,
    };
  });
}

function unreadable({ findings }: LoadedWorkspace, { path }: Source): Finding[] {
  return findings.filter((finding) => finding.code === 'source_unreadable' && finding.path === path);
}

/** What must be set before the source can be started; nothing while a session knows what the user typed. */
function missingVariables({ root }: LoadedWorkspace, { name, mcp }: Source, context: SummaryContext): Finding[] {
  if (!mcp) return [];
  try {
    resolveConnection(mcp, { env: { ...context.env, ...context.sessions.valuesOf(root, mcp) }, root, source: name });
    return [];
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    const { code, message, hint } = error;
    return [{ code, severity: 'warning', message, path: `sources: ${name}`, ...(hint === undefined ? {} : { hint }) }];
  }
}
