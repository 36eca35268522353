import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Services } from '#core/services.ts';
import { takeBack } from '#core/workspace/take-back.ts';
import type { ConfigChange } from '#shared/domain/config-edit.ts';
import { SeededRandom } from '../../integration/reference/seeded-random.ts';
import { testServices, workspaceFolder } from '../../support/workspace.ts';

describe('a change that is taken back after others', () => {
  it.each([
    ['an added entry goes, and a later one stays', ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'c']],
    ['a removed entry is back at its place', ['a', 'b', 'c'], ['a', 'c'], ['a', 'x', 'c'], ['a', 'b', 'x', 'c']],
    ['a removed first entry is back before the next', ['a', 'b'], ['b'], ['b', 'c'], ['a', 'b', 'c']],
    ['a twin that was removed is back', ['a', 'a'], ['a'], ['a', 'b'], ['a', 'a', 'b']],
    ['a changed text is as it was', ['a', 'b'], ['a', 'B'], ['a', 'B', 'c'], ['a', 'b', 'c']],
    [
      'entries that were moved are where they were',
      ['a', 'b', 'c'],
      ['c', 'b', 'a'],
      ['c', 'b', 'x', 'a'],
      ['a', 'b', 'x', 'c'],
    ],
    [
      'a field of a named entry is as it was beside another one',
      [{ name: 'a', on: false }],
      [{ name: 'a', on: true }],
      [{ name: 'b' }, { name: 'a', on: true, x: 1 }],
      [{ name: 'b' }, { name: 'a', on: false, x: 1 }],
    ],
    [
      'a renamed entry has its old name, with what was written since',
      [{ name: 'a' }, { name: 'b' }],
      [{ name: 'a' }, { name: 'c' }],
      [{ name: 'a' }, { name: 'c', x: 1 }, { name: 'd' }],
      [{ name: 'a' }, { name: 'b', x: 1 }, { name: 'd' }],
    ],
    [
      'the first of named entries goes although another one came',
      undefined,
      [{ name: 'a' }],
      [{ name: 'a' }, { name: 'b' }],
      [{ name: 'b' }],
    ],
    ['the last field of a map goes', { x: 1 }, { x: 1, y: 2 }, { x: 3, y: 2 }, { x: 3 }],
  ])('%s', (_, before, after, present, expected) => {
    expect(takeBack({ before, after, present } as never)).toEqual({ value: expected });
  });

  it.each([
    ['a scalar that was overwritten', 1, 2, 3],
    ['an added entry that was removed since', ['a'], ['a', 'b'], ['a']],
    ['an added entry that was changed since', [], [{ name: 'a' }], [{ name: 'a', x: 1 }]],
    ['a removed entry that is there again', [{ name: 'a' }], [], [{ name: 'a', x: 1 }]],
    ['a list of texts that was not there, as that may mean all', undefined, ['a'], ['a', 'b']],
    ['entries that were moved again', ['a', 'b', 'c'], ['c', 'b', 'a'], ['b', 'c', 'a']],
    ['a field of an entry that is gone', [{ name: 'a', x: 1 }], [{ name: 'a', x: 2 }], []],
  ])('is refused where it is %s', (_, before, after, present) => {
    expect(takeBack({ before, after, present } as never)).toBeNull();
  });
});

/** An edit of the model: what it touches, and what it makes of the file's values. */
interface ModelEdit {
  readonly touches: readonly string[];
  make(values: Values): Values;
}
interface Persona {
  readonly name: string;
  readonly hidden_tools?: readonly string[];
  readonly visible_tools?: readonly string[];
}
interface Values {
  readonly denied: readonly string[];
  readonly personas: readonly Persona[];
  readonly limit: number;
}

const initial: Values = { denied: ['t0', 't1'], personas: [{ name: 'p0' }, { name: 'p1' }], limit: 10 };

function randomEdit(random: SeededRandom, id: number, { denied, personas }: Values): ModelEdit {
  const pick = <T>(list: readonly T[]): T | undefined => list[random.below(list.length)];
  const entry = pick(denied);
  const persona = pick(personas);
  const set = (name: string, field: keyof Persona): ModelEdit => ({
    touches: [`persona ${name} ${field}`],
    make: (now) => ({
      ...now,
      personas: now.personas.map((one) => (one.name === name ? { ...one, [field]: [`g${id}`] } : one)),
    }),
  });
  const kinds: (ModelEdit | null)[] = [
    { touches: [`tool n${id}`], make: (now) => ({ ...now, denied: [...now.denied, `n${id}`] }) },
    { touches: [`persona n${id}`], make: (now) => ({ ...now, personas: [...now.personas, { name: `n${id}` }] }) },
    { touches: ['limit'], make: (now) => ({ ...now, limit: 11 + id }) },
    entry === undefined
      ? null
      : { touches: [`tool ${entry}`], make: (now) => ({ ...now, denied: now.denied.filter((one) => one !== entry) }) },
    persona === undefined
      ? null
      : {
          touches: [`persona ${persona.name}`],
          make: (now) => ({ ...now, personas: now.personas.filter(({ name }) => name !== persona.name) }),
        },
    persona === undefined ? null : set(persona.name, 'hidden_tools'),
    persona === undefined ? null : set(persona.name, 'visible_tools'),
  ];
  return pick(kinds) ?? (kinds[0] as ModelEdit);
}

const meet = (some: ModelEdit, others: ModelEdit) =>
  some.touches.some((a) => others.touches.some((b) => a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `)));

/** The values without regard to the order of lists. */
function sorted({ denied, personas, limit }: Values): Values {
  return {
    denied: [...denied].sort(),
    personas: [...personas].sort((a, b) => (a.name < b.name ? -1 : 1)),
    limit,
  };
}

describe('edits of pegboard.yaml, undone in any order', () => {
  const seeds = Array.from({ length: 8 }, (_, index) => index + 1);
  it.each(seeds)('leave the others, or are refused where a later one wrote the same (seed %i)', async (seed) => {
    const random = new SeededRandom(seed);
    const services = await testServices();
    const root = workspaceFolder(
      [{ name: 'a.b' }],
      'tool_search: {max_search_results: 10}\npolicy: {denied_tools: [t0, t1]}\npersonas:\n  - name: p0 # first\n  - name: p1\n',
    );
    await services.workspace.open({ path: root });
    const made: { edit: ModelEdit; undo: string }[] = [];
    const expected = () => made.reduce((values, { edit }) => edit.make(values), initial);

    const write = async (id: number) => {
      const values = await valuesOf(services);
      const edit = randomEdit(random, id, values);
      const { undo } = await services.config.edit({ changes: changesOf(values, edit.make(values)) });
      made.push({ edit, undo: undo ?? '' });
    };
    const undo = async () => {
      const at = random.below(made.length);
      const one = made[at];
      if (!one) return;
      const before = readFileSync(join(root, 'pegboard.yaml'), 'utf8');
      const isInTheWay = made.slice(at + 1).some(({ edit }) => meet(edit, one.edit));
      const failure = await services.config.undo({ undo: one.undo }).then(
        () => null,
        (error: { code?: string }) => error.code,
      );
      expect(failure).toBe(isInTheWay ? 'undo_gone' : null);
      if (isInTheWay) expect(readFileSync(join(root, 'pegboard.yaml'), 'utf8')).toBe(before);
      else made.splice(at, 1);
      expect(sorted(await valuesOf(services))).toEqual(sorted(expected()));
    };

    for (let id = 0; id < 24; id++) await (random.below(3) === 0 ? undo() : write(id));
    while (made.length > 0) await undo();
    expect(sorted(await valuesOf(services))).toEqual(sorted(initial));
    expect(readFileSync(join(root, 'pegboard.yaml'), 'utf8')).toContain('tool_search: {max_search_results: 10}');
  });
});

async function valuesOf(services: Services): Promise<Values> {
  const { written } = await services.config.read();
  const { policy, personas, tool_search } = written as {
    policy?: { denied_tools?: string[] };
    personas?: Persona[];
    tool_search?: { max_search_results?: number };
  };
  return {
    denied: policy?.denied_tools ?? [],
    personas: personas ?? [],
    limit: tool_search?.max_search_results ?? 0,
  };
}

/** The fields that differ, each whole, as the screens write them; an empty list of personas goes. */
function changesOf(before: Values, after: Values): ConfigChange[] {
  const changes: ConfigChange[] = [];
  if (after.denied !== before.denied) changes.push({ path: ['policy', 'denied_tools'], value: [...after.denied] });
  if (after.limit !== before.limit) changes.push({ path: ['tool_search', 'max_search_results'], value: after.limit });
  if (after.personas !== before.personas) {
    const value = after.personas.map((persona) => ({ ...persona })) as unknown as NonNullable<ConfigChange['value']>;
    changes.push({ path: ['personas'], ...(after.personas.length > 0 && { value }) });
  }
  return changes;
}
