import { safeStorage } from 'electron';
import type { SecretBox } from '#core/secrets/sign-in-store.ts';

/**
 * Encryption with a key of the system's keychain; undefined where there is none. On Linux without one, Electron would use a
 * password that everybody knows (`basic_text`), which protects nothing. To be called when the app is ready.
 */
export function keychainBox(): SecretBox | undefined {
  if (!safeStorage.isEncryptionAvailable()) return undefined;
  if (process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text') return undefined;
  return {
    seal: (text) => safeStorage.encryptString(text).toString('base64'),
    open: (sealed) => safeStorage.decryptString(Buffer.from(sealed, 'base64')),
  };
}
