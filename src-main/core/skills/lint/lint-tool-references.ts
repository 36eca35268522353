import { builtinTools, reservedToolNames } from '#shared/domain/builtin-tools.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { PackSkill } from '#shared/domain/pack.ts';
import { skillFinding } from '#shared/domain/skill-finding.ts';
import { namespaceOf } from '#shared/domain/tool.ts';
import { personaDenial } from '#shared/domain/tool-policy.ts';
import { spellHiddenCharacters } from '#shared/hidden-characters.ts';
import { isRecord } from '#shared/text/values.ts';
import { closestTo } from '../../workspace/closest-name.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';

const skillTools = new Set(['skill_search', 'skill_get', 'skill_list']);

/**
 * Tools that skills name and that an agent of this workspace cannot use: unknown ones (did you mean …), those that the policy
 * or a persona denies, and the discovery tools while search is off. A prompt never gets such a name; its author should know.
 */
export function lintToolReferences(
  skills: readonly PackSkill[],
  workspace: LoadedWorkspace,
  options?: PackOfSkills,
): Finding[] {
  return toolReferenceProblems(skills, workspace, options).map(({ finding }) => finding);
}

/** `isShipped`: the pack comes with Pegboard, so only a copy of it can be changed. */
interface PackOfSkills {
  readonly isShipped: boolean;
}

/** A wrong reference: its skill, the name as written there, and the known name that was probably meant. */
export interface ToolReferenceProblem {
  readonly finding: Finding;
  readonly skill: PackSkill;
  readonly name: string;
  readonly near?: string | undefined;
}

/** The same with what a fix needs. */
export function toolReferenceProblems(
  skills: readonly PackSkill[],
  workspace: LoadedWorkspace,
  { isShipped }: PackOfSkills = { isShipped: false },
): ToolReferenceProblem[] {
  const copyFirst = isShipped ? 'Copy the pack into the workspace, then write' : 'Write';
  const { catalog, registry, file } = workspace;
  const { personas, tool_search } = file.config;
  const known = new Map(
    catalog.tools.flatMap((tool) => [tool.name, ...tool.aliases].map((name) => [name, tool] as const)),
  );
  const namespaces = new Set(catalog.tools.map(({ name }) => namespaceOf(name)));
  const names = [...known.keys(), ...builtinTools.map(({ name }) => name), ...skillTools];
  const nearest = nearestOf(names);
  const judge = (skill: PackSkill, name: string): Pick<ToolReferenceProblem, 'finding' | 'near'> | null => {
    const place = { path: skill.file, line: skill.line };
    const shown = spellHiddenCharacters(name.slice(0, 120));
    if (builtinTools.some((tool) => tool.name === name)) {
      if (tool_search.enabled) return null;
      const finding = skillFinding(
        'tool_deferred',
        place,
        `${skill.name} names ${shown}, and tool search is off.`,
        'Set tool_search.enabled to true, or leave the reference out.',
      );
      return { finding };
    }
    if (reservedToolNames.has(name) || skillTools.has(name)) return null;
    const tool = known.get(name);
    if (!tool) {
      const near = nearest(name);
      const finding = skillFinding(
        'tool_unknown',
        place,
        `${skill.name} names ${shown}, which no source has.`,
        near ? `Did you mean ${near}?` : 'Import its source, or correct the name.',
      );
      return { finding, near };
    }
    if (!registry.has(tool.name)) {
      const finding = skillFinding(
        'tool_denied',
        place,
        `${skill.name} names ${shown}, which the policy denies; a model reads general guidance instead.`,
        `${copyFirst} the step without it, or allow the tool.`,
      );
      return { finding };
    }
    const denied = personas.filter((persona) => personaDenial(tool, persona)).map((persona) => persona.name);
    if (denied.length === 0) return null;
    const finding = skillFinding(
      'tool_denied',
      place,
      `${skill.name} names ${shown}, which the ${denied.length === 1 ? 'persona' : 'personas'} ${denied.join(', ')} may not use. Under ${denied.length === 1 ? 'it' : 'them'}, a model reads general guidance instead.`,
      `${copyFirst} the step so that it works without the tool.`,
    );
    return { finding };
  };
  const isKnown = (name: string) => known.has(name) || reservedToolNames.has(name) || skillTools.has(name);
  const isMistyped = (word: string) => isMistypedTool(word, { nearest, namespaces, isKnown });
  return skills.flatMap((skill) =>
    [...namedTools(skill, namespaces, { isKnown, isMistyped })].flatMap((name) => {
      const problem = judge(skill, name);
      return problem ? [{ ...problem, skill, name }] : [];
    }),
  );
}

/** How many unknown names are compared with every tool: past them a list of skills without its tools takes minutes. */
const maximumSuggestions = 200;

/** The known name that an unknown one was probably meant to be, each looked for once. */
function nearestOf(names: readonly string[]): (name: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (name) => {
    if (!known.has(name) && known.size < maximumSuggestions) known.set(name, closestTo(name.slice(0, 120), names));
    return known.get(name);
  };
}

/**
 * What a skill lists under `tools`, what it names between backquotes that starts with a namespace of the catalog, and the
 * tools that are there in plain prose: whole words with a dot or an underscore, since others may be just words. An unknown
 * word in prose counts only where it is a known tool with a slip of the pen: others may be fields or files.
 */
function namedTools(
  skill: PackSkill,
  namespaces: ReadonlySet<string | null>,
  { isKnown, isMistyped }: { isKnown: (name: string) => boolean; isMistyped: (word: string) => boolean },
): Set<string> {
  const { tools } = skill.extra;
  const listed = (Array.isArray(tools) ? tools.slice(0, 50) : []).flatMap((entry: unknown) => {
    const name = isRecord(entry) ? entry.tool : entry;
    return typeof name === 'string' ? [name] : [];
  });
  const { title, description, trigger, steps, preconditions, failure_modes, body } = skill;
  const text = [title ?? '', description ?? '', trigger, ...steps, ...preconditions, ...failure_modes, body].join('\n');
  const quoted = [...text.matchAll(/`([\p{L}\p{N}_.-]{3,120})`/gu)].map((match) => match[1] ?? '');
  const words = (text.match(/[\p{L}\p{N}_][\p{L}\p{N}_.-]*/gu) ?? []).map((word) =>
    word.length <= 200 ? word.replace(/[.-]+$/, '') : '',
  );
  return new Set([
    ...listed,
    ...quoted.filter((name) => namespaces.has(namespaceOf(name)) && namespaceOf(name) !== null),
    ...words.filter((word) => (/[._]/.test(word) && isKnown(word)) || isMistyped(word)),
  ]);
}

/** Last parts of addresses and of files: `github.com`, `git.md`. */
const endings = new Set(
  'com org net io dev ai app co info md txt ts tsx js jsx mjs cjs json jsonl yaml yml toml py rb go rs java sh sql csv html css xml pdf png svg lock log'.split(
    ' ',
  ),
);

/**
 * Whether a word of plain prose is a tool with a slip of the pen: `namespace.name`, near a tool that exists, and with either its
 * namespace or its name right.
 */
function isMistypedTool(
  word: string,
  {
    nearest,
    namespaces,
    isKnown,
  }: {
    readonly nearest: (name: string) => string | undefined;
    readonly namespaces: ReadonlySet<string | null>;
    readonly isKnown: (name: string) => boolean;
  },
): boolean {
  const [, namespace = '', name = ''] = /^([\p{L}_][\p{L}\p{N}_-]*)\.([\p{L}_][\p{L}\p{N}_.-]{3,})$/u.exec(word) ?? [];
  if (name === '' || isKnown(word)) return false;
  if (endings.has((name.split('.').at(-1) ?? '').toLowerCase())) return false;
  const near = nearest(word);
  if (near === undefined || namespaceOf(near) === null) return false;
  return namespaces.has(namespace) || near.endsWith(`.${name}`);
}
