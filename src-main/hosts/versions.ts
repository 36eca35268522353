import packageJson from '../../package.json' with { type: 'json' };

/** Versions of Pegboard and of what it runs on, by name. */
export const versions: Readonly<Record<string, string | undefined>> = {
  ...process.versions,
  pegboard: packageJson.version,
};
