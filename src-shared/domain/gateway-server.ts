import { z } from 'zod';

/** An address of the web. */
const address = z.url({ protocol: /^https?$/ });

const listenSchema = z.strictObject({
  host: z.string().min(1).max(255).default('127.0.0.1').describe('Address to listen on; `0.0.0.0` is every one.'),
  port: z.int().min(0).max(65_535).default(8080).describe('Port to listen on; 0 takes a free one.'),
});

/** A token that somebody was given. The file has its hash only. */
const serverTokenSchema = z.strictObject({
  name: z.string().min(1).max(100).describe('Who has it: a person, a team, or a program.'),
  hash: z
    .string()
    .regex(
      /^sha256:[0-9a-f]{64}$/,
      'Use `sha256:` and 64 hexadecimal digits, as `pegboard gateway token --hash` prints.',
    )
    .describe('SHA-256 of the token.'),
  persona: z.string().min(1).nullable().describe('The persona that it serves; `null` serves all that `policy` allows.'),
  expires_at: z.iso.datetime({ offset: true }).optional().describe('When it stops working.'),
});

/** What a claim of an access token must have. */
const claimRuleSchema = z.strictObject({
  claim: z
    .string()
    .min(1)
    .max(200)
    .describe('Claim of the access token; a dot leads into an object, as in `realm_access.roles`.'),
  value: z
    .string()
    .min(1)
    .max(500)
    .describe('The claim is this text, is a list that has it, or is a text of words separated by spaces that has it.'),
});
export type ClaimRule = z.infer<typeof claimRuleSchema>;

/** Which access tokens get which persona. */
const personaRuleSchema = claimRuleSchema.extend({
  persona: z.string().min(1).nullable().describe('The persona; `null` serves all that `policy` allows.'),
});
export type PersonaRule = z.infer<typeof personaRuleSchema>;

/** Who may read the state of the server. */
const adminSchema = z
  .strictObject({
    tokens: z
      .array(z.string().min(1).max(100))
      .max(100)
      .default([])
      .describe('Names of `tokens`. A token of the store with the same name does not get this right.'),
    store_tokens: z.array(z.string().min(1).max(100)).max(100).default([]).describe('Names of tokens of the store.'),
    claims: z
      .array(claimRuleSchema)
      .max(100)
      .default([])
      .describe('Access tokens of `oauth`: one rule that fits is enough.'),
  })
  .refine(
    ({ tokens, store_tokens, claims }) => tokens.length + store_tokens.length + claims.length > 0,
    'give tokens, store_tokens or claims: else nobody may read it',
  );

const oauthSchema = z.strictObject({
  issuer: address.describe('The authorization server, exactly as the `iss` claim has it.'),
  audience: z.string().min(1).optional().describe('What the `aud` claim must have. Default: `public_url` and `/mcp`.'),
  jwks_uri: address.optional().describe('Where its keys are. Default: what its metadata says.'),
  scopes: z.array(z.string().min(1)).max(50).default([]).describe('Scopes that a token needs, all of them.'),
  personas: z
    .array(personaRuleSchema)
    .min(1)
    .max(500)
    .describe('The first rule that fits decides; a client may ask for another one that fits by its address.'),
});
export type OauthSettings = z.infer<typeof oauthSchema>;

/** A secret: the file has the name of its variable only. */
const secret = z.string().regex(/^\$\{env:\w+\}$/, `the file holds no secret: write it as \${env:NAME}`);

const exchangeSchema = z.strictObject({
  token_endpoint: address
    .refine(isSafeAddress, 'use https://, since tokens travel to it')
    .describe('Where the access token of a caller is exchanged (RFC 8693).'),
  client_id: z.string().min(1).max(500).describe('Client ID of the gateway there.'),
  client_secret: secret.optional().describe(`Its secret, as \`\${env:NAME}\`.`),
  audience: z.string().min(1).max(2000).optional().describe('Whom the new token is for, by name.'),
  resource: z.url().max(2000).optional().describe('Whom the new token is for, by address.'),
  scope: z.string().min(1).max(2000).optional().describe('Scopes of the new token, separated by spaces.'),
});
export type ExchangeSettings = z.infer<typeof exchangeSchema>;

const signInSchema = z.strictObject({
  client_id: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('Client ID of the gateway at the authorization server. Default: it registers itself.'),
  client_secret: secret.optional().describe(`Its secret, as \`\${env:NAME}\`.`),
  scope: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe('Scopes besides those that the server asks for, separated by spaces.'),
});
export type SignInSettings = z.infer<typeof signInSchema>;

const upstreamSchema = z
  .strictObject({
    source: z.string().min(1).max(200).describe('Source of the workspace, with an address.'),
    exchange: exchangeSchema.optional().describe('The access token of each caller is exchanged for one of the server.'),
    sign_in: signInSchema.optional().describe('Each caller signs in at the server, in a browser.'),
  })
  .refine(({ exchange, sign_in }) => (exchange === undefined) !== (sign_in === undefined), {
    message: 'give either exchange or sign_in',
  });
export type UpstreamSettings = z.infer<typeof upstreamSchema>;

const signInKeySchema = z.strictObject({
  id: z
    .string()
    .regex(/^[\w-]{1,40}$/, 'use letters, digits, `_` and `-`')
    .describe('Name of the key. It stays with what the key sealed.'),
  key: secret.describe(`32 bytes in base64, as \`\${env:NAME}\`.`),
});
export type SignInKey = z.infer<typeof signInKeySchema>;

function isSafeAddress(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** The catalog of a server from a git repository. */
const catalogGitSchema = z.strictObject({
  url: z
    .string()
    .max(2000)
    .regex(
      /^(https:\/\/|ssh:\/\/|file:\/\/\/|\/|[\w.-]+@[\w.-]+:)\S+$/,
      'give an address as https://, ssh://, user@host:path, file:/// or a full path',
    )
    .refine(
      (text) => !/:\/\/[^/@:]*:[^/@]+@/.test(text.replace(/\$\{env:\w+\}/g, '')),
      `the file holds no password: write it as \${env:NAME}`,
    )
    .describe(`Address of the repository, as git takes it; \`\${env:NAME}\` is a variable of the environment.`),
  ref: z
    .string()
    .max(500)
    .regex(/^[\w][\w./-]*$/, 'give a branch, a tag or a commit')
    .refine((text) => !text.includes('..'), 'give a branch, a tag or a commit')
    .default('main')
    .describe('Branch, tag or commit that is served.'),
  folder: z
    .string()
    .max(500)
    .refine((text) => !/^\/|\\|(^|\/)\.\.(\/|$)/.test(text), 'give a folder inside the repository')
    .default('.')
    .describe('Folder of the workspace in the repository.'),
  poll_seconds: z.int().min(1).max(86_400).default(60).describe('How often the repository is asked for a new commit.'),
  webhook_secret: secret
    .optional()
    .describe(`Secret of the webhook at \`/hooks/catalog\`, as \`\${env:NAME}\`. Default: there is no webhook.`),
  agreed: z
    .array(z.string().min(1).max(4000))
    .max(1000)
    .default([])
    .describe(
      'Servers that the gateway may start or reach. Copy each entry from the log message that asks for it. No commit can add one.',
    ),
});
export type CatalogGitSettings = z.infer<typeof catalogGitSchema>;

/** Where traces go. */
const telemetrySchema = z.strictObject({
  otlp_endpoint: address.describe(
    'Address of a collector for traces, as `http://collector:4318/v1/traces` (OTLP/JSON over HTTP).',
  ),
  headers: z
    .array(
      z.strictObject({
        name: z
          .string()
          .regex(/^[A-Za-z0-9-]{1,100}$/, 'use letters, digits and `-`')
          .describe('Name of the header.'),
        value: secret.describe(`Its value, as \`\${env:NAME}\`.`),
      }),
    )
    .max(20)
    .default([])
    .describe('Headers that the collector wants.'),
  service_name: z.string().min(1).max(200).default('pegboard-gateway').describe('Name of the service in the traces.'),
  sample_ratio: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Part of the traces that begin at the gateway. The caller decides about its own.'),
});
export type TelemetrySettings = z.infer<typeof telemetrySchema>;

/** A PostgreSQL that all processes of a gateway share. */
const postgresSchema = z.strictObject({
  url: z
    .string()
    .min(1)
    .max(2000)
    .refine(
      (text) => !/:\/\/[^/@:]*:[^/@]+@/.test(text.replace(/\$\{env:\w+\}/g, '')),
      `the file holds no password: write it as \${env:NAME}, or leave it out and set PGPASSWORD`,
    )
    .describe(
      `Address as \`postgres://user@host:5432/database\`; \`\${env:NAME}\` is a variable of the environment, such as the password.`,
    ),
  schema: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,50}$/, 'use small letters, digits and `_`, 51 at most')
    .default('pegboard')
    .describe('Schema of the tables. Each gateway of a database needs its own.'),
  connections: z.int().min(2).max(100).default(5).describe('Connections of one process at most.'),
  statement_timeout_ms: z
    .int()
    .min(100)
    .max(600_000)
    .default(5000)
    .describe('How long a statement may take, and how long a process waits for a connection.'),
});
export type PostgresSettings = z.infer<typeof postgresSchema>;

/** `pegboard-gateway.yaml`: how `pegboard gateway serve` serves one catalog to many callers. It holds no secret. */
export const gatewayServerSchema = z
  .strictObject({
    workspace: z.string().min(1).default('.').describe('Folder of the workspace, from the folder of this file.'),
    catalog: z
      .strictObject({ git: catalogGitSchema.describe('A git repository.') })
      .optional()
      .describe('Where the workspace comes from, in place of `workspace`.'),
    listen: listenSchema.prefault({}).describe('Where callers come in.'),
    public_url: address
      .refine(
        (url) => /^https?:\/\/[^/?#]+\/?$/.test(url),
        'give scheme, host and port alone, such as https://tools.example.com',
      )
      .transform((url) => url.replace(/\/$/, ''))
      .describe('Address that callers use, without `/mcp`. No other `Host` is served.'),
    tokens: z.array(serverTokenSchema).max(1000).default([]).describe('Tokens that were given out.'),
    oauth: oauthSchema.optional().describe('Access tokens of an authorization server.'),
    admin: adminSchema
      .optional()
      .describe('Who may read `/admin/state`. Default: nobody, and the address is not there.'),
    upstreams: z
      .array(upstreamSchema)
      .max(200)
      .default([])
      .describe('Sources where each caller has credentials of their own. All others have one for everybody.'),
    sign_in_keys: z
      .array(signInKeySchema)
      .max(10)
      .default([])
      .describe('Keys that seal the tokens of `sign_in`. The first one seals; the others open what they sealed.'),
    limits: z
      .strictObject({
        requests_per_minute: z.int().min(1).max(1_000_000).default(600).describe('Requests of one caller in a minute.'),
        concurrent: z.int().min(1).max(10_000).default(16).describe('Requests of one caller that run at once.'),
        mb_per_minute: z
          .int()
          .min(1)
          .max(100_000)
          .optional()
          .describe('Megabytes (1,048,576 bytes) that one caller sends and gets in a minute. Default: no limit.'),
      })
      .prefault({})
      .describe('Limits for each caller.'),
    operations: listenSchema
      .extend({ port: listenSchema.shape.port.default(9464) })
      .prefault({})
      .describe('Where `/healthz`, `/readyz` and `/metrics` are. Keep it away from callers.'),
    telemetry: telemetrySchema.optional().describe('Traces of OpenTelemetry. Default: none.'),
    store: z
      .strictObject({ postgres: postgresSchema.describe('A PostgreSQL, version 15 or newer.') })
      .optional()
      .describe('What all processes share. Default: files of the account that runs the server.'),
    drain_seconds: z
      .int()
      .min(0)
      .max(3600)
      .default(30)
      .describe('How long requests that run may take to end after SIGTERM.'),
  })
  .refine(
    ({ tokens, oauth, store }) => tokens.length > 0 || oauth !== undefined || store !== undefined,
    'give tokens, oauth, or a store with tokens: else nobody can call',
  )
  .refine(({ upstreams, sign_in_keys }) => sign_in_keys.length > 0 || upstreams.every(({ sign_in }) => !sign_in), {
    path: ['sign_in_keys'],
    message: 'give a key for the tokens of sign_in',
  })
  .superRefine(({ upstreams, sign_in_keys }, issues) => {
    for (const [name, list] of Object.entries({
      upstreams: upstreams.map(({ source }) => source),
      sign_in_keys: sign_in_keys.map(({ id }) => id),
    }))
      for (const [i, one] of list.entries())
        if (list.indexOf(one) < i)
          issues.addIssue({ code: 'custom', path: [name, i], message: `${one} is there twice` });
  })
  .superRefine(({ admin, tokens, oauth, store }, issues) => {
    if (!admin) return;
    const names = new Set(tokens.map(({ name }) => name));
    for (const [i, name] of admin.tokens.entries())
      if (!names.has(name))
        issues.addIssue({
          code: 'custom',
          path: ['admin', 'tokens', i],
          message: `tokens has no ${name}${store ? '; name a token of the store in admin.store_tokens' : ''}`,
        });
    if (admin.store_tokens.length > 0 && !store)
      issues.addIssue({ code: 'custom', path: ['admin', 'store_tokens'], message: 'give store: there is none' });
    if (admin.claims.length > 0 && !oauth)
      issues.addIssue({
        code: 'custom',
        path: ['admin', 'claims'],
        message: 'give oauth: no token has claims without it',
      });
  })
  .superRefine(({ tokens }, issues) => {
    for (const field of ['name', 'hash'] as const) {
      const seen = new Set<string>();
      for (const [i, token] of tokens.entries()) {
        if (seen.has(token[field]))
          issues.addIssue({ code: 'custom', path: ['tokens', i, field], message: `another token has this ${field}` });
        seen.add(token[field]);
      }
    }
  });
export type GatewayServerSettings = z.infer<typeof gatewayServerSchema>;
