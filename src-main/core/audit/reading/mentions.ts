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
  /(?:\b(?:such as|like|eg|for example|for instance|examples?|example entry|sample|say|saying|phrases?|prompts?|patterns?|strings?|texts?|lines?|contain(?:s|ing)?|including|tags?|markers?|requests?|instructions?|attempts?|that (?:ask|tell|want|try|speak)|by telling|wie|etwa|comme|como|que piden|例如|如|など)\b[^.]{0,80}|[:(] ?)$/iu;

const openers = `"“„«'‘「『\``;
const closers = `"”“»'’」』\``;

/** How the words from `index` to `end` of a sentence are said. */
export function speechOf(
  { text, before }: { readonly text: string; readonly before: string },
  { index, end }: { readonly index: number; readonly end: number },
  purpose: Purpose,
): Speech {
  const left = text.slice(0, index);
  const isQuoted = isInQuotes(text, index, end);
  const speaksOfAttacks = handles.test(left) && (attackNouns.test(text) || purpose.guards);
  const isOrdered = orderBefore.test(left);
  if (
    isQuoted &&
    (purpose.guards || speaksOfAttacks || (!isOrdered && introduces.test(left.replace(/["“„«'‘「『`]$/u, ''))))
  ) {
    return 'mention';
  }
  const isAbout = speaksOfAttacks || (purpose.guards && introduces.test(left));
  if (isAbout && !isOrdered) return 'mention';
  const isAfterOne = purpose.guards && attackNouns.test(left) && handles.test(`${before} ${left}`);
  if (isAfterOne && !isOrdered) return 'mention';
  if (refuses.test(left)) return 'mention';
  return isQuoted ? 'quoted' : 'direct';
}

/** Words with which a sentence turns from what a tool does to what the model must do. */
const orderBefore =
  /\b(?:you (?:must|should|have to|need to)|must always|from now on|then (?:you|call|run|read|send)|please)\b/i;
/** The tool refuses, or the assistant is told not to do it. */
const refuses =
  /\b(?:refus\w+|reject\w*|block\w*|den(?:y|ies)|is not allowed to|are not followed|do not follow|never follow|don't follow|must not (?:follow|reveal|obey))\b[^.]{0,80}$/i;

/** Whether the words stand between quotation marks that open before them and close after them. */
function isInQuotes(text: string, index: number, end: number): boolean {
  const from = Math.max(0, index - 300);
  for (let at = index - 1; at >= from; at--) {
    const mark = text[at] ?? '';
    if (!openers.includes(mark)) continue;
    // An apostrophe within a word opens nothing.
    if (/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) continue;
    const close = [...text.slice(Math.min(end, text.length), end + 300)].some((one) => closers.includes(one));
    return close && !text.slice(at + 1, index).includes('. ');
  }
  return false;
}

const negation =
  /\b(?:do not|don'?t|does not|doesn'?t|never|not|no|nor|without|avoid|cannot|can'?t|must not|mustn'?t|should not|shouldn'?t|refrain from|rather than|except|neither|nothing|kein\w*|nicht|nie(?:mals)?|ne|pas|jamais|sin|nunca)\s+(?:[\w'-]+\s+){0,5}$|(?:不要|请勿|不得|勿|не )[^，。,]{0,12}$/iu;

/** Whether the words at `index` are forbidden rather than asked for: "do not include passwords". */
export function isNegated(text: string, index: number): boolean {
  const left = text.slice(Math.max(0, index - 80), index);
  const clause = left.slice(Math.max(left.lastIndexOf(';'), left.lastIndexOf(':'), left.lastIndexOf(', but'), 0));
  const words = clause.replace(/^[;:]/, '');
  // A condition forbids nothing: "if you do not pass the key, …".
  return (
    negation.test(words) &&
    !/\b(?:if|unless|when|because|since) (?:\w+ )?(?:do not|don't|does not|is not|not)\b/i.test(words)
  );
}
