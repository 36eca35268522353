import type { WorkspaceVersion } from '#shared/domain/workspace-version.ts';
import type { Repository } from './repository.ts';

/** How many branches and tags, and how many commits, are listed: the newest. Others are named by hand. */
const mostRefs = 60;
const mostCommits = 30;

/**
 * What the folder of a repository can be compared with, the newest first: HEAD, branches, tags, and the commits that changed it.
 * Nothing in a repository without a commit. Error: `git_refused`.
 */
export async function listVersions(repository: Repository): Promise<WorkspaceVersion[]> {
  if ((await repository.commitOf('HEAD').catch(() => null)) === null) return [];
  const refs = (folder: string) =>
    repository.ask(
      'for-each-ref',
      '--sort=-creatordate',
      `--count=${mostRefs}`,
      // A tag may be an object of its own; its commit is after the asterisk.
      '--format=%(if)%(*objectname)%(then)%(*objectname)%(else)%(objectname)%(end)%09%(creatordate:unix)%09%(refname:short)%09%(contents:subject)',
      folder,
    );
  const log = (...words: string[]) =>
    repository.ask('log', '--no-show-signature', '--format=%H%x09%ct%x09%h%x09%s', ...words);
  const versions = (text: string, kind: WorkspaceVersion['kind']) =>
    text.split('\n').flatMap((line): WorkspaceVersion[] => {
      const [commit, at, name, ...subject] = line.split('\t');
      if (!commit || !name) return [];
      return [
        { name: kind === 'head' ? 'HEAD' : name, kind, commit, subject: subject.join('\t'), at: Number(at) * 1000 },
      ];
    });
  return [
    ...versions(await log('-n1', 'HEAD'), 'head'),
    ...versions(await refs('refs/heads'), 'branch'),
    ...versions(await refs('refs/tags'), 'tag'),
    ...versions(await log(`-n${mostCommits}`, 'HEAD', '--', '.'), 'commit'),
  ];
}
