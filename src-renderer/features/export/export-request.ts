import { type CatalogFormat, catalogFileSchema, type ExportRequest } from '#shared/domain/export-plan.ts';
import type { SkillFormat } from '#shared/domain/skill.ts';
import type { ExportChoices } from './export-store.ts';

/** What was chosen as a request; in words, what is missing. */
export function exportRequest(choices: ExportChoices): ExportRequest | string {
  const { kind, packs, format, folders, as, persona, file } = choices;
  const target = choices.target.trim();
  if (kind === 'packs' && packs.length === 0) return 'Choose the packs to export.';
  if (target === '') return 'Say which folder to write to.';
  if (kind === 'packs') return { target, content: { kind, packs, format, folders: folders || packs.length > 1 } };
  const name = file.trim();
  if (name !== '' && !catalogFileSchema.safeParse(name).success) return 'The file needs a name that ends in .json.';
  return {
    target,
    content: { kind, as, ...(persona === null ? {} : { persona }), ...(name === '' ? {} : { file: name }) },
  };
}

export const skillFormatWords: Readonly<Record<SkillFormat, string>> = {
  'skill-md': 'SKILL.md, a folder each: Claude Code, Codex, Copilot, Cursor',
  md: '.skill.md, front matter and body',
  yaml: '.skill.yaml',
  json: '.skill.json',
  jsonl: '.skill.jsonl, one file for all',
};

export const catalogFormatWords: Readonly<Record<CatalogFormat, string>> = {
  'pegboard-json': 'JSON: patterns, modes, overlays',
  penguiflow: 'Penguiflow configuration',
  'anthropic-tools': 'Anthropic tools array',
  'openai-tools': 'OpenAI tools array (Responses)',
};
