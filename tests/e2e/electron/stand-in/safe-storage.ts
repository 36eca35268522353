/** A keychain whose encryption turns the bytes around: enough to see that nothing is written as it is. */
const turned = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0x5a));

export const safeStorage = {
  isEncryptionAvailable: () => process.env.STAND_IN_KEYCHAIN !== 'none',
  getSelectedStorageBackend: () => process.env.STAND_IN_KEYCHAIN ?? 'gnome_libsecret',
  encryptString: (text: string) => turned(Buffer.from(text)),
  decryptString: (sealed: Buffer) => turned(sealed).toString(),
};
