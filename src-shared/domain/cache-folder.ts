import { z } from 'zod';

/** Longest path of a cache folder, characters; the path of the workspace comes before it. */
const maximumLength = 1000;
/** Longest name of a file or folder that every usual disk can hold, bytes. */
const maximumName = 255;

/**
 * A folder for what Pegboard can make again, relative to the workspace and inside of it. The same text is valid on every
 * system, since a workspace is shared.
 */
export const cacheFolderSchema = z
  .string()
  .min(1)
  .max(maximumLength)
  .superRefine((path, context) => {
    const message = mistakeIn(path);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

function mistakeIn(path: string): string | null {
  if (/^(?:[/\\]|[a-z]:)/i.test(path)) return 'must be relative to the workspace, such as .pegboard';
  if (/\p{Cc}/u.test(path)) return 'must not hold control characters';
  const parts: string[] = [];
  for (const part of path.split(/[/\\]/)) {
    if (part === '..' && parts.pop() === undefined) return 'must not lead out of the workspace (..)';
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  const [first] = parts;
  if (first === undefined) return 'must name a folder inside of the workspace, not the workspace itself';
  if (parts.some((part) => part.toLowerCase() === '.git')) return 'must not lie in .git, which belongs to git';
  if (first.toLowerCase() === 'pegboard.yaml') return 'must not be pegboard.yaml, which holds the configuration';
  const encoder = new TextEncoder();
  const isTooLong = parts.some((part) => encoder.encode(part).length > maximumName);
  return isTooLong ? `must not have a name of more than ${maximumName} bytes` : null;
}
