/** Variables that a started server gets unasked: where programs and homes are, and in which language to speak. */
const hostVariables = new Set([
  ...['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'USER'],
  ...['APPDATA', 'COMSPEC', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATHEXT', 'PROCESSOR_ARCHITECTURE'],
  ...['PROGRAMDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROGRAMW6432', 'SYSTEMDRIVE', 'SYSTEMROOT'],
  ...['TEMP', 'TMP', 'USERNAME', 'USERPROFILE', 'WINDIR'],
]);

/**
 * Whether the computer itself sets a variable, so that nobody is asked for it. Every server gets the computer's value. A
 * configuration may set another one, such as a longer `PATH`: that is no secret, so it stays in the connection as it is, with
 * references such as `${env:PATH}` in it; one that only repeats the computer's value is left out.
 */
export function isHostVariable(name: string): boolean {
  return hostVariables.has(name.toUpperCase());
}
