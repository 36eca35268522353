import type { ExperimentReport } from '#shared/domain/experiment.ts';
import { isStandardArm, isStandardName } from '#shared/domain/standard-arms.ts';
import { strings } from '../../strings/experiments.ts';
import { visibleString } from '../../ui/hidden-characters.ts';

/** The title that the form gives an arm of this name; the name of any other arm. */
export const armTitle = (name: string): string =>
  isStandardName(name) ? strings.draft.armTitles[name] : visibleString(name);

/** The same where a report says what its arms are: an arm that only shares a standard name keeps its name. */
export function armTitleIn({ experiment: { arms } }: Pick<ExperimentReport, 'experiment'>, name: string): string {
  const arm = arms.find((one) => one.name === name);
  return arm && isStandardArm(arm) ? armTitle(name) : visibleString(name);
}
