import type { AuditFinding } from '#shared/domain/audit.ts';
import { asRecord } from '../json/json-walk.ts';
import { type AuditRule, auditFinding } from './audit-rule.ts';
import { keyFile } from './orders/data-words.ts';
import { spacedName } from './purpose.ts';

const receives =
  /\b(?:bcc|cc|to|recipients?|webhook(?: url)?|callback(?: url)?|forward(?: to)?|endpoint|reply to|notify|upload url|destination|wallet|account|beneficiary)\b/;
const outside =
  /^(?:https?:\/\/(?!(?:localhost|127\.|10\.|192\.168\.|0\.0\.0\.0|\[::1))\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|0x[0-9a-f]{40}|[A-Z]{2}\d{2}[A-Z0-9]{11,30})$/i;
const harmless = /@example\.(?:com|org|net)$|^https?:\/\/(?:[\w-]+\.)*example\.(?:com|org|net)\b/i;

/** Files with keys, paths that climb out of a folder, and the address where a cloud machine gives out its keys. */
const reaches = new RegExp(`${keyFile.source}|(?:\\.\\./){3}|169\\.254\\.169\\.254|metadata\\.google\\.internal`);

/** Names of so many words are sentences. */
const sentenceWords = 8;

/** Arguments that receive data and have somebody's address as their value, and names that are sentences. */
export const schemaValues: AuditRule = ({ tool, purpose }) => {
  const findings: AuditFinding[] = [];
  const properties = asRecord(asRecord(tool.input_schema)?.properties) ?? {};
  for (const name of Object.keys(properties).slice(0, 500)) {
    const schema = asRecord(properties[name]);
    const words = spacedName(name.slice(0, 500)).toLowerCase();
    const at = `input_schema/properties/${name}`;
    for (const key of ['default', 'const'] as const) {
      const value = schema?.[key];
      if (typeof value !== 'string' || !receives.test(words) || !outside.test(value) || harmless.test(value)) continue;
      findings.push(
        auditFinding('schema_smuggling', {
          weight: 'soft',
          place: `${at}/${key}`,
          excerpt: `${name}: ${value}`,
          why: 'An address that receives data is filled in unless the model changes it.',
        }),
      );
    }
    const values = [schema?.default, schema?.const, ...(Array.isArray(schema?.enum) ? schema.enum.slice(0, 100) : [])];
    const reaching = values.find(
      (value) => typeof value === 'string' && reaches.test(value.slice(0, 1000).toLowerCase()),
    );
    if (typeof reaching === 'string' && !purpose.meetsAttacks && !purpose.keepsSecrets) {
      findings.push(
        auditFinding('schema_smuggling', {
          weight: 'soft',
          place: at,
          excerpt: `${name}: ${reaching}`,
          why: 'A value that the model only has to accept reaches files or addresses outside of what the tool is for.',
        }),
      );
    }
    if (words.split(' ').filter(Boolean).length < sentenceWords || purpose.meetsAttacks) continue;
    findings.push(
      auditFinding('schema_smuggling', {
        weight: 'soft',
        place: at,
        excerpt: name,
        why: 'The name of an argument is a sentence.',
      }),
    );
  }
  return findings.slice(0, 20);
};
