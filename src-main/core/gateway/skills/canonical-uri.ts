/** An address as URLs are written; undefined for a text that is not an address. */
export function canonicalUri(uri: string): string | undefined {
  return URL.canParse(uri) ? new URL(uri).href : undefined;
}
