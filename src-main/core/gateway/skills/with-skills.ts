import type { SkillScope } from '../../skills/retrieval/skill-scope.ts';
import { createToolGate, type ToolGate } from '../../skills/retrieval/tool-gate.ts';
import type { SkillLibrary } from '../../skills/skill-library.ts';
import { findPersona } from '../../workspace/allowed-tools.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import type { HostFacts, OtherRequest } from '../mcp-server.ts';
import type { OtherOutcome } from '../other-requests.ts';
import type { GatewayView } from '../view.ts';
import { type ServedSkills, servedSkills } from './served-skills.ts';
import { skillMethods } from './skill-methods.ts';
import { skillAnswer, skillFileAnswer } from './skill-requests.ts';

/** The first revision whose answers carry `ttlMs` and `cacheScope`. */
const cacheFieldsSince = '2026-07-28';

/** Whether hosts of a view get the skills of the packs. */
export function servesSkills({ config }: GatewayView): boolean {
  return config.skills.enabled && config.gateway.skills;
}

interface SkillContext {
  readonly host: HostFacts;
  readonly view: GatewayView;
  readonly workspace: LoadedWorkspace;
  readonly library: SkillLibrary;
  /** Answers by the servers behind the gateway. */
  ofServers(): Promise<OtherOutcome>;
}

/** Answers what the skills of a reader answer, and lets the servers behind answer the rest. */
export async function withSkills(request: OtherRequest, context: SkillContext): Promise<OtherOutcome> {
  const { view, host, ofServers } = context;
  const { method, params } = request;
  const passesResources = view.config.gateway.resources;
  const known = async () => skillsOf(context, request.signal);
  switch (method) {
    case 'resources/read': {
      const file = await skillFileAnswer(await known(), params.uri);
      if (file?.record?.outcome === 'failed') context.library.markStale();
      if (file) return file;
      if (passesResources) return ofServers();
      const message = 'There is no such resource.';
      return { answer: { kind: 'refusal', code: -32602, message, data: { uri: params.uri } }, record: null };
    }
    case 'resources/list': {
      const { resources } = await known();
      const others = passesResources ? await ofServers() : noResources;
      if (resources.length === 0 || others.answer.kind !== 'result') {
        return resources.length === 0 ? others : { answer: { kind: 'result', result: { resources } }, record: null };
      }
      const passed = others.answer.result.resources as readonly unknown[];
      return { answer: { kind: 'result', result: { resources: [...resources, ...passed] } }, record: null };
    }
    case 'resources/templates/list':
      return passesResources ? ofServers() : noTemplates;
    default: {
      if (!skillMethods.some((one) => one === method)) return ofServers();
      const hasCacheFields = host.protocol >= cacheFieldsSince;
      return { answer: skillAnswer(await known(), { method, params, hasCacheFields }), record: null };
    }
  }
}

const noResources: OtherOutcome = { answer: { kind: 'result', result: { resources: [] } }, record: null };
const noTemplates: OtherOutcome = { answer: { kind: 'result', result: { resourceTemplates: [] } }, record: null };

const gates = new WeakMap<GatewayView, ToolGate>();
const served = new WeakMap<SkillScope, Promise<ServedSkills>>();

/** The skills of a view, made once for each state of the packs. */
async function skillsOf({ view, workspace, library }: SkillContext, signal: AbortSignal): Promise<ServedSkills> {
  const persona = findPersona(view.config, view.persona ?? undefined);
  const reader = { context: persona?.tool_context ?? {}, gate: gateOf(view) };
  const { scope, folder } = await library.use({ workspace, reader, signal }, (opened) => opened);
  const known = served.get(scope);
  if (known) return known;
  const made = servedSkills(scope, folder);
  served.set(scope, made);
  // What could not be read is read again by the next request.
  made.catch(() => served.delete(scope));
  return made;
}

/** Hosts have the tools of their list: a text names no other tool of Pegboard. */
function gateOf(view: GatewayView): ToolGate {
  const known = gates.get(view);
  if (known) return known;
  const discovery = ['tool_search', 'tool_get'].filter((name) => view.listedNames.has(name));
  const gate = createToolGate(view.gate, { tools: view.tools, discovery });
  gates.set(view, gate);
  return gate;
}
