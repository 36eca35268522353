import { hash } from 'node:crypto';
import { canonicalJson } from '#shared/canonical-json.ts';
import type { Source } from '#shared/domain/source.ts';
import { namespaceOf, sideEffectsFromAnnotations, type Tool } from '#shared/domain/tool.ts';
import { bodyOf } from '../catalog/captured/captured-source.ts';
import type { CapturedTool } from '../catalog/captured-tools.ts';
import { normaliseTool } from '../catalog/normalise-tool.ts';

/** The fields of a tool that a source may give beside the six that MCP names. */
type OtherFields = Partial<
  Omit<
    Tool,
    'name' | 'upstream_name' | 'source' | 'title' | 'description' | 'input_schema' | 'output_schema' | 'annotations'
  >
>;

/**
 * Everything that a source says of a tool and that Pegboard reads, before overlays. A field that says nothing (`null`, `[]`, `{}`)
 * is left out, so that equal meanings have equal hashes.
 */
export interface Contract {
  /** What its source calls it. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly input_schema: Tool['input_schema'];
  readonly output_schema?: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly other?: OtherFields;
}

/** SHA-256, in hex, of the canonical JSON (RFC 8785) of parts of a contract; null for a part that is absent. */
export interface ContractHashes {
  /** Name, description and input schema. */
  readonly contract: string;
  readonly output: string | null;
  readonly annotations: string | null;
  /** Title and all other fields. */
  readonly other: string | null;
}

/** The part of a source that gives its tools their names. */
export type NamingSource = Pick<Source, 'name' | 'format'>;

/** The contract of a captured tool. Settings of the workspace for its source change nothing. */
export function contractOf(captured: CapturedTool, source: Source): Contract {
  const bare = { ...source, tool_examples: {}, inherit_from_schema: false };
  const tool = normaliseTool(captured, bare);
  const { namespace: given } = bodyOf(captured);
  const { title, description, input_schema, output_schema, annotations, ...rest } = tool;
  const { name: _name, upstream_name: name, source: _source, side_effects, declared_mode, namespace, ...fields } = rest;
  const implied = sideEffectsFromAnnotations(annotations);
  const other = spoken({
    ...fields,
    requires_confirmation: fields.requires_confirmation || null,
    extra: spoken(fields.extra),
    namespace: typeof given === 'string' && given !== '' ? namespace : null,
    side_effects: side_effects === implied ? null : side_effects,
    declared_mode: declared_mode === 'undeclared' ? null : declared_mode,
  });
  return {
    name,
    ...(title === null ? {} : { title }),
    description,
    input_schema,
    ...(saysNothing(output_schema) || output_schema === null ? {} : { output_schema }),
    ...(annotations === null || saysNothing(spoken(annotations)) ? {} : { annotations: spoken(annotations) }),
    ...(saysNothing(other) ? {} : { other: other as OtherFields }),
  };
}

/** The tool of a contract, as `contractOf` read it. */
export function toolOfContract({ other = {}, ...contract }: Contract, source: NamingSource): Tool {
  const annotations = (contract.annotations ?? null) as Tool['annotations'];
  const local = contract.name.trim();
  const name = source.format === 'tools_list' ? `${source.name}.${local}` : local;
  return {
    ...{ tags: [], category: null, phrases: [], hypothetical_queries: [], usage_hint: null, related_tools: [] },
    ...{ examples: [], aliases: [], risk_level: null, requires_confirmation: false, extraction: null, extra: {} },
    ...{ side_effects: sideEffectsFromAnnotations(annotations), declared_mode: 'undeclared' },
    namespace: source.format === 'tools_list' ? source.name : namespaceOf(name),
    ...other,
    name,
    upstream_name: contract.name,
    source: source.name,
    title: contract.title ?? null,
    description: contract.description,
    input_schema: contract.input_schema,
    output_schema: contract.output_schema ?? null,
    annotations,
  };
}

/** Hashes that are known: a contract does not change, and a lock of ten thousand of them is compared at each load. */
const knownHashes = new WeakMap<Contract, ContractHashes>();

export function contractHashes(contract: Contract): ContractHashes {
  const known = knownHashes.get(contract);
  if (known) return known;
  const hashes = hashesOf(contract);
  knownHashes.set(contract, hashes);
  return hashes;
}

function hashesOf({ name, title, description, input_schema, ...parts }: Contract): ContractHashes {
  const other = spoken({ title, other: parts.other });
  return {
    contract: hashOf({ description, input_schema, name }),
    output: parts.output_schema === undefined ? null : hashOf(parts.output_schema),
    annotations: parts.annotations === undefined ? null : hashOf(parts.annotations),
    other: Object.keys(other).length === 0 ? null : hashOf(other),
  };
}

/** Whether two contracts say the same. Quicker than their hashes where they do. */
export function sameContract(one: Contract, other: Contract): boolean {
  return one === other || same(one, other);
}

/** Equal as JSON. A value that `canonicalJson` takes for equal and this does not costs time only: the hashes decide then. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) => Object.hasOwn(b, key) && same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}

/** One hash of all four. */
export function contractDigest(hashes: ContractHashes): string {
  return hashOf(hashes);
}

/** Hash of a contract without its name: two tools that differ only in their names have the same. */
export function namelessDigest(contract: Contract): string {
  return contractDigest(contractHashes({ ...contract, name: '' }));
}

function hashOf(value: unknown): string {
  return hash('sha256', canonicalJson(value));
}

/** The members that say something. */
function spoken<Map extends Readonly<Record<string, unknown>>>(map: Map): Partial<Map> {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => !saysNothing(value))) as Partial<Map>;
}

function saysNothing(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
