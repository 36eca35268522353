import envPaths from 'env-paths';

/**
 * Folder of the user's own data, the same for every host, so that a workspace opened in one is recent in all. `PEGBOARD_HOME`
 * names another, which tests use.
 */
export function userDataDir(env: Readonly<Record<string, string | undefined>>): string {
  return env.PEGBOARD_HOME || envPaths('pegboard', { suffix: '' }).data;
}
