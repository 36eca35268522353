import { join } from 'node:path';
import { dirname, isAbsolute, normalize, join as posixJoin } from 'node:path/posix';
import type { Finding } from '#shared/domain/finding.ts';
import { type SkillFindingCode, skillFinding } from '#shared/domain/skill-finding.ts';
import type { SkillFolderFile } from '#shared/domain/skill-folder.ts';
import { spellHiddenCharacters } from '#shared/hidden-characters.ts';
import type { Files } from '../../files/files.ts';
import { closestTo } from '../../workspace/closest-name.ts';
import type { SkillMdAt } from '../read/skill-folder.ts';

export interface SkillFolderTexts extends SkillMdAt {
  /** The text of the SKILL.md. */
  readonly skillMd: string;
  readonly listed: readonly SkillFolderFile[];
  /** Texts of the files that are text, by path in the folder. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Findings about the links of one skill. */
const maximumFindings = 50;
/** Longest line that is searched, characters. */
const maximumLine = 4000;
/** Texts in which names of files are looked for, characters; a skill with more is not asked which files it names. */
const maximumSearched = 512 * 1024;
/** Files that are there for people and for tools, whether or not a text names them. */
const selfEvident = /^(?:licen[cs]e|notice|readme|changelog|authors|requirements|package|__init__|\.)/i;

/**
 * What is wrong with the links between the files of a skill: a link to nothing, out of the folder, or to a full path, in the SKILL.md and in
 * every other Markdown file; and files that no text names. Paths of findings are relative to the pack.
 */
export async function folderLinkFindings(folder: SkillFolderTexts, files: Files): Promise<Finding[]> {
  const check = new LinkCheck(folder, files);
  await check.markdown('SKILL.md', folder.skillMd);
  for (const [path, text] of folder.texts) if (/\.(?:md|markdown)$/i.test(path)) await check.markdown(path, text);
  check.unnamed();
  return check.findings;
}

class LinkCheck {
  readonly findings: Finding[] = [];
  readonly #folder: SkillFolderTexts;
  readonly #files: Files;
  readonly #place: string;
  readonly #known: ReadonlySet<string>;

  constructor(folder: SkillFolderTexts, files: Files) {
    this.#folder = folder;
    this.#files = files;
    const slash = folder.file.lastIndexOf('/');
    this.#place = slash < 0 ? '' : folder.file.slice(0, slash + 1);
    const known = new Set(['.', 'SKILL.md']);
    for (const { path } of folder.listed) for (let at = path; at !== '.'; at = dirname(at)) known.add(at);
    this.#known = known;
  }

  async markdown(path: string, text: string): Promise<void> {
    for (const { target, line } of linksOf(text)) {
      if (this.findings.length >= maximumFindings) return;
      await this.#one(target, { path, line });
    }
  }

  unnamed(): void {
    const { listed, texts, skillMd } = this.#folder;
    let searched = skillMd.length;
    for (const text of texts.values()) searched += text.length;
    if (searched > maximumSearched) return;
    const unnamed = listed.filter(({ path }) => {
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (selfEvident.test(name)) return false;
      const stem = name.replace(/\.[^.]*$/, '');
      const folders = path.split('/').slice(0, -1);
      const isIn = (text: string) =>
        text.includes(name) ||
        (stem.length > 2 && text.includes(stem)) ||
        folders.some((one) => text.includes(`${one}/`));
      return !isIn(skillMd) && ![...texts].some(([other, text]) => other !== path && isIn(text));
    });
    if (unnamed.length === 0) return;
    const names = unnamed.slice(0, 5).map(({ path }) => path);
    const more = unnamed.length > names.length ? `, and ${unnamed.length - names.length} more` : '';
    const what = unnamed.length === 1 ? 'A file is' : `${unnamed.length} files are`;
    this.#say(
      'file_unnamed',
      { path: 'SKILL.md', line: 1 },
      `${what} named in no text of the skill: ${names.join(', ')}${more}.`,
      'Say in SKILL.md when to read it, or remove it.',
    );
  }

  async #one(target: string, place: { readonly path: string; readonly line: number }): Promise<void> {
    const shown = spellHiddenCharacters(target.slice(0, 100));
    if (isAbsolute(target) || /^(?:~|[a-z]:[\\/]|\\\\|file:)/i.test(target)) {
      const hint = 'Write it relative to the file, such as references/guide.md.';
      this.#say('link_absolute', place, `The link to ${shown} is a full path; it works on one computer only.`, hint);
      return;
    }
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return;
    const fromFile = posixJoin(dirname(place.path), target).replace(/\/$/, '');
    const fromSkill = normalize(target).replace(/\/$/, '');
    if (isOutside(fromFile) && isOutside(fromSkill)) {
      const hint = 'Copy the file into the folder of the skill: a skill is installed without what lies around it.';
      this.#say('link_outside', place, `The link to ${shown} leads out of the folder of the skill.`, hint);
      return;
    }
    for (const path of [fromFile, fromSkill]) if (!isOutside(path) && (await this.#isThere(path))) return;
    const near = closestTo(fromFile.slice(0, 300), [...this.#known]);
    const hint = near ? `Did you mean ${near}?` : 'Correct the path, or add the file.';
    this.#say('link_dead', place, `The link to ${shown} leads to no file.`, hint);
  }

  /** Whether a path in the folder is there: listed, or left out of the skill with a finding of its own. */
  async #isThere(path: string): Promise<boolean> {
    if (this.#known.has(path)) return true;
    return (await this.#files.look(join(this.#folder.root, this.#place, path))) !== null;
  }

  #say(
    code: SkillFindingCode,
    { path, line }: { readonly path: string; readonly line: number },
    message: string,
    hint: string,
  ): void {
    this.findings.push(skillFinding(code, { path: `${this.#place}${path}`, line }, message, hint));
  }
}

function isOutside(path: string): boolean {
  return path === '..' || path.startsWith('../');
}

/** Targets of the links in a Markdown text, without anchors, outside of code. A target with a placeholder is not a path. */
function* linksOf(text: string): Generator<{ readonly target: string; readonly line: number }> {
  let fence: string | null = null;
  for (const [i, full] of text.split(/\r?\n/).entries()) {
    const line = full.slice(0, maximumLine);
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      continue;
    }
    fence = mark;
    if (fence !== null) continue;
    const plain = line.replace(/(`+)[^`]*\1/g, '');
    const found = [...plain.matchAll(/\[[^[\]]*\]\(\s*(?:<([^<>]*)>|([^()<>\s]+))/g)].map(
      (match) => match[1] ?? match[2],
    );
    const defined = /^\s{0,3}\[[^[\]]+\]:\s*<?([^<>\s]+)/.exec(plain)?.[1];
    for (const written of [...found, defined]) {
      const target = decoded((written ?? '').replace(/[#?].*$/, ''));
      if (target !== '' && !/[{}$*|]|\.\.\./.test(target)) yield { target, line: i + 1 };
    }
  }
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
