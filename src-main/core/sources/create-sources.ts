import { defaultMcpLimits } from '../mcp/mcp-limits.ts';
import { startServerProcess } from '../mcp/server-process.ts';
import { environmentSecrets } from '../secrets/environment-secrets.ts';
import { KeptValues } from '../secrets/kept-values.ts';
import { createMasker, type Secret } from '../secrets/masker.ts';
import { SignInStore } from '../secrets/sign-in-store.ts';
import { VariableValues } from '../secrets/variable-values.ts';
import type { GivenOptions } from '../services-options.ts';
import type { ConfigEdits } from '../workspace/config-edits.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import type { ConsentStore } from './consent-store.ts';
import { ImportFacts } from './import-facts.ts';
import { LiveSources } from './live-sources.ts';
import { RemovedSources } from './removed-sources.ts';
import { ServerReviews } from './review/server-reviews.ts';
import { WorkspaceValues } from './review/workspace-values.ts';
import { sourcesService } from './sources-service.ts';

/** Everything about servers: their consent, their values, their sessions, and the sources that come of them. */
export function sourcesOf({
  config: edits,
  ...given
}: GivenOptions & {
  readonly session: WorkspaceSession;
  readonly consents: ConsentStore;
  readonly config: ConfigEdits;
}) {
  const stores = { ...given, box: given.secretBox };
  const values = new VariableValues({ env: given.env, kept: new KeptValues(stores) });
  const signIns = new SignInStore(stores);
  const ofEnvironment = secretsInUse(given);
  const { text: mask } = createMasker([], () => [...signIns.secrets(), ...values.secrets(), ...ofEnvironment()]);
  const facts = new ImportFacts(given.files);
  const parts = { ...given, values, facts };
  const live = new LiveSources({
    ...parts,
    limits: { ...defaultMcpLimits, ...given.mcpLimits },
    startServer: given.startServer ?? startServerProcess,
    clientVersion: given.versions.pegboard ?? '0',
    signIns,
    listenForRedirect: given.listenForRedirect,
    idleMs: given.sessionIdleMs ?? 0,
  });
  const reviews = new ServerReviews({ ...parts, machine: given.machine });
  const kept = new WorkspaceValues(parts);
  const removed = new RemovedSources(parts);
  return { live, mask, reviews, sources: sourcesService({ ...parts, edits, reviews, live, kept, removed }) };
}

/** The values of the environment that the open workspace refers to; looked up once for each state of its files. */
function secretsInUse({ session, env }: Pick<GivenOptions, 'env'> & { readonly session: WorkspaceSession }) {
  const known = new WeakMap<object, readonly Secret[]>();
  return (): readonly Secret[] => {
    const config = session.loaded()?.file.config;
    if (!config) return [];
    const secrets = known.get(config) ?? environmentSecrets(config.sources, env);
    known.set(config, secrets);
    return secrets;
  };
}
