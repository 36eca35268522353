import { plainText } from './plain-text.ts';

/** Text for an attribute of XML. Control characters, which XML cannot hold, are shown as what they are. */
export function escaped(text: string): string {
  return plainText(text.toWellFormed())
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\ufffe\uffff]/g, '�');
}
