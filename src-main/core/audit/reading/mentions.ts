import type { Purpose } from '../purpose.ts';

/**
 * How a sentence has the words of an attack: `direct` says them to the model, `quoted` has them in quotation marks, `mention` speaks
 * about attacks, or tells what a tool finds and refuses.
 */
export type Speech = 'direct' | 'quoted' | 'mention';

/** Verbs of tools that deal with attacks, and of texts that report them. */
const handles =
  /\b(?:detect|scan|flag|identif|classif|block|prevent|protect|guard|filter|check|catch|recogni[sz]|warn|analy[sz]|test|simulat|generat|evaluat|search|find|look|score|sanitiz|strip|remov|reject|refus|explain|teach|train|audit|lint|report|rate|lower|creat|convert|escape|mask|redact|monitor|alert|defend|list)(?:s|es|ies|y|e|ed|ing|ion|or|er|ers)?\b|erkenn|prüf|detect|détect|检测|识别|防|検出|обнаруж|находит|провер/iu;
/** Nouns that say that what follows is an attack. */
const attackNouns =
  /\b(?:injections?|jailbreaks?|attacks?|attackers?|attempts?|malicious|phishing|adversarial|exfiltrat\w*|threats?|suspicious|vulnerab\w*|leak(?:s|ed|age)?|manipulat\w*|poison\w*|social engineering|unsafe|red[- ]team\w*|misuse|dangerous|spoof\w*|signs?|spam|trojan)\b/i;
/** Words before an example. */
const introduces =
  /(?:\b(?:such as|like|eg|for example|for instance|examples?|example entry|sample|say|saying|phrases?|prompts?|patterns?|strings?|texts?|lines?|contain(?:s|ing)?|including|tags?|markers?|requests?|instructions?|attempts?|that (?:ask|tell|want|try|speak)|by telling|wie|etwa|comme|como|que piden|例如|如|など)\b[^.]{0,80}|\( ?)$/iu;
const colon = /: ?$/;
/** Words before what somebody else shows or says in quotation marks. */
const shown =
  /\b(?:marked|display\w*|shows?|says?|said|saying|asks?|called|named|labell?ed|titled|prints?|messages?|labels?|banners?|buttons?|titles?|lines?|words?|texts?|questions?|subjects?|smells?|tropes?)\b[^.;]{0,60}$/iu;

const openers = `"“„«'‘「『\``;
const closers = `"”“»'’」』\``;

/** How the words from `index` to `end` of a sentence are said. */
export function speechOf(
  { text, before }: { readonly text: string; readonly before: string },
  { index, end }: { readonly index: number; readonly end: number },
  purpose: Purpose,
): Speech {
  const opening = openingOf(text, index, end);
  const isQuoted = opening >= 0;
  const whole = mainClause(text.slice(0, isQuoted ? opening : index));
  const left = whole.replace(quotedBefore, '""');
  if (isOrdered(left)) return 'direct';
  const isAbout = isHandled(left, text.slice(end), purpose);
  if (isQuoted) {
    const isExample = isAbout || ((purpose.meetsAttacks || introduces.test(left)) && !onlyLabel.test(left));
    if (isExample) return 'mention';
  } else if (
    !begins.test(left) &&
    (isAbout || (purpose.meetsAttacks && (introduces.test(whole) || colon.test(left))))
  ) {
    return 'mention';
  }
  const isAfterOne = purpose.meetsAttacks && attackNouns.test(left) && handles.test(`${before} ${left}`);
  if ((isAfterOne && !begins.test(left)) || refuses.test(left)) return 'mention';
  return isQuoted && shown.test(left) ? 'quoted' : 'direct';
}

/** Whether the words before tell what a tool does with attacks, or texts that may have some. */
function isHandled(left: string, right: string, purpose: Purpose): boolean {
  if (!handles.test(left)) return false;
  return purpose.meetsAttacks || attackNouns.test(left) || attackNouns.test(near.exec(right)?.[0] ?? '');
}

/** What follows in the same clause. */
const near = /^[^.,;:]{0,60}/;

/**
 * The words before without a clause that only says when or why: "to test for leaks, …", "if a request is refused, …". What follows
 * it is said to the reader, whatever it is about. Nothing is left of a clause that has no end.
 */
function mainClause(text: string): string {
  let left = text.slice(Math.max(text.lastIndexOf('; '), text.lastIndexOf(' - '), -1) + 1).trimStart();
  for (let clause = opensClause.exec(left); clause; clause = opensClause.exec(left))
    left = left.slice(clause[0].length);
  return left;
}

/** Earlier examples of the same sentence order nothing. */
const quotedBefore =
  /"[^"]{0,300}"|“[^”]{0,300}”|„[^“”]{0,300}[“”]|«[^»]{0,300}»|(?<![\p{L}\p{N}])'[^']{0,300}'(?![\p{L}\p{N}])/gu;

const opensClause =
  /^(?:and |but |or |so |now |then |also |please )*(?:in order to|to|when(?:ever)?|if|as(?! well)|before|after|where(?:ver)?|while|once|unless|until|during|upon|since|because|although|even if|in case|should)\b(?:[^,;:]*(?:[,;:] ?|$))/i;

/** What stands before an order that is said in quotation marks, and nothing else: "Important:". */
const onlyLabel =
  /^[^\p{L}]*(?:(?:very |most )?(?:important|note|notes|attention|warning|caution|critical|mandatory|required|notice|remember|reminder|system|admin|developer|assistant|model|instructions?|orders?|rules?|directives?|polic(?:y|ies)|update|todo|task|tips?|hints?|always|now|first|then|finally|also)\b(?:(?! (?:like|such as|eg)\b) [\p{L}'-]+){0,3}[:(]?)?[^\p{L}]*$/iu;
/** The words begin a clause of their own, and no list of examples comes before them. */
const begins =
  /(?:^|[,;] (?:and |then |please |now |also |always |never |you |do )*|\b(?:then|please|now|must|always|also) )$/i;

/** Words with which a sentence turns from what a tool does to what the model must do. */
const orderBefore =
  /\b(?:you (?:must|should|have to|need to)|must always|from now on|then (?:you|call|run|read|send)|please)\b/i;
/** Orders to do what is quoted, and names of what binds a model. */
const doWhatFollows =
  /(?:^|[,;:.] |\b(?:and|then|also|now|please|always|must|should) )(?:follow|obey|do(?! not)|act on|execute|run|carry out|comply with|apply|heed|adopt|remember|repeat)\b[^;]{0,60}$|\byour (?:[\w-]+ ){0,2}(?:prompt|instructions?|rules?|task|orders?|role|job)\b[^;"]{0,40}$/i;

function isOrdered(left: string): boolean {
  return orderBefore.test(left) || doWhatFollows.test(left);
}

/** The tool refuses, or the assistant is told not to do it. */
const refuses =
  /\b(?:refus\w+|reject\w*|block\w*|den(?:y|ies)|is not allowed to|are not followed|do not follow|never follow|don't follow|must not (?:follow|reveal|obey))\b(?:(?!, (?:and |then |please |now |also |always |never |do |you )*(?:ignore|do not|never|always|send|read|tell|you|call|use|run))[^.]){0,80}$/i;

/** Whether the words after a text are refused, or forbidden. */
export function isRefused(before: string): boolean {
  const left = mainClause(before);
  return refuses.test(left) || warns.test(left) || isNegated(before, before.length);
}

/** What shows a harmful thing in order to warn of it. */
const warns =
  /\b(?:not allowed|escaped?|prevents?|(?:such as|like|eg|e\.g\.?|for example|for instance)(?: \S+){0,3})[ (`"':]*$/i;

/** Where the quotation marks open that stand before the words and close after them, or -1. */
function openingOf(text: string, index: number, end: number): number {
  const from = Math.max(0, index - 300);
  for (let at = index - 1; at >= from; at--) {
    const mark = text[at] ?? '';
    if (!openers.includes(mark)) continue;
    // An apostrophe within a word opens nothing.
    if (/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) continue;
    const close = [...text.slice(Math.min(end, index + 20), end + 300)].some((one) => closers.includes(one));
    return close && !text.slice(at + 1, index).includes('. ') ? at : -1;
  }
  return -1;
}

const negation =
  /\b(?:do not|don'?t|does not|doesn'?t|never|not|no(?! (?:matter|exceptions?|doubt))|nor|without|avoid|cannot|can'?t|must not|mustn'?t|should not|shouldn'?t|refrain from|rather than|except|neither|nothing|kein\w*|nicht|nie(?:mals)?|ne|pas|jamais|sin|nunca)\s+(?:[\w'-]+\s+){0,5}$|(?:不要|请勿|不得|勿|не )[^，。,]{0,12}$/iu;
/** Words that forbid nothing, though they have a "not": "do not forget to", "without delay". */
const forbidsNothing =
  /\b(?:(?:do not|don'?t|does not|never|not|must not|cannot|should not|nor|without|no)(?: ever)? (?:forget\w*|fail\w*|hesitat\w*|neglect\w*|omit\w*|miss\w*|delay\w*|refus\w*|stop\w*|only|just|merely|simply|(?:any )?exceptions?|fail|asking|waiting|(?:a |any )?question\w*)|do nothing else|nothing else|nothing but)\b/giu;
/** Where a new order begins, which what was forbidden before does not touch. */
const newOrder =
  /,? \bbut\b|, (?:rather than|instead of|except|without) [^,]*,|[;:]|, (?:and |then |just |simply |instead |always |please |also )+|^(?:rather than|instead of|except|without|if|when|unless)\b[^,]*,/giu;

/** Whether the clause before `index` forbids something: "never send it without …". */
export function isForbiddenBefore(text: string, index: number): boolean {
  const left = text.slice(Math.max(0, index - 300), index).replace(forbidsNothing, ' ');
  const clause = left.slice([...left.matchAll(newOrder)].reduce((_, one) => one.index + one[0].length, 0));
  return /\b(?:never|not|don't|cannot|no)\b/i.test(clause);
}

/** Whether the words at `index` are forbidden rather than asked for: "do not include passwords". */
export function isNegated(text: string, index: number): boolean {
  const left = text.slice(Math.max(0, index - 80), index).replace(forbidsNothing, ' ');
  const words = left.slice([...left.matchAll(newOrder)].reduce((_, one) => one.index + one[0].length, 0));
  // A condition forbids nothing: "if you do not pass the key, …".
  return (
    negation.test(words) &&
    !/\b(?:if|unless|when|because|since) (?:\w+ )?(?:do not|don't|does not|is not|not)\b/i.test(words)
  );
}
