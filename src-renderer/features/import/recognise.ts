import type { ImportFile } from '#shared/domain/import-plan.ts';
import type { PegboardClient } from '../../platform/client.ts';
import { commandWords } from '../../state/command-words.ts';
import { strings } from '../../strings/import.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import type { ReviewSubject } from '../server-review/review-acts.ts';
import type { RefusedFile } from './read-import-files.ts';

/** The kind of a pasted text. */
export type Recognised =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'command'; readonly line: string }
  | { readonly kind: 'config'; readonly subject: ReviewSubject; readonly servers: number }
  | { readonly kind: 'tools' }
  | { readonly kind: 'unknown'; readonly reason: string };

/** The name of a pasted text. */
export const pastedTitle = strings.recognise.pastedText;

/** Characters of the largest configuration that the core reads. */
const largestConfig = 16 * 1024 * 1024;

/** The configuration that a text holds, or the lines that add servers to a client; null when it is something else. */
export async function configOf(
  client: PegboardClient,
  { name, text }: Pick<ImportFile, 'name' | 'text'>,
): Promise<Required<ReviewSubject> | null> {
  if (text.length > largestConfig || /\.jsonl$/i.test(name)) return null;
  const origin = { kind: 'text', name, text } as const;
  const review = await client.discovery.review({ origin });
  if (review.servers.length + review.configs.length === 0) return null;
  return { title: name, origin, onlyConfig: null, review };
}

/** Tells configurations and lists of tools apart. A file that is neither is left to the plan, which says why. */
export async function sortFiles(
  client: PegboardClient,
  given: readonly ImportFile[],
): Promise<{ files: ImportFile[]; configs: ReviewSubject[] }> {
  const found = await Promise.all(
    given.map(async (file) => ({ file, config: await configOf(client, file).catch(() => null) })),
  );
  return {
    files: found.flatMap(({ file, config }) => (config ? [] : [file])),
    configs: found.flatMap(({ config }) => (config ? [config] : [])),
  };
}

/**
 * Takes out the files that hold no list of tools, with the reason, so that one of them never refuses the others. A file that
 * came alone is left to the plan, which shows its error whole.
 */
export async function readableLists(
  client: PegboardClient,
  given: readonly ImportFile[],
  hasOthers: boolean,
): Promise<{ files: ImportFile[]; refused: RefusedFile[] }> {
  if (!hasOthers) return { files: [...given], refused: [] };
  const reasons = await Promise.all(
    given.map((file) =>
      client.catalog.planImport({ files: [file] }).then(
        () => null,
        (error: unknown) => toPegboardError(error).message,
      ),
    ),
  );
  return {
    files: given.filter((_, i) => reasons[i] === null),
    refused: given.flatMap(({ name }, i) => {
      const reason = reasons[i];
      return typeof reason === 'string' ? [{ name, reason }] : [];
    }),
  };
}

/** Tells what somebody pasted apart. Errors: those of the connection. */
export async function recogniseText(client: PegboardClient, text: string): Promise<Recognised> {
  const pasted = recognisePasted(text);
  if (pasted.kind === 'nothing' || pasted.kind === 'url') return pasted;
  const subject = await configOf(client, { name: pastedTitle, text });
  if (subject) return { kind: 'config', subject, servers: subject.review.servers.length };
  if (pasted.kind === 'document') return { kind: 'tools' };
  return pasted;
}

/** Whether a text that is pasted outside of any field is for Pegboard: JSON, a table of servers, or a line that adds one. */
export function isForPegboard(text: string): boolean {
  return /^\s*[[{]|^["']?openapi["']?:\s|\bmcp_?servers\b|\bmcp add\b|--add-mcp\b/im.test(text);
}

/** The kind of a pasted text by its form; for a `document` (JSON, JSONL, TOML) the content decides. */
type Pasted =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'command'; readonly line: string }
  | { readonly kind: 'document'; readonly text: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Longest command line; what is longer was pasted by mistake. */
const longestCommand = 8000;

/** JSON begins with a bracket, as TOML does with a table, and an API in YAML with its version; comments come first in each; `key = value` is TOML. */
const documentStart = /^([[{]|\/\/|\/\*|#|---\s|["']?(?:openapi|swagger)["']?:|"?[\w.-]+"?\s+=\s)/;

/** Tells an address, a command line and a document apart. Never fails: what it cannot tell, it says. */
export function recognisePasted(given: string): Pasted {
  const text = given.trim();
  if (text === '') return { kind: 'nothing' };
  if (/^https?:\/\/\S+$/i.test(text)) {
    return URL.canParse(text)
      ? { kind: 'url', url: text }
      : { kind: 'unknown', reason: strings.recognise.notValidAddress };
  }
  if (documentStart.test(text)) return { kind: 'document', text };
  if (text.length > longestCommand) {
    return { kind: 'unknown', reason: strings.recognise.thisIsTooLong };
  }
  const cut = commandWords(text);
  if (cut.kind === 'problem') return { kind: 'unknown', reason: cut.message };
  if (cut.words.length === 0) return { kind: 'unknown', reason: strings.recognise.lineHasVariablesBut };
  return { kind: 'command', line: text };
}
