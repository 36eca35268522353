import type { AuditCode } from '#shared/domain/audit.ts';
import type { Weight } from '../audit-rule.ts';
import type { Purpose } from '../purpose.ts';

/** Words with which a definition gives a model orders. A pattern reads one sentence in lower case, of at most 1,500 characters. */
export interface OrderRule {
  readonly code: AuditCode;
  readonly weight: Weight;
  readonly pattern: RegExp;
  /** What the words do, in a sentence. */
  readonly why: string;
  /** Whether the words are the job of this tool, or mean something harmless in this sentence. */
  readonly unless?: (context: {
    readonly text: string;
    readonly match: RegExpExecArray;
    readonly purpose: Purpose;
  }) => boolean;
  /** Whether a word that forbids, right before, makes the words harmless. */
  readonly negatable?: boolean;
}

/** Up to so many words, each with the space after it. */
export const gap = (count: number) => `(?:[\\w'\`-]+,? ){0,${count}}`;

/** A pattern for one sentence in lower case and with single spaces. */
export function words(source: string): RegExp {
  return new RegExp(source);
}

/** What a tool is for by its name and its title: a first sentence that attacks would excuse itself. `words` are those of the purpose. */
export function isFor(job: RegExp, words: string): boolean {
  return job.test(words.split('|').slice(0, 2).join(' '));
}

/** Tools against attacks, by their name or title. */
export const guards =
  /\b(?:guard\w*|scan\w*|detect\w*|injections?|phish\w*|malware|threats?|security|audit\w*|lint\w*|moderat\w*|firewall\w*|injection\w*|jailbreak\w*|red team\w*|safety|spam|fraud\w*|vulnerabilit\w+|exploits?|yara|sanitiz\w+|reputation|abuse|ioc|osint|dns|whois)\b/;

/** Places of one sentence where a pattern is looked at. */
const maximumMatches = 100;
const repeated = new WeakMap<RegExp, RegExp>();

/** Every place of a sentence that a pattern fits: words that are excused in one place may be an order in the next. */
export function* matchesOf(pattern: RegExp, text: string, maximum = maximumMatches): Generator<RegExpExecArray, void> {
  const first = pattern.exec(text);
  if (!first) return;
  yield first;
  const every = repeated.get(pattern) ?? new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`);
  repeated.set(pattern, every);
  every.lastIndex = first.index + Math.max(1, first[0].length);
  for (let count = 1; count < maximum; count++) {
    const match = every.exec(text);
    if (!match) return;
    yield match;
    // A match may hold the start of the next one.
    every.lastIndex = match.index + Math.max(1, match[0].length);
  }
}

/** The person who the model works for. */
export const user =
  "(?:(?:the|your|this|that|any|every|our) )?(?:end[- ])?(?:users?|humans?|customers?|persons?|people|clients?|operators?|owners?|developers?|anyone|anybody|somebody|them)\\b(?:'s)?";

/** Words that forbid. */
export const forbid =
  "(?:do not|don'?t|never|must not|mustn'?t|must never|should not|should never|shouldn'?t|may not|cannot|not|avoid|refrain from|no need to|stop)";
