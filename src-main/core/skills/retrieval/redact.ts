import { replaceKnownTokens } from '../../secrets/known-tokens.ts';

/**
 * Personal data and secrets out of a text (R11.06–R11.11). Conservative: version numbers, dates, step numbers and the names of
 * cursors stay. Every pattern is linear in the text.
 */
export function redact(text: string): string {
  return redactPhones(
    redactTokens(redactUrls(text)).replace(email, (match) => (match.startsWith('git@') ? match : '[REDACTED_EMAIL]')),
  );
}

/** Letters before the top-level domain keep package versions such as `tool@1.2.3` out. */
const email = /(?<![\w.%+-])[\w.%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b/g;

/** The query of a URL goes, and so do its credentials; path and fragment stay. */
function redactUrls(text: string): string {
  return text.replace(/\bhttps?:\/\/[^\s<>"'`]{1,4000}/gi, (url) => {
    const trailing = /[.,;:!)\]}]*$/.exec(url)?.[0] ?? '';
    const whole = trailing === '' ? url : url.slice(0, -trailing.length);
    const [beforeFragment = '', ...fragment] = whole.split('#');
    const path = beforeFragment.split('?', 1)[0] ?? '';
    const safe = path.replace(/^(https?:\/\/)[^/@]*@/i, '$1[REDACTED_TOKEN]@');
    return `${safe}${fragment.length > 0 ? `#${fragment.join('#')}` : ''}${trailing}`;
  });
}

const bearer = /\b(Bearer|Basic)(\s+)([A-Za-z0-9._~+/-]{8,}=*)/gi;
const assigned =
  /\b((?:api|access|secret|private|client)[-_ ]?(?:key|token|secret)|token|secret|password|passwd|pwd|authorization)(["']?\s*[:=]\s*["']?)([^\s"'`,;)}\]]{8,})/gi;

function redactTokens(text: string): string {
  return replaceKnownTokens(text, () => '[REDACTED_TOKEN]')
    .replace(bearer, (match, scheme: string, space: string, value: string) =>
      looksRandom(value) ? `${scheme}${space}[REDACTED_TOKEN]` : match,
    )
    .replace(assigned, (match, name: string, sign: string, value: string) =>
      looksRandom(value) ? `${name}${sign}[REDACTED_TOKEN]` : match,
    );
}

/** A value, not a word or a placeholder: a digit among letters, or very long. */
function looksRandom(value: string): boolean {
  if (/^[<$({[]/.test(value) || value.includes('REDACTED')) return false;
  return (/\d/.test(value) && /[A-Za-z]/.test(value)) || value.length >= 32;
}

const international = /(?<![\w.+])\+\d{1,3}(?:[ .-]?\(\d{1,4}\))?(?:[ .-]?\d{2,5}){2,5}(?![\w-])/g;
const grouped = /(?<![\w.+-])(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?![\w-]|\.\d)/g;
const announced = /\b(tel|phone|mobile|fax|call)(\.?:? {0,3})(0\d(?:[ /.-]?\d){6,12})(?![\w-])/gi;

function redactPhones(text: string): string {
  const isLong = (match: string) => match.replace(/\D/g, '').length >= 9;
  return text
    .replace(international, (match) => (isLong(match) ? '[REDACTED_PHONE]' : match))
    .replace(grouped, '[REDACTED_PHONE]')
    .replace(announced, '$1$2[REDACTED_PHONE]');
}
