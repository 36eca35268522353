import {
  type CatalogContent,
  type CatalogDocument,
  type CatalogFormat,
  catalogFileNames,
} from '#shared/domain/export-plan.ts';
import { PegboardError } from '#shared/errors.ts';
import { textContent } from '../../skills/export/file-content.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { type ExportContent, groupLoss } from '../export-content.ts';
import type { CatalogWriter, WrittenCatalog } from './catalog-format.ts';
import { catalogView } from './catalog-view.ts';
import { mcpTools } from './mcp-tools.ts';
import { pegboardJson } from './pegboard-json.ts';
import { penguiflow } from './penguiflow.ts';
import { anthropicTools, openaiTools } from './tool-arrays.ts';

const writers: Readonly<Record<CatalogFormat, CatalogWriter>> = {
  'pegboard-json': pegboardJson,
  penguiflow,
  'anthropic-tools': anthropicTools,
  'openai-tools': openaiTools,
  'mcp-tools': mcpTools,
};

/** The catalog as a text, and what the format cannot say. Errors: `unknown_persona`, `source_empty`. */
export function catalogDocument(workspace: LoadedWorkspace, content: CatalogContent): CatalogDocument {
  const written = writtenOf(workspace, content);
  return {
    text: textOf(written.document),
    names: renamed(written),
    loss: lossOf(written),
    findings: written.findings,
  };
}

/** The catalog as files of the target: one, and beside it the way back from names that an API forbids. */
export function catalogContent(workspace: LoadedWorkspace, content: CatalogContent): ExportContent {
  const written = writtenOf(workspace, content);
  const path = content.file ?? catalogFileNames[content.as];
  const namesPath = path.replace(/\.json$/, '.names.json');
  const names = renamed(written);
  const wanted = new Map([[path, textContent(textOf(written.document))]]);
  if (Object.keys(names).length > 0) wanted.set(namesPath, textContent(textOf(names)));
  // Other catalogs may be beside this one.
  const owns = (other: string) => other === path || other === namesPath;
  return {
    parts: [{ folder: '', set: { wanted, owns } }],
    loss: lossOf(written),
    lossless: false,
    findings: written.findings,
  };
}

function writtenOf(workspace: LoadedWorkspace, { as, persona }: CatalogContent): WrittenCatalog {
  const view = catalogView(workspace, persona);
  if (view.tools.length > 0) return writers[as](view);
  throw new PegboardError('source_empty', 'There is no tool to export.', {
    hint:
      persona === undefined
        ? 'Import tools first.'
        : `The persona ${persona} may not use any tool; check its patterns.`,
  });
}

function lossOf({ losses, wholeLosses }: WrittenCatalog): CatalogDocument['loss'] {
  return [...wholeLosses.map((loss) => ({ ...loss, count: 0, names: [] })), ...groupLoss(losses)];
}

/** Names that are others in the document than in the catalog. */
function renamed({ names }: WrittenCatalog): Record<string, string> {
  return Object.fromEntries(Object.entries(names).filter(([sent, name]) => sent !== name));
}

/** Made to differ little when the catalog does. */
function textOf(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
