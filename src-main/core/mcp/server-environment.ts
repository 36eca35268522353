import { isHostVariable } from '../secrets/host-variables.ts';

/** The environment of a server: a harmless part of ours, and what its source names. Nothing else of ours leaks to it. */
export function serverEnvironment(
  ours: Readonly<Record<string, string | undefined>>,
  named: Readonly<Record<string, string>>,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(ours)) {
    // A value that starts with () is a function exported by a shell.
    if (value !== undefined && isHostVariable(name) && !value.startsWith('()')) env[name] = value;
  }
  return { ...env, ...named };
}
