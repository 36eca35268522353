import { canonicalJson } from '#shared/canonical-json.ts';
import type { GatewayServerSettings } from '#shared/domain/gateway-server.ts';
import { contractDigest, contractHashes } from '../../approval/contract.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import type { Facts } from './trail-entry.ts';

/** What decides who may use what in a workspace. */
export type ServedRules = Pick<LoadedWorkspace, 'root' | 'file' | 'lock'>;

/** The facts of a workspace: its policy, its personas, whether approvals count, and what is approved or rejected. */
export function workspaceFacts({ file: { config }, lock }: ServedRules): Facts {
  const facts: Record<string, string> = {
    policy: canonicalJson(config.policy),
    approvals: canonicalJson(config.approvals),
  };
  for (const persona of config.personas) facts[`persona ${persona.name}`] = canonicalJson(persona);
  if (lock.kind !== 'read') return { ...facts, lock: canonicalJson(lock.kind) };
  for (const { source, kind, tool, contract, rejected } of lock.entries.values()) {
    const approved = contract && contractDigest(contractHashes(contract));
    facts[`approval ${kind === undefined ? '' : `${kind} `}${source}.${tool}`] = canonicalJson({ approved, rejected });
  }
  return facts;
}

/** The facts of the settings: who has a token of the file, which access tokens get which persona, who may read the state, where callers have credentials of their own, and the limits. */
export function settingsFacts({ tokens, oauth, admin, upstreams, limits }: GatewayServerSettings): Facts {
  const facts: Record<string, string> = { limits: canonicalJson(limits) };
  if (oauth) facts.oauth = canonicalJson(oauth);
  if (admin) facts.admin = canonicalJson(admin);
  for (const upstream of upstreams) facts[`upstream ${upstream.source}`] = canonicalJson(upstream);
  for (const token of tokens) facts[`token ${token.name}`] = canonicalJson(token);
  return facts;
}
