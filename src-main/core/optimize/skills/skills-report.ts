import { counted } from '#shared/counted.ts';
import type { ConfigChange } from '#shared/domain/config-edit.ts';
import type { SkillListing } from '#shared/domain/host-budgets.ts';
import type { OptimizeSkillsInput, SkillsReport, UnusedSkill } from '#shared/domain/optimize-skills.ts';
import type { UseSession } from '#shared/domain/use.ts';
import type { JsonValue } from '#shared/text/write-value.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import type { Files } from '../../files/files.ts';
import { listedSkill } from '../../host-budgets/skill-by-host.ts';
import { listingLine } from '../../host-budgets/skill-listings.ts';
import type { OpenedScope, SkillLibrary } from '../../skills/skill-library.ts';
import type { StoredSkill } from '../../skills/store/stored-skill.ts';
import { goldenCost, type LabelledQuery } from '../../why-not/golden-cost.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { revisionOf } from '../../workspace/workspace-file.ts';
import {
  type CuttableSkill,
  cutDescriptions,
  fitsEverywhere,
  lacksRoom,
  listingsOf,
  type TooLong,
  tooLongDescriptions,
} from './cut-descriptions.ts';
import { type EditableSkill, editableSkills, packText, withDescription } from './pack-texts.ts';
import { skillNames, skillQueries, skillRanks, skillRanksWith } from './skill-queries.ts';

export interface SkillsReportParts {
  readonly library: SkillLibrary;
  readonly files: Files;
  readonly shippedPacks: string | undefined;
  readonly fts: 'detect' | 'off';
}

/** With fewer sessions that loaded some skill, none counts as unused. */
const fewestSessions = 20;

/** How often cuts are tried again without those that cost a search its skill. */
const mostRounds = 5;

/**
 * What to change in packs: descriptions that no host has room for, and skills that sessions never loaded. A cut after which a search finds
 * its skill lower is not proposed. Errors: `unknown_persona`, `cancelled`, `database_busy`.
 */
export async function skillsReport(
  loaded: LoadedWorkspace,
  sessions: readonly UseSession[],
  {
    input,
    signal,
    ...parts
  }: SkillsReportParts & { readonly input: OptimizeSkillsInput; readonly signal: AbortSignal | undefined },
): Promise<SkillsReport> {
  const caller = input.persona === undefined ? {} : { persona: input.persona };
  const editable = await editableSkills({ workspace: loaded, ...parts });
  return parts.library.use({ workspace: loaded, caller, signal }, async (opened) => {
    const { skills } = opened.scope;
    const namesOf = skillNames(skills.values());
    const queries = await skillQueries(loaded.root, { files: parts.files, sessions, skills, namesOf });
    throwIfCancelled(signal);
    const unused = unusedSkills(opened, sessions, namesOf).filter(({ skill }) => isAsked(input, skill));
    const gone = new Set(unused.map(({ skill }) => skill));
    const left = [...skills.values()].filter(({ name }) => !gone.has(name));
    const cuts = await chosenCuts(left, { input, opened, editable, queries, ...parts });
    const changes = leaveOut(loaded, unused);
    const contextWindow = input.context_window ?? null;
    const before = listingsOf([...skills.values()].map(listedSkill), contextWindow);
    const after = listingsOf(cuts.skills.map(listedSkill), contextWindow);
    const isBetter = cuts.cuts.length + unused.length > 0;
    return {
      verdict: !opened.scope.config.enabled ? 'skills_off' : isBetter ? 'better' : 'keep',
      reason: reasonOf(opened, {
        cuts: cuts.cuts.length,
        unused: unused.length,
        isSpared: cuts.spared.length > 0,
        after,
        tooLong: tooLongDescriptions(cuts.skills.map(listedSkill)),
      }),
      ...{ persona: input.persona ?? null, skills: skills.size },
      sessions: sessions.filter((one) => one.skills.length > 0).length,
      loads: sessions.reduce((sum, one) => sum + one.skills.length, 0),
      hosts: { before, after },
      unlisted: [...skills.keys()].filter((name) =>
        before.every((host) => host.name_only.includes(name) || host.omitted.includes(name)),
      ),
      ...{ cuts: cuts.cuts, unused, spared: cuts.spared, cost: cuts.cost, files: cuts.files },
      ...{ changes, base: revisionOf(loaded.file.text) },
    };
  });
}

function isAsked({ only }: OptimizeSkillsInput, skill: string): boolean {
  return only === undefined || only.includes(skill);
}

interface ReasonGiven {
  readonly cuts: number;
  readonly unused: number;
  readonly isSpared: boolean;
  readonly after: readonly SkillListing[];
  readonly tooLong: readonly TooLong[];
}

function reasonOf({ scope }: OpenedScope, { cuts, unused, isSpared, after, tooLong }: ReasonGiven): string {
  if (!scope.config.enabled) return 'Skills are off, so no host lists any.';
  const parts = [
    ...(cuts > 0 ? [`shorten ${counted(cuts, 'description')}`] : []),
    ...(unused > 0 ? [`leave out ${counted(unused, 'skill')} that no session loaded`] : []),
  ];
  const begin = parts.length > 0 ? `Proposal: ${parts.join(', and ')}.` : 'Keep what you have:';
  const isProposal = parts.length > 0;
  if (fitsEverywhere(after)) {
    return isProposal
      ? `${begin} Every host then lists every description whole.`
      : `${begin} every host lists every description whole, and no skill is proven unused.`;
  }
  if (!lacksRoom(after)) {
    const room = isProposal
      ? 'Every host then has room for all descriptions.'
      : 'every host has room for all descriptions.';
    return `${begin} ${room}${tooLongNote(tooLong)}`;
  }
  if (isProposal) return `${begin} Some host still has no room for all descriptions.${tooLongNote(tooLong)}`;
  const why = isSpared
    ? 'the cuts that would help make a search miss its skill, or are in files that only their author can change'
    : 'no cut that keeps when to use each skill makes more of them whole';
  return `${begin} at least one host has no room for all descriptions, but ${why}.${tooLongNote(tooLong)}`;
}

/** Most descriptions that are named as too long. */
const namedTooLong = 5;

/** The descriptions that are too long whatever room there is, with their limits. */
function tooLongNote(tooLong: readonly TooLong[]): string {
  const number = (value: number) => value.toLocaleString('en-US');
  const named = tooLong
    .slice(0, namedTooLong)
    .map(
      ({ name, host, characters, limit }) =>
        ` The description of ${name} has ${number(characters)} characters; ${host} shows at most ${number(limit)}. Shorten it by hand.`,
    );
  const more = tooLong.length - named.length;
  return `${named.join('')}${more > 0 ? ` ${counted(more, 'more description')} ${more === 1 ? 'is' : 'are'} too long.` : ''}`;
}

/** Skills that no session loaded, of the sessions that loaded some skill since Pegboard first read this one. Pinned ones never count. */
function unusedSkills(
  { scope, pinned }: OpenedScope,
  sessions: readonly UseSession[],
  namesOf: (said: string) => readonly string[],
): UnusedSkill[] {
  const loading = sessions.filter(({ skills }) => skills.length > 0);
  const used = new Set(loading.flatMap(({ skills }) => skills.flatMap(({ skill }) => namesOf(skill))));
  return [...scope.skills.values()].flatMap((skill) => {
    const { name, pack, created_at } = skill;
    const since = loading.filter(({ at }) => at >= created_at).length;
    if (pack === null || used.has(name) || pinned.includes(name) || since < fewestSessions) return [];
    const listed = listedSkill(skill);
    const characters = [...listingLine(listed.name, listed.description)].length;
    // With none of n, the true share is below this with 95 % confidence.
    return [{ skill: name, pack, sessions: since, at_most: 1 - 0.05 ** (1 / since), characters }];
  });
}

/** The change that leaves the unused skills of each pack out: the list of packs as it is written, with their names in it. */
function leaveOut({ file: { document } }: LoadedWorkspace, unused: readonly UnusedSkill[]): ConfigChange[] {
  if (unused.length === 0) return [];
  const { skills } = document.toJS({ maxAliasCount: 100 }) as { skills: { skill_packs: Record<string, JsonValue>[] } };
  const value = skills.skill_packs.map((pack): Record<string, JsonValue> => {
    const names = unused.filter((one) => one.pack === pack.name).map(({ skill }) => skill);
    const before = Array.isArray(pack.left_out_skill_names) ? pack.left_out_skill_names : [];
    return names.length === 0 ? pack : { ...pack, left_out_skill_names: [...before, ...names] };
  });
  return [{ path: ['skills', 'skill_packs'], value }];
}

interface CutGiven extends SkillsReportParts {
  readonly input: OptimizeSkillsInput;
  readonly opened: OpenedScope;
  readonly editable: ReadonlyMap<string, EditableSkill>;
  readonly queries: readonly LabelledQuery[];
}

type ChosenCuts = Pick<SkillsReport, 'cuts' | 'spared' | 'cost' | 'files'> & {
  readonly skills: readonly StoredSkill[];
};

/** Cuts that cost no search its skill: those that would are spared, and others are looked for. */
async function chosenCuts(skills: readonly StoredSkill[], given: CutGiven): Promise<ChosenCuts> {
  const { input, opened, editable, queries, fts, files } = given;
  const contextWindow = input.context_window ?? null;
  const cuttable = skills.map((skill) =>
    cuttableSkill(skill, isAsked(input, skill.name) ? editable.get(skill.name) : undefined),
  );
  const before = skillRanks(opened.scope, queries);
  const spared = new Set<string>();
  for (let round = 0; ; round++) {
    const cut = round < mostRounds ? cutDescriptions(cuttable, { contextWindow, spared }) : new Map<string, string>();
    const written = await filesWith(cut, editable, files);
    for (const name of written.refused) spared.add(name);
    if (written.refused.length > 0) continue;
    const after = skills.map((skill) => withText(skill, cut.get(skill.name)));
    const ranks = cut.size === 0 ? before : skillRanksWith(opened.scope, after, queries, fts);
    const worse = queries.flatMap(({ relevant }, i) =>
      (ranks[i] ?? Number.POSITIVE_INFINITY) > (before[i] ?? Number.POSITIVE_INFINITY) ? relevant.flat() : [],
    );
    const losing = worse.filter((name) => cut.has(name));
    // Where a search loses by the cut of another skill, nothing tells by which: all cuts are given up.
    for (const name of losing.length > 0 ? losing : worse.length > 0 ? cut.keys() : []) spared.add(name);
    if (worse.length > 0 && cut.size > 0) continue;
    return {
      ...{ skills: after, files: written.files, spared: [...spared].sort() },
      cuts: [...cut].flatMap(([name, text]) => {
        const from = cuttable.find((one) => one.name === name)?.description ?? '';
        const at = editable.get(name);
        return at
          ? [
              {
                ...{ skill: name, pack: at.pack.config.name, file: at.skill.file, before: from, after: text },
                ...{ from: [...from].length, to: [...text].length },
              },
            ]
          : [];
      }),
      cost: queries.length === 0 ? null : goldenCost(queries, { before, after: ranks, except: '' }),
    };
  }
}

/** The field of a skill that a cut changes: a SKILL.md says its trigger in its description. */
function cutField({ derived }: Pick<StoredSkill, 'derived'>): 'trigger' | 'description' {
  return derived.includes('trigger') ? 'trigger' : 'description';
}

function cuttableSkill(skill: StoredSkill, at: EditableSkill | undefined): CuttableSkill {
  // Its text must be the one of the file, and not one that Pegboard changed for this caller.
  const isOwn = at?.skill.content_hash === skill.content_hash;
  return {
    name: skill.name,
    description: isOwn ? skill[cutField(skill)] : null,
    listed: listedSkill(skill),
    listedAs: (description) => listedSkill(withText(skill, description)),
  };
}

function withText(skill: StoredSkill, text: string | undefined): StoredSkill {
  return text === undefined ? skill : { ...skill, [cutField(skill)]: text };
}

/** The files with these descriptions, and the skills whose text only their author can change. */
async function filesWith(
  cut: ReadonlyMap<string, string>,
  editable: ReadonlyMap<string, EditableSkill>,
  files: Files,
): Promise<{ readonly files: SkillsReport['files']; readonly refused: readonly string[] }> {
  const texts = new Map<string, SkillsReport['files'][number]>();
  const refused: string[] = [];
  for (const [name, description] of cut) {
    const at = editable.get(name);
    if (!at) continue;
    const key = JSON.stringify([at.pack.config.name, at.skill.file]);
    const { text, ...place } = await packText(at, files);
    const known = texts.get(key) ?? { ...place, before: text, after: text };
    const after = withDescription({ ...place, text: known.after }, name, description);
    if (after === null) refused.push(name);
    else texts.set(key, { ...known, after });
  }
  return { files: [...texts.values()], refused };
}
