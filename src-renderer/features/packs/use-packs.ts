import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { SkillFormat } from '#shared/domain/skill.ts';
import type { PackView } from '#shared/domain/skill-editor.ts';
import type { PackReport, SkillLoadReport } from '#shared/domain/skill-load.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import type { PegboardError } from '#shared/errors.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { skillReportKey } from '../../platform/skill-report.ts';
import { watchStream } from '../../platform/watch-stream.ts';

const packKey = ['skill-pack'] as const;
const fileKey = ['skill-file'] as const;

/** A pack of the workspace: its files, as far as they can be listed, and what loading it found. */
export interface PackData {
  readonly name: string;
  /** As the configuration says it. */
  readonly path: string;
  readonly isEnabled: boolean;
  /** The only format that it reads; null for all but SKILL.md. */
  readonly format: SkillFormat | null;
  readonly view: PackView | null;
  readonly report: PackReport | null;
  readonly error: PegboardError | null;
}

/** The packs of the workspace, kept current while the screen is there; null until the first is known. */
export function usePacks(workspace: WorkspaceSummary): readonly PackData[] | null {
  const client = useClient();
  const queries = useQueryClient();
  const { path } = workspace;
  useEffect(() => {
    const watching = new AbortController();
    const take = (report: SkillLoadReport) => {
      queries.setQueryData(skillReportKey(path), report);
      void refreshPacks(queries);
    };
    void watchStream(() => client.skills.watch(undefined, { signal: watching.signal }), take, watching.signal);
    return () => watching.abort();
  }, [client, queries, path]);
  const report = useQuery<SkillLoadReport>({
    queryKey: skillReportKey(path),
    queryFn: ({ signal }) => client.skills.load({ reload: false }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const configured = workspace.config.skills.skill_packs;
  const views = useQueries({
    queries: configured.map(({ name, path: folder }) => ({
      queryKey: [...packKey, path, name, folder],
      queryFn: ({ signal }: { signal: AbortSignal }) => client.skillEditor.pack({ pack: name }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (results) => results.map(({ data, error }) => ({ data: data ?? null, error })),
  });
  return useMemo(() => {
    if (configured.length > 0 && views.every(({ data, error }) => data === null && error === null)) return null;
    return configured.map((one, i): PackData => {
      const { data = null, error = null } = views[i] ?? {};
      return {
        name: one.name,
        path: one.path,
        isEnabled: one.enabled,
        format: one.format,
        view: data,
        report: report.data?.packs.find(({ name }) => name === one.name) ?? null,
        error: error && toPegboardError(error),
      };
    });
  }, [configured, views, report.data]);
}

/** Asks for the packs and their open files anew. */
export async function refreshPacks(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: packKey }),
    queries.invalidateQueries({ queryKey: fileKey }),
  ]);
}

/** A file of a pack as it is on disk. */
export function useSkillFile(workspace: string, { pack, file }: { pack: string; file: string }) {
  const client = useClient();
  return useQuery({
    queryKey: [...fileKey, workspace, pack, file],
    queryFn: ({ signal }) => client.skillEditor.file({ pack, file }, { signal }),
    gcTime: 30_000,
  });
}
