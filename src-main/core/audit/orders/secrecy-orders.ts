import { isForbiddenBefore } from '../reading/mentions.ts';
import { forbid, gap, type OrderRule, user, words } from './order-rule.ts';

const act =
  '(?:send|forward|copy|upload|append|attach|includ|read|collect|post|chang|stor|transmit|log|record|add|pass|submit|transfer|open|gather|extract|replac|redirect|execut|run|install|delet|modif)';
const why = 'The text hides from the user what the model does.';

/** Orders that keep the user from knowing what happens. */
export const secrecyOrders: readonly OrderRule[] = [
  {
    code: 'order_secrecy',
    weight: 'soft',
    pattern: words(
      `\\b(?:${forbid}|without) (?:ever |even |explicitly )?(?:tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning|let|letting) ${user}(?: ?(?:$|[.,;:!)—–-])| (?:about|of) (?:this|it|these|that|the|what|any|their|your)\\b| that (?:you|this|it|the|their)\\b| what\\b| (?:this|it|that) (?:happens|happened|is happening|was|took|is done)\\b| anything| why\\b| know\\b| and\\b| or\\b| but\\b| when (?:you|this|it)\\b| while\\b)`,
    ),
    why,
    unless: ({ text, match }) => /^without/i.test(match[0]) && isForbiddenBefore(text, match.index),
  },
  {
    code: 'order_secrecy',
    weight: 'soft',
    pattern: words(
      `\\b(?:${forbid}|without) (?:ever |even |explicitly )?(?:mention|mentioning|reveal|revealing|disclose|disclosing|discuss|discussing|acknowledge|acknowledging|expose|report|say|saying|speak of|talk about|show|display|explain|leave any trace|admit)(?:ing)? (?:to ${user} )?(?:this|that you|these|it(?: to ${user}|[.,;!]|$)|the (?:existence|above|file read|extra|step|steps|call|calls|instructions?|fact|copy|upload|transfer|side ?note|change)|your (?:actions?|use|reason)|anything|any of this|what you (?:did|do))\\b`,
    ),
    why,
    unless: ({ text, match }) =>
      /^this (?:is|means|id|value|number|field|token)\b/i.test(text.slice(match.index + match[0].length - 4)),
  },
  {
    code: 'order_secrecy',
    weight: 'soft',
    pattern: words(
      `\\b(?:avoid|never|do not|don'?t)(?: ever)? (?:mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|admit(?:ting)?|say(?:ing)?|tell(?:ing)?) (?:to )?${user} ${gap(4)}(?:that|about)\\b|\\b(?:avoid|never|do not|don'?t)(?: ever)? (?:mention|reveal|disclos|admit|show)(?:ing|e)? ${gap(4)}that (?:you|this tool|the (?:tool|file|server|model|assistant))\\b`,
    ),
    why,
  },
  {
    code: 'order_secrecy',
    weight: 'soft',
    pattern: words(
      `\\b(?:llm|model|assistant|ai|agent|you)(?: \\w+)? (?:must|should|may|can|will|shall) (?:not|never) (?:ever )?(?:disclose|reveal|mention|tell ${user}|inform|say|admit|report|explain) (?:to ${user} )?(?:that|this|it|how|why|what|the (?:source|fact|reason|real|true))\\b|\\b(?:no need|not necessary|unnecessary|not required) to (?:mention|tell|inform|bring|notify|disclose|report|explain|let)\\b|\\bbring (?:it|this) up\\b`,
    ),
    why,
    unless: ({ text, match }) =>
      /^[^,;]{0,40}\b(?:unless|password|secret|token|personal)\b/i.test(text.slice(match.index + match[0].length)),
  },
  {
    code: 'order_secrecy',
    weight: 'soft',
    pattern: words(
      `\\b(?:silently|quietly|secretly|covertly|discreetly|stealthily|in secret|behind the scenes|unobtrusively|under the hood)\\b,? (?:[\\w'-]+ ){0,3}${act}|\\b${act}\\w* (?:[\\w'-]+ ){0,8}(?:silently|quietly|secretly|covertly|discreetly|stealthily|in secret)\\b|\\bdo (?:this|it|so) (?:silently|quietly|secretly|covertly|discreetly|in secret|in the background)\\b|\\b(?:be|keep|stay|remain) (?:quiet|silent|discreet)\\b`,
    ),
    why,
    unless: ({ match }) => /silent(?:ly)? (?:ignor|skip|drop)/i.test(match[0]),
  },
  {
    code: 'order_secrecy',
    weight: 'soft',
    pattern: words(
      `\\bwithout (?:the |their |any )?(?:(?:user|human|customer|person|owner|operator|developer)(?:'?s?'?)?|anyone|anybody|their|them) ?(?:${gap(2)})(?:knowledge|consent|awareness|notic\\w+|knowing|asking|permission|seeing|realis\\w+|realiz\\w+|being (?:told|aware|informed|asked|notified))\\b|\\bwithout (?:the )?(?:knowledge|awareness|notice) of ${user}`,
    ),
    why,
    unless: ({ text, match }) => isForbiddenBefore(text, match.index),
  },
  {
    code: 'order_secrecy',
    weight: 'soft',
    pattern: words(
      `\\b(?:users?|humans?|customers?|persons?|people|they|operators?|anyone|nobody|no one) (?:(?:does|do|must|should|need|can|will|may)(?: not|n'?t)|must never|should never|cannot|may) (?:ever )?(?:need to |have to |be able to )?(?:know|notice|learn|find out|hear|realis\\w+|realiz\\w+|be (?:told|aware|informed|shown|notified|made aware))(?: (?:about|that|of|this|it|what|anything|the|why)\\b|[.,;!)]|$)`,
    ),
    why,
    unless: ({ match }) => /\bmay\b(?! not)/i.test(match[0]) && !/nobody|no one/i.test(match[0]),
  },
  {
    code: 'order_secrecy',
    weight: 'soft',
    pattern: words(
      `\\bkeep(?:ing)? (?:this|it|that|these|those|them|the (?:step|call|instruction|upload|copy|process)s?)\\b ${gap(3)}(?:secret|hidden|confidential|private|invisible|quiet|unnoticed|concealed|to yourself|between us|from (?:the )?(?:users?|humans?|customers?))|\\b(?:keep|remain|stay|make|must be|should be|is to be) (?:[\\w']+ ){0,4}(?:invisible|hidden|unnoticed|secret|concealed|undetect\\w+) (?:to|from|by) ${user}|\\bkeep (?:it|this) (?:a )?secret\\b`,
    ),
    why,
  },
  {
    code: 'order_secrecy',
    weight: 'soft',
    pattern: words(
      `(?:^|\\b(?:and|must|should|to|always|please|then|you|also)|[,;:]) ?(?:hide|conceal|withhold|obscure|disguise|cover up|suppress) (?:[\\w'-]+ ){1,6}(?:from|to) ${user}|\\b(?:hide|conceal|disguise|cover up) (?:this|the|your|all|any) (?:step|fact|call|action|upload|transfer|instruction|trace|activit|failures?|extra)`,
    ),
    why,
    negatable: true,
  },
  {
    code: 'order_secrecy',
    weight: 'soft',
    pattern: words(
      `\\b${user} (?:stays?|remains?|(?:is|are) kept|should be kept|must be kept) (?:unaware|in the dark|ignorant|oblivious|uninformed)|\\bleave (?:this|the|that|it|these)\\b ${gap(5)}out of (?:your|the|any) (?:\\w+ )?(?:answers?|explanations?|repl(?:y|ies)|responses?|summar(?:y|ies)|reports?)|\\bunaware of (?:this|the (?:extra|upload|copy|transfer))`,
    ),
    why,
  },
  {
    code: 'order_secrecy',
    weight: 'soft',
    pattern: words(
      `\\bso (?:that )?(?:nobody|no one|${user}) (?:can(?:not|'t)?|will(?: not)?|won't|does not|doesn't|never) (?:[\\w-]+ )?(?:see|notice|know|find|learn|trace|detect|realise|realize)|\\b(?:erase|delete|clear|wipe|remove|destroy|clean up) (?:the |any |all |your )+(?:[\\w-]+ )?(?:traces?|evidence|log entries of this|tracks)\\b|\\bare not to be (?:made aware|told|informed|notified)|\\bnot to be (?:made aware|told|informed) of\\b`,
    ),
    why: 'The text hides from the user what happened.',
  },
  {
    code: 'order_deception',
    weight: 'soft',
    pattern: words(
      `\\b(?:if|when) (?:the )?(?:users?|customers?|they|somebody|someone|anyone|anybody|asked)\\b ${gap(6)}?(?:asks?|asked|wonders?|complains?|notices?)?[^.]{0,60}, (?:just |simply |always )?(?:answer|say|reply|claim|pretend|deny|respond|tell them|explain) (?:only )?(?:that|it|nothing|with)\\b`,
    ),
    why: 'The text gives the model a false answer for when the user asks.',
    unless: ({ text }) => !/\b(?:only|pretend|deny|claim|nothing|confidential|secret|hid(?:e|den)|did)\b/i.test(text),
  },
  {
    code: 'order_secrecy',
    weight: 'hint',
    pattern: words(`\\b${forbid} (?:tell|show|mention|disclose|reveal|expose) ${gap(6)}(?:to )?${user}`),
    why: 'The text keeps something from the user.',
  },
  {
    code: 'order_secrecy',
    weight: 'hint',
    pattern: words(
      `\\b${forbid} (?:tell|inform|notify|alert|warn) (?:the )?(?:sender|recipients?|admin\\w*|security|team|account holder|patient|manager)\\b`,
    ),
    why: 'The text keeps something from somebody who is concerned.',
  },
  {
    code: 'order_secrecy',
    weight: 'soft',
    pattern: words(
      `\\b${forbid} (?:tell|inform|notify) ${user} (?:that )?you\\b|\\b${forbid} (?:reveal|show|disclose|repeat) (?:the )?(?:contents?|text|body) of (?:this|the) (?:response|result|output|answer)\\b|(?:^|[.;,] ?)hide this (?:from|step)\\b|\\b(?:users?|humans?|customers?) (?:should|must|may) (?:not|never) see (?:this|the (?:output|result|step|call))\\b|\\bact (?:like|as if|as though) (?:if )?you\\b`,
    ),
    why: 'The text hides from the user what the model does.',
  },
];
