import { createHash } from 'node:crypto';
import { createMasker } from '../secrets/masker.ts';
import { namesSecret } from '../secrets/secret-names.ts';
import { referenceTo } from '../secrets/variable-references.ts';

/**
 * Variables or headers as a user must see them before agreeing: by name where the user's own variable of that name is sent,
 * else with where the value comes from. A value written into `pegboard.yaml` is shown, as `NODE_OPTIONS` can start any
 * program, unless it is a secret: then a fingerprint tells it from another one. Other values never have the same text.
 */
export function describeValues(values: Readonly<Record<string, string>>): string[] {
  const masker = createMasker([]);
  return Object.entries(values).map(([name, value]) => {
    if (value === referenceTo(name)) return name;
    const isReferring = value.includes('${env:');
    if (!isReferring && namesSecret(name)) return `${name}: a value written in pegboard.yaml (${fingerprint(value)})`;
    const shown = masker.text(value);
    const text = isReferring && !/[,"\\\p{Cc}]/u.test(shown) ? shown : JSON.stringify(shown);
    return `${name}: ${text}${shown === value ? '' : ` (${fingerprint(value)})`}`;
  });
}

function fingerprint(value: string): string {
  return `fingerprint ${createHash('sha256').update(value).digest('hex').slice(0, 12)}`;
}
