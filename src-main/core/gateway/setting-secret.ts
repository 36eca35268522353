import { PegboardError } from '#shared/errors.ts';

/** The value of a field of the gateway's settings that is written `${env:NAME}`. Error: `variable_missing`. */
export function secretOf(field: string, reference: string, env: Readonly<Record<string, string | undefined>>): string {
  const name = /^\$\{env:(\w+)\}$/.exec(reference)?.[1] ?? '';
  const value = env[name] ?? '';
  if (value !== '') return value;
  throw new PegboardError('variable_missing', `${field} needs the variable ${name}, which is not set.`, {
    hint: `Set ${name} for the account that runs the gateway.`,
  });
}
