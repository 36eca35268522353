import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { TestHost } from './gateway.ts';

/** An entry of `skills/list` as a test looks at it. */
export interface ListedSkill {
  readonly uri: string;
  readonly frontmatter: { readonly name: string; readonly description: string; readonly [key: string]: unknown };
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}

type Params = Readonly<Record<string, unknown>>;

/** Sends a request of the skills extension by the official client of either era; the whole result. */
export function askSkills(host: TestHost, method: string, params: Params = {}): Promise<Record<string, unknown>> {
  const client = host.client as unknown as {
    request(request: object, schema: unknown): Promise<Record<string, unknown>>;
  };
  return client.request({ method, params }, z.looseObject({}));
}

/** Every skill of a host, page by page. */
export async function allSkills(host: TestHost): Promise<ListedSkill[]> {
  const skills: ListedSkill[] = [];
  for (let params: Params = {}; ; ) {
    const page = await askSkills(host, 'skills/list', params);
    skills.push(...(page.skills as ListedSkill[]));
    if (page.nextCursor === undefined) return skills;
    params = { cursor: page.nextCursor };
  }
}

/** The bytes of a file of a skill. */
export async function skillBytes(host: TestHost, uri: string): Promise<Buffer> {
  const { contents } = await askSkills(host, 'resources/read', { uri });
  const [content] = contents as { text?: string; blob?: string }[];
  return content?.text === undefined ? Buffer.from(content?.blob ?? '', 'base64') : Buffer.from(content.text);
}

/** The digest of bytes as the extension writes it. */
export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** Every file of every skill of a host, by its address; each is checked against its entry. */
export async function everySkillFile(host: TestHost): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const { resources } of await allSkills(host)) {
    for (const { uri, digest, size } of resources) {
      const bytes = await skillBytes(host, uri);
      if (bytes.length !== size || digestOf(bytes) !== digest) throw new Error(`${uri} is not what its entry says.`);
      files.set(uri, bytes.toString('latin1'));
    }
  }
  return files;
}
