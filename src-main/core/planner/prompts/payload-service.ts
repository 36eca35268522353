import type { PayloadRequest } from '#shared/contract/providers.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { Payload } from '#shared/domain/payload.ts';
import { isInRequest, promptText } from '#shared/domain/prompt-block.ts';
import { allowedNames } from '#shared/domain/tool-policy.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import { discoveryTools, skillsCatalog } from '../../catalog/builtin-catalog.ts';
import { readHistory } from '../../history/read-history.ts';
import { countTextTokens } from '../../prompt/count-tokens.ts';
import { buildPayload } from '../../providers/build-payload.ts';
import { catalogNames } from '../../providers/catalog-names.ts';
import { createSentNames, providers } from '../../providers/providers.ts';
import { type SentNames, sentKey } from '../../providers/sent-names.ts';
import { findPersona } from '../../workspace/allowed-tools.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { withProfile } from '../../workspace/with-config.ts';
import { gateTool } from '../permitted/gate-tool.ts';
import { type PermittedCatalog, permittedCatalog } from '../permitted/permitted-catalog.ts';
import { type PromptEnvironment, workspacePrompt } from './initial-prompt.ts';

/** How an agent acts whose calls are the provider's own, instead of our own way to reply. */
const instructions = 'You are an agent that works step by step with tools.';

/**
 * The request of a persona under a profile. It knows only what that persona may use, as a run does: tools with their texts gated,
 * and of the history what names no other tool. Errors: `unknown_profile`, `unknown_persona`, `invalid_json`, `history_invalid`.
 */
export async function payloadOf(
  workspace: LoadedWorkspace,
  request: PayloadRequest,
  environment: PromptEnvironment,
): Promise<Payload> {
  throwIfCancelled(environment.signal);
  const { provider, query = null, search, cache } = request;
  const loaded = withProfile(workspace, request.profile);
  const { config } = loaded.file;
  const persona = findPersona(config, request.persona);
  const { tools } = loaded.catalog;
  const permitted = allowedNames(tools, { policies: [config.policy], persona });
  const view = permittedCatalog(tools, permitted, config.policy.denied_tools);
  const { history: historyMode } = config.tool_search;
  const searchName = historyMode.enabled ? historyMode.tool_name : 'tool_search';
  const inMode = (mode: 'always' | 'deferred') => [...view.tools.values()].filter((tool) => tool.mode === mode);
  const deferred = inMode('deferred');
  const read = request.history
    ? readHistory(request.history.text, request.history.path, catalogNames(tools))
    : { history: { entries: [] }, findings: [] as Finding[] };
  const blocks = await workspacePrompt(loaded, { persona, query }, environment);
  throwIfCancelled(environment.signal);
  const native = providers[provider].searches(config.providers);
  const kept = blocks.filter(({ name }) => isInRequest(name, { native }));
  const names = createSentNames(provider, tools);
  const payload = buildPayload(
    {
      provider,
      visible: [
        // The examples of our own tools name tools too.
        ...[
          ...(deferred.length > 0 ? discoveryTools(view, config) : []),
          ...(config.skills.enabled ? skillsCatalog : []),
        ].map((tool) => gateTool(tool, view.gate)),
        ...inMode('always'),
      ],
      deferred,
      system: promptText([
        { text: instructions },
        ...kept.map(({ text }) => ({ text: inSentNames(text, view, names) })),
      ]),
      history: read.history.entries,
      gate: view.gate.text,
      query,
      providers: config.providers,
      examples: config.tool_examples,
      search: search ?? historyMode.algorithm,
      searchName,
      cache,
      names,
    },
    countTextTokens,
  );
  return { ...payload, findings: [...read.findings, ...payload.findings] };
}

/** A word as names are written. */
const word = /[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/gu;

/** A block of our prompt with the names that the request has, so that a model that reads one can call it. */
function inSentNames(text: string, { tools }: PermittedCatalog, names: SentNames): string {
  return text.replace(word, (match) => {
    const tool = tools.get(match);
    return tool ? sentKey(names.sentOf(tool)) : match;
  });
}
