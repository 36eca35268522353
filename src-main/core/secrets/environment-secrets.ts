import type { Source } from '#shared/domain/source.ts';
import { externaliseSecrets, variablesOf } from './externalise-secrets.ts';
import type { Secret } from './masker.ts';
import { referredVariables, replaceReferences } from './variable-references.ts';
import type { Values } from './variable-values.ts';

/**
 * The values of our environment that sources refer to, whether their servers were started or not, and what looks like a secret in
 * their connections.
 */
export function environmentSecrets(sources: readonly Pick<Source, 'name' | 'mcp'>[], env: Values): Secret[] {
  return sources.flatMap(({ name: source, mcp }) => {
    if (mcp === undefined) return [];
    const referred = [...variablesOf(mcp)];
    // A value may refer to others in turn, once.
    const names = [...new Set([...referred, ...referred.flatMap((name) => referredVariables(env[name] ?? ''))])];
    const values = names.flatMap((name): Secret[] => {
      const value = env[name];
      if (value === undefined) return [];
      return [{ name, value: replaceReferences(value, (other) => env[other.name] ?? other.fallback ?? '') }];
    });
    const written = Object.entries(externaliseSecrets(mcp, source).values).map(([name, value]) => ({ name, value }));
    return [...values, ...written];
  });
}
