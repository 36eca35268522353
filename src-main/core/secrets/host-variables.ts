/** Variables that a started server gets unasked: where programs and homes are, and in which language to speak. */
const hostVariables = new Set([
  ...['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'USER'],
  ...['APPDATA', 'COMSPEC', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATHEXT', 'PROCESSOR_ARCHITECTURE'],
  ...['PROGRAMDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROGRAMW6432', 'SYSTEMDRIVE', 'SYSTEMROOT'],
  ...['TEMP', 'TMP', 'USERNAME', 'USERPROFILE', 'WINDIR'],
]);

/**
 * Whether the computer itself sets a variable, so that nobody is asked for it. Every server gets the computer's value. A
 * configuration may set another one, such as a longer `PATH`: that is not a secret, so it stays in the connection as it is, with
 * references such as `${env:PATH}` in it; one that only repeats the computer's value is left out.
 */
export function isHostVariable(name: string): boolean {
  return hostVariables.has(name.toUpperCase());
}

/** Variables that say which code a program loads, or which other program it starts. */
const codeVariables = new Set([
  ...['NODE_OPTIONS', 'NODE_PATH', 'NODE_REPL_EXTERNAL_MODULE', 'BUN_OPTIONS', 'TS_NODE_PROJECT'],
  ...['LD_PRELOAD', 'LD_LIBRARY_PATH', 'LD_AUDIT', 'DYLD_INSERT_LIBRARIES', 'DYLD_LIBRARY_PATH', 'DYLD_FRAMEWORK_PATH'],
  ...['PYTHONPATH', 'PYTHONSTARTUP', 'PYTHONHOME', 'PYTHONINSPECT', 'PYTHONBREAKPOINT', 'PYTHONWARNINGS'],
  ...['RUBYOPT', 'RUBYLIB', 'PERL5OPT', 'PERL5LIB', 'PERL5DB', 'PHPRC', 'PHP_INI_SCAN_DIR'],
  ...['BASH_ENV', 'ENV', 'SHELLOPTS', 'PS4', 'PROMPT_COMMAND', 'ZDOTDIR'],
  ...['JAVA_TOOL_OPTIONS', 'JDK_JAVA_OPTIONS', '_JAVA_OPTIONS', 'CLASSPATH', 'DOTNET_STARTUP_HOOKS'],
  ...['GIT_SSH_COMMAND', 'GIT_SSH', 'GIT_ASKPASS', 'SSH_ASKPASS', 'GIT_EXTERNAL_DIFF', 'GIT_EXEC_PATH'],
  ...['EDITOR', 'VISUAL', 'PAGER', 'BROWSER'],
]);

/**
 * Whether a variable decides which code runs. Its value is part of what a user agrees to, so it stays in the connection, where
 * everybody sees it.
 */
export function decidesWhatRuns(name: string): boolean {
  return codeVariables.has(name.toUpperCase());
}
