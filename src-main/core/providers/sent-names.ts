import { type Finding, finding } from '#shared/domain/finding.ts';
import { createNameMap, type NameMap } from './name-map.ts';
import type { ProviderFormat } from './provider.ts';

/** A name as a request has it; where a provider has namespaces, the functions of a namespace are listed together. */
export interface SentName {
  readonly namespace: string | null;
  readonly name: string;
}

/** The names of a catalog at one provider. */
export interface SentNames {
  sentOf(tool: NamedTool): SentName;
  /** The tool behind a sent name; undefined when there is none. */
  nameOf(sent: SentName): string | undefined;
  readonly findings: readonly Finding[];
}

export interface NamedTool {
  readonly name: string;
  readonly namespace: string | null;
}

/** The key of a sent name: no allowed name has a dot, so that a namespaced and a plain one never are the same. */
export function sentKey({ namespace, name }: SentName): string {
  return namespace === null ? name : `${namespace}.${name}`;
}

/** Names by what an API accepts as one. */
export function namesByRule(
  { maximumLength, reserved, namespaces }: ProviderFormat['name'],
  tools: readonly NamedTool[],
): SentNames {
  const rule = { maximumLength, reserved: new Set(reserved) };
  const whole = createNameMap(
    tools.map(({ name }) => name),
    rule,
  );
  const plain: SentNames = {
    sentOf: ({ name }) => ({ namespace: null, name: whole.sentOf(name) }),
    nameOf: ({ name }) => whole.nameOf(name),
    findings: whole.findings,
  };
  return namespaces ? namespacedNames(tools, plain, rule) : plain;
}

function namespacedNames(
  tools: readonly NamedTool[],
  plain: SentNames,
  rule: { maximumLength: number; reserved: ReadonlySet<string> },
): SentNames {
  const members = new Map<string, Map<string, string>>();
  const localOf = new Map<string, string>();
  const findings: Finding[] = [];
  const join = (namespace: string, local: string, name: string) => {
    const inside = members.get(namespace) ?? new Map<string, string>();
    members.set(namespace, inside.set(local, name));
    localOf.set(name, local);
  };
  // `x` of the namespace `a` keeps its name, so `a.x` beside it has to be sent whole.
  const sorted = [...tools].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, namespace } of sorted) {
    if (namespace !== null && localName(name, namespace) === name) join(namespace, name, name);
  }
  for (const { name, namespace } of sorted) {
    if (namespace === null || localOf.has(name)) continue;
    const local = localName(name, namespace);
    const other = members.get(namespace)?.get(local);
    if (other !== undefined) findings.push(takenName(name, other));
    join(namespace, other === undefined ? local : name, name);
  }
  const spaces = createNameMap(members.keys(), rule);
  const top = createNameMap(
    tools.flatMap(({ name, namespace }) => (namespace === null ? [name] : [])),
    rule,
  );
  const locals = new Map([...members].map(([namespace, inside]) => [namespace, createNameMap(inside.keys(), rule)]));
  return {
    sentOf: ({ name, namespace }) => {
      const inside = namespace === null ? undefined : locals.get(namespace);
      if (namespace === null || !inside) return { namespace: null, name: top.sentOf(name) };
      return { namespace: spaces.sentOf(namespace), name: inside.sentOf(localOf.get(name) ?? name) };
    },
    // A recording made without namespaces has whole names.
    nameOf: ({ namespace, name }) => {
      if (namespace === null) return top.nameOf(name) ?? plain.nameOf({ namespace, name });
      const space = spaces.nameOf(namespace);
      const local = space === undefined ? undefined : locals.get(space)?.nameOf(name);
      return space === undefined || local === undefined ? undefined : members.get(space)?.get(local);
    },
    findings: [
      ...findings,
      ...spaces.findings,
      ...top.findings,
      ...[...locals].flatMap(([namespace, map]) => wholeNames(map, members.get(namespace))),
    ],
  };
}

/** Findings about names inside a namespace, reported for its tools. */
function wholeNames({ findings }: NameMap, members: ReadonlyMap<string, string> | undefined): Finding[] {
  return findings.map((finding) => ({ ...finding, path: members?.get(finding.path ?? '') ?? finding.path ?? '' }));
}

function takenName(name: string, other: string): Finding {
  return finding('payload_name_collision', {
    message: `${name} would have the same name as ${other} in its namespace, so it is sent with its full name.`,
    path: name,
    hint: 'Rename one of the two.',
  });
}

/** `create_issue` of `github.create_issue`; a name without its namespace in front stays whole. */
function localName(name: string, namespace: string): string {
  return name.startsWith(`${namespace}.`) && name.length > namespace.length + 1
    ? name.slice(namespace.length + 1)
    : name;
}
