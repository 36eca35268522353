import type { AuditInput } from './audit-input.ts';
import { ownName } from './neighbours.ts';

/**
 * What a definition is for, by its name, title and first sentence. A tool that detects attacks quotes them, and a mailer sends
 * texts to addresses: what would be strange elsewhere is their job.
 */
export interface Purpose {
  /** The name, the title and the first sentence, as lower-case words. */
  readonly words: string;
  /** Finds, blocks, explains or trains against attacks, or handles texts that may contain some. */
  readonly guards: boolean;
  /** Has to do with attacks on models or people, so that it may show some. A tool that detects a language does not. */
  readonly meetsAttacks: boolean;
  /** Only computes, converts or looks something public up: it needs no file, command, address or secret. */
  readonly computes: boolean;
  /** Handles conversations or messages of a model or of people. */
  readonly converses: boolean;
  /** Handles secrets, accounts or files of them. */
  readonly keepsSecrets: boolean;
  /** Handles files of keys and accounts of machines: a tool that reads its own configuration does not. */
  readonly keepsKeys: boolean;
}

/** Reads what a definition is for. */
export function purposeOf(tool: AuditInput): Purpose {
  const name = spacedName(ownName(tool)).toLowerCase();
  const first = describing(
    firstSentence(tool.description ?? '')
      .toLowerCase()
      .replace(addresses, ' '),
  );
  const words = `${name} | ${(tool.title ?? '').toLowerCase()} | ${first}`;
  return {
    words,
    guards: guarding.test(words),
    meetsAttacks: attacking.test(words) || (guarding.test(words) && reviewing.test(words)),
    computes: name === 'add' || computing.test(name) || computing.test(first.split(' ').slice(0, 9).join(' ')),
    converses: conversing.test(words),
    keepsSecrets: keeping.test(words),
    keepsKeys: holdingKeys.test(words.replace(path, ' ')),
  };
}

const guarding =
  /\b(?:guard(?:rail)?s?|injections?|jailbreaks?|red[- ]?team\w*|moderat\w+|detect\w*|scan(?:s|ner|ning)?|phishing|malicious|attacks?|adversarial|threats?|vulnerabilit\w+|security|lint\w*|classif\w+|sanitiz\w+|audit\w*|spam|safety|poison\w*|suspicious)\b/;
const attacking =
  /\b(?:guard(?:rail)?s?|injections?|jailbreaks?|red[- ]?team\w*|moderat\w+|phishing|phish|malicious|malware|attacks?|attackers?|adversarial|threats?|vulnerabilit\w+|security|spam|scams?|frauds?|poison\w*|suspicious|exploits?|yara|firewall|homoglyphs?|look-alikes?|secret[- ]leaks?|leaked|exfil\w*(?: \w+)? (?:detect|scan|check|test)\w*|obfuscat\w+)\b/;
/** What a tool reads that looks for attacks on models. */
const reviewing =
  /\b(?:(?:hidden|embedded) \w+|instructions?|orders|prompts?|tool (?:descriptions?|definitions?)|instrucciones|anweisungen|consignes)\b/;
const computing =
  /\b(?:calculat\w+|comput\w+|add(?:s|ition)?(?= (?:up|together|two|three|both|numbers?|integers?|ints?|floats?|values? (?:of|together)))|addition|sums?|subtract\w*|multipl\w+|divid\w+|arithmetic|maths?|weather|forecasts?|temperature|clock|timezones?|current time|jokes?|dice|random|uuid|units?|currency|translat\w+|uppercase|lowercase|capitali[sz]\w*|revers\w+|count(?:s|er)? (?:the )?(?:words?|characters?)|word count|facts?|trivia|greet\w*|hello|echo\w*|colou?rs?|palindromes?|factorials?|fibonacci|primes?|round(?:s|ing)?|averages?|horoscopes?|quotes? of|slug\w*|bmi|roman numerals?)\b/;
const conversing =
  /\b(?:conversations?|chats?|messages?|transcripts?|threads?|dialogu?es?|memor(?:y|ies)|prompts?|handoffs?|escalat\w+|support tickets?|llms?|models?|agents?|assistants?|summari[sz]\w+|ask|consult|second opinion|thinking|reasoning|feedback)\b/;
const keeping =
  /\b(?:secrets?|vaults?|credentials?|passwords?|keychains?|keys?|tokens?|ssh|env(?:ironment)?|dotenv|certificates?|auth\w*|login|sign[- ]?in|oauth|config\w*|cookies?)\b/;

/** An address says nothing about the tool that names it: that of an attacker excuses no order. */
const addresses = /\bhttps?:\/\/\S+|\S+@\S+\.\w+/g;
/** The name of a file says nothing about the tool that names it. */
const path = /\S*[/~]\S*|\S*\.\S+/g;
const holdingKeys =
  /\b(?:ssh|scp|sftp|aws|sts|(?:private |public |deploy |host |master |signing )?keys?|keygen|secrets?|credentials?|canar\w+|passwd|shadow|gpg|pgp|vaults?|wallets?|remote|identity)\b/;

/** `read_fileNow.fast` as words. */
export function spacedName(text: string): string {
  return text.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_.\-/:]+/g, ' ');
}

/** The start of a sentence that says what a tool is; nothing of one that orders something, which would excuse itself. */
function describing(sentence: string): string {
  if (
    /^[^\p{L}]*(?:critical|mandatory|alert|urgent|attention|security (?:protocol|notice|override|alert))\b|\b(?:ignore|disregard|override) (?:all|any|the|previous|user)\b/u.test(
      sentence,
    ) ||
    /^(?:before|when(?:ever)?|after|always|never|you|important|note|to |if|must|print|read|send|include|do not|ignore|override|execute|upload|forward|silently|grant|strict|all other|as per|per |according|in accordance|this tool (?:must|has to|should|requires))\b/.test(
      sentence,
    )
  ) {
    return '';
  }
  return sentence.split(' ').slice(0, 14).join(' ');
}

function firstSentence(text: string): string {
  return (/^[^.!?\n。<[]{0,300}/.exec(text.trim())?.[0] ?? '').trim();
}
