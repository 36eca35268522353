import { createMasker } from '../secrets/masker.ts';
import { namesSecret } from '../secrets/secret-names.ts';
import { referenceTo } from '../secrets/variable-references.ts';

/**
 * Variables or headers as a user must see them before agreeing: by name where the user's own variable of that name is sent,
 * else with where the value comes from. A value written into `pegboard.yaml` is shown, as `NODE_OPTIONS` can start any
 * program, unless it is a secret.
 */
export function describeValues(values: Readonly<Record<string, string>>): string[] {
  const masker = createMasker([]);
  return Object.entries(values).map(([name, value]) => {
    if (value === referenceTo(name)) return name;
    if (value.includes('${env:')) return `${name}: ${masker.text(value)}`;
    return `${name}: ${namesSecret(name) ? 'a value written in pegboard.yaml' : JSON.stringify(masker.text(value))}`;
  });
}
