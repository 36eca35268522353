import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { Files } from '../../files/files.ts';
import { TextAnalysis } from '../../search/text-analysis.ts';
import { ScopedSkills } from '../../skills/scoped-skills.ts';
import { loadPacks } from '../../skills/store/load-packs.ts';
import { SkillStore } from '../../skills/store/skill-store.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { RunSkills } from './run-skills.ts';

export interface OpenRunSkillsOptions {
  readonly files: Files;
  readonly shippedPacks: string | undefined;
  readonly fts: 'detect' | 'off';
}

/** The skills of a workspace for one simulation or prompt. */
export interface OpenedRunSkills {
  /** The skills of an agent with this configuration: the workspace's, or with tool search off. */
  withConfig(config: WorkspaceConfig, options: { readonly countUses: boolean }): RunSkills;
  /** The problems of packs. */
  readonly findings: readonly Finding[];
  close(): void;
}

/** Opens the skills of a workspace as its configuration says; null while skills are off. Error: `cancelled`. */
export type OpenRunSkills = (
  workspace: LoadedWorkspace,
  clock: { readonly now: () => number; readonly signal?: AbortSignal | undefined },
) => Promise<OpenedRunSkills | null>;

/**
 * Skills in memory, read from the packs each time (decision 022): a run that is only played leaves `skills.db` as it is, and no
 * use of it changes what the next one shows.
 */
export function runSkillsOpener({ files, shippedPacks, fts }: OpenRunSkillsOptions): OpenRunSkills {
  return async (workspace, { now, signal }) => {
    const { skills } = workspace.file.config;
    if (!skills.enabled) return null;
    let ids = 0;
    const options = { fts, now, newId: () => String(++ids) };
    const store = new SkillStore({ path: null, ...options });
    try {
      const { reports, pinned, withheld } = await loadPacks({ workspace, store, files, shippedPacks, signal });
      let analysis: TextAnalysis | undefined;
      const openAnalysis = () => {
        analysis ??= new TextAnalysis();
        return analysis;
      };
      const shelf = new ScopedSkills({ store, config: skills, pinned, withheld, analysis: openAnalysis, ...options });
      const packs = reports
        .filter(({ status }) => status === 'loaded')
        .map(({ name, skills: skill_count, added, updated }) => ({
          pack_name: name,
          skill_count,
          updated_count: added.length + updated.length,
        }));
      return {
        withConfig: (config, { countUses }) => new RunSkills({ shelf, packs, config, countUses }),
        findings: reports.flatMap(({ findings }) => findings.filter(({ severity }) => severity === 'error')),
        close: () => {
          shelf.close();
          analysis?.close();
        },
      };
    } catch (error) {
      store.close();
      throw error;
    }
  };
}
