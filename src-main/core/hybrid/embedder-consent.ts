import type { EmbedderConfig } from '#shared/domain/hybrid-config.ts';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import { PegboardError } from '#shared/errors.ts';
import { describeValues } from '../sources/describe-values.ts';

/** What an endpoint gets, as consents are kept (decision 007): its address, and which variable holds the key. Null for others. */
export function endpointConnection({ kind, url, api_key_env: key }: EmbedderConfig): McpConnection | null {
  if (kind !== 'endpoint' || url === undefined) return null;
  return { url, ...(key === undefined ? {} : { headers: { Authorization: `Bearer \${env:${key}}` } }) };
}

/** What a user must see before texts are sent: where to, with which headers, for which model. */
export function consentSubject(config: EmbedderConfig): { url: string; headers: string[]; model: string } {
  const { url = '', headers = {} } = endpointConnection(config) ?? {};
  return { url, headers: describeValues(headers), model: config.model ?? '' };
}

export function embedderConsentRequired(config: EmbedderConfig): PegboardError {
  const subject = consentSubject(config);
  const headers = subject.headers.length > 0 ? ` with ${subject.headers.join(', ')}` : '';
  return new PegboardError(
    'consent_required',
    `Hybrid search would send names, descriptions and phrases of the tools, and queries, to ${subject.url}${headers}. You have not agreed to that yet.`,
    {
      hint: 'Look at it; if you agree, run the same search with --yes. Your consent is kept for exactly this.',
      data: subject,
    },
  );
}
