import { firstMatchingGlob } from '#shared/domain/glob.ts';
import { promptText } from '#shared/domain/prompt-block.ts';
import type { Task } from '#shared/domain/task.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { toolPolicySchema } from '#shared/domain/tool-policy.ts';
import { answerCall } from '../../gateway/answer-call.ts';
import type { HostDialogue } from '../../gateway/host-dialogue.ts';
import type { ServedTool } from '../../gateway/served-tool.ts';
import { type GatewayView, gatewayView } from '../../gateway/view.ts';
import type { ReadGuidance } from '../../guidance/guidance-files.ts';
import type { Logger } from '../../logger.ts';
import { ToolFinder } from '../../planner/permitted/tool-finder.ts';
import { failedOutcome } from '../../planner/run/builtin-calls.ts';
import type { RunContext } from '../../planner/run/run-context.ts';
import type { HostStage, SimulatedHost } from '../../planner/scenario/simulated-host.ts';
import { renderPrompt } from '../../prompt/render-prompt.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { hostStyle } from './host-style.ts';
import { readCall } from './read-call.ts';
import { worldServers } from './world-servers.ts';

export interface GatewayHostOptions {
  /** Tools that are called at their real server. */
  readonly liveTools: Task['live_tools'];
  readonly fts: 'detect' | 'off';
  readonly readGuidance?: ReadGuidance | undefined;
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
  readonly logger: Logger;
}

/** An agent in a host that has only the gateway: it has the tools that the gateway lists, and reads what the gateway answers. */
export function gatewayHost(
  { loaded, persona, bind, now }: HostStage,
  { liveTools, fts, readGuidance, stopwatch, logger }: GatewayHostOptions,
): SimulatedHost {
  const { config } = loaded.file;
  const view = gatewayView(loaded, { persona, mode: undefined });
  const finder = new ToolFinder(config.tool_search, { fts, now, readGuidance });
  const dialogue = dialogueOf(liveTools);
  const style = hostStyle(config, async ({ next_node: name, args }, { state, signal, options }: RunContext) => {
    const upstreams = worldServers(bind, { context: state.context, timeoutMs: config.planner.tool_timeout_ms });
    const call = { name, arguments: args, meta: {}, signal, dialogue, caller: null, trace: null };
    try {
      const answered = await answerCall(call, { view, finder, upstreams, stopwatch });
      return readCall(name, answered, options.config.planner.max_observation_chars);
    } catch (error) {
      if (!signal.aborted) logger.error(`The gateway failed to answer ${name}.`, { error: String(error) });
      return { ...failedOutcome(name), tool: null, activated: null };
    }
  });
  return { config: hostConfig(loaded), tools: listedTools(view), style, close: () => finder.close() };
}

/** The first prompt of such an agent, before it knows what the user wants. Error: `unknown_persona`. */
export function hostPrompt(loaded: LoadedWorkspace, persona: string | null): string {
  const tools = listedTools(gatewayView(loaded, { persona, mode: undefined }));
  const { tool_examples: examples } = loaded.file.config;
  return promptText(renderPrompt({ tools, examples, discovery: false, directory: [], hints: [], skills: null }));
}

function listedTools(view: GatewayView): CatalogTool[] {
  return view.listed.map(asCatalogTool);
}

/** A host searches nothing and hides nothing of what it is given: the gateway does. */
function hostConfig({ file: { config } }: LoadedWorkspace): SimulatedHost['config'] {
  return {
    ...config,
    policy: toolPolicySchema.parse({}),
    tool_search: { ...config.tool_search, enabled: false },
    skills: { ...config.skills, enabled: false },
  };
}

/** A person agrees to each simulated call, as in a trial without the gateway, and nobody is there to agree to a live one. */
function dialogueOf(liveTools: readonly string[]): HostDialogue {
  return {
    confirm: async ({ name }) => ({ kind: firstMatchingGlob(liveTools, name) === undefined ? 'agreed' : 'cannot_ask' }),
    signIn: async () => null,
    passed: { capabilities: {}, answers: {} },
    answered: async (answer) => answer,
  };
}

/** A listed tool with what a model reads of it: name, description and schemas. */
function asCatalogTool({ name, title, description, inputSchema, outputSchema }: ServedTool): CatalogTool {
  return {
    name,
    upstream_name: name,
    namespace: null,
    source: 'gateway',
    title: title ?? null,
    description,
    input_schema: inputSchema,
    output_schema: outputSchema ?? null,
    annotations: null,
    side_effects: null,
    tags: [],
    category: null,
    phrases: [],
    hypothetical_queries: [],
    usage_hint: null,
    related_tools: [],
    examples: [],
    aliases: [],
    risk_level: null,
    requires_confirmation: false,
    extraction: null,
    extra: {},
    declared_mode: 'always',
    mode: 'always',
    mode_reason: { rule: 'declaration', detail: 'a host lists every tool of its servers' },
  };
}
