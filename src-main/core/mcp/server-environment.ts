/** Variables that a started server gets unasked: where programs and homes are, and in which language to speak. */
const passedOn = new Set([
  ...['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'USER'],
  ...['APPDATA', 'COMSPEC', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATHEXT', 'PROCESSOR_ARCHITECTURE'],
  ...['PROGRAMDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROGRAMW6432', 'SYSTEMDRIVE', 'SYSTEMROOT'],
  ...['TEMP', 'TMP', 'USERNAME', 'USERPROFILE', 'WINDIR'],
]);

/** Whether a server gets a variable of this name from us unasked. */
export function isPassedOn(name: string): boolean {
  return passedOn.has(name.toUpperCase());
}

/** The environment of a server: a harmless part of ours, and what its source names. Nothing else of ours leaks to it. */
export function serverEnvironment(
  ours: Readonly<Record<string, string | undefined>>,
  named: Readonly<Record<string, string>>,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(ours)) {
    // A value that starts with () is a function exported by a shell.
    if (value !== undefined && isPassedOn(name) && !value.startsWith('()')) env[name] = value;
  }
  return { ...env, ...named };
}
