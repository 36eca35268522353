import { withheldText } from '#shared/domain/approval.ts';
import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { HiddenName } from '#shared/domain/leak-report.ts';
import { providerNameSchema } from '#shared/domain/payload.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { type DenialReason, type Persona, personaDenial, policyDenial } from '#shared/domain/tool-policy.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { forbiddenNames, forbiddenOwnNames } from '../catalog/name-gate.ts';
import { createSentNames, providers } from '../providers/providers.ts';
import { sentKey } from '../providers/sent-names.ts';

/** The names of tools that a persona's model may not read, and the rule that hides each. */
export function hiddenToolNames(
  { tools }: Catalog,
  { policy }: WorkspaceConfig,
  persona: Persona | null,
  permitted: ReadonlySet<string>,
): HiddenName[] {
  const forbidden = forbiddenNames(tools, permitted, policy.denied_tools);
  const hidden = new Map<string, HiddenName>();
  for (const tool of tools) {
    const reason = policyDenial(tool, policy) ?? (persona && personaDenial(tool, persona));
    if (!reason) continue;
    const rule = inWords(reason, persona?.name);
    if (forbidden.has(tool.name)) hidden.set(tool.name, { name: tool.name, kind: 'tool', rule });
    for (const name of tool.aliases) {
      if (forbidden.has(name) && !hidden.has(name)) {
        hidden.set(name, { name, kind: 'alias', rule: `another name of ${tool.name}: ${rule}` });
      }
    }
  }
  for (const name of policy.denied_tools) {
    if (forbidden.has(name) && !hidden.has(name))
      hidden.set(name, { name, kind: 'denied', rule: 'policy.denied_tools names it; no tool has that name now' });
  }
  return [...hidden.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * How sources and providers spell the names of hidden tools, where that is otherwise. In a namespace a name may be that of a permitted
 * tool.
 */
export function otherSpellings(tools: readonly CatalogTool[], permitted: ReadonlySet<string>): Set<string> {
  const spellings = forbiddenOwnNames(tools, permitted);
  for (const provider of providerNameSchema.options) {
    if (providers[provider].name.namespaces) continue;
    const names = createSentNames(provider, tools);
    for (const tool of tools) if (!permitted.has(tool.name)) spellings.add(sentKey(names.sentOf(tool)));
  }
  return spellings;
}

function inWords(reason: DenialReason, persona = ''): string {
  switch (reason.rule) {
    case 'withheld':
      return withheldText(reason.withheld);
    case 'denied_tools':
      return 'policy.denied_tools names it';
    case 'allowed_tools':
      return 'policy.allowed_tools leaves it out';
    case 'require_tags':
      return `policy.require_tags: it has no tag ${reason.missing.join(', ')}`;
    case 'hidden_tools':
      return `hidden_tools of ${persona}: ${reason.pattern}`;
    case 'visible_tools':
      return `no pattern of visible_tools of ${persona} matches`;
  }
}
