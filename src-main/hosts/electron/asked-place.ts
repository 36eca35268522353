import { existsSync } from 'node:fs';
import path from 'node:path';
import type { SkillsConfig } from '#shared/domain/skills-config.ts';
import { parseScreenAddress, screenPath } from '#shared/screen-address.ts';

/** The scheme of links that open the app: `pegboard://tools/github.create_issue`. */
export const linkScheme = 'pegboard';

/** Code units of a link; longer ones are nobody's. */
const longestLink = 2000;

/**
 * The address of a screen that a link names: `/tools/github.create_issue`. Any program and any web page may give us one, so it can
 * only show something: null for a text that is not a link of ours, names no screen, or contains invisible characters.
 */
export function addressOfLink(link: string): string | null {
  if (link.length > longestLink || /[\p{C}\s]/u.test(link)) return null;
  const [, rest = ''] = /^pegboard:\/\/([^?#]*)$/i.exec(link) ?? [];
  // Systems write the name of a screen alone as a host, with a slash behind it.
  const parsed = /^[a-z-]+(?:\/|$)/.test(rest) ? parseScreenAddress(rest.replace(/^([a-z-]+)\/$/, '$1')) : null;
  if (parsed === null || /\p{Cc}/u.test(parsed.subject ?? '')) return null;
  return screenPath(parsed.screen, parsed.subject);
}

/** The address of the link among the arguments of a start; null without one. */
export function askedAddress(argv: readonly string[]): string | null {
  const link = argv.slice(1).find(isLink);
  return link === undefined ? null : addressOfLink(link);
}

export function isLink(argument: string): boolean {
  return argument.toLowerCase().startsWith(`${linkScheme}:`);
}

/** Whether a path is that of a skill, which opens in its workspace. */
export function isSkillFile(file: string): boolean {
  return file.endsWith('.skill.md');
}

/** The nearest folder above a file that holds a `pegboard.yaml`; the folder of the file where none does. */
export function workspaceAbove(file: string): string {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'pegboard.yaml'))) return folder;
    if (path.dirname(folder) === folder) return path.dirname(file);
  }
}

/** The address of a file of a pack; the screen of skills for a file of none. */
export function skillAddress(
  file: string,
  {
    root,
    packs,
  }: { readonly root: string; readonly packs: readonly Pick<SkillsConfig['skill_packs'][number], 'name' | 'path'>[] },
): string {
  for (const pack of packs) {
    const inside = path.relative(path.resolve(root, pack.path), file);
    if (inside.startsWith('..') || path.isAbsolute(inside)) continue;
    return screenPath('skills', `${pack.name}/${inside.split(path.sep).join('/')}`);
  }
  return screenPath('skills', null);
}
