import type { LeakEvent, LeakRequest } from '#shared/contract/leaks.ts';
import type { HiddenName, LeakReport } from '#shared/domain/leak-report.ts';
import { providerNameSchema } from '#shared/domain/payload.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { allowedNames, type Persona } from '#shared/domain/tool-policy.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { createNameGate } from '../catalog/name-gate.ts';
import { eventStream } from '../event-stream.ts';
import type { ReadGuidance } from '../guidance/guidance-files.ts';
import { permittedCatalog } from '../planner/permitted/permitted-catalog.ts';
import { ToolFinder } from '../planner/permitted/tool-finder.ts';
import { type PromptEnvironment, workspacePrompt } from '../planner/prompts/initial-prompt.ts';
import { payloadOf } from '../planner/prompts/payload-service.ts';
import { agentStyle } from '../planner/styles/agent-styles.ts';
import type { Services } from '../services.ts';
import { findPersona } from '../workspace/allowed-tools.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { overriddenConfig, withConfig, withProfile } from '../workspace/with-config.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { hiddenToolNames, otherSpellings } from './hidden-names.ts';
import { probeCalls } from './probe-calls.ts';
import { TextScan } from './text-scan.ts';

export interface LeakEnvironment extends PromptEnvironment {
  readonly readGuidance: ReadGuidance;
  readonly onProgress: (done: number, total: number) => void;
}

/** Checks of the open workspace as they go: how far it is, then what it says. */
export function leaksService(
  session: WorkspaceSession,
  {
    guidance,
    ...prompts
  }: Omit<PromptEnvironment, 'signal'> & {
    /** Hints of categories, by the root of the workspace. */
    readonly guidance: (root: string) => ReadGuidance;
  },
): Services['leaks'] {
  return {
    check: (request, call) =>
      eventStream<LeakEvent>(
        async (emit, signal) => {
          const { loaded } = session.current();
          const onProgress = (done: number, total: number) => emit({ type: 'progress', done, total });
          const environment = { ...prompts, readGuidance: guidance(loaded.root), signal, onProgress };
          emit({ type: 'done', report: await checkLeaks(loaded, request, environment) });
        },
        { signal: call?.signal, replaces: (event) => event.type === 'progress' },
      ),
  };
}

/**
 * Renders every text that the model of a persona could read, and looks in it for every name that is hidden from it: the prompt block
 * by block, the requests of providers, and the answers to somebody who asks for each hidden name in every way there is. Results of
 * tools are the world's own words and are not looked at. Errors: `unknown_profile`, `unknown_persona`, `cancelled`.
 */
async function checkLeaks(
  workspace: LoadedWorkspace,
  request: LeakRequest,
  environment: LeakEnvironment,
): Promise<LeakReport> {
  const { fts, now, openSkills, signal, readGuidance } = environment;
  const profiled = withProfile(workspace, request.profile);
  const loaded = withConfig(profiled, { ...profiled.file.config, profiles: [] });
  const { catalog, file } = loaded;
  const { config } = file;
  const persona = findPersona(config, request.persona);
  const permitted = allowedNames(catalog.tools, { policies: [config.policy], persona });
  const view = permittedCatalog(catalog.tools, permitted, config.policy.denied_tools);
  const opened = await openSkills(loaded, { now, signal });
  const finder = new ToolFinder(config.tool_search, { fts, now, readGuidance });
  try {
    const skills = opened?.withConfig(config, { countUses: false }) ?? null;
    const turn = { query: '', context: persona?.tool_context ?? {}, view, emit: () => {} };
    const reach = skills?.reach(turn) ?? { visible: [], hidden: [] };
    const hidden: HiddenName[] = [
      ...hiddenToolNames(catalog, config, persona, permitted),
      ...reach.hidden.map(({ name, why }): HiddenName => ({ name, kind: 'skill', rule: why })),
    ];
    const keeps = new Set([...permitted, ...reach.visible]);
    const names = new Set([...hidden.map(({ name }) => name), ...otherSpellings(catalog.tools, permitted)]);
    for (const name of keeps) names.delete(name);
    const everything = createNameGate(names, keeps);
    const ordinary = new Set<string>();
    const asPersona = { request, persona };
    for await (const { text } of alwaysSentTexts(emptied(loaded), asPersona, environment)) {
      for (const name of everything.namedIn(text)) ordinary.add(name);
    }
    for (const argument of argumentNames(view.tools.values())) {
      for (const name of everything.namedIn(argument)) ordinary.add(name);
    }
    const wanted = new Set([...names].filter((name) => !ordinary.has(name)));
    const scan = new TextScan(createNameGate(wanted, keeps));
    for await (const { place, text } of alwaysSentTexts(loaded, asPersona, environment)) scan.read(place, text);
    await probeCalls(
      hidden.map(({ name }) => name),
      {
        scan,
        config,
        style: agentStyle(config),
        view,
        finder,
        skills,
        turn,
        visibleSkills: reach.visible,
        ...environment,
      },
    );
    const places = scan.places();
    const found = places.reduce((sum, place) => sum + place.found, 0);
    const { profile } = request;
    const looked_for = wanted.size;
    return {
      profile,
      persona: persona?.name ?? null,
      hidden,
      looked_for,
      ordinary: [...ordinary].sort(),
      places,
      found,
    };
  } finally {
    await finder.close();
    opened?.close();
  }
}

/** The workspace for somebody who may use nothing: what its prompt says is Pegboard's own, and the same for everybody. */
function emptied(loaded: LoadedWorkspace): LoadedWorkspace {
  const { config } = loaded.file;
  const nothing = {
    policy: { allowed_tools: [] },
    skills: { skill_packs: [] },
    tool_search: { directory: { groups: [] } },
  };
  return withConfig(loaded, overriddenConfig(config, nothing, 'leak check'));
}

/** The texts that a model reads before it said anything: the blocks of its prompt, and whole requests of providers. */
async function* alwaysSentTexts(
  loaded: LoadedWorkspace,
  { request, persona }: { readonly request: LeakRequest; readonly persona: Persona | null },
  environment: PromptEnvironment,
): AsyncGenerator<{ readonly place: string; readonly text: string }, void> {
  for (const { name, text } of await workspacePrompt(loaded, { persona, query: null }, environment)) {
    yield { place: `prompt: ${name}`, text };
  }
  for (const provider of providerNameSchema.options) {
    throwIfCancelled(environment.signal);
    // The profile is in the workspace that is given.
    const asked = { ...request, profile: 'workspace', provider, cache: false };
    const { body } = await payloadOf(loaded, asked, environment);
    yield { place: `request: ${provider}`, text: JSON.stringify(body) };
  }
}

/** The names of tool arguments, at any depth. A call needs them, so they stay even when they match something hidden. */
function* argumentNames(tools: Iterable<Pick<CatalogTool, 'input_schema' | 'output_schema'>>): Generator<string, void> {
  for (const { input_schema, output_schema } of tools) {
    yield* propertyNames(input_schema);
    yield* propertyNames(output_schema);
  }
}

function* propertyNames(value: unknown): Generator<string, void> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'properties' && typeof inner === 'object' && inner !== null) yield* Object.keys(inner);
    yield* propertyNames(inner);
  }
}
