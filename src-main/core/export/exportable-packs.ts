import { join } from 'node:path';
import type { ExportablePack, ExportRequest } from '#shared/domain/export-plan.ts';
import { packNameSchema, type SkillPackConfig, skillPackConfigSchema } from '#shared/domain/pack.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import type { Files } from '../files/files.ts';
import { packFileSet } from '../skills/export/export-skills.ts';
import { contentsOf } from '../skills/export/file-content.ts';
import { readsBackTheSame } from '../skills/formats/reads-back.ts';
import { writePack } from '../skills/formats/write-pack.ts';
import { loadPack } from '../skills/read/load-pack.ts';
import { findingsAt } from '../skills/read/read-skills-at.ts';
import { sourceLosses } from '../skills/source-losses.ts';
import { folderOf } from '../skills/store/load-packs.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { withheldSkills } from '../workspace/skill-parts.ts';
import { type ExportContent, groupLoss } from './export-content.ts';

export interface PackPlaces {
  /** Null where none is open: then there are the shipped packs. */
  readonly workspace: LoadedWorkspace | null;
  readonly files: Files;
  readonly shippedPacks: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface FoundPack extends ExportablePack {
  readonly config: SkillPackConfig;
}

/** The packs of the workspace in their order, then the shipped ones that it does not have anyway. */
export async function exportablePacks(places: PackPlaces): Promise<readonly FoundPack[]> {
  const { workspace, files, shippedPacks } = places;
  const found: FoundPack[] = [];
  for (const config of workspace?.file.config.skills.skill_packs ?? []) {
    const origin = config.path.startsWith('shipped:') ? 'shipped' : 'workspace';
    const id = origin === 'shipped' ? config.path : `workspace:${config.name}`;
    if (!workspace || found.some((one) => one.id === id)) continue;
    const pack = { id, name: config.name, origin, config } as const;
    try {
      const folder = await files.realPath(await folderOf(config, { workspace, files, shippedPacks }));
      found.push({ ...pack, folder, problem: null });
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      found.push({ ...pack, folder: config.path, problem: error.message });
    }
  }
  for (const name of shippedPacks === undefined ? [] : [...(await files.list(shippedPacks))].sort()) {
    const id = `shipped:${name}`;
    const folder = join(shippedPacks ?? '', name);
    const isPack = packNameSchema.safeParse(name).success && (await files.isDirectory(folder));
    if (!isPack || found.some((one) => one.id === id)) continue;
    const config = skillPackConfigSchema.parse({ name, path: id });
    found.push({ id, name, origin: 'shipped', folder, problem: null, config });
  }
  return found;
}

type PacksContent = Extract<ExportRequest['content'], { kind: 'packs' }>;

/** The files of the chosen packs. Errors: `pack_not_found`, `usage` where two would get the same folder, `nothing_to_convert`. */
export async function packsContent(
  { packs: ids, format, folders }: PacksContent,
  places: PackPlaces,
): Promise<ExportContent> {
  const chosen = await chosenPacks(ids, places);
  refuseSameFolder(chosen, folders);
  const parts: ExportContent['parts'][number][] = [];
  const losses: Parameters<typeof groupLoss>[0] extends Iterable<infer Loss> ? Loss[] : never = [];
  const findings: ExportContent['findings'][number][] = [];
  let readsBack = true;
  for (const one of chosen) {
    const { folder, name } = one;
    const pack = await loadChosen(one, places);
    findings.push(...findingsAt({ folder, pack }));
    if (pack.skills.length === 0) {
      throw new PegboardError('nothing_to_convert', `The pack ${name} has no skill that can be read.`, {
        hint: `pegboard skills validate ${folder} says why.`,
        data: { path: folder },
      });
    }
    const written = writePack(pack, format);
    parts.push({ folder: folders ? name : '', set: packFileSet(contentsOf(written, folder, places.files)) });
    readsBack &&= readsBackTheSame(pack, written, format);
    for (const { skill, ...loss } of [...written.loss, ...(await sourceLosses({ folder, pack }, format, places.files))])
      losses.push({ name: skill, ...loss });
  }
  return { parts, loss: groupLoss(losses), lossless: readsBack && losses.length === 0, findings };
}

/** A chosen pack, without the skills that nobody approved and that the workspace withholds. */
export async function loadChosen({ config, folder }: FoundPack, { workspace, files, signal }: PackPlaces) {
  const exclude = workspace ? await withheldSkills(workspace, config, files) : [];
  const leaveOut = config.left_out_skill_names;
  return loadPack(folder, { files, format: config.format, name: config.name, exclude, leaveOut, signal });
}

/** The packs with these ids, each once. Error: `pack_not_found`. */
export async function chosenPacks(ids: readonly string[], places: PackPlaces): Promise<readonly FoundPack[]> {
  const known = await exportablePacks(places);
  return [...new Set(ids)].map((id) => {
    const pack = known.find((one) => one.id === id);
    if (pack?.problem === null) return pack;
    throw new PegboardError('pack_not_found', pack?.problem ?? `There is no pack "${id}" to export.`, {
      hint: `You can export: ${known.map((one) => one.id).join(', ')}.`,
      data: { pack: id },
    });
  });
}

function refuseSameFolder(chosen: readonly FoundPack[], folders: boolean): void {
  const names = chosen.map(({ name }) => name.toLowerCase());
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) {
    throw new PegboardError('usage', `Two of the chosen packs are called ${twice}.`, {
      hint: 'Export them one after the other, to different folders.',
    });
  }
  if (!folders && chosen.length > 1) {
    throw new PegboardError('usage', `${chosen.length} packs cannot share one folder.`, {
      hint: 'Give each pack a folder of its own, or choose one pack.',
    });
  }
}
