import type { Arm } from './experiment.ts';

/** The arms that every workspace offers, by their names. */
export const standardArms = {
  all: { name: 'all', always_loaded: 'all', through: 'agent' },
  search: { name: 'search', always_loaded: 'none', through: 'agent' },
  board: { name: 'board', always_loaded: 'configured', through: 'agent' },
  'no-skills': { name: 'no-skills', always_loaded: 'configured', through: 'agent', skills: false },
  skills: { name: 'skills', always_loaded: 'configured', through: 'agent', skills: true },
  gateway: { name: 'gateway', always_loaded: 'configured', through: 'gateway' },
} as const satisfies Readonly<Record<string, Arm>>;

export type StandardArm = keyof typeof standardArms;

export const isStandardName = (name: string): name is StandardArm => Object.hasOwn(standardArms, name);

/** Whether an arm is the standard one of its name: a file may give that name to an arm of its own. */
export function isStandardArm(arm: Arm): boolean {
  if (!isStandardName(arm.name)) return false;
  const standard: Arm = standardArms[arm.name];
  return (
    arm.always_loaded === standard.always_loaded &&
    arm.through === standard.through &&
    arm.skills === standard.skills &&
    arm.profile === undefined &&
    arm.config === undefined
  );
}
