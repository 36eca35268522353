import type { ExportPlan } from '#shared/domain/export-plan.ts';
import { initialChoices } from './export-store.ts';

/**
 * The branch that a commit would go to. `new`: git creates it and checks it out. `current`: it is checked out already.
 * `taken`: another branch has the name.
 */
export interface CommitBranch {
  readonly name: string;
  readonly kind: 'new' | 'current' | 'taken' | 'unnamed';
}

/** The branch for a commit: the name that was typed, else a free one, unless our usual branch is the current one. */
export function commitBranch(typed: string, repository: ExportPlan['repository']): CommitBranch {
  const { branch = null, branches = [] } = repository ?? {};
  const name = typed === initialChoices.branch && branch !== typed ? freeName(typed, branches) : typed.trim();
  if (name === '') return { name, kind: 'unnamed' };
  if (name === branch) return { name, kind: 'current' };
  return { name, kind: branches.includes(name) ? 'taken' : 'new' };
}

function freeName(wanted: string, branches: readonly string[]): string {
  for (let number = 2, name = wanted; ; number++) {
    if (!branches.includes(name)) return name;
    name = `${wanted}-${number}`;
  }
}
