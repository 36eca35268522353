import type { ExperimentRunInput, TaskFile } from '#shared/contract/experiments.ts';
import type { Arm } from '#shared/domain/experiment.ts';
import { type StandardArm, standardArms } from '#shared/domain/standard-arms.ts';
import { remembered } from '../../state/remembered.ts';
import { strings } from '../../strings/experiments.ts';

export const levels = ['easy', 'medium', 'hard'] as const;
export type Level = (typeof levels)[number];

export const players = ['scripted', 'anthropic', 'openai', 'openai-compatible'] as const;
export type Player = (typeof players)[number];

export const limitNames = ['cost_usd', 'tokens', 'requests', 'minutes'] as const;
export type Limits = { readonly [Name in (typeof limitNames)[number]]?: number };

/** A new experiment as it is put together on the screen. */
export interface Draft {
  readonly name: string;
  readonly levels: readonly Level[];
  /** Only tasks with one of these; none: all. */
  readonly tags: readonly string[];
  /** Names of the arms, the one that the others are compared with first. */
  readonly arms: readonly string[];
  readonly player: Player;
  readonly model: string;
  readonly baseUrl: string;
  readonly repetitions: number;
  readonly limits: Limits;
  /** That a live model may be asked, by the plan that was shown. */
  readonly agreed: boolean;
}

export const firstDraft: Draft = {
  name: '',
  levels,
  tags: [],
  arms: ['all', 'search', 'board'],
  player: 'scripted',
  model: '',
  baseUrl: '',
  repetitions: 3,
  limits: {},
  agreed: false,
};

/** Most arms of an experiment. */
export const mostArms = 12;

/** An arm that can be chosen, with what it means. */
export interface ArmChoice {
  readonly arm: Arm;
  readonly title: string;
  readonly meaning: string;
}

/** The arms that a workspace offers: those of every workspace, then one for each profile. */
export const armChoices = remembered(
  ({
    profiles,
    hasSkills,
  }: {
    readonly profiles: readonly { readonly name: string; readonly description: string }[];
    /** Whether the configuration has skills on. */
    readonly hasSkills: boolean;
  }): readonly ArmChoice[] => {
    const choice = (name: StandardArm): ArmChoice => ({
      arm: standardArms[name],
      title: strings.draft.armTitles[name],
      meaning: strings.draft.armMeanings[name],
    });
    const own = [
      choice('all'),
      choice('search'),
      choice('board'),
      choice(hasSkills ? 'no-skills' : 'skills'),
      choice('gateway'),
    ];
    const taken = new Set(own.map(({ arm }) => arm.name));
    const ofProfiles = profiles.flatMap(({ name, description }): ArmChoice[] => {
      const arm = armName(name, taken);
      taken.add(arm);
      const way: Arm = { name: arm, profile: name, always_loaded: 'configured', through: 'agent' };
      return [{ arm: way, title: strings.draft.profile(name), meaning: description }];
    });
    return [...own, ...ofProfiles];
  },
);

/** A name that an arm may have, unlike those that are taken. */
function armName(profile: string, taken: ReadonlySet<string>): string {
  const plain = profile
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 36);
  const base = plain === '' ? 'profile' : plain;
  if (!taken.has(base)) return base;
  for (let number = 2; ; number += 1) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`;
}

const isPlayable = ({ level, findings }: TaskFile) =>
  level !== null && findings.every(({ severity }) => severity !== 'error');

/** The tasks that can be played, those that the draft chooses, and how many each level and tag has. */
export const chosenTasks = remembered(
  ({ tasks, levels: ticked, tags }: { readonly tasks: readonly TaskFile[] } & Pick<Draft, 'levels' | 'tags'>) => {
    const playable = tasks.filter(isPlayable);
    const ofLevel = playable.filter(({ level }) => level !== null && ticked.includes(level));
    const chosen = ofLevel.filter((task) => tags.length === 0 || tags.some((tag) => task.tags.includes(tag)));
    const counts = new Map<string, number>();
    for (const tag of ofLevel.flatMap((task) => task.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    return {
      playable,
      chosen,
      levels: levels.map((level) => ({ level, count: playable.filter((task) => task.level === level).length })),
      tags: [...new Set(playable.flatMap((task) => task.tags))]
        .sort()
        .map((tag) => ({ tag, count: counts.get(tag) ?? 0 })),
      odd: tasks.filter((task) => !isPlayable(task)),
    };
  },
);

/** What the draft asks the core to run; null where something is missing. */
export const draftInput = remembered(
  ({
    draft,
    tasks,
    choices,
  }: {
    readonly draft: Draft;
    readonly tasks: readonly TaskFile[];
    readonly choices: readonly ArmChoice[];
  }): ExperimentRunInput | null => {
    const { playable, chosen } = chosenTasks({ tasks, levels: draft.levels, tags: draft.tags });
    const arms = draft.arms.flatMap((name) => choices.find(({ arm }) => arm.name === name)?.arm ?? []);
    const model = modelOf(draft);
    if (chosen.length === 0 || arms.length === 0 || model === null) return null;
    return {
      settings: {
        ...(draft.name.trim() !== '' && { name: draft.name.trim() }),
        tasks: chosen.length === playable.length ? ['**'] : chosen.map(({ path }) => path),
        arms,
        model,
        repetitions: draft.repetitions,
        limits: draft.limits,
      },
    };
  },
);

function modelOf({ player, model, baseUrl }: Draft): Record<string, unknown> | null {
  if (player === 'scripted') return { provider: 'scripted' };
  const name = model.trim();
  if (name === '') return null;
  if (player !== 'openai-compatible') return { provider: player, model: name };
  return URL.canParse(baseUrl) ? { provider: player, model: name, base_url: baseUrl.trim() } : null;
}
