/**
 * Credentials that betray themselves by their form, whoever they belong to. A new service is one line here and one in the
 * test. Each form is anchored and of bounded classes, so that a text is gone over once.
 */
const forms = [
  // GitHub, GitLab
  'gh[pousr]_[A-Za-z0-9]{20,}',
  'github_pat_\\w{20,}',
  'gl(?:pat|ptt|dt|rt|cbt|soat)-[\\w-]{15,}',
  // OpenAI, Anthropic, Stripe, Clerk and others: sk-…, sk_live_…, rk_test_…; a digit tells it from words
  '(?:sk|pk|rk)[-_](?=[A-Za-z_-]{0,80}\\d)[\\w-]{12,}',
  // Slack
  'xox[abeprs]-[\\w-]{10,}',
  'xapp-\\d-[\\w-]{10,}',
  // AWS, Google, Azure
  'A(?:KIA|SIA)[A-Z0-9]{12,}',
  'AIza[\\w-]{30,}',
  'ya29\\.[\\w-]{20,}',
  'GOCSPX-[\\w-]{20,}',
  // Package registries
  'npm_[A-Za-z0-9]{30,}',
  'pypi-[\\w-]{30,}',
  'dckr_pat_[\\w-]{20,}',
  // Others that MCP servers are often given
  'hf_[A-Za-z0-9]{20,}',
  'gsk_[A-Za-z0-9]{20,}',
  'tvly-[\\w-]{16,}',
  'pplx-[A-Za-z0-9]{20,}',
  'ntn_[A-Za-z0-9]{20,}',
  'lin_(?:api|oauth)_[A-Za-z0-9]{20,}',
  'fig[du]_[\\w-]{20,}',
  'ATATT3[\\w=-]{20,}',
  'SG\\.[\\w-]{16,}\\.[\\w-]{16,}',
  'sntry[su]_[\\w=+/-]{20,}',
  'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{20,}',
  'sbp_[a-f0-9]{20,}',
  'do[opr]_v1_[a-f0-9]{20,}',
  'hv[bsr]\\.[\\w-]{20,}',
  // JSON web tokens
  '(?<![\\w-])eyJ[\\w-]{8,}\\.[\\w-]+(?:\\.[\\w-]*)?',
];

const source = `(?<![A-Za-z0-9])(?:${forms.join('|')})`;
const one = new RegExp(source);
const every = new RegExp(source, 'g');
/** From the line that starts a private key to the one that ends it, or to the end. */
const privateKey = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g;

/** Whether some credential of a known form is in the text. */
export function hasKnownToken(text: string): boolean {
  return one.test(text) || text.includes('PRIVATE KEY-----');
}

/** The text with something else in place of each credential of a known form. */
export function replaceKnownTokens(text: string, replacement: (token: string) => string): string {
  const keyless = text.includes('PRIVATE KEY-----') ? text.replace(privateKey, replacement) : text;
  return keyless.replace(every, replacement);
}
