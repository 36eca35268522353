import { dirname, join } from 'node:path';
import { partName } from '#shared/domain/approval.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { type LoadedPack, packNameSchema, type SkillPackConfig } from '#shared/domain/pack.ts';
import { scopeModeSchema } from '#shared/domain/skill.ts';
import { skillFinding } from '#shared/domain/skill-finding.ts';
import type { PackReport } from '#shared/domain/skill-load.ts';
import type { SkillsConfig } from '#shared/domain/skills-config.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { estimateTokens } from '#shared/tokens.ts';
import type { Files } from '../../files/files.ts';
import { containedPath, type LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { withheldSkills } from '../../workspace/skill-parts.ts';
import { lintToolReferences } from '../lint/lint-tool-references.ts';
import { similarTriggers } from '../lint/similar-triggers.ts';
import { loadPack } from '../read/load-pack.ts';
import { SkillFolders } from '../read/skill-folders.ts';
import type { PackChanges } from './apply-pack.ts';
import type { SkillStore } from './skill-store.ts';

export interface LoadPacksOptions {
  readonly workspace: LoadedWorkspace;
  readonly store: SkillStore;
  readonly files: Files;
  /** Folder of the packs that come with Pegboard; undefined where there is none. */
  readonly shippedPacks: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told of each folder before it is read, also of one that is not there: of the nearest around it that is. */
  readonly onFolder?: (path: string) => void;
}

export interface LoadedPacks {
  readonly reports: readonly PackReport[];
  readonly removed: number;
  /** Pinned names of the packs that were loaded, in declared order (R9.04). */
  readonly pinned: readonly string[];
  /** Names of skills that nobody approved and nobody gets: other texts must not name them. */
  readonly withheld: readonly string[];
  /** Every skill that is a SKILL.md, by its pack and its name. */
  readonly folders: SkillFolders;
}

/** Reads every pack of a workspace and brings the store up to date; a pack that fails leaves the others (R8.38–R8.40, R15.08). */
export async function loadPacks(options: LoadPacksOptions): Promise<LoadedPacks> {
  const config = options.workspace.file.config.skills;
  const reports: PackReport[] = [];
  const pinned: string[] = [];
  const notApproved: string[] = [];
  const folders = new SkillFolders(options.files);
  // First: a pack that left the configuration, or has another name there now, holds no names any more.
  const removed = options.store.removeOtherPacks(config.skill_packs.map(({ name }) => name));
  for (const [i, one] of config.skill_packs.entries()) {
    if (reports.some(({ name }) => name === one.name)) {
      reports.push(failed(one, config, `skills.skill_packs lists "${one.name}" twice; this one is left out.`));
    } else if (!one.enabled) reports.push({ ...reportOf(one, config), status: 'disabled' });
    else {
      try {
        const folder = await folderOf(one, options);
        const withheld = await withheldSkills(options.workspace, one, options.files);
        notApproved.push(...withheld.map((path) => path.slice(path.lastIndexOf('/') + 1)));
        const pack = await loadPack(folder, {
          exclude: withheld,
          leaveOut: one.left_out_skill_names,
          files: options.files,
          format: one.format,
          name: one.name,
          signal: options.signal,
          ...(options.onFolder && { onFolder: options.onFolder }),
        });
        folders.add(pack, await options.files.realPath(folder));
        const report = applyOne(one, pack, {
          config,
          isPruned: withheld.length > 0,
          store: options.store,
          yielding: yieldingTo(i, config),
        });
        const tools = lintToolReferences(pack.skills, options.workspace, {
          isShipped: one.path.startsWith('shipped:'),
        }).map((finding) => inPack(one, finding));
        const similar = similarTriggers(pack.skills).map((finding) => inPack(one, finding));
        const waiting = withheld.map((skill) => skillWithheld(one, skill));
        reports.push({ ...report, findings: [...report.findings, ...waiting, ...similar, ...tools] });
        pinned.push(...one.pinned_skill_names, ...(pack.manifest.pinned_skill_names ?? []));
      } catch (error) {
        if (!isPegboardError(error) || error.code === 'cancelled' || error.code === 'database_busy') throw error;
        reports.push(
          failed(one, config, `${error.message} Pegboard keeps serving the earlier version of its skills.`, error.hint),
        );
      }
    }
  }
  return { reports, removed, pinned, withheld: notApproved, folders };
}

/** Folder of a pack of the configuration. Errors: `file_not_found`, `config_invalid` for one outside of the workspace. */
export async function folderOf(
  { name, path }: SkillPackConfig,
  { workspace, files, shippedPacks, onFolder }: Omit<LoadPacksOptions, 'store' | 'signal'>,
): Promise<string> {
  const shipped = /^shipped:(.*)$/.exec(path)?.[1];
  const folder =
    shipped === undefined
      ? await containedPath(workspace.root, `skills.skill_packs: ${name}`, path, files)
      : join(shippedPacks ?? '', packNameSchema.safeParse(shipped).data ?? '-');
  if (await files.isDirectory(folder)) return folder;
  let around = dirname(folder);
  while (!(await files.isDirectory(around)) && dirname(around) !== around) around = dirname(around);
  onFolder?.(around);
  const known = shipped !== undefined && shippedPacks !== undefined ? await files.list(shippedPacks) : [];
  throw new PegboardError('file_not_found', `Pack ${name}: there is no folder at ${path}.`, {
    hint: known.length > 0 ? `Pegboard comes with ${known.join(', ')}.` : 'Correct its path in skills.skill_packs.',
    data: { path },
  });
}

function applyOne(
  one: SkillPackConfig,
  pack: LoadedPack,
  {
    config,
    store,
    yielding,
    isPruned,
  }: { config: SkillsConfig; store: SkillStore; yielding: ReadonlySet<string>; isPruned: boolean },
): PackReport {
  const scope_mode = one.scope_mode ?? pack.manifest.scope_mode ?? config.scope_mode;
  const changes = store.applyPack({
    pack,
    scope: { scope_mode, tenant_id: one.tenant_id ?? null, project_id: one.project_id ?? null },
    updateExisting: one.update_existing_pack_skills,
    // No earlier version of a withheld skill stays, whatever else is wrong with the pack.
    prune: isPruned || pack.findings.every(({ severity }) => severity !== 'error'),
    yielding,
  });
  const findings = [
    ...pack.findings.map((finding) => inPack(one, finding)),
    ...findingsOf(one, pack, { ...changes, scope_mode, config }),
  ];
  return { ...reportOf(one, config), ...changes, status: 'loaded', scope_mode, skills: pack.skills.length, findings };
}

function skillWithheld({ name, path, source = '' }: SkillPackConfig, skill: string): Finding {
  return skillFinding(
    'skill_withheld',
    { path: `${path}/${skill}/SKILL.md` },
    `The skill ${skill} of pack ${name} waits for approval, and nobody gets it.`,
    `Look at it with "pegboard review", then approve or reject ${partName({ kind: 'skill', source, name: skill })}.`,
  );
}

/** The packs that give way to the one at an index: those behind it, and those that are off. */
function yieldingTo(index: number, { skill_packs }: SkillsConfig): Set<string> {
  return new Set(skill_packs.filter(({ enabled }, i) => !enabled || i > index).map(({ name }) => name));
}

function inPack({ path }: SkillPackConfig, finding: Finding): Finding {
  return { ...finding, path: `${path}/${finding.path ?? ''}` };
}

function findingsOf(
  { name, path, pinned_skill_names }: SkillPackConfig,
  { skills }: LoadedPack,
  { refused, stale, scope_mode, config }: PackChanges & { scope_mode: PackReport['scope_mode']; config: SkillsConfig },
): Finding[] {
  const width = (mode: PackReport['scope_mode']) => scopeModeSchema.options.indexOf(mode);
  const here = (skill: string) => {
    const found = skills.find((one) => one.name === skill);
    return found ? { path: `${path}/${found.file}`, line: found.line } : { path };
  };
  const known = new Set(skills.map((skill) => skill.name));
  return [
    ...(width(scope_mode) > width(config.scope_mode)
      ? [
          skillFinding(
            'pack_scope',
            { path },
            `Pack ${name} has scope ${scope_mode}, but queries see at most ${config.scope_mode}.`,
            `Set skills.scope_mode to ${scope_mode}.`,
          ),
        ]
      : []),
    ...refused.map((skill) =>
      skillFinding(
        'name_duplicate',
        here(skill),
        `${skill} is left out: another pack or a learned skill already has that name in that scope.`,
        'Rename it.',
      ),
    ),
    ...(stale.length > 0
      ? [
          skillFinding(
            'pack_stale',
            { path },
            `${stale.length} skills are served in their earlier version, since a file of the pack cannot be read.`,
            'Correct the errors of the pack.',
          ),
        ]
      : []),
    ...pinned_skill_names
      .filter((pin) => !known.has(pin))
      .map((pin) =>
        skillFinding(
          'pin_unknown',
          { path },
          `pinned_skill_names of ${name} has "${pin.slice(0, 200)}", which is not a skill in this pack.`,
          'Correct the name or remove it.',
        ),
      ),
    ...skills.flatMap((skill) => {
      const { trigger, steps, preconditions, failure_modes, description, body } = skill;
      const tokens = estimateTokens(
        [trigger, description ?? '', ...steps, ...preconditions, ...failure_modes, body].join('\n'),
      );
      if (tokens <= config.max_tokens) return [];
      const message = `${skill.name} has ${tokens} tokens (estimate); skills.max_tokens is ${config.max_tokens}, so it is never injected whole.`;
      return [
        skillFinding('over_budget', here(skill.name), message, 'Split it, or move details to files that it names.'),
      ];
    }),
  ];
}

function failed(one: SkillPackConfig, config: SkillsConfig, message: string, hint?: string): PackReport {
  return {
    ...reportOf(one, config),
    status: 'failed',
    findings: [skillFinding('pack_unreadable', { path: one.path }, message, hint)],
  };
}

function reportOf({ name, path, scope_mode }: SkillPackConfig, config: SkillsConfig): PackReport {
  const none = { added: [], updated: [], kept: [], pruned: [], stale: [], refused: [], unchanged: 0 };
  return {
    name,
    path,
    status: 'loaded',
    scope_mode: scope_mode ?? config.scope_mode,
    skills: 0,
    ...none,
    findings: [],
  };
}
