import { basename, extname, join, resolve } from 'node:path';
import type { AuditInput } from '#core/audit/audit-tool.ts';
import { parseCapturedTools } from '#core/catalog/captured-tools.ts';
import { normaliseTool } from '#core/catalog/normalise-tool.ts';
import { clientConfigError } from '#core/client-configs/recognise-config.ts';
import { nodeFiles } from '#core/files/node-files.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { sourceSchema } from '#shared/domain/source.ts';
import type { Tool } from '#shared/domain/tool.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { serverTexts } from './server-texts.ts';

/** A definition to audit, and the file that has it. */
export interface Definition {
  readonly input: AuditInput;
  /** Full path of the file, with its text; null where it is not known. */
  readonly file: { readonly path: string; readonly text: string } | null;
}

export interface ReadDefinitions {
  readonly definitions: readonly Definition[];
  /** What could not be read, for people. */
  readonly findings: readonly Finding[];
}

/** Files of one folder that are read, and how deep folders are followed. */
const limits = { files: 2000, depth: 8 } as const;
const extensions = new Set(['.json', '.jsonl', '.ndjson', '.md']);
const passedOver = new Set(['node_modules', '.git']);

/**
 * The definitions in a captured file, a text of a skill or prompt (`.md`), or every such file of a folder. A file of a folder that
 * holds no tools is passed over. Errors: `file_not_found` and those of reading a list of tools; for a folder `source_empty`.
 */
export async function readDefinitions(path: string): Promise<ReadDefinitions> {
  if (!(await nodeFiles.exists(path))) {
    throw new PegboardError('file_not_found', `${path} does not exist.`, {
      hint: 'Name a workspace, a captured file or a folder.',
    });
  }
  if (!(await nodeFiles.isDirectory(path))) return readFile(path);
  const definitions: Definition[] = [];
  const findings: Finding[] = [];
  for (const file of await filesBelow(path)) {
    try {
      const read = await readFile(file);
      definitions.push(...read.definitions);
      findings.push(...read.findings);
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      // A folder holds other files too: only one that looks like a list and is broken is worth a word.
      if (error.code !== 'unrecognised_format' && error.code !== 'source_empty') {
        findings.push({ code: 'source_unreadable', severity: 'warning', message: error.message, path: file });
      }
    }
  }
  if (definitions.length > 0) return { definitions, findings };
  throw new PegboardError('source_empty', `${path} holds no definitions of tools.`, {
    hint: 'Pegboard reads captured lists (.json, .jsonl), and skills and prompts (.md).',
  });
}

async function filesBelow(folder: string, depth = 0): Promise<string[]> {
  const files: string[] = [];
  for (const name of [...(await nodeFiles.list(folder))].sort()) {
    const path = join(folder, name);
    const kind = (await nodeFiles.look(path))?.kind;
    if (kind === 'folder' && depth < limits.depth && !passedOver.has(name))
      files.push(...(await filesBelow(path, depth + 1)));
    else if (kind === 'file' && extensions.has(extname(name).toLowerCase())) files.push(path);
    if (files.length >= limits.files) break;
  }
  return files.slice(0, limits.files);
}

async function readFile(path: string): Promise<ReadDefinitions> {
  const text = await nodeFiles.readText(path, { regularOnly: false, utf16: true });
  const file = { path, text };
  if (extname(path).toLowerCase() === '.md') {
    const name = basename(path) === 'SKILL.md' ? basename(resolve(path, '..')) : basename(path, extname(path));
    return { definitions: [{ input: { name, is_text: true, source: null, description: text }, file }], findings: [] };
  }
  const fallback = sourceName(basename(path, extname(path)));
  const texts = serverTexts(text).map((input) => ({ input: { source: fallback, ...input }, file }));
  try {
    const sources = parseCapturedTools(text, path);
    const definitions = sources.flatMap(({ format, server, tools }) => {
      const source = sourceSchema.parse({ name: sourceName(server ?? '') || fallback, path: 'captured.json', format });
      return tools.map((tool) => ({ input: auditInput(normaliseTool(tool, source)), file }));
    });
    return {
      definitions: [...texts, ...definitions],
      findings: sources.flatMap(({ findings }) => findings.filter(({ severity }) => severity !== 'info')),
    };
  } catch (error) {
    // The answer to prompts/list, or to initialize, has texts for a model and no tools.
    if (texts.length > 0 && isPegboardError(error)) return { definitions: texts, findings: [] };
    const isOther = isPegboardError(error) && ['unrecognised_format', 'invalid_json'].includes(error.code);
    throw (isOther && namesServers(text, path)) || error;
  }
}

/** The error for the configuration of a client: its servers are not asked for their tools. Null for other files. */
function namesServers(text: string, path: string): PegboardError | null {
  const error = clientConfigError(text, path);
  if (error?.data?.client === undefined) return error;
  return new PegboardError(error.code, `${error.message} The audit starts no server.`, {
    hint: `Import the servers first, then audit the workspace: pegboard import ${path}`,
    data: error.data,
  });
}

/** A tool of the catalog as the audit reads it: with its own name, as its server calls it. */
export function auditInput(tool: Tool): AuditInput {
  const { upstream_name, source, title, description, input_schema, output_schema, annotations, examples } = tool;
  const { usage_hint, phrases, hypothetical_queries, tags, aliases, category, related_tools } = tool;
  return {
    ...{ name: upstream_name, source, title, description, input_schema, output_schema, annotations, examples },
    extra: { usage_hint, phrases, hypothetical_queries, tags, aliases, category, related_tools },
  };
}

function sourceName(text: string): string {
  return text
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
}
