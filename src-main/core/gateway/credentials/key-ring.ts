import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { SignInKey } from '#shared/domain/gateway-server.ts';
import { PegboardError } from '#shared/errors.ts';
import { secretOf } from '../setting-secret.ts';

const algorithm = 'aes-256-gcm';
const [keyBytes, ivBytes, tagBytes] = [32, 12, 16];

/**
 * Seals texts with AES-256-GCM. A text is sealed with the first key and opened with the one that sealed it, so that a new key can be
 * put before an old one. `about` says what a text is for: it opens for nothing else.
 */
export class KeyRing {
  readonly #keys: readonly { readonly id: string; readonly key: Buffer }[];

  /** `keys` have 32 bytes each; there is at least one. */
  constructor(keys: readonly { readonly id: string; readonly key: Buffer }[]) {
    this.#keys = keys;
  }

  /** The keys of the settings. Errors: `variable_missing`, `config_invalid` for a value that is not 32 bytes in base64. */
  static of(keys: readonly SignInKey[], env: Readonly<Record<string, string | undefined>>): KeyRing {
    return new KeyRing(keys.map(({ id, key }) => ({ id, key: keyOf(id, key, env) })));
  }

  /** A key of 32 bytes for another purpose, the same for all who have the first key. */
  derived(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#first.key, '', `pegboard ${purpose}`, keyBytes));
  }

  get #first() {
    const [first] = this.#keys;
    if (!first) throw new Error('A key ring has a key.');
    return first;
  }

  seal(text: string, about: string): string {
    const first = this.#first;
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, first.key, iv);
    cipher.setAAD(Buffer.from(`${first.id}\n${about}`));
    const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${first.id}.${sealed.toString('base64url')}`;
  }

  /** Null for a text that was sealed for something else, by a key that is gone, or not at all. `isOld`: another key stands first now. */
  open(sealed: string, about: string): { readonly text: string; readonly isOld: boolean } | null {
    const [id = '', body = ''] = sealed.split('.', 2);
    const at = this.#keys.findIndex((one) => one.id === id);
    const known = this.#keys[at];
    const bytes = Buffer.from(body, 'base64url');
    if (!known || bytes.length < ivBytes + tagBytes) return null;
    try {
      const decipher = createDecipheriv(algorithm, known.key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(`${id}\n${about}`));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
      return { text: text.toString('utf8'), isOld: at > 0 };
    } catch {
      return null;
    }
  }
}

function keyOf(id: string, reference: string, env: Readonly<Record<string, string | undefined>>): Buffer {
  const key = Buffer.from(secretOf(`The key ${id} of sign_in_keys`, reference, env), 'base64');
  if (key.length === keyBytes) return key;
  throw new PegboardError(
    'config_invalid',
    `The key ${id} of sign_in_keys (${reference}) is not ${keyBytes} bytes in base64.`,
    { hint: 'Make one: openssl rand -base64 32' },
  );
}
