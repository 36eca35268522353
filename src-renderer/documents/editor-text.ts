const byteOrderMark = '\uFEFF';

/** A text as an editor can show it: without its byte-order mark, and with one kind of line end, that of most lines. */
export function shownText(text: string): string {
  const unmarked = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  const ends = unmarked.match(/\r\n|\r|\n/g) ?? [];
  const windows = ends.filter((end) => end === '\r\n').length;
  if (windows === ends.length) return unmarked;
  const end = windows > ends.length / 2 ? '\r\n' : '\n';
  return unmarked.replaceAll(/\r\n|\r|\n/g, end);
}

/** The text after the editor shows `shown`: itself when nothing was typed, else that, with the mark that it had. */
export function typedText(text: string, shown: string): string {
  if (shown === shownText(text)) return text;
  return text.startsWith(byteOrderMark) ? byteOrderMark + shown : shown;
}
