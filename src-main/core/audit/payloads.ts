import type { AuditFinding } from '#shared/domain/audit.ts';
import { hasKnownToken, replaceKnownTokens } from '../secrets/known-tokens.ts';
import { type AuditRule, auditFinding } from './audit-rule.ts';
import { matchesOf } from './orders/order-rule.ts';
import type { Purpose } from './purpose.ts';
import { isRefused } from './reading/mentions.ts';
import { joinLines } from './reading/plain-text.ts';

const maximumFindings = 10;
/** Places of one text where a pattern is looked at. */
const maximumMatches = 5000;
/** Characters before a match that tell whether it is an example. */
const maximumBefore = 120;

interface Payload {
  readonly pattern: RegExp;
  readonly why: string;
  /** Tools that may have it, by their name, title and first sentence. */
  readonly unless: RegExp;
}

/** Tools that run, show, write or check commands. */
const runsCommands =
  /\b(?:shell|bash|terminal|commands?|scripts?|exec\w*|runs?|install\w*|packages?|sandbox|console|ssh|powershell|docker|containers?|ci|pipelines?|lint\w*|check\w*|explain\w*|fetch|download\w*|setup|code)\b/;

/** What is harmful in itself, whoever is told to do it. */
const payloads: readonly Payload[] = [
  {
    pattern:
      /\b(?:curl|wget|iwr|irm)\b[^\n|;]{0,200}\|\s*(?:sudo\s+)?(?:(?:ba|z|da)?sh|python3?|node|perl|ruby|pwsh)\b|\b(?:bash|sh) <\((?:curl|wget)|\b(?:iex|invoke-expression)\b[^\n]{0,60}(?:irm|iwr|downloadstring)/i,
    why: 'The text has a command that runs whatever an address returns.',
    unless: runsCommands,
  },
  {
    pattern:
      /\bnc(?:at)? (?:-\w+ )*-e\b|\/dev\/tcp\/|\bbash -i >& |\bmkfifo \/tmp\/|\bimport socket[^\n]{0,80}(?:dup2|subprocess)|\bchmod (?:-r )?777 \/(?:\s|$)|\bdd if=\/dev\/(?:zero|random) of=\/dev\/|\bkubectl delete (?:ns|namespaces?|all)\b[^\n.]{0,40}--all\b|\baws s3 r[mb]\b[^\n.]{0,60}--(?:recursive|force)\b|:\(\)\s*\{\s*:\|:&\s*\};:/i,
    why: 'The text has a command that opens or destroys a machine.',
    unless: /\b(?:explain\w*|cheat ?sheets?|pentest\w*|ctf|forensic\w*)\b/,
  },
  {
    pattern: /\brm -(?:rf|fr|r -f|f -r) (?:--no-preserve-root )?(?:\/|~|\$HOME)(?:\*|\s|$)/i,
    why: 'The text has a command that deletes everything.',
    unless: /\b(?:explain\w*|check\w*|lint\w*)\b/,
  },
  {
    pattern:
      /'\s*or\s*'?1'?\s*=\s*'?1|;\s*drop\s+(?:table|database)\b|\bunion\s+(?:all\s+)?select\b[^\n]{0,80}\b(?:passw\w*|users?|secret\w*)\b|;\s*(?:exec\s+)?xp_cmdshell/i,
    why: 'The text has a query that attacks a database.',
    unless: /\b(?:waf|escap\w*|parameteri[sz]\w*|explain\w*|lint\w*)\b/,
  },
  {
    pattern: /(?:\.\.[\\/]){3,}(?:etc|root|home|windows|proc|var)\b|\bfile:\/\/\/etc\/(?:passwd|shadow)/i,
    why: 'The text has a path that climbs out of its folder to files of the system.',
    unless: /\b(?:archive|unzip|extract\w*|path)\b/,
  },
  {
    pattern: /\b(?:ld_preload|pythonpath|node_options|path|https?_proxy|git_ssh_command)=[^\s"'`]*[/\\:][^\s"'`]+/i,
    why: 'The text sets a variable that decides which programs run, or where data goes.',
    unless: /\b(?:env\w*|variables?|shell|terminal|build\w*|docker|config\w*|setup|proxy)\b/,
  },
];

/** An order to run what follows, which no job of a tool excuses. */
const runsNow =
  /(?:^|[.,;:!?(] ?|\b(?:and|then|first|please|also|must|should|always|you|now) )(?:run|execute|paste|type|launch|apply|invoke)\b(?!s)[^.]{0,60}$/i;
const keyLine = /^-{5}BEGIN [A-Z ]+-{5}(?!\s*[\w+/=]{12})/;
/** What introduces the form of a token and not a token. */
const shownForm =
  /\b(?:e\.?g\.?|examples?|such as|like|format\w*|sample|looks?|starts with|begins with|prefix\w*|form|placeholder|mask\w*|detects?|finds|matches)\b[^.\n]{0,40}$/i;

/** Commands, queries and paths that do harm as they stand, and credentials in the text of a definition. */
export const payloadTexts: AuditRule = ({ texts, purpose }) => {
  const findings: AuditFinding[] = [];
  for (const { place, text } of texts) {
    const found = harmfulIn(text, place, purpose);
    // A command of two lines is one where the first line ends within it.
    findings.push(
      ...(found.length > 0 ? found : harmfulIn(joinLines(text), place, purpose)),
      ...secretsIn(text, place),
    );
    if (findings.length >= maximumFindings) break;
  }
  return findings.slice(0, maximumFindings);
};

function harmfulIn(text: string, place: string, purpose: Purpose): AuditFinding[] {
  return payloads.flatMap(({ pattern, why, unless }) => {
    const isJob = purpose.meetsAttacks || unless.test(purpose.words);
    const isValue = place.startsWith('input_schema') && !place.endsWith('description');
    for (const match of matchesOf(pattern, text, maximumMatches)) {
      const line = lineBefore(text.slice(Math.max(0, match.index - maximumBefore), match.index));
      // A tool may show commands, and nobody's job is to make the model run one that does harm.
      if (isJob && !runsNow.test(line)) continue;
      if (!isValue && isRefused(line)) continue;
      const excerpt = text.slice(Math.max(0, match.index - 40), match.index + match[0].length + 40);
      return [auditFinding('order_command', { weight: 'soft', place, excerpt, why })];
    }
    return [];
  });
}

/** The line before a match; where a block of code begins there, the one that introduces it. */
function lineBefore(text: string): string {
  const line = /[^\n]*$/.exec(text)?.[0] ?? '';
  return line.trim() === '' ? (/([^\n]*)\n\s*(?:```\w*\s*)?$/.exec(text)?.[1] ?? '') : line;
}

function secretsIn(text: string, place: string): AuditFinding[] {
  if (!hasKnownToken(text) || /\/examples?(?:\/|$)/.test(place)) return [];
  let first = -1;
  let from = 0;
  replaceKnownTokens(text, (token) => {
    const index = text.indexOf(token, from);
    if (index < 0) return '';
    from = index + token.length;
    // The form of a token excuses none that stands behind it, and the first line of a key is no key.
    if (first < 0 && !keyLine.test(token) && !shownForm.test(text.slice(Math.max(0, index - maximumBefore), index)))
      first = index;
    return '';
  });
  if (first < 0) return [];
  const excerpt = `${text.slice(Math.max(0, first - 60), first + 6)}…`;
  const why = 'The text has a credential. Whoever reads the definition can use it, and a model may pass it on.';
  return [auditFinding('secret_exposed', { weight: 'soft', place, excerpt, why })];
}
