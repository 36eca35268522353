import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SkillPackConfig } from '#shared/domain/pack.ts';
import type { SkillFormat } from '#shared/domain/skill.ts';
import type { PackFileAt, PackView } from '#shared/domain/skill-editor.ts';
import type { PackReport, SkillLoadReport } from '#shared/domain/skill-load.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import type { PegboardError } from '#shared/errors.ts';
import { useClient } from '../../platform/client.ts';
import { skillReportKey } from '../../platform/skill-report.ts';
import { settled, thisWindow } from '../../platform/this-window.ts';
import { watchStream } from '../../platform/watch-stream.ts';
import { remembered } from '../../state/remembered.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';

const packKey = ['skill-pack'] as const;
const fileKey = ['skill-file'] as const;

/** A pack of the workspace: its files, as far as they can be listed, and what loading it found. */
export interface PackData {
  readonly name: string;
  /** As the configuration says it. */
  readonly path: string;
  readonly isEnabled: boolean;
  /** The only format that it reads; null for all of them. */
  readonly format: SkillFormat | null;
  readonly view: PackView | null;
  readonly report: PackReport | null;
  readonly error: PegboardError | null;
}

const packQuery = (workspace: string, { name, path }: SkillPackConfig) =>
  queryOptions({
    queryKey: [...packKey, workspace, name, path],
    queryFn: ({ signal }) => thisWindow().client.skillEditor.pack({ pack: name }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

interface PackAnswers {
  readonly configured: readonly SkillPackConfig[];
  /** Of each pack that is configured; null while that is not known, and beside an error. */
  readonly views: readonly (PackView | null)[];
  readonly errors: readonly (Error | null)[];
  readonly report: SkillLoadReport | undefined;
}

/** What is known of the packs that the configuration lists. */
const packData = remembered(({ configured, views, errors, report }: PackAnswers) =>
  configured.map(({ name, path, enabled, format }, i): PackData => {
    const error = errors[i] ?? null;
    return {
      name,
      path,
      isEnabled: enabled,
      format,
      view: views[i] ?? null,
      report: report?.packs.find((one) => one.name === name) ?? null,
      error: error && toPegboardError(error),
    };
  }),
);

/** The packs of the workspace, kept current while the screen is there; null until the first is known. */
export function usePacks({ path, config }: WorkspaceSummary): readonly PackData[] | null {
  const client = useClient();
  const queries = useQueryClient();
  useEffect(() => {
    const watching = new AbortController();
    const take = (report: SkillLoadReport) => {
      queries.setQueryData(skillReportKey(path), report);
      void refreshPacks();
    };
    void watchStream(() => client.skills.watch(undefined, { signal: watching.signal }), take, watching.signal);
    return () => watching.abort();
  }, [client, queries, path]);
  const { data: report } = useQuery<SkillLoadReport>({
    queryKey: skillReportKey(path),
    queryFn: ({ signal }) => client.skills.load({ reload: false }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const configured = config.skills.skill_packs;
  const answers = useQueries({ queries: configured.map((pack) => packQuery(path, pack)) });
  const views = answers.map(({ data }) => data ?? null);
  const errors = answers.map(({ error }) => error);
  const isKnown = configured.length === 0 || views.some((view, i) => view !== null || errors[i] !== null);
  return isKnown ? packData({ configured, views, errors, report }) : null;
}

/** The same for acts: each pack as it was read last, or why it cannot be read; null while one is on its way. */
export function knownPacks({ path, config }: WorkspaceSummary): readonly PackData[] | null {
  const { queries } = thisWindow();
  const configured = config.skills.skill_packs;
  const answers = configured.map((pack) => settled(packQuery(path, pack)));
  if (answers.includes(null)) return null;
  const views = answers.map((answer) => answer?.data ?? null);
  const errors = answers.map((answer) => answer?.error ?? null);
  return packData({ configured, views, errors, report: queries.getQueryData(skillReportKey(path)) });
}

/** Asks for the packs and their open files anew. */
export async function refreshPacks(): Promise<void> {
  const { queries } = thisWindow();
  await Promise.all([packKey, fileKey].map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/** A file beside a SKILL.md as it is on disk. */
export const folderFileQuery = (workspace: string, { pack, file }: PackFileAt) =>
  queryOptions({
    queryKey: [...fileKey, 'beside', workspace, pack, file],
    queryFn: ({ signal }) => thisWindow().client.skillEditor.folderFile({ pack, file }, { signal }),
    gcTime: 30_000,
  });

/** A file of a pack as it is on disk. */
export const skillFileQuery = (workspace: string, { pack, file }: PackFileAt) =>
  queryOptions({
    queryKey: [...fileKey, workspace, pack, file],
    queryFn: ({ signal }) => thisWindow().client.skillEditor.file({ pack, file }, { signal }),
    gcTime: 30_000,
  });
