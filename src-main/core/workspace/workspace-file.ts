import { createHash } from 'node:crypto';
import { type Document, isAlias, type LineCounter, visit } from 'yaml';
import type { z } from 'zod';
import { type WorkspaceConfig, workspaceConfigSchema } from '#shared/domain/config.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { PegboardError } from '#shared/errors.ts';
import { locateField, parseYaml, type YamlDocument, type YamlProblem, yamlValues } from '#shared/text/parse-yaml.ts';
import { literalSecrets } from '../secrets/literal-secrets.ts';
import { referenceTo } from '../secrets/variable-references.ts';
import { closestTo } from './closest-name.ts';

export const workspaceFileName = 'pegboard.yaml';

/** `pegboard.yaml` as read: its values, and its text with the place of every node in it, for editing. */
export interface WorkspaceFile {
  readonly path: string;
  readonly text: string;
  readonly config: WorkspaceConfig;
  readonly document: Document;
  readonly findings: readonly Finding[];
}

/**
 * Reads the text of a `pegboard.yaml`. An unknown key is kept and reported; anything else that is wrong is an error that
 * names line and column: `config_syntax`, `config_invalid`.
 */
export function parseWorkspaceFile(text: string, path: string): WorkspaceFile {
  const known = lately.find((file) => file.text === text && file.path === path);
  if (known) return known;
  const file = readWorkspaceFile(text, path);
  lately = [file, ...lately.slice(0, 1)];
  return file;
}

/** A change reads the text before it and the text after it several times: these two. */
let lately: readonly WorkspaceFile[] = [];

function readWorkspaceFile(text: string, path: string): WorkspaceFile {
  const parsed = parseYaml(text);
  if (!parsed.ok) throw syntaxError(parsed.problems[0], path);
  const { document, lines } = parsed;
  refuseStrayAlias(document, lines, path);
  const values = toValues(parsed, path);
  const placeOf = (fieldPath: readonly PropertyKey[]) => locateField(parsed, fieldPath);
  const findings: Finding[] = [];
  let unknownKeys = 0;
  for (;;) {
    const read = workspaceConfigSchema.safeParse(values);
    if (read.success) {
      const { data: config } = read;
      const more = unknownKeys > maximumUnknownKeys ? [moreUnknownKeys(unknownKeys - maximumUnknownKeys, path)] : [];
      const literals = literalFindings(config, path, placeOf);
      return { path, text, config, document, findings: [...findings, ...more, ...literals] };
    }
    const unknown = read.error.issues.filter((issue) => issue.code === 'unrecognized_keys');
    if (unknown.length === 0) throw invalidConfig(read.error.issues, path, placeOf);
    for (const issue of unknown) {
      for (const key of issue.keys) {
        unknownKeys += 1;
        if (unknownKeys <= maximumUnknownKeys) findings.push(unknownKey([...issue.path, key], path, placeOf));
        removeKey(values, issue.path, key);
      }
    }
  }
}

/** A document for a new workspace. */
export function newWorkspaceText(): string {
  return `# A Pegboard workspace. Every field and its default: docs/reference/configuration.md of Pegboard.
tool_search:
  enabled: true
  default_loading_mode: deferred

# Skills are recipes that teach the agent, found as tools are. Enabled, they cost at every step about 1,100 tokens (estimate) for
# their three tools and the names, and up to max_tokens for those that fit the query: pegboard prompt --diff skills-directory
skills:
  enabled: false
  scope_mode: global # the packs that come with Pegboard are for every tenant
  top_k: 3
  max_tokens: 1000
  skill_packs:
    - {name: core, path: "shipped:core"}
`;
}

function toValues(parsed: YamlDocument, path: string): Record<string, unknown> {
  const read = yamlValues(parsed);
  if (!read.ok) {
    throw new PegboardError('config_invalid', `${path}: ${read.message}`, {
      hint: 'Write the values out instead of repeating them by alias.',
      data: { file: path },
    });
  }
  const values = read.value ?? {};
  if (typeof values === 'object' && values !== null && !Array.isArray(values)) {
    // "sources:" with nothing after it is an empty section, not a mistake.
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  }
  throw new PegboardError(
    'config_invalid',
    `${path}:1:1: the file must hold keys and values, such as "tool_search:".`,
    {
      hint: 'pegboard init makes a new one in an empty folder.',
      data: { file: path, line: 1, column: 1 },
    },
  );
}

/** An alias of nothing, which is often a text that starts with `*`. It is not quoted: it may be a password. */
function refuseStrayAlias(document: Document, lines: LineCounter, path: string): void {
  const anchors = new Set<string>();
  visit(document, {
    Node(_key, node) {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchors.add(node.anchor);
        return;
      }
      if (anchors.has(node.source)) return;
      const { line, col } = lines.linePos(node.range?.[0] ?? 0);
      throw new PegboardError('config_syntax', `${path}:${line}:${col}: an alias of an anchor that does not exist`, {
        hint: 'Put a text that starts with * in quotes.',
        data: { file: path, line, column: col },
      });
    },
  });
}

function syntaxError({ kind, message, place, hint }: YamlProblem, path: string): PegboardError {
  const { line, column } = place;
  // A key, and what is behind a colon, quotes the file, which may hold a secret.
  const reason = kind === 'repeated_key' ? 'this key is given twice' : message.replace(/(?<=\S): .*$/, '');
  return new PegboardError('config_syntax', `${path}:${line}:${column}: ${reason}`, {
    hint: hint ? `${hint} Nothing was changed.` : 'Correct the line; nothing was changed.',
    data: { file: path, line, column },
  });
}

type Locate = (fieldPath: readonly PropertyKey[]) => { line: number; column: number };

function invalidConfig(issues: readonly z.core.$ZodIssue[], path: string, placeOf: Locate): PegboardError {
  const described = issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
    ...placeOf(issue.path),
  }));
  const first = described[0] ?? { path: '', message: 'not valid', line: 1, column: 1 };
  const more = described.length > 1 ? ` (and ${described.length - 1} more)` : '';
  return new PegboardError(
    'config_invalid',
    `${path}:${first.line}:${first.column}: ${first.path}: ${first.message}${more}`,
    {
      hint: 'docs/reference/configuration.md of Pegboard lists every field with its values and default.',
      data: { file: path, line: first.line, column: first.column, issues: described },
    },
  );
}

/** Most unknown keys that are reported one by one; finding the place of each takes a walk. */
const maximumUnknownKeys = 100;

function moreUnknownKeys(count: number, path: string): Finding {
  return finding('unknown_key', {
    message: `Pegboard does not know ${count} more keys; they are kept and have no effect.`,
    path,
  });
}

/** Keys that used to exist, with what became of them. */
const formerKeys = new Map([
  ['tool_search.include_search_tool', 'It is ignored: tool_search is offered whenever it is enabled.'],
]);

function unknownKey(fieldPath: readonly PropertyKey[], path: string, placeOf: Locate): Finding {
  const name = fieldPath.map(String).join('.');
  const key = String(fieldPath.at(-1));
  const known = keysAt(fieldPath.slice(0, -1));
  const near = closestTo(key, known);
  const hint =
    formerKeys.get(name) ??
    (near ? `Did you mean "${near}"?` : known.length > 0 ? `Known keys: ${known.join(', ')}.` : undefined);
  // A misspelt rule keeps nobody from anything.
  const isRule = fieldPath[0] === 'policy' || fieldPath[0] === 'approvals';
  return finding('unknown_key', {
    ...(isRule && fieldPath.length > 1 && { severity: 'error' }),
    message: `${name} is not a key that Pegboard knows; it is kept and has no effect.`,
    path,
    range: { start: placeOf(fieldPath) },
    ...(hint ? { hint } : {}),
  });
}

/** Most literal secrets that are reported; more of them would say nothing new. */
const maximumLiterals = 50;

/** Secrets that somebody wrote into the file: where, and what to write in their place. Their values are not told. */
function literalFindings({ sources }: WorkspaceConfig, path: string, placeOf: Locate): Finding[] {
  const found = sources.flatMap(({ name, mcp }, i) =>
    mcp ? literalSecrets(mcp, name).map((literal) => ({ ...literal, name, i })) : [],
  );
  return found.slice(0, maximumLiterals).map(({ field, variables, name, i }): Finding => {
    const references = variables.slice(0, 5).map((name) => referenceTo(name));
    return finding('literal_secret', {
      message: `The source ${name} may contain a secret in mcp.${field.join('.')}, and this file is meant to be shared.`,
      path,
      range: { start: placeOf(['sources', i, 'mcp', ...field]) },
      hint: `Write ${references.join(' and ')} instead, set ${variables.length === 1 ? 'that variable' : 'those variables'} in the environment, and replace the secret if the file has left this computer.`,
    });
  });
}

/** The keys that the schema knows at a path. */
function keysAt(fieldPath: readonly PropertyKey[]): string[] {
  let schema: z.core.$ZodType | undefined = workspaceConfigSchema;
  for (const part of fieldPath) schema = childOf(unwrap(schema), part);
  const inner = unwrap(schema);
  return inner && 'shape' in inner ? Object.keys(inner.shape as object) : [];
}

function childOf(schema: z.core.$ZodType | undefined, part: PropertyKey): z.core.$ZodType | undefined {
  if (!schema) return undefined;
  if ('shape' in schema) return (schema.shape as Record<PropertyKey, z.core.$ZodType>)[part];
  if ('element' in schema) return schema.element as z.core.$ZodType;
  return 'valueType' in schema ? (schema.valueType as z.core.$ZodType) : undefined;
}

function unwrap(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  let inner = schema;
  while (inner && 'unwrap' in inner && typeof inner.unwrap === 'function' && !('element' in inner)) {
    inner = inner.unwrap() as z.core.$ZodType;
  }
  return inner;
}

function removeKey(values: unknown, path: readonly PropertyKey[], key: string): void {
  let inner = values;
  for (const part of path) inner = (inner as Record<PropertyKey, unknown>)[part];
  delete (inner as Record<string, unknown>)[key];
}

/** The revision of a file by its text. */
export function revisionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
