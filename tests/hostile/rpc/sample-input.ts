import { isAbsolute, join, resolve, sep } from 'node:path';
import { z } from 'zod';
import type { Random } from '../random.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { baseConfig, baseScenario } from '../seeds/base-workspace.ts';
import { toolListSeeds } from '../seeds/tool-lists.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** What a field of a name may well hold, so that a call gets far. */
function usual(key: string, { workspace, input }: Sandbox): readonly unknown[] {
  const scenario = 'scenarios/order.scenario.yaml';
  const skill = 'refund.skill.yaml';
  const values: Readonly<Record<string, readonly unknown[]>> = {
    path: [workspace, join(workspace, 'packs/house'), join(input, 'new'), scenario, skill],
    workspace: [workspace],
    project: [workspace, input],
    out: [join(input, 'out')],
    target: [join(input, 'out')],
    file: [skill, 'greet.skill.md', 'evals/golden.jsonl', 'tools.json'],
    name: ['shop', 'remote', 'orders.get', 'small', 'mcp.json', 'new'],
    to: ['store', 'yaml', 'pack.house.other'],
    source: ['remote', 'shop'],
    tool: ['orders.get', 'files.read', 'remote.ask'],
    names: ['orders.get', 'files.read', 'pack.house.refund'],
    query: ['money back', 'open a file', 'order 1'],
    persona: ['support'],
    profile: ['small', 'workspace', 'baseline', 'skills'],
    pack: ['house'],
    base64: [
      Buffer.from('---\nname: sent\ndescription: Sent.\n---\n\n1. Do it.\n').toString('base64'),
      Buffer.from('not a SKILL.md').toString('base64'),
    ],
    packs: ['workspace:house', 'shipped:core'],
    id: ['pack:house/refund.skill.yaml', 'scenario:order'],
    // Nothing that runs: what a server can do is an area of its own.
    command: ['no-such-program-anywhere'],
    url: ['http://127.0.0.1:1/mcp'],
    address: ['http://127.0.0.1:1'],
    text: [
      baseScenario,
      toolListSeeds[0]?.text,
      '{"mcpServers": {"a": {"command": "b"}}}',
      'name: pack.house.refund\ntrigger: T\nsteps: [S]\n',
    ],
    engines: ['pegboard', 'rfc', 'regex'],
    at: ['HEAD', 'main'],
    timeout_ms: [500],
    field: ['query', 'phrases', 'title'],
  };
  return values[key] ?? [];
}

/** Places in pegboard.yaml, with a value that may stand there. */
const configChanges: readonly unknown[] = [
  { path: ['tool_search', 'cache_dir'], value: '.pegboard' },
  { path: ['tool_search', 'default_loading_mode'], value: 'always' },
  { path: ['tool_search', 'always_loaded_patterns'], value: ['files.*'] },
  { path: ['skills', 'cache_dir'], value: '.pegboard' },
  { path: ['overlays', 'orders.get', 'tags'], value: ['a'] },
  { path: ['personas'], value: [{ name: 'other', visible_tools: ['*'] }] },
  { path: ['policy', 'denied_tools'], value: ['files.write'] },
  { path: ['profiles'], value: [{ name: 'p', planner: { max_steps: 2 } }] },
  { path: ['planner', 'max_steps'], value: 5 },
  { path: ['overlays', 'nobody'] },
];

/** An input that a procedure takes, made from its schema, with values of the sandbox where a field's name says what it is. */
export function sampleInput(schema: z.ZodType, random: Random, sandbox: Sandbox): unknown {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'ref' });
  return new Sampler(json, random, sandbox).value(json, '', 0);
}

class Sampler {
  readonly #root: JsonSchema;
  readonly #random: Random;
  readonly #sandbox: Sandbox;

  constructor(root: JsonSchema, random: Random, sandbox: Sandbox) {
    this.#root = root;
    this.#random = random;
    this.#sandbox = sandbox;
  }

  value(given: JsonSchema, key: string, depth: number): unknown {
    const schema = this.#resolved(given);
    const random = this.#random;
    if (key === 'changes' && random.chance(0.8) && schema.type === 'array') return [random.pick(configChanges)];
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return random.pick(schema.enum);
    const branches = schema.anyOf ?? schema.oneOf;
    if (branches) return this.value(random.pick(branches) as JsonSchema, key, depth + 1);
    if (schema.allOf)
      return Object.assign({}, ...schema.allOf.map((one) => this.value(one as JsonSchema, key, depth + 1)));
    switch (schema.type) {
      case 'object':
        return this.#object(schema, key, depth);
      case 'array':
        return Array.from({ length: Math.max(schema.minItems ?? 0, random.below(3)) }, () =>
          this.value((schema.items ?? {}) as JsonSchema, key, depth + 1),
        );
      case 'string':
        return this.#text(key);
      case 'integer':
      case 'number':
        return (
          (usual(key, this.#sandbox)[0] as number) ?? Math.max(schema.minimum ?? 0, Math.min(schema.maximum ?? 3, 3))
        );
      case 'boolean':
        return random.chance(0.5);
      case 'null':
        return null;
      default:
        return random.pick<unknown>([null, 1, 'text', [], {}, this.#text(key)]);
    }
  }

  #object(schema: JsonSchema, key: string, depth: number): unknown {
    const random = this.#random;
    const properties = Object.entries(schema.properties ?? {});
    const wanted = properties.filter(([name]) => schema.required?.includes(name) || (depth < 6 && random.chance(0.5)));
    const known = wanted.map(([name, value]) => [name, this.value(value as JsonSchema, name, depth + 1)] as const);
    if (properties.length > 0 || typeof schema.additionalProperties !== 'object') return Object.fromEntries(known);
    return { [this.#text(key)]: this.value(schema.additionalProperties, key, depth + 1) };
  }

  #text(key: string): string {
    const values = usual(key, this.#sandbox);
    return values.length > 0
      ? String(this.#random.pick(values))
      : this.#random.pick(['text', 'orders.get', baseConfig.slice(0, 80)]);
  }

  #resolved(schema: JsonSchema): JsonSchema {
    const name = schema.$ref?.match(/^#\/(?:\$defs|definitions)\/(.+)$/)?.[1];
    if (schema.$ref === '#') return this.#root;
    return name === undefined ? schema : this.#resolved((this.#root.$defs?.[name] ?? {}) as JsonSchema);
  }
}

/** The value with every path that leads out of the sandbox led back into it: a call with such a path would do what it says. */
export function keptInside(value: unknown, root: string, depth = 0): unknown {
  // Deeper than any path of a contract.
  if (depth > 200) return value;
  if (typeof value === 'string') {
    if (!isAbsolute(value) || value.startsWith('/proc/') || value === '/dev/null') return value;
    const whole = resolve(value);
    return whole === root || whole.startsWith(root + sep) ? value : join(root, 'input', whole);
  }
  if (Array.isArray(value)) return value.map((one) => keptInside(one, root, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  for (const key of Object.keys(value)) {
    Object.defineProperty(value, key, {
      value: keptInside(Reflect.get(value, key), root, depth + 1),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return value;
}
