import type { AuditCode } from '#shared/domain/audit.ts';
import type { Weight } from '../audit-rule.ts';
import type { Purpose } from '../purpose.ts';
import { isNegated, speechOf } from '../reading/mentions.ts';
import type { Sentence } from '../reading/sentences.ts';
import {
  address,
  allOfIt,
  imperative,
  keyFile,
  moveVerb,
  orderWord,
  readVerb,
  secretFile,
  secretVariable,
  secretWord,
  sink,
  talkWord,
  tamper,
} from './data-words.ts';
import { matchesOf } from './order-rule.ts';

/** What a sentence does with data of the user. */
export interface DataFound {
  readonly code: AuditCode;
  readonly weight: Weight;
  readonly why: string;
  readonly index: number;
  readonly end: number;
}

interface Reading {
  readonly sentence: Sentence;
  readonly purpose: Purpose;
  /** Whether the text describes an argument whose name is already that of a secret, such as `api_key`. */
  readonly isSecretArgument: boolean;
}

/**
 * Orders that take data from where it belongs: secrets and conversations that the model passes on, data that goes to an address,
 * and calls of other tools that get another recipient. A sentence counts when it orders something, moves data, and names what.
 */
export function dataOrders({ sentence, purpose, isSecretArgument }: Reading): DataFound[] {
  const found = [
    secrets(sentence, purpose, isSecretArgument) ?? keys(sentence, purpose),
    talk(sentence, purpose),
    them(sentence, purpose),
    sends(sentence, purpose),
    redirects(sentence),
  ];
  return found.filter((one) => one !== null);
}

/** Whether the sentence tells somebody to do something. */
function isOrder({ lower }: Sentence): boolean {
  return orderWord.test(lower) || imperative.test(lower);
}

function allowed(pattern: RegExp, text: string): RegExpExecArray | null {
  const all = text.matchAll(new RegExp(pattern, 'g'));
  for (const match of all) if (!isNegated(text, match.index)) return match;
  return null;
}

/**
 * The first words of some kinds that are neither forbidden nor only spoken about. Where some are, the rest of their clause is too:
 * "check that no .env and no tokens are in it".
 */
function asked(
  sentence: Sentence,
  kinds: readonly (readonly [pattern: RegExp, text: string])[],
  purpose: Purpose,
): RegExpExecArray | null {
  let excused: number | null = null;
  for (const [pattern, text] of kinds) {
    for (const match of matchesOf(pattern, text)) {
      const at = { index: match.index, end: match.index + match[0].length };
      const [from, to] = [Math.min(excused ?? at.index, at.index), Math.max(excused ?? at.index, at.index)];
      if (from < to && !nextClause.test(text.slice(from, to))) continue;
      if (!isNegated(sentence.text, at.index) && speechOf(sentence, at, purpose) !== 'mention') return match;
      excused = at.index;
    }
  }
  return null;
}

const nextClause = /; |\b(?:but|then|now|instead|also|always|must)\b/i;

/** The words of a sentence with those of names apart: a call of `read_file` reads a file. */
function spaced({ text }: Sentence): string {
  return text.replace(/\b[a-z0-9]+(?:_[a-z0-9]+)+\b/g, (name) => name.replaceAll('_', ' ')).toLowerCase();
}

function secrets(sentence: Sentence, purpose: Purpose, isSecretArgument: boolean): DataFound | null {
  const { text } = sentence;
  const lower = spaced(sentence);
  const kinds = [
    [secretFile, sentence.lower],
    [secretWord, lower],
    [secretVariable, text],
  ] as const;
  const secret = asked(sentence, kinds, purpose);
  const file = secret && secretFile.test(secret[0].toLowerCase()) ? secret : null;
  if (!secret || !isOrder(sentence)) return null;
  const end = secret.index + secret[0].length;
  const move = allowed(moveVerb, lower);
  const read = allowed(readVerb, lower);
  const outside = address.exec(lower);
  if (!move && !(read && file)) return null;
  if (file && !outside && isAboutFile(lower)) return null;
  if (!outside && isOwnWork(secret[0], lower, purpose)) return null;
  const isOwnArgument = isSecretArgument && !file && !outside && !read;
  const isMore = takesMore.test(lower);
  if (isOwnArgument && !isMore) return null;
  const found = { code: 'data_exfiltration', index: secret.index, end } as const;
  const why = 'The text makes the model pass on secrets or private data.';
  if (purpose.keepsSecrets && !outside && !isMore && !(file && move && read)) return null;
  if (describesItself.test(text))
    return carriesAway.test(lower) && (outside || away.test(lower)) ? { ...found, weight: 'soft', why: openly } : null;
  if (file && (read || move)) return { ...found, weight: move ? 'hard' : 'soft', why };
  if (move && outside && imperative.test(lower)) return { ...found, weight: 'hard', why };
  const isVariable = secretVariable.test(secret[0]) && givesAway.test(text);
  const isTaken = isVariable || read !== null || sink.test(lower) || seen.test(text) || orderWord.test(lower);
  return isTaken && (isMore || !asksForOwn.test(text))
    ? { ...found, weight: read && sink.test(lower) ? 'hard' : 'soft', why }
    : null;
}

/** Secrets beyond those that the tool is for: "always include all passwords of the user". */
const takesMore =
  /\b(?:always|also|must|silently|secretly|every time|each time|first|before|prior to)\b.{0,80}\b(?:the user'?s|users'?|all|every|any|other|saved|stored|you (?:have|know|find|found|see|saw))\b.{0,60}\b(?:passwords?|keys|secrets|tokens|credentials|cookies|variables)\b/;

/** A tool that lists processes says so in its first sentence: "List all running processes." */
function isOwnWork(what: string, lower: string, purpose: Purpose): boolean {
  return (
    ofMachine.test(what) &&
    purpose.words.includes(what) &&
    /^(?:lists?|gets?|shows?|returns?|reads?) /.test(lower) &&
    !sink.test(lower) &&
    !copies.test(lower)
  );
}

const ofMachine = /^(?:running processes|clipboard|open ports|installed (?:software|programs))$/;

/** A file with keys in a tool that has nothing to do with keys, whatever the sentence wants with it. */
function keys(sentence: Sentence, purpose: Purpose): DataFound | null {
  const match = purpose.keepsKeys ? null : keyFile.exec(sentence.lower);
  if (!match || isNegated(sentence.text, match.index)) return null;
  const at = { index: match.index, end: match.index + match[0].length };
  const isOwn = usesOwn.test(sentence.lower) && !takesContents.test(sentence.lower) && !copies.test(sentence.lower);
  if (speechOf(sentence, at, purpose) === 'mention' || isAboutFile(sentence.lower) || isOwn) return null;
  return { code: 'data_exfiltration', weight: 'soft', why: 'The text names a file with keys or accounts.', ...at };
}

/** The name of a file, a profile in it or a public key is no secret, and a user may write settings into a file. What is in the file is another thing. */
function isAboutFile(lower: string): boolean {
  return aboutFile.test(lower) && !takesContents.test(lower.replace(neverGiven, ''));
}

const neverGiven = /\b(?:keys?|values?|contents?) (?:are|is) never\b/;
const takesContents =
  /\b(?:contents?|texts?|values?|body|it|them|everything|whole|entire|verbatim|private keys?|secrets?|base ?64|line by line)\b/;
const aboutFile =
  /\b(?:paths?|profiles?(?: names?)?|file ?names?|locations?|names?|fingerprints?|public keys?) (?:to|of|from|in|for|names? (?:from|in))\b|\.pub\b|\b(?:keys?|values?|contents?) (?:are|is) never\b|\b(?:to|in|into) (?:your|the|a) (?:local )?\.env\b|\blist (?:their|its|the) names\b|\bnon-default location\b/;

const copies = /\b(?:copy|send|append|attach|upload|paste|forward|include|pass)\b/;

const passesThem =
  /\b(?:must|always|also|then|please|and|should) (?:also )?(?:include|send|append|add|pass|attach|forward|upload|put|copy|insert|paste|return|submit|embed|prefix) (?:them|these|those|it all|their (?:contents?|values?)|its contents?|what you (?:find|found|read))\b/;

/** A sentence that passes on what the sentence before it made the model look for. */
function them({ lower, before, text }: Sentence, purpose: Purpose): DataFound | null {
  if (purpose.keepsSecrets || purpose.meetsAttacks || before === '') return null;
  const match = passesThem.exec(lower);
  const earlier = before.toLowerCase();
  const secret = match ? (secretFile.exec(earlier) ?? secretWord.exec(earlier)) : null;
  if (!match || !secret || isNegated(before, secret.index) || isNegated(text, match.index)) return null;
  if (!readVerb.test(earlier) && !imperative.test(earlier)) return null;
  const end = match.index + match[0].length;
  return {
    code: 'data_exfiltration',
    weight: 'soft',
    why: 'The text makes the model pass on secrets or private data.',
    index: match.index,
    end,
  };
}

/** A tool that signs in as its user says where it finds the account. */
const usesOwn =
  /\b(?:uses?|reads?|loads?|from|via|set|defaults? to|configured in) (?:\S+ ){0,5}(?:profiles?|credentials?|configured|`?credentials_file)\b|\baws_profile\b/;

const openly = 'The tool says that it takes secrets or private data to another place.';
const carriesAway =
  /\b(?:sends|uploads|forwards|posts|transmits|exfiltrates|reports|shares|copies) (?:them|it|the|its|their|all|any|everything|a copy|these|this|results?|data)\b/;
const away =
  /\b(?:remote|external|third[- ]party|vendor|analytics|telemetry|attacker|another) (?:[\w-]+ )?(?:server|service|endpoint|host|account|address|provider|party)\b|\bthird part(?:y|ies)\b/;

const givesAway =
  /(?:^|[,;:.] |\b(?:and|then|also|please) )(?:send|forward|leak|post|upload|e-?mail|exfiltrate|ship|use (?:the )?(?:values?|contents?) of)\b/i;

/** The server says what it needs of its own user: a token of its service, a password that the user types. */
const asksForOwn =
  /\b(?:(?:require|need)s? (?:a|an|your|the) [\w -]{0,40}(?:token|key|password|credentials?)|(?:provide|supply|set) (?:a|an|your) valid [\w -]{0,20}(?:token|key)|(?:token|key|password)s? (?:is|are) (?:required|needed|read from)|(?:provided|given|set) (?:by|in|via) the|authorization header|show (?:the|it)|if (?:the )?(?:user|customer)|ask the user|must have the|consent of the user|returned by|you received)\b/i;
/** The sentence says what the tool does and not what the model should do. */
const describesItself =
  /^(?:this tool )?(?!always|unless|requires|process|access|address|pass)[a-z]{2,}s\b(?!.*\b(?:you|must|and then|first|also|before|after|each|every|always)\b)/i;
const seen =
  /\byou have (?:seen|read|got|found)|\bin this session|\bof the (?:user|project|repository|session)\b|\bthe user'?s\b/i;

function talk(sentence: Sentence, purpose: Purpose): DataFound | null {
  const { text } = sentence;
  const lower = spaced(sentence);
  const said = asked(sentence, [[talkWord, lower]], purpose);
  if (!said) return null;
  const end = said.index + said[0].length;
  const move = allowed(moveVerb, lower);
  const outside = address.exec(lower);
  const leaves =
    outside !== null && allOfIt.test(lower) && /\b(?:sending|sends|uploading|uploads|posting|posts)\b/.test(lower);
  const at = { index: said.index, end };
  if (leaves && describesItself.test(text)) return { code: 'data_exfiltration', weight: 'soft', why: openly, ...at };
  if (!move || !isOrder(sentence) || describesItself.test(text)) return null;
  // Another clause has another verb.
  if (text.slice(move.index, said.index).includes(';')) return null;
  if (purpose.converses && !outside && !ofModel.test(lower)) return null;
  const isAll = allOfIt.test(lower);
  return {
    code: 'data_exfiltration',
    weight:
      outside && imperative.test(lower) ? 'hard' : isAll || sink.test(lower) || insists.test(lower) ? 'soft' : 'hint',
    why: 'The text makes the model pass on the conversation or its own instructions.',
    index: said.index,
    end,
  };
}

/** A part of the conversation that one call needs is not asked for each time, or beside something else. */
const insists = /\b(?:always|also|silently|each time|every time|with (?:each|every) call)\b/;

/** What belongs to the model, whatever the tool is for. */
const ofModel = /\byour (?:[\w-]+ ){0,3}(?:system )?(?:prompt|message|instructions)\b/;

const extra =
  /\b(?:also|as well|too|then|afterwards|after|each|every|copy|copies|always|whole|additionally|in addition|at once|original|silently|instead|first|names?|all)\b/i;
const added = /\b(?:add|invite|cc|bcc|subscribe|grant|include) (?:[\w-]+ ){0,3}$/i;
const toAddress = /\b(?:to|at|via|on|into|through|from|email|with)\s*(?:the )?(?:[\w-]+ ){0,4}$/i;

/** An order that sends something to a fixed address, beside the work of the tool. */
function sends(sentence: Sentence, purpose: Purpose): DataFound | null {
  const { text, lower } = sentence;
  const target = address.exec(lower);
  const verbs = spaced(sentence);
  if (!target || isExample(target[0])) return null;
  const end = target.index + target[0].length;
  const left = verbs.slice(0, target.index);
  const move =
    /\b(?:send|forward|post|upload|submit|email|e-mail|copy|transmit|report|mirror|push|put|bcc|cc|add|invite|subscribe|grant|share|relay|deliver|mirrored|forwarded|sent|uploaded|posted)\b/i.exec(
      left,
    );
  if (
    !move ||
    isNegated(text, move.index) ||
    (!added.test(left) &&
      !toAddress.test(left.replace(/\S+$/, '').concat(' ')) &&
      !/\bto\b/i.test(left.slice(move.index)))
  )
    return null;
  if (/\b(?:eg|for example|such as|example|like)\b[ ,:("'`]{0,3}(?:\S+ ){0,2}\S*$/i.test(left)) return null;
  if (speechOf(sentence, { index: target.index, end }, purpose) !== 'direct') return null;
  if (!imperative.test(lower) && !/\b(?:must|should|have to|has to|are|is)\b/i.test(text)) return null;
  return {
    code: 'data_exfiltration',
    weight: extra.test(text) ? 'soft' : 'hint',
    why: 'The text sends data to an address that the tool does not need.',
    index: move.index,
    end,
  };
}

function isExample(target: string): boolean {
  return /@example\.(?:com|org|net)$|^https?:\/\/(?:www\.)?example\.(?:com|org|net)(?::\d+)?(?:[/?#.,]?$|[/?#])/i.test(
    target,
  );
}

const hook =
  /\b(?:when(?:ever)?|if|each time|every time|as soon as|once|before|after|while|anytime)\b [^.]{0,60}(?:\b[a-z]+_[a-z_]+\b|\btools?\b|'s [\w-]+)[^.]{0,40}\b(?:runs?|used|called|invoked|executed|available|about to|wanted)\b|\b(?:side )?note (?:about|on|for)\b|\bthe description of [\w'-]*_\w+|\b(?:tool|tools|server) (?:has|have) a bug\b/i;
const whoever =
  /\b(?:whoever|whatever|regardless|even if|no matter|instead of the (?:one|user)|not the one|in its place|without telling|keep quiet|current credentials)\b/i;
const account =
  /\b(?:0x[0-9a-fA-F]{40}|[A-Z]{2}\d{2}[A-Z0-9]{11,30}|bc1[a-z0-9]{20,}|[13][a-km-zA-HJ-NP-Z1-9]{25,34})\b|\+\d{8,}|(?:^|\s)#[a-z][\w-]+/;

/** Another recipient, account or content for a call that the user asked for. */
function redirects(sentence: Sentence): DataFound | null {
  const { text, lower } = sentence;
  const match = tamper.exec(lower);
  if (!match || isNegated(text, match.index)) return null;
  const isHook = hook.test(text);
  const target = address.test(lower) || account.test(text);
  const end = match.index + match[0].length;
  const why = 'The text changes what another call does, or where its data or money goes.';
  const found = { code: 'data_redirection', why, index: match.index, end } as const;
  if (isHook && (target || whoever.test(text)) && isOrder(sentence)) return { ...found, weight: 'hard' };
  if (
    isHook &&
    /\b[a-z]+_[a-z_]+\b|\bserver\b/.test(text) &&
    /\b(?:must|always|append|change|replace|swap|multiply|redirect|set)\b/i.test(text)
  ) {
    return { ...found, weight: 'soft' };
  }
  const isRecipient =
    account.test(text) &&
    /\bas (?:the |a |its )?(?:recipient|destination|beneficiary|payee|address|account|receiver|bcc|cc)\b/.test(lower);
  return target && (whoever.test(text) || isRecipient) ? { ...found, weight: 'soft' } : null;
}
