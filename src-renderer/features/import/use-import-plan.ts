import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ImportFile, type ImportPlan, type PlanBase, planChangesSomething } from '#shared/domain/import-plan.ts';
import { sourceNameSchema } from '#shared/domain/source.ts';
import type { PegboardError } from '#shared/errors.ts';
import { useClient } from '../../platform/client.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useAddSource } from '../../state/add-source-store.ts';
import { strings } from '../../strings/import.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { importSentence, isSameBase } from '../../ui/import-summary.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import { reviewConfigs, useImport } from './import-store.ts';

/** The plan for the chosen lists of tools, and writing it. */
export interface Importing {
  readonly plan: ImportPlan | null;
  readonly isPlanning: boolean;
  readonly error: PegboardError | null;
  /** The workspace changed since the first plan was shown. */
  readonly changedMeanwhile: boolean;
  /** The plan has conflicts. */
  readonly isBlocked: boolean;
  readonly changesNothing: boolean;
  readonly canApply: boolean;
  readonly isApplying: boolean;
  /** Writes the plan that is on the screen. Configurations that came with the files go on to the sheet. */
  apply(): void;
}

/** Plans the import of the chosen files under `name`, the name of the source; empty: the files say it. */
export function useImportPlan(name: string): Importing {
  const client = useClient();
  const workspace = useWorkspace();
  const { files: chosen, version } = useImport();
  const files = withSourceName(chosen, name);
  const isNameOk = sourceNameProblem(name) === null;
  const plan = useQuery({
    queryKey: ['import-plan', workspace?.path, workspace?.revision, version, name],
    queryFn: ({ signal }) => client.catalog.planImport({ files }, { signal }),
    enabled: files.length > 0 && isNameOk,
    gcTime: 0,
  });
  const apply = useMutation({
    // Bound to the plan on screen: nothing else is written than what was looked at.
    mutationFn: ({ base }: ImportPlan) => client.catalog.applyImport({ files, base }),
    onError: (error) => {
      if (toPegboardError(error).code === 'config_changed') void plan.refetch();
    },
    onSuccess: (result) => {
      notifications.show({
        title: result.written ? strings.useImportPlan.imported : strings.useImportPlan.nothingChanged,
        message: visibleString(importSentence(result)),
        color: result.written ? 'green' : 'gray',
      });
      useImport.setState({ files: [] });
      reviewConfigs({ client, workspace: workspace?.path ?? '' });
      useAddSource.getState().close();
    },
  });
  const firstBase = useFirstBase(`${version} ${name}`, plan.data);
  const failure = apply.error ? toPegboardError(apply.error) : null;
  const isOutdated = plan.data !== undefined && firstBase !== null && !isSameBase(plan.data.base, firstBase);
  const shownFailure = failure?.code === 'config_changed' ? null : failure;
  const isBlocked = (plan.data?.conflicts.length ?? 0) > 0;
  const shown = isNameOk && files.length > 0 ? (plan.data ?? null) : null;
  return {
    plan: shown,
    isPlanning: plan.isFetching,
    error: shownFailure ?? (plan.error && isNameOk ? toPegboardError(plan.error) : null),
    changedMeanwhile: failure?.code === 'config_changed' || isOutdated,
    isBlocked,
    changesNothing: shown !== null && !planChangesSomething(shown),
    canApply: shown !== null && !plan.isFetching && !isBlocked,
    isApplying: apply.isPending,
    apply: () => {
      if (shown && !isBlocked && !plan.isFetching && !apply.isPending) apply.mutate(shown);
    },
  };
}

/** The base of the first plan that was shown for `key`: a later plan of another base is one that nobody has looked at yet. */
function useFirstBase(key: string, plan: ImportPlan | undefined): PlanBase | null {
  const [first, setFirst] = useState<{ key: string; base: PlanBase } | null>(null);
  const isKnown = first?.key === key;
  if (plan && !isKnown) setFirst({ key, base: plan.base });
  return isKnown ? first.base : null;
}

/** What is wrong with the name of a source; null when nothing is, or when there is none. */
export function sourceNameProblem(name: string): string | null {
  if (name === '') return null;
  const parsed = sourceNameSchema.safeParse(name);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? strings.useImportPlan.notValidName);
}

/** The name of the source goes with a single file only: with several, each has its own. */
function withSourceName(files: readonly ImportFile[], name: string): ImportFile[] {
  const [only, ...more] = files;
  if (!only || more.length > 0 || name === '') return [...files];
  return [{ ...only, source: name }];
}
