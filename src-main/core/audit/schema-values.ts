import type { AuditFinding } from '#shared/domain/audit.ts';
import { allArguments } from './all-arguments.ts';
import { type AuditRule, auditFinding } from './audit-rule.ts';
import { keyFile } from './orders/data-words.ts';
import { spacedName } from './purpose.ts';

const receives =
  /\b(?:bcc|cc|to|recipients?|webhook(?: url)?|callback(?: url)?|forward(?: to)?|endpoint|reply to|notify|upload url|destination|wallet|account|beneficiary)\b/;
const outside =
  /^(?:https?:\/\/(?!(?:localhost|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|0\.0\.0\.0|\[::1\])(?:[:/?#]|$))\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|0x[0-9a-f]{40}|[A-Z]{2}\d{2}[A-Z0-9]{11,30})$/i;
const harmless = /@example\.(?:com|org|net)$|^https?:\/\/(?:[\w-]+\.)*example\.(?:com|org|net)(?::\d+)?(?:[/?#]|$)/i;

/** Files with keys, paths that climb out of a folder or a container, and the address where a cloud machine gives out its keys. */
const climbs = /(?:\.\.\/){3}|--privileged\b|\/:\/host\b|169\.254\.169\.254|metadata\.google\.internal/;
const reaches = new RegExp(`${keyFile.source}|${climbs.source}`);

/** Names of so many words are sentences. */
const sentenceWords = 8;

/** Keywords of the schema itself: a value in it may have a `type` too. */
const takesOneWord = /schema\/(?!(?:.*(?<!properties)\/)?(?:default|const|enum|examples?)\/)(?:.*\/)?(?:type|format)$/;
const sentence = /^(?:[^\s|,/]+ ){3,}[^\s|,/]/;

/** Arguments that receive data and have somebody's address as their value, and names that are sentences. */
export const schemaValues: AuditRule = ({ tool, purpose, texts }) => {
  const findings: AuditFinding[] = texts
    .filter(({ place, role, text }) => role === 'data' && takesOneWord.test(place) && sentence.test(text))
    .map(({ place, text }) =>
      auditFinding('schema_smuggling', {
        weight: 'soft',
        place,
        excerpt: text,
        why: 'A schema keyword that should hold one word holds a sentence.',
      }),
    );
  for (const { name, schema, place: at } of allArguments(tool)) {
    const words = spacedName(name.slice(0, 500)).toLowerCase();
    for (const key of ['default', 'const', 'enum'] as const) {
      // A single value of an enum is all that a model can fill in.
      const value = textsOf(schema?.[key]).find((one) => outside.test(one) && !harmless.test(one));
      const isFree = key === 'enum' && textsOf(schema?.enum).length > 1;
      if (value === undefined || isFree || !receives.test(words)) continue;
      findings.push(
        auditFinding('schema_smuggling', {
          weight: 'soft',
          place: `${at}/${key}`,
          excerpt: `${name}: ${value}`,
          why: 'An address that receives data is filled in unless the model changes it.',
        }),
      );
    }
    const values = [schema?.default, schema?.const, schema?.enum].flatMap(textsOf);
    const reaching = values.find((value) =>
      (purpose.keepsKeys ? climbs : reaches).test(value.slice(0, 1000).toLowerCase()),
    );
    if (reaching !== undefined) {
      findings.push(
        auditFinding('schema_smuggling', {
          weight: 'soft',
          place: at,
          excerpt: `${name}: ${reaching}`,
          why: 'A value that the model only has to accept reaches files or addresses outside of what the tool is for.',
        }),
      );
    }
    if (words.split(' ').filter(Boolean).length < sentenceWords) continue;
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

/** The texts of a value: its own, or those of a list. */
function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
}
