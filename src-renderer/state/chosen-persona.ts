import type { Persona } from '#shared/domain/tool-policy.ts';

/** Whom the agent acts for: nobody in particular, a persona, or one that was chosen and is no longer configured. */
export type ChosenPersona =
  | { readonly kind: 'none' }
  | { readonly kind: 'active'; readonly persona: Persona }
  | { readonly kind: 'gone'; readonly name: string };

/** The persona of a chosen name in a configuration; undefined while that is not known yet. */
export function chosenPersona(name: string | null, personas: readonly Persona[] | undefined): ChosenPersona {
  if (name === null || personas === undefined) return { kind: 'none' };
  const persona = personas.find((candidate) => candidate.name === name);
  return persona ? { kind: 'active', persona } : { kind: 'gone', name };
}

/** The names by workspace with this one's changed; null takes it out. */
export function withPersona(
  personas: Readonly<Record<string, string>>,
  workspace: string,
  persona: string | null,
): Readonly<Record<string, string>> {
  const { [workspace]: _, ...others } = personas;
  return persona === null ? others : { ...others, [workspace]: persona };
}
