import type { PayloadRequest } from '#shared/contract/providers.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { Payload } from '#shared/domain/payload.ts';
import { isInRequest, promptText } from '#shared/domain/prompt-block.ts';
import { allowedNames } from '#shared/domain/tool-policy.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { catalogNames } from '../history/catalog-names.ts';
import { readHistory } from '../history/read-history.ts';
import { skillsCatalog } from '../planner/builtin-catalog.ts';
import { findPersona } from '../planner/find-persona.ts';
import { gateTool } from '../planner/gate-tool.ts';
import { discoveryTools } from '../planner/history-mode.ts';
import { createRunView, type RunView } from '../planner/run-view.ts';
import { type PromptEnvironment, workspacePrompt } from '../planner/workspace-prompt.ts';
import { countTextTokens } from '../prompt/count-tokens.ts';
import { withProfile } from '../prompt/with-config.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { buildPayload } from './build-payload.ts';
import { createSentNames, type SentNames, sentKey } from './sent-names.ts';

/** How an agent acts whose calls are the provider's own, in place of our own way to reply. */
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
  const view = createRunView(tools, permitted, config.policy.denied_tools);
  const { history: historyMode } = config.tool_search;
  const searchName = historyMode.enabled ? historyMode.tool_name : 'tool_search';
  const inMode = (mode: 'always' | 'deferred') => [...view.tools.values()].filter((tool) => tool.mode === mode);
  const deferred = inMode('deferred');
  const read = request.history
    ? readHistory(request.history.text, request.history.path, catalogNames(tools))
    : { history: { entries: [] }, findings: [] as Finding[] };
  const blocks = await workspacePrompt(loaded, { persona, query }, environment);
  throwIfCancelled(environment.signal);
  const native = provider !== 'openai-chat' && nativeSearch(provider, config.providers);
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
function inSentNames(text: string, { tools }: RunView, names: SentNames): string {
  return text.replace(word, (match) => {
    const tool = tools.get(match);
    return tool ? sentKey(names.sentOf(tool)) : match;
  });
}

function nativeSearch(
  provider: 'anthropic' | 'openai-responses',
  { anthropic, openai_responses }: LoadedWorkspace['file']['config']['providers'],
): boolean {
  return provider === 'anthropic' ? anthropic.native_search : openai_responses.native_search;
}
