import type { Finding } from '#shared/domain/finding.ts';
import type { Skill } from '#shared/domain/skill.ts';
import type { HostSkill, SkillByHost } from '#shared/domain/skill-by-host.ts';
import type { SkillMdProfile } from '#shared/domain/skill-validation.ts';
import { withLineFeeds } from '#shared/text/skill-texts.ts';
import { countTextTokens } from '../prompt/count-tokens.ts';
import { composeDescription } from '../skills/formats/skill-md-keys.ts';
import { kebabName, writeSkillMd } from '../skills/formats/write-skill-md.ts';
import { lintSkillMd } from '../skills/lint/lint-skill-md.ts';
import { previewSkills } from '../skills/preview-skills.ts';
import { readFrontMatter } from '../skills/read/front-matter.ts';
import type { SkillScope } from '../skills/retrieval/skill-scope.ts';
import {
  claudeCodeListing,
  codexListing,
  type ListedSkill,
  type ListingWithLines,
  listingLine,
  pegboardListing,
} from './skill-listings.ts';

interface SkillByHostOptions {
  /** What a caller may see, and the other skills of the workspace. */
  readonly scope: SkillScope;
  /** Tokens; null when it is not known. */
  readonly contextWindow: number | null;
  /** The file as it is typed when it is a SKILL.md; null for a format that hosts read only after an export. */
  readonly skillMd: { readonly text: string; readonly file: string; readonly folderName: string } | null;
  /** Files beside the SKILL.md; sizes in bytes. */
  readonly files: HostSkill['files'];
  readonly findings: readonly Finding[];
}

/** How a host lists a skill: a SKILL.md says it with its description; any other skill gets one when it is exported. */
export function listedSkill({ name, description, trigger, derived }: Skill): ListedSkill {
  return { name, description: derived.includes('trigger') ? trigger : composeDescription(description, trigger) };
}

/** The same under the name that its file has after an export. */
function exportedSkill(skill: Skill): ListedSkill {
  const { name, description } = listedSkill(skill);
  return { name: skill.derived.includes('trigger') ? name : kebabName(name), description };
}

/** What each host shows of one skill, among the other skills of the workspace. */
export function skillByHost(skill: Skill, options: SkillByHostOptions): SkillByHost {
  const { scope, contextWindow } = options;
  // The skill as it is typed takes the place of the saved one.
  const saved: Skill[] = [...scope.skills.values()];
  const at = saved.findIndex(({ name }) => name === skill.name);
  const all = at < 0 ? [...saved, skill] : saved.with(at, skill);
  const byName = all.map(exportedSkill).sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    name: skill.name,
    hosts: [
      exported(skill, claudeCodeListing(byName, contextWindow), { ...options, profile: 'claude-code' }),
      exported(skill, codexListing(byName, contextWindow), { ...options, profile: 'codex' }),
      injected(skill, pegboardListing(all.map(listedSkill), scope.config.directory.max_entries), options),
    ],
  };
}

/** A host that reads the SKILL.md itself. */
function exported(
  skill: Skill,
  listing: ListingWithLines,
  { skillMd, files, profile }: SkillByHostOptions & { readonly profile: SkillMdProfile },
): HostSkill {
  const folderName = kebabName(skill.name);
  const read = skillMd ?? { text: writeSkillMd(skill, folderName).text, file: `${folderName}/SKILL.md`, folderName };
  const body = readFrontMatter(withLineFeeds(read.text))?.body.trim() ?? read.text;
  return {
    ...listed(exportedSkill(skill), listing),
    body,
    tokens: countTextTokens(body),
    cut: [],
    files,
    findings: lintSkillMd(read, [profile]),
  };
}

/** Pegboard's own tools: the block within `skills.max_tokens`, private texts replaced; they do not hand out files. */
function injected(skill: Skill, listing: ListingWithLines, { scope, findings }: SkillByHostOptions): HostSkill {
  const preview = previewSkills([skill], { scope, budget: scope.config.max_tokens, findings });
  const own = preview.skills[0];
  return {
    ...listed(listedSkill(skill), listing),
    body: preview.text,
    tokens: preview.tokens,
    cut: own?.cut ?? [],
    files: [],
    findings,
  };
}

type Listed = Omit<HostSkill, 'body' | 'tokens' | 'cut' | 'files' | 'findings'>;

function listed({ name, description }: ListedSkill, { listing, shown }: ListingWithLines): Listed {
  const { host, rule, source, used, budget, unit, skills } = listing;
  const text = shown.get(name);
  return {
    host,
    rule,
    source,
    line: text === undefined ? null : listingLine(name, text).trimEnd(),
    state: stateOf(description, text),
    written: [...description].length,
    listed: [...(text ?? '')].length,
    list: { used, budget, unit, skills },
  };
}

function stateOf(description: string, shown: string | undefined): HostSkill['state'] {
  if (shown === undefined) return 'omitted';
  if (shown === description) return 'whole';
  return shown === '' ? 'name_only' : 'shortened';
}
