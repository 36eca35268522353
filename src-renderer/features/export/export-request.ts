import { assertNever } from '#shared/assert-never.ts';
import {
  type AgentContent,
  type CatalogContent,
  type CatalogFormat,
  catalogFileSchema,
  type ExportRequest,
  type PluginContent,
  pluginNameSchema,
} from '#shared/domain/export-plan.ts';
import type { SkillFormat } from '#shared/domain/skill.ts';
import { strings } from '../../strings/export.ts';
import type { ExportChoices } from './export-store.ts';

/** The choices as a request; or, in words, which of them is missing. */
export function exportRequest(choices: ExportChoices): ExportRequest | string {
  const content = contentOf(choices);
  if (typeof content === 'string') return content;
  const target = choices.target.trim();
  return target === '' ? strings.exportRequest.chooseTargetFolder : { target, content };
}

function contentOf(choices: ExportChoices): ExportRequest['content'] | string {
  const { kind, packs, format, folders } = choices;
  switch (kind) {
    case 'packs':
      if (packs.length === 0) return strings.exportRequest.choosePacksExport;
      return { kind, packs, format, folders: folders || packs.length > 1 };
    case 'catalog':
      return catalogContent(choices);
    case 'plugin':
      return pluginContent(choices);
    case 'agent':
      return agentContent(choices);
    default:
      return assertNever(kind);
  }
}

function catalogContent({ as, persona, file }: ExportChoices): CatalogContent | string {
  const name = file.trim();
  if (name !== '' && !catalogFileSchema.safeParse(name).success) return strings.exportRequest.fileNameMustEnd;
  return { kind: 'catalog', as, ...(persona === null ? {} : { persona }), ...typed({ file: name }) };
}

function pluginContent(choices: ExportChoices): PluginContent | string {
  const { packs, sources, pluginAs: as, pluginName, version, description, marketplace } = choices;
  if (packs.length === 0 && sources.length === 0) return strings.exportRequest.choosePacksSources;
  const name = pluginName.trim();
  if (name === '') return strings.exportRequest.namePlugin;
  if (!isName(name) || !isName(marketplace.trim())) return strings.exportRequest.nameRule;
  return { kind: 'plugin', as, name, packs, sources, ...typed({ version, description, marketplace }) };
}

function agentContent(choices: ExportChoices): AgentContent | string {
  const { persona, agentAs: as, via, agentName, description, model } = choices;
  if (persona === null) return strings.exportRequest.choosePersona;
  if (!isName(agentName.trim())) return strings.exportRequest.nameRule;
  return { kind: 'agent', as, via, persona, ...typed({ name: agentName, description, model }) };
}

/** Whether an optional name is one that every form takes, or is empty. */
const isName = (name: string) => name === '' || pluginNameSchema.safeParse(name).success;

/** The fields in which something is typed. */
function typed<Field extends string>(fields: Readonly<Record<Field, string>>): Partial<Record<Field, string>> {
  const entries = Object.entries<string>(fields).map(([field, text]) => [field, text.trim()]);
  return Object.fromEntries(entries.filter(([, text]) => text !== '')) as Partial<Record<Field, string>>;
}

export const skillFormatWords: Readonly<Record<SkillFormat, string>> = strings.exportRequest.skillFormatWords;

export const catalogFormatWords: Readonly<Record<CatalogFormat, string>> = strings.exportRequest.catalogFormatWords;
