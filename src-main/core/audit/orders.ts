import type { AuditFinding } from '#shared/domain/audit.ts';
import { type AuditRule, auditFinding, findingsUpTo } from './audit-rule.ts';
import type { AuditText } from './audit-texts.ts';
import { ordersIn } from './orders/read-orders.ts';
import { type Purpose, spacedName } from './purpose.ts';

const maximumFindings = 40;

/**
 * Orders to the model in any text. Those in names, defaults, enums and other places where nobody expects a sentence are findings
 * of the schema, and count more. Data that leaves while the user is kept from knowing is a hard finding.
 */
export const orders: AuditRule = ({ texts, purpose }) => {
  const { findings, add } = findingsUpTo(maximumFindings);
  for (const text of texts) {
    const isOdd = isOddPlace(text);
    if (isOdd && purpose.meetsAttacks && isExample.test(text.place)) continue;
    const isSecret = secretName.test(text.place);
    for (const { code, weight, why, excerpt } of ordersIn(wordsOf(text), purpose, isSecret)) {
      if (isOdd && text.place.startsWith('input_schema') && weight === 'hint') continue;
      const hasRoom = add(
        isOdd
          ? auditFinding('schema_smuggling', {
              weight: weight === 'hint' ? 'hint' : 'hard',
              place: text.place,
              excerpt,
              why: `${why} It stands where a value or a name belongs.`,
            })
          : auditFinding(code, { weight, place: text.place, excerpt, why }),
      );
      if (!hasRoom) return raised(findings);
    }
  }
  if (findings.every(({ code }) => code !== 'order_override')) for (const one of splitOrders(texts, purpose)) add(one);
  return raised(findings);
};

/** Orders to ignore what was said before that begin in the description and end in the next text, such as that of an argument. */
function splitOrders(texts: readonly AuditText[], purpose: Purpose): AuditFinding[] {
  const [opening, next] = texts.filter(({ place, role }) => role === 'prose' && place !== 'title');
  if (!opening || !next || /[.!?:;]\s*$/.test(opening.text)) return [];
  const joined = `${opening.text.slice(-splitCharacters)} ${next.text.slice(0, splitCharacters)}`;
  return ordersIn(joined, purpose)
    .filter(({ code, weight }) => code === 'order_override' && weight === 'hard')
    .map(({ code, weight, why, excerpt }) =>
      auditFinding(code, { weight, place: next.place, excerpt, why: `${why} It begins in the text before.` }),
    );
}

/** Characters on each side of where two texts meet. */
const splitCharacters = 200;

const secretName =
  /\/(?:[\w-]*[_-])?(?:api_?key|key|token|password|secret|credentials?|cookie|dsn|auth\w*|bearer|pat|client_secret)\//i;
const oddKeyword = /\/(?:default|const|pattern|\$comment|enum(?:\/\d+)?|examples?(?:\/\d+)?)$/;

/** Texts that a tool against attacks may get, as it shows them. */
const isExample = /\/examples?(?:\/\d+)?$/;

/** A name of an argument, or a value in a schema. */
function isOddPlace({ place, role }: AuditText): boolean {
  if (!place.includes('schema/')) return false;
  return role !== 'prose' || oddKeyword.test(place);
}

/** A name with spaces is a sentence already: its dots and slashes are those of files and addresses. */
function wordsOf({ role, text }: AuditText): string {
  return role === 'name' && !/\S \S+ \S/.test(text) ? spacedName(text) : text;
}

const moving: ReadonlySet<AuditFinding['code']> = new Set(['data_exfiltration', 'data_redirection', 'order_command']);

function raised(findings: readonly AuditFinding[]): AuditFinding[] {
  const hides = findings.some(({ code, severity }) => code === 'order_secrecy' && severity !== 'info');
  const hard = { severity: 'error', tier: 'hard' } as const satisfies { severity: string; tier: string };
  return findings.map((one) => {
    const isRaised = hides && moving.has(one.code) && one.severity === 'warning';
    return isRaised ? { ...one, ...hard, why: `${one.why} Another part hides it from the user.` } : one;
  });
}
