import { describe, expect, it } from 'vitest';
import type { tokenForms } from '#core/secrets/known-tokens.ts';
import { createMasker } from '#core/secrets/masker.ts';
import { redact } from '#core/skills/retrieval/redact.ts';

/** Characters of an alphabet, mixed: no sample is a credential of anybody. */
const some = (length: number, alphabet = 'aB3dE6gH9jK2mN5pQ8') =>
  Array.from({ length }, (_, i) => alphabet[(i * 7 + 3) % alphabet.length]).join('');
const hex = (length: number) => some(length, '0a1b2c3d4e5f6978');
const upper = (length: number) => some(length, 'A1B2C3D4E5F6G7');

/** For each service what its credentials look like, put together here so that no scanner takes this file for a leak. */
const samples: Record<keyof typeof tokenForms, readonly string[]> = {
  GitHub: [...'pousr'].map((kind) => `gh${kind}_${some(36)}`).concat(`github_${'pat'}_${some(22)}_${some(59)}`),
  GitLab: ['pat', 'ptt', 'dt', 'rt', 'cbt', 'soat', 'oas', 'ft', 'imt', 'agent'].map((kind) => `gl${kind}-${some(20)}`),
  'OpenAI, Anthropic, Stripe': [
    `sk-${some(48)}`,
    `sk-proj-${some(64)}`,
    `sk-ant-api03-${some(90)}`,
    ...['sk_live', 'sk_test', 'rk_live', 'pk_live'].map((kind) => `${kind}_${some(24)}`),
    `wh${'sec'}_${some(32)}`,
    `sess-${some(40)}`,
  ],
  Slack: [
    ...[...'abceprs'].map((kind) => `xox${kind}-${some(12, '123')}-${some(24)}`),
    `xoxe.xoxp-1-${some(60)}`,
    `xapp-1-${upper(11)}-${some(13, '123')}-${hex(64)}`,
    `https://hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${some(24)}`,
  ],
  AWS: [`AKIA${upper(16)}`, `ASIA${upper(16)}`],
  Google: [`AIza${some(35)}`, `ya29.${some(60)}`, `GOCSPX-${some(28)}`, `1//0${some(60)}`],
  Azure: [`AccountKey=${some(86)}==`, `${some(3)}8Q~${some(34)}`],
  npm: [`npm_${some(36)}`],
  PyPI: [`pypi-${some(80)}`],
  Docker: [`dckr_pat_${some(27)}`],
  'Hugging Face': [`hf_${some(34)}`],
  'Groq, Tavily, Perplexity, Replicate, xAI': [
    `gsk_${some(52)}`,
    `tvly-${some(32)}`,
    `pplx-${some(48)}`,
    `r8_${some(37)}`,
    `xai-${some(80)}`,
  ],
  Notion: [`ntn_${some(46)}`, `secret_${some(43)}`],
  Linear: [`lin_api_${some(40)}`, `lin_oauth_${hex(64)}`],
  Figma: [`figd_${some(40)}`],
  Atlassian: [`ATATT3${some(180)}`],
  SendGrid: [`SG.${some(22)}.${some(43)}`],
  Sentry: [`sntrys_${some(60)}`],
  Shopify: ['at', 'ca', 'pa', 'ss'].map((kind) => `shp${kind}_${hex(32)}`),
  Supabase: [`sbp_${hex(40)}`, `sb_secret_${some(31)}`],
  DigitalOcean: [...'opr'].map((kind) => `do${kind}_v1_${hex(64)}`),
  HashiCorp: [`hvs.${some(90)}`],
  Databricks: [`dapi${hex(32)}`, `dapi${hex(32)}-2`],
  Vercel: [`vcp_${some(56)}`, `vercel_blob_rw_${some(40)}`],
  Cloudflare: [`cfut_${some(48)}`, `v1.0-${hex(24)}-${hex(146)}`],
  Telegram: [`${some(10, '1234567')}:AA${some(33)}`],
  Twilio: [`SK${hex(32)}`],
  Mailgun: [`key-${hex(32)}`, `${hex(32)}-${hex(8)}-${hex(8)}`],
  Discord: [`M${some(25)}.${some(6)}.${some(38)}`],
  Grafana: [`glsa_${some(41)}`],
  Airtable: [`pat${some(14)}.${hex(64)}`],
  Postman: [`PMAK-${hex(24)}-${hex(34)}`],
  'New Relic': [`NRAK-${upper(27)}`],
  'JSON web tokens': [`eyJ${some(30)}.eyJ${some(40)}.${some(43)}`],
};

const masker = createMasker([]);

describe('masking and redaction know the same forms of secrets', () => {
  it.each(Object.entries(samples).flatMap(([service, all]) => all.map((sample) => [service, sample] as const)))(
    '%s: %s',
    (_service, sample) => {
      const secret = sample.replace(/^AccountKey=|^https:\/\//, '');
      for (const text of [sample, `Use "${sample}".`, `key=${sample}, then go`, `a (${sample})\nb`]) {
        expect(masker.text(text)).not.toContain(secret);
        expect(masker.text(text)).not.toContain(secret.slice(-12));
        expect(redact(text)).not.toContain(secret);
        expect(redact(text)).not.toContain(secret.slice(-12));
      }
    },
  );

  it('a private key, whole or cut', () => {
    for (const kind of ['', 'RSA ', 'EC ', 'OPENSSH ', 'ENCRYPTED ']) {
      const lines = `-----BEGIN ${kind}PRIVATE KEY-----\n${some(64)}\n${some(64)}-\n`;
      const whole = `before ${lines}-----END ${kind}PRIVATE KEY-----`;
      for (const text of [whole, `before ${lines}`]) {
        expect(masker.text(text)).toBe('before [hidden]');
        expect(redact(text)).toBe('before [REDACTED_TOKEN]');
      }
    }
  });

  it.each([
    'id 550e8400-e29b-41d4-a716-446655440000 and 6ba7b810-9dad-11d1-80b4-00c04fd430c8',
    `commit ${hex(40)} of blob ${hex(64)}, md5 ${hex(32)}`,
    'pkg@1.2.3, v1.0-rc.1, node 24.21.0, 2026-11-20T20:03:14Z',
    'sk-learn tutorial, task-list, risk-based, pk_id, rk-1, disk_usage_2024',
    'key-value pairs, keyboard, secret_santa, api_organisation, npm_config_registry',
    'glossary-of-terms-and-more, pattern.matching, patients.list, dapifoo',
    'SKU-12345, SKIPPED, MONDAY.morning.meeting, NRAK, AKIAfoo, sessions-2024-report',
    'Use tools/call with 1234567890:port or a ratio of 12345678:9',
    'vcr_cassette, cfk_name, hvs.short, gsk_company, r8_d2, xai-chat, ya29.short',
    'getElementById.addEventListener.somethingElse and com.example.package.Name',
  ])('leaves %j as it is', (text) => {
    expect(masker.text(text)).toBe(text);
    expect(redact(text)).toBe(text);
  });

  it('takes time linear in the text', () => {
    const pieces = ['gl', 'sk-a', 'eyJ', 'A', 'M', '1', '0a', 'key-', 'x', 'pat', 'aB3Q~', 'AccountKey=', 'secret_'];
    const time = (count: number) => {
      const texts = pieces.map((piece) => piece.repeat(count));
      const start = performance.now();
      for (const text of texts) masker.text(text);
      return performance.now() - start;
    };
    time(500);
    const small = Math.min(...[1, 2, 3, 4].map(() => time(5000)));
    let large = time(40_000);
    // A square would be 64 times. The fastest of six runs counts; the first that is fast enough settles it.
    for (let again = 0; again < 5 && large >= small * 24; again++) large = Math.min(large, time(40_000));
    expect(large / small).toBeLessThan(24);
  });
});
