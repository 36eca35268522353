import { create } from 'zustand';
import type { SkillGetInput, SkillSearchInput } from '#shared/domain/skill-tools.ts';
import { keepApart } from '../../../state/open-workspace.ts';

/** What the tab shows of the skills: why each scores so, what a model gets, or what a run would start with. */
export type SkillsSide = 'scores' | 'model' | 'task';

interface SkillsView {
  readonly side: SkillsSide;
  /** Name of the chosen skill; results that lack it show their first. */
  readonly selected: string | null;
  /** The filter of `skill_search`; null when there is none. */
  readonly taskType: NonNullable<SkillSearchInput['task_type']> | null;
  /** How `skill_get` is asked to lay out its text. */
  readonly format: SkillGetInput['format'];
  /** Whether the list takes the focus as soon as there is one. */
  readonly listWanted: boolean;
}

/** What is chosen in the skills tab of the playground. */
export const useSkillsView = create<SkillsView>()(() => ({
  side: 'scores',
  selected: null,
  taskType: null,
  format: 'injection',
  listWanted: false,
}));

keepApart(useSkillsView, {
  pick: ({ selected }) => ({ selected }),
  initial: () => ({ selected: null }),
});
