import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { type Skill as SkillEntry, SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { isPegboardError } from '#shared/errors.ts';
import type { McpSession } from './connect-mcp.ts';

export type { SkillEntry };

/** What a server says of its skills; files are not read. */
export interface ListedSkills {
  readonly entries: readonly SkillEntry[];
  /** Entries that break the rules of the extension, each with the reason. */
  readonly invalid: readonly { readonly uri: string; readonly reason: string }[];
}

/**
 * All skills that a server lists by the skills extension; null for a server without it, and the reason where its list cannot be
 * read, such as pages that never end. Errors: those of the session.
 */
export function listMcpSkills(session: McpSession): Promise<ListedSkills | { readonly problem: string } | null> {
  return session.run('listing its skills', async (client, options) => {
    const skills = new SkillsClient(client, { skipInvalid: true });
    if (!skills.supported) return null;
    return orProblem(async () => {
      const { skills: entries, invalid } = await skills.list({}, options);
      return { entries, invalid: invalid.map(({ uri, index, reason }) => ({ uri: uri ?? `entry ${index}`, reason })) };
    });
  });
}

/**
 * The bytes of one file of a skill, checked against its entry: address, size, digest, and the front matter of the SKILL.md. The reason
 * where a check fails or the server refuses. Errors: those of the session.
 */
export async function readMcpSkillFile(
  session: McpSession,
  entry: SkillEntry,
  uri: string,
): Promise<{ readonly bytes: Uint8Array } | { readonly problem: string }> {
  try {
    return await session.run(`reading ${uri.slice(0, 200)}`, (client, options) =>
      orProblem(async () => ({ bytes: (await new SkillsClient(client).read(entry, uri, options)).bytes })),
    );
  } catch (error) {
    if (!isPegboardError(error) || error.code === 'cancelled') throw error;
    return { problem: error.message };
  }
}

/** What a server says wrong is a reason; a server that is gone or too slow stays an error. */
async function orProblem<Result>(work: () => Promise<Result>): Promise<Result | { readonly problem: string }> {
  try {
    return await work();
  } catch (error) {
    const isAnswer =
      error instanceof ProtocolError ||
      error instanceof TypeError ||
      (error instanceof SdkError &&
        (error.code === SdkErrorCode.InvalidResult || error.code === SdkErrorCode.ListPaginationExceeded));
    if (isAnswer) return { problem: error.message.slice(0, 500) };
    throw error;
  }
}
