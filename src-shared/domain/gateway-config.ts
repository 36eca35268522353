import { z } from 'zod';

/** How a host sees the catalog: the board with a search beside it, or every permitted tool as itself. */
export const gatewayModeSchema = z.enum(['search', 'direct']);
export type GatewayMode = z.infer<typeof gatewayModeSchema>;

const gatewayLogConfigSchema = z.strictObject({
  enabled: z.boolean().default(true).describe('Record in your own folder what hosts list, search, get and call.'),
  arguments: z
    .boolean()
    .default(false)
    .describe('Also record the arguments and results of calls, with known secrets masked.'),
  days: z.int().min(1).max(3650).default(90).describe('How long a record is kept.'),
  max_mb: z
    .int()
    .min(1)
    .max(10_000)
    .default(200)
    .describe('Size of the log above which the oldest records are removed.'),
});

/** How `pegboard mcp` serves the workspace to MCP hosts. */
export const gatewayConfigSchema = z.strictObject({
  mode: gatewayModeSchema
    .default('search')
    .describe(
      '`search`: the always-loaded tools, `tool_search`, `tool_get` and the call tools; `direct`: every permitted tool.',
    ),
  server_name: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,24}$/, 'Use 1 to 24 letters, digits, `_` and `-`.')
    .default('pegboard')
    .describe('Name of the entry in a host. Tool names are kept short enough for the prefix `mcp__<server_name>__`.'),
  call_tools: z
    .enum(['split', 'single'])
    .default('split')
    .describe('`split`: `tool_call_read`, `tool_call_write` and `tool_call_destructive`; `single`: one `tool_call`.'),
  overview_tokens: z
    .int()
    .min(0)
    .max(8000)
    .default(600)
    .describe('Token budget of the catalog overview in the description of `tool_search`; 0 leaves it out.'),
  answer_tokens: z.int().min(200).max(50_000).default(1200).describe('Token budget of an answer of `tool_search`.'),
  signature_arguments: z
    .int()
    .min(0)
    .max(50)
    .default(8)
    .describe('How many arguments a line of an answer shows; the required ones come first.'),
  resources: z
    .boolean()
    .default(false)
    .describe('Pass on the resources of the servers. Hosts list them at once, and that starts every server.'),
  prompts: z
    .boolean()
    .default(false)
    .describe('Pass on the prompts of the servers. Hosts list them at once, and that starts every server.'),
  skills: z
    .boolean()
    .default(true)
    .describe('Serve the skills of the packs, where `skills.enabled` is on, to hosts that know the skills extension.'),
  call_timeout_ms: z
    .int()
    .min(1000)
    .max(3_600_000)
    .default(300_000)
    .describe('Time limit of a call, the start of its server included.'),
  max_requests: z
    .int()
    .min(1)
    .max(10_000)
    .default(128)
    .describe('Number of HTTP requests that may run at once; the next one is asked to try again.'),
  max_body_kb: z.int().min(16).max(65_536).default(4096).describe('Largest size of an HTTP request.'),
  max_answer_kb: z
    .int()
    .min(64)
    .max(32_768)
    .default(8192)
    .describe(
      'Largest answer of a server. Many hosts read at most 10 MiB over stdio, and a larger message ends their connection.',
    ),
  log: gatewayLogConfigSchema.prefault({}).describe('The log of what hosts do.'),
});
export type GatewayConfig = z.infer<typeof gatewayConfigSchema>;
