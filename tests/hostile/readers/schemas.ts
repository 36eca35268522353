import { Markers } from '../mutate/markers.ts';
import { oddSchema } from '../mutate/schemas.ts';
import { mutateStructure } from '../mutate/structure.ts';
import type { Random } from '../random.ts';
import type { Reader } from './reader.ts';

/** Schemas that take a validator long, in tools with examples, read by everything that checks arguments or writes schemas. */
export const schemas: Reader = {
  name: 'schemas',
  cases: 250,
  make: (random) => {
    const markers = new Markers();
    const tools = {
      tools: [{ name: 'ask', description: 'Ask something.', inputSchema: changed(random, markers) }, { name: 'never' }],
    };
    const bytes = Buffer.from(markers.fillIn(JSON.stringify(tools)));
    const args = random.weighted<readonly string[]>([
      [3, ['tools', '--problems']],
      [2, ['doctor']],
      [1, ['tools', '--tokens']],
      [1, ['export', 'payload', '--provider', 'anthropic']],
      [1, ['export', 'payload', '--provider', 'openai-responses']],
      [1, ['export', 'payload', '--provider', 'openai-chat']],
      [1, ['export', 'catalog', '--as', 'openai-tools']],
      [1, ['call', 'remote.ask', '--args', JSON.stringify(nestedArguments(random)), '--yes', '--timeout', '5']],
      [1, ['prompt', '--profile', 'all-tools']],
      [1, ['search', 'ask something', '--explain']],
      [1, ['get', 'remote.ask']],
    ]);
    const human = random.chance(0.3) ? ['--format', 'human'] : [];
    return { files: [{ path: 'workspace/sources/remote.json', bytes }], commands: [{ args: [...args, ...human] }] };
  },
};

function changed(random: Random, markers: Markers): unknown {
  let schema: unknown = { schema: oddSchema(random) };
  for (let left = random.below(3); left > 0; left--)
    schema = mutateStructure(schema, { random, markers, values: [() => oddSchema(random)] });
  return (schema as { schema?: unknown } | null)?.schema;
}

function nestedArguments(random: Random): unknown {
  let value: unknown = {};
  for (let depth = random.pick([1, 12, 30, 60]); depth > 0; depth--) value = { c: value, list: [depth] };
  return value;
}
