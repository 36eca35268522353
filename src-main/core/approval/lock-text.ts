import { z } from 'zod';
import { canonicalJson } from '#shared/canonical-json.ts';
import { type PartKind, partKindSchema } from '#shared/domain/approval.ts';
import { toolSchema } from '#shared/domain/tool.ts';
import { type Contract, type ContractHashes, contractDigest, contractHashes } from './contract.ts';

export const lockFileName = 'pegboard.lock';

/**
 * The forms of the file: 1 has tools only, 2 also instructions, prompts and skills. Both are read; one of form 1 says nothing about
 * the other parts, so they count as approved until it is written in form 2.
 */
export type LockVersion = 1 | 2;
const lockVersion: LockVersion = 2;

/** What the lock says of one tool, or another part, of one source. */
export interface LockEntry {
  readonly source: string;
  /** Absent for a tool. */
  readonly kind?: PartKind | undefined;
  /** What its source calls it. */
  readonly tool: string;
  /** What was approved; null when the lock knows only rejected texts of the tool. */
  readonly contract: Contract | null;
  /** `contractDigest` of texts that were approved before, the latest first. */
  readonly earlier: readonly string[];
  /** `contractDigest` of texts that a reviewer rejected, the latest first. */
  readonly rejected: readonly string[];
}

/** Something in the file that cannot be trusted: where, and what to do. */
export interface LockProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
  readonly hint: string;
}

/** The content of `pegboard.lock`. `damaged`: nothing of it can be trusted. */
export type Lock =
  | { readonly kind: 'none' }
  | { readonly kind: 'damaged'; readonly problem: LockProblem }
  | {
      readonly kind: 'read';
      readonly version: LockVersion;
      /** By `lockKey`. */
      readonly entries: ReadonlyMap<string, LockEntry>;
      /** Keys of entries that are there and prove nothing. */
      readonly unproven: ReadonlySet<string>;
      /** Whether every entry says which tool it is about; without that, a tool without entry is not known to be new. */
      readonly isWhole: boolean;
      readonly problems: readonly LockProblem[];
    };

export const noLock: Lock = { kind: 'none' };

/** How the entry of a tool or of another part is found. The name of a source has no colon. */
export function lockKey(source: string, tool: string, kind?: PartKind): string {
  return kind === undefined ? `${source}\0${tool}` : `${kind}:${source}\0${tool}`;
}

/** The key of an entry. */
export function keyOfEntry({ source, tool, kind }: Pick<LockEntry, 'source' | 'tool' | 'kind'>): string {
  return lockKey(source, tool, kind);
}

const repair = 'Restore the file from git, or approve the tool again with "pegboard review --approve".';
const end = '... # the end of pegboard.lock';
/** Approved and rejected texts that are remembered for a tool beside the present one. */
export const rememberedTexts = 5;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.union([z.string(), z.array(z.string())]);
const object = z.record(z.string(), z.unknown());
const entrySchema = z.strictObject({
  source: z.string(),
  kind: partKindSchema.optional(),
  tool: z.string(),
  hashes: z
    .strictObject({ contract: hash, output: hash.optional(), annotations: hash.optional(), other: hash.optional() })
    .optional(),
  title: z.string().optional(),
  description: text.optional(),
  input_schema: object.optional(),
  output_schema: object.optional(),
  annotations: object.optional(),
  other: toolSchema.partial().strict().optional(),
  earlier: z.array(hash).max(100).optional(),
  rejected: z.array(hash).max(100).optional(),
});

/**
 * The lock in its one text: a block for each tool, sorted by source and name, so that git merges what different people approve.
 * Every block is a YAML document whose value is JSON.
 */
export function lockText(entries: Iterable<LockEntry>, version: LockVersion = lockVersion): string {
  const sorted = [...entries].sort(
    (a, b) => order(a.source, b.source) || order(a.kind ?? '', b.kind ?? '') || order(a.tool, b.tool),
  );
  return [
    '# What this team approved of its tools. "pegboard review" compares the tools with it and changes it.',
    `--- # pegboard.lock\n${JSON.stringify({ version }, null, 2)}`,
    ...sorted.map((entry) => `--- # ${anchor(entry)}\n${JSON.stringify(blockOf(entry), null, 2)}`),
    `${end}\n`,
  ].join('\n');
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The line on which git recognises a block. */
function anchor({ source, tool, kind }: LockEntry): string {
  const name = JSON.stringify(tool).slice(1, -1);
  return `${source} ${kind === undefined ? '' : `${kind} `}${name.slice(0, 200)}`;
}

function blockOf({ source, kind, tool, contract, earlier, rejected }: LockEntry): Record<string, unknown> {
  const texts = { ...(earlier.length > 0 && { earlier }), ...(rejected.length > 0 && { rejected }) };
  if (!contract) return { source, kind, tool, ...texts };
  const { name: _name, title, description, input_schema, output_schema, annotations, other } = contract;
  const hashes = Object.entries(contractHashes(contract)).filter(([, value]) => value !== null);
  return {
    source,
    kind,
    tool,
    hashes: Object.fromEntries(hashes),
    title,
    // A line of the text is a line of the file, so that a difference shows the line that changed.
    description: description.includes('\n') ? description.split('\n') : description,
    input_schema: sortedKeys(input_schema),
    output_schema: sortedKeys(output_schema),
    annotations: sortedKeys(annotations),
    other: sortedKeys(other),
    ...texts,
  };
}

/** The value with the keys of every object sorted: equal values have equal texts. */
function sortedKeys(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(canonicalJson(value));
}

/** Blocks of the last lock by their texts: a change of some of them leaves the others read. */
let knownBlocks: ReadonlyMap<string, ReadBlock> = new Map();
let lately: { readonly text: string; readonly lock: Lock } | undefined;

/** Reads the text of a lock; null where there is no file. Never throws: what cannot be trusted is reported, and proves nothing. */
export function readLock(given: string | null): Lock {
  if (given === null) return noLock;
  if (lately?.text === given) return lately.lock;
  const lock = parseLock(given.replaceAll('\r\n', '\n'));
  lately = { text: given, lock };
  return lock;
}

function parseLock(given: string): Lock {
  const marker = given.search(/(?<![^\n])(?:<{7}|\|{7}|={7}|>{7})(?![^ \n])/);
  if (marker >= 0) {
    return damaged(
      lineAt(given, marker),
      'has an unresolved git conflict',
      'Keep the approved text of each tool, delete the lines with <<<<<<<, ======= and >>>>>>>, then run "pegboard review".',
    );
  }
  const blocks = blocksOf(given);
  const [first, ...others] = blocks;
  const header = first && jsonOf(first);
  const version = isObject(header) ? header.version : undefined;
  if (typeof version !== 'number') {
    return damaged(1, 'does not begin with its version', 'Restore the file from git.');
  }
  if (version !== 1 && version !== 2) {
    return damaged(
      lineAt(given, first?.at ?? 0),
      `has version ${version}, and this Pegboard reads versions 1 and 2`,
      'Update Pegboard, or restore the file from git.',
    );
  }
  if (!blocks.at(-1)?.isLast) {
    return damaged(lineAt(given, given.length), 'is cut off before its end', 'Restore the file from git.');
  }
  return readBlocks(others, { given, version });
}

function readBlocks(
  blocks: readonly Block[],
  { given, version }: { readonly given: string; readonly version: LockVersion },
): Lock {
  const entries = new Map<string, LockEntry>();
  const unproven = new Set<string>();
  const problems: LockProblem[] = [];
  let isWhole = true;
  const all = blocks.map((block) => ({ block, read: knownBlocks.get(block.text) ?? readBlock(block) }));
  knownBlocks = new Map(all.map(({ block, read }) => [block.text, read]));
  for (const { block, read } of all) {
    const { key } = read;
    if (key === null) isWhole = false;
    const isTwice = key !== null && (entries.has(key) || unproven.has(key));
    const problem = isTwice ? 'has two entries for this tool' : 'problem' in read ? read.problem : null;
    if (problem !== null) {
      problems.push({ line: lineAt(given, block.at), message: problem, hint: repair });
      if (key === null) continue;
      entries.delete(key);
      unproven.add(key);
    } else if ('entry' in read && key !== null) entries.set(key, read.entry);
  }
  return { kind: 'read', version, entries, unproven, isWhole, problems };
}

interface Block {
  /** Where its first line begins. */
  readonly at: number;
  readonly text: string;
  /** Whether the end of the file follows it. */
  readonly isLast: boolean;
}

/**
 * What stands between the lines that begin a document. Only line feeds end a line: a JSON text may contain the other characters that
 * end a line for an expression with the flag m.
 */
function blocksOf(given: string): Block[] {
  const starts = [...given.matchAll(/(?<![^\n])---(?![^ \n])/g)].map(({ index }) => index);
  return starts.map((at, i) => {
    const next = starts[i + 1] ?? given.length;
    const begin = given.indexOf('\n', at);
    const text = begin < 0 ? '' : given.slice(begin + 1, next);
    const [body = '', ...rest] = text.split(/(?<![^\n])\.\.\. # the end of pegboard\.lock(?![^\n])/);
    return { at, text: body + rest.join(''), isLast: rest.length > 0 };
  });
}

/** The line of a place in a text, from 1. */
function lineAt(given: string, at: number): number {
  let line = 1;
  for (let next = given.indexOf('\n'); next >= 0 && next < at; next = given.indexOf('\n', next + 1)) line++;
  return line;
}

type ReadBlock =
  | { readonly key: string; readonly entry: LockEntry }
  | { readonly key: string | null; readonly problem: string };

function readBlock(block: Block): ReadBlock {
  const value = jsonOf(block);
  const key = keyIn(value);
  const parsed = entrySchema.safeParse(value);
  if (!parsed.success) return { key, problem: `has an entry that cannot be read: ${issueText(parsed.error)}` };
  const { source, kind, tool, hashes, description, input_schema, earlier = [], rejected = [], ...parts } = parsed.data;
  const named = lockKey(source, tool, kind);
  const about = { source, ...(kind && { kind }), tool };
  if (!hashes || description === undefined || !input_schema) {
    const isPartial = hashes !== undefined || description !== undefined || input_schema !== undefined;
    if (isPartial) return { key: named, problem: 'has an entry without its hashes, description or input schema' };
    return { key: named, entry: { ...about, contract: null, earlier, rejected } };
  }
  const { title, output_schema, annotations } = parts;
  // The schema fills defaults in; the file's own words are what was hashed.
  const other = isObject(value) ? (value.other as Contract['other']) : undefined;
  const contract: Contract = {
    name: tool,
    ...(title !== undefined && { title }),
    description: typeof description === 'string' ? description : description.join('\n'),
    input_schema,
    ...(output_schema && { output_schema }),
    ...(annotations && { annotations }),
    ...(other && { other }),
  };
  if (!hasHashes(contract, hashes)) {
    return { key: named, problem: `has a text of ${tool} that is not the one whose hashes it has` };
  }
  return { key: named, entry: { ...about, contract, earlier, rejected } };
}

/** The key of a block, or null for one that does not say what it is about. */
function keyIn(value: unknown): string | null {
  if (!isObject(value) || typeof value.source !== 'string' || typeof value.tool !== 'string') return null;
  const kind = partKindSchema.optional().safeParse(value.kind);
  return kind.success ? lockKey(value.source, value.tool, kind.data) : null;
}

function hasHashes(
  contract: Contract,
  given: { readonly [Part in keyof ContractHashes]?: string | undefined },
): boolean {
  try {
    const hashes = contractHashes(contract);
    return (Object.keys(hashes) as (keyof ContractHashes)[]).every((part) => hashes[part] === (given[part] ?? null));
  } catch (error) {
    // Nested too deep.
    if (!(error instanceof RangeError)) throw error;
    return false;
  }
}

function issueText(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue ? `${issue.path.join('.') || 'the block'}: ${issue.message}` : 'it is not an object';
}

function jsonOf({ text }: Block): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function damaged(line: number, message: string, hint: string): Lock {
  return { kind: 'damaged', problem: { line, message, hint } };
}

/** The digest of the approved text of an entry; null where nothing is approved. */
export function approvedDigest({ contract }: LockEntry): string | null {
  return contract && contractDigest(contractHashes(contract));
}
