import type { SkillFormat } from '#shared/domain/skill.ts';
import type { EditorLanguage } from '../../ui/editor/code-editor.tsx';

/** The prefix of the documents of this screen. */
export const packsScreen = 'pack';

/** `pack:billing/refund.skill.yaml`. */
export function documentId({ pack, file }: { readonly pack: string; readonly file: string }): string {
  return `${packsScreen}:${pack}/${file}`;
}

/** The pack and the file that an id names; a pack's name holds no slash. */
export function documentPlace(id: string): { pack: string; file: string } {
  const place = id.slice(packsScreen.length + 1);
  const slash = place.indexOf('/');
  return { pack: place.slice(0, slash), file: place.slice(slash + 1) };
}

/** The title of a tab: the file, and its folder where every file is called alike. */
export function documentTitle(file: string): string {
  return file
    .split('/')
    .slice(file.endsWith('SKILL.md') ? -2 : -1)
    .join('/');
}

const languages = { md: 'markdown', 'skill-md': 'markdown', yaml: 'yaml', json: 'json', jsonl: 'plaintext' } as const;

export function languageOf(format: SkillFormat): EditorLanguage {
  return languages[format];
}

/** The names of the formats. */
export const formatNames: Readonly<Record<SkillFormat, string>> = {
  md: '.skill.md',
  yaml: '.skill.yaml',
  json: '.skill.json',
  jsonl: '.skill.jsonl',
  'skill-md': 'SKILL.md',
};

/** The format that the name of a skill file says. */
export function formatOfName(file: string): SkillFormat {
  if (file.endsWith('SKILL.md')) return 'skill-md';
  const ending = file.split('.').at(-1)?.toLowerCase();
  return ending === 'md' || ending === 'json' || ending === 'jsonl' ? ending : 'yaml';
}
