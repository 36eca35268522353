/**
 * Credentials that betray themselves by their form, whoever they belong to, by the service that gives them out. Masking and
 * redaction both read this table. A new service is one entry here; its test does not compile without a sample. Each form is
 * of bounded classes, so that a text is gone over once.
 */
export const tokenForms = {
  GitHub: ['gh[pousr]_[A-Za-z0-9]{20,}', 'github_pat_\\w{20,}'],
  GitLab: ['gl(?:pat|ptt|dt|rt|rtr|cbt|soat|oas|ft|imt|agent|ffct)-[\\w-]{15,}'],
  // OpenAI, Anthropic, Stripe, Clerk and others: sk-…, sk_live_…, rk_test_…; a digit tells it from words.
  'OpenAI, Anthropic, Stripe': [
    '(?:sk|pk|rk)[-_](?=[A-Za-z_-]{0,80}\\d)[\\w-]{16,}',
    'whsec_[A-Za-z0-9+/=]{20,}',
    'sess-[A-Za-z0-9]{30,}',
  ],
  Slack: [
    'xox[abcdeprs](?:\\.xox[bp])?-[\\w%-]{10,}',
    'xapp-\\d-[\\w-]{10,}',
    'hooks\\.slack\\.com/(?:services|workflows|triggers)/[\\w/-]{20,}',
  ],
  AWS: ['A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{12,}'],
  Google: ['AIza[\\w-]{30,}', 'ya29\\.[\\w-]{20,}', 'GOCSPX-[\\w-]{20,}', '1//0[\\w-]{30,}'],
  Azure: ['(?<=Account(?:Key)?=|SharedAccessKey=)[A-Za-z0-9+/]{40,90}={0,2}', '\\w{3}\\dQ~[\\w~.-]{31,40}'],
  npm: ['npm_[A-Za-z0-9]{30,}'],
  PyPI: ['pypi-[\\w-]{30,}'],
  Docker: ['dckr_(?:pat|oat)_[\\w-]{20,}'],
  'Hugging Face': ['(?:hf|api_org)_[A-Za-z0-9]{20,}'],
  'Groq, Tavily, Perplexity, Replicate, xAI': [
    'gsk_[A-Za-z0-9]{20,}',
    'tvly-[\\w-]{16,}',
    'pplx-[A-Za-z0-9]{20,}',
    'r8_[A-Za-z0-9]{30,}',
    'xai-[A-Za-z0-9]{40,}',
  ],
  Notion: ['ntn_[A-Za-z0-9]{20,}', 'secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])'],
  Linear: ['lin_(?:api|oauth|wh)_[A-Za-z0-9]{20,}'],
  Figma: ['fig[du]_[\\w-]{20,}'],
  Atlassian: ['AT[AC]TT3[\\w=-]{20,}'],
  SendGrid: ['SG\\.[\\w-]{16,}\\.[\\w-]{16,}'],
  Sentry: ['sntry[su]_[\\w=+/-]{20,}'],
  Shopify: ['shp(?:at|ca|pa|ss|ua)_[a-fA-F0-9]{20,}'],
  Supabase: ['sbp_[a-f0-9]{20,}', 'sb_secret_[\\w-]{20,}'],
  DigitalOcean: ['do[opr]_v1_[a-f0-9]{20,}'],
  HashiCorp: ['hv[bsr]\\.[\\w-]{20,}', 'atlasv1\\.[\\w-]{30,}'],
  Databricks: ['dapi[a-f0-9]{32}(?:-\\d)?'],
  Vercel: ['vc[abcikpr]_[A-Za-z0-9]{20,}', 'vercel_blob_rw_\\w{20,}'],
  Cloudflare: ['cf(?:ut|at|k)_[A-Za-z0-9]{30,}', 'v1\\.0-[a-f0-9]{24}-[a-f0-9]{100,160}'],
  Telegram: ['\\d{8,10}:AA[\\w-]{32,34}(?![\\w-])'],
  Twilio: ['SK[a-f0-9]{32}(?![\\w-])'],
  Mailgun: ['key-[a-f0-9]{32}(?![\\w-])', '[a-f0-9]{32}-[a-f0-9]{8}-[a-f0-9]{8}(?![\\w-])'],
  Discord: ['[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,40}'],
  Grafana: ['gl(?:sa|c)_[\\w=+/-]{30,}'],
  Airtable: ['pat[A-Za-z0-9]{14}\\.[a-f0-9]{40,64}'],
  Postman: ['PMAK-[a-f0-9]{24}-[a-f0-9]{34}'],
  'New Relic': ['NRAK-[A-Z0-9]{27}'],
  'JSON web tokens': ['(?<![\\w-])eyJ[\\w-]{8,}\\.[\\w-]+(?:\\.[\\w-]*)?'],
} as const satisfies Record<string, readonly string[]>;

const source = `(?<![A-Za-z0-9])(?:${Object.values(tokenForms).flat().join('|')})`;
const one = new RegExp(source);
const every = new RegExp(source, 'g');
/** From the line that starts a private key to the one that ends it, or to the end. */
const privateKey = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g;

/** Whether some credential of a known form is in the text. */
export function hasKnownToken(text: string): boolean {
  return one.test(text) || text.includes('PRIVATE KEY-----');
}

/** The text with a replacement for each credential of a known form. */
export function replaceKnownTokens(text: string, replacement: (token: string) => string): string {
  const keyless = text.includes('PRIVATE KEY-----') ? text.replace(privateKey, replacement) : text;
  return keyless.replace(every, replacement);
}
