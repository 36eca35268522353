/** Entries on a page. */
const pageSize = 100;

/** One page of a list in the order of URIs. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: { readonly nextCursor?: string };
}

/**
 * The page after a cursor, the first one without a cursor; null for a cursor that Pegboard did not make. A cursor names the last entry of a
 * page, so an entry that comes or goes meanwhile neither repeats nor hides another one.
 */
export function pageOf<Item extends { readonly uri: string }>(
  items: readonly Item[],
  cursor: unknown,
): Page<Item> | null {
  const after = cursor === undefined ? '' : uriIn(cursor);
  if (after === null) return null;
  const rest = items.filter(({ uri }) => uri > after);
  const page = rest.slice(0, pageSize);
  const last = page.at(-1);
  return { items: page, next: rest.length > pageSize && last ? { nextCursor: cursorAfter(last.uri) } : {} };
}

const mark = 'after ';

function cursorAfter(uri: string): string {
  return Buffer.from(mark + uri).toString('base64url');
}

function uriIn(cursor: unknown): string | null {
  const text = Buffer.from(String(cursor), 'base64url').toString();
  return text.startsWith(mark) ? text.slice(mark.length) : null;
}
