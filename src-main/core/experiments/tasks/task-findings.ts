import { type Finding, finding } from '#shared/domain/finding.ts';
import type { Task, World, WorldAct } from '#shared/domain/task.ts';
import { locateField, parseYaml } from '#shared/text/parse-yaml.ts';

/** What is odd about a task that follows its format: names of collections that the world does not have. */
export function taskFindings(
  { expect, tools: own }: Task,
  { records, tools }: World,
  { path, text }: { readonly path: string; readonly text: string },
): Finding[] {
  const made = Object.values(tools).flatMap((acts) => acts.flatMap(({ insert }) => insert ?? []));
  const known = new Set([...Object.keys(records), ...made]);
  const places: { readonly name: string; readonly field: readonly PropertyKey[] }[] = [
    ...(expect.state ?? []).map(({ in: name }, i) => ({ name, field: ['expect', 'state', i, 'in'] })),
    ...(expect.only_changes ?? []).map((name, i) => ({ name, field: ['expect', 'only_changes', i] })),
    ...Object.entries(own).flatMap(([tool, acts]) =>
      acts.flatMap((act, i) => collectionsOf(act).map(({ name, key }) => ({ name, field: ['tools', tool, i, key] }))),
    ),
  ];
  const unknown = places.filter(({ name }) => !known.has(name));
  if (unknown.length === 0) return [];
  const yaml = parseYaml(text);
  return unknown.map(({ name, field }) =>
    finding('task_invalid', {
      message: `${field.join('.')}: the world has no collection "${name}".`,
      path,
      hint: known.size === 0 ? 'Add it under records.' : `It has ${[...known].sort().slice(0, 20).join(', ')}.`,
      ...(yaml.ok ? { range: { start: locateField(yaml, field) } } : {}),
    }),
  );
}

function collectionsOf(act: WorldAct): { name: string; key: string }[] {
  return (['get', 'list', 'update', 'remove'] as const).flatMap((key) => {
    const name = act[key];
    return name === undefined ? [] : [{ name, key }];
  });
}
