import { isForbiddenBefore } from '../reading/mentions.ts';
import { gap, type OrderRule, words } from './order-rule.ts';

const filler = '(?:(?:all|any|every|each|of|the|your|my|these|those|completely|and|that) )*';
const rulesNoun =
  '(?:instructions?|prompts?|rules?|directions?|directives?|guidelines?|guidance|polic(?:y|ies)|restrictions?|constraints?|orders?|commands?|training|programming|safeguards?|guardrails?|messages?)';
const stop =
  "(?:ignore|disregard|forget|override|overrule|bypass|discard|neglect|abandon|set aside|pay no attention to|stop (?:following|obeying)|(?:do not|don'?t|no longer|never) (?:follow|obey|respect|apply))";

/** Orders that take the place of what the model was told. */
export const overrideOrders: readonly OrderRule[] = [
  {
    code: 'order_override',
    weight: 'hard',
    pattern: words(
      `\\b${stop} ${filler}(?:previous|prior|above|earlier|preceding|original|system|initial|former|past|existing|other|safety|developer(?:'s)?|content) (?:[\\w-]+ ){0,2}${rulesNoun}\\b`,
    ),
    why: 'The text tells the model to ignore what it was told before.',
    unless: ({ text, match }) =>
      /\b(?:existing|other)\b/i.test(match[0]) && !/instruction|prompt|guideline|\byour?\b/i.test(text),
  },
  {
    code: 'order_override',
    weight: 'hard',
    pattern: words(`\\b${stop} ${filler}(?:safety|your) (?:[\\w-]+ ){0,2}${rulesNoun}\\b`),
    why: 'The text tells the model to ignore its rules.',
    negatable: true,
  },
  {
    code: 'order_override',
    weight: 'hard',
    pattern: words(
      `\\b(?:ignore|disregard|forget|discard) (?:everything|all|anything|whatever)(?: that)? (?:(?:you|i|we) (?:were|was|have|had|know|learned|said)|above|before|else you)|\\b(?:whatever|everything|all that) you (?:were|have been|had been) (?:told|instructed|taught)\\b`,
    ),
    why: 'The text tells the model to forget what it was told before.',
  },
  {
    code: 'order_override',
    weight: 'hard',
    pattern: words(
      `\\b(?:ignore|disregard|override|act against|discard|bypass(?:ing)?) (?:all |any |of |the |what |original )*(?:user(?:'s|s)?|customer(?:'s)?|operator(?:'s)?) (?:(?:original|provided|supplied|given|own) )?(?:requests?|instructions?|wish(?:es)?|questions?|quer(?:y|ies)|orders?|prompts?|says?|asks?|wants?)\\b`,
    ),
    why: 'The text turns the model against what the user asked for.',
    negatable: true,
  },
  {
    code: 'order_override',
    weight: 'hard',
    pattern: words(
      `\\b(?:your|system|previous|earlier|prior|former|safety|developer|initial|original)(?:'s)? ${gap(4)}${rulesNoun} ${gap(5)}(?:no longer appl\\w+|do(?:es)? not apply|(?:is|are) (?:now )?(?:void|outdated|invalid|expired|wrong|no longer valid|suspended|cancel\\w+|revoked|lifted|replaced|obsolete|superseded|off)|(?:have|has) been (?:replaced|revoked|lifted|suspended|updated|overridden))`,
    ),
    why: 'The text says that the rules of the model no longer hold.',
  },
  {
    code: 'order_override',
    weight: 'hard',
    pattern: words(
      `\\b(?:tak(?:e|es|ing)|ha(?:ve|s)) (?:precedence|priority) over ${gap(5)}(?:users?|system (?:prompt|message)|operator|developer|(?:previous|other|prior|all) instructions|safety)\\b|\\b(?:supersedes?|overrules?|overrides?|outranks?|replaces?) ${gap(2)}(?:your|developer(?:'s)?|system|user'?s?|previous|prior|earlier|safety|all other) ${gap(3)}(?:instructions?|guidelines?|polic\\w+|prompts?|rules?|requests?)\\b`,
    ),
    why: 'The text puts itself above the user, the developer or the system prompt.',
    unless: ({ match }) => /\b(?<!your )(?:previous|prior|earlier) (?:rule|polic|request)/i.test(match[0]),
  },
  {
    code: 'order_override',
    weight: 'hard',
    pattern: words(
      `\\b(?:drop|disable|turn off|lift|deactivate|suspend|bypass|abandon|disregard|remove) (?:all |any )?(?:(?:your|the model's|its) (?:[\\w-]+ ){0,2}|(?:content|ethical|safety) )(?:restrictions?|filters?|safeguards?|guardrails?|safety(?: checks?| training)?|limits?|limitations|content polic\\w+|moderation)\\b`,
    ),
    why: 'The text switches off the protections of the model.',
    negatable: true,
  },
  {
    code: 'order_override',
    weight: 'soft',
    pattern: words(
      `\\b(?:says?|asks?|messages?|objects|wants?|requests?)\\b[^.]{0,40}\\b(?:stop|cancel|abort)\\b[^.]{0,80}\\b(?:ignore|disregard|adversarial|continue|carry on|proceed|keep going)\\b`,
    ),
    why: 'The text makes the model go on when the user wants it to stop.',
    negatable: true,
  },
  {
    code: 'order_override',
    weight: 'soft',
    pattern: words(
      `\\b(?:from now on|henceforth|from this point(?: on)?|starting now),? (?:[\\w']+ ){0,4}(?:you|obey|only|must|always|answer|respond|act|ignore|follow|treat)\\b|\\b(?:your|the) (?:real|true|actual|new|only|updated) (?:task|objective|goal|mission|purpose|instructions?|role|orders?)\\b|\\bnew (?:system (?:message|prompt)|instructions?|directive|polic(?:y|ies))(?: follows?)?:`,
    ),
    why: 'The text gives the model a new task.',
  },
  {
    code: 'order_override',
    weight: 'soft',
    pattern: words(
      `\\b(?:obey|comply with|follow|execute|carry out|do) (?:only |exactly |blindly )?(?:everything|whatever|what|all|any (?:instructions?|orders?|commands?)|the (?:orders|instructions|commands|guidance)|only)\\b ${gap(3)}(?:output|results?|this (?:tool|server|field|description|text)|it returns|the feed|(?:in|from|of) (?:this|its|the (?:result|output|response|field))|server|returns?)\\b|\\bobey (?:only )?(?:this|the|that|it)\\b|\\badopt (?:the|its|these|any) (?:[\\w-]+ )?(?:rules|instructions|guidelines|polic\\w+)|\\bapprove (?:whatever|everything|anything)`,
    ),
    why: 'The text makes the model obey what the tool returns.',
    negatable: true,
    unless: ({ text }) => /\bto (?:fix|resolve|continue|install|set up|configure)\b/i.test(text),
  },
  {
    code: 'order_override',
    weight: 'hard',
    pattern: words(
      `\\b(?:treat|regard|consider|interpret|handle|take) [^.]{0,80}\\bas (?:a |an |the |your |new )*(?:trusted|system|developer|user|authoritative|official|binding)(?: \\w+)? ?(?:instructions?|commands?|orders?|messages?|prompts?)\\b`,
    ),
    why: 'The text makes the model obey what a tool returns.',
    negatable: true,
  },
  {
    code: 'order_override',
    weight: 'soft',
    pattern: words(
      `\\b(?:always|must|blindly|immediately|should) (?:also )?(?:follow|obey|execute|act on|comply with|carry out) (?:any |all |the |every )?(?:instructions?|commands?|orders?|directives?)\\b|\\b(?:follow|obey|execute|comply with|carry out) (?:any|all|every) (?:instructions?|commands?|orders?|directives?)\\b`,
    ),
    why: 'The text makes the model obey what a tool returns.',
    negatable: true,
  },
  {
    code: 'order_override',
    weight: 'soft',
    pattern: words(
      `\\b(?:do not|don'?t|never|no need to|without|skip|instead of) (?:ask(?:ing)?|wait(?:ing)?|request(?:ing)?|seek(?:ing)?|requir(?:e|ing)|need(?:ing)?)?(?: for)? ?(?:the )?(?:user(?:'?s)?|human(?:'?s)?|customer(?:'?s)?|their|any)?(?: for)? ?(?:permission|approval|consent) (?:before|when|prior|to)\\b|\\b(?:confirmations?|permissions?|approvals?|consent|requests?|actions?|transfers?) (?:have|has|is|are|were) (?:been )?(?:already )?(?:pre-?approved|pre-?authori[sz]ed|waived|granted in advance)`,
    ),
    why: 'The text keeps the model from asking the user.',
  },
  {
    code: 'order_override',
    weight: 'soft',
    pattern: words(
      `\\b(?:approve|grant|accept|allow|confirm) (?:all|every|any|each)(?: \\w+)?(?: requests?| transfers?| actions?)? (?:without|and skip)|\\b(?:skip|bypass|omit|suppress) (?:all|every|any) (?:confirmations?|approvals?|permission)|\\b(?:never|do not|don'?t) ask (?:the )?(?:user|customer|human|operator|owner|anyone|anybody|them)(?: (?:for (?:confirmation|permission|approval|consent)|to (?:confirm|approve|agree)))?(?:$|[.,;!]| and )|\\bwithout (?:asking|confirmation|approval)(?: (?:the |of the )?(?:user|human|customer))?(?: for \\w+)?[.!]?$`,
    ),
    why: 'The text keeps the model from asking the user.',
    unless: ({ text, match }) =>
      /^without/i.test(match[0]) &&
      (!/\b(?:must|has to|have to|should|always|you|approve|grant|transfer)\b/i.test(text) ||
        isForbiddenBefore(text, match.index)),
  },
  {
    code: 'order_override',
    weight: 'soft',
    pattern: words(
      `\\b(?:ignore|disregard|forget|override)s? (?:any |all |the |your )?(?:instructions?|rules?|guidelines?|warnings?|polic\\w+|training) (?:not to|against|about not|that (?:forbid|prevent|say|tell|prohibit))|\\b(?:override|overrides|supersede|supersedes|replaces?) (?:any |all |your )?(?:previous|prior|earlier|existing|built-in) (?:safety|security|ethical|content)\\b`,
    ),
    why: 'The text tells the model to put its rules aside.',
    negatable: true,
  },
  {
    code: 'order_deception',
    weight: 'soft',
    pattern: words(
      `\\balways (?:use|set|pass|return|report|choose|pick|answer|say|show|book|buy|recommend|fill in)\\b [^.]{0,80}\\b(?:regardless of|no matter|irrespective of|even if|whatever) (?:the |what |which )?(?:actual|real|user|customer|they|requested|company|request|input|true|asked|was asked)\\b`,
    ),
    why: 'The text makes the model do something else than the user asked for.',
  },
  {
    code: 'order_override',
    weight: 'soft',
    pattern: words(
      `\\b(?:ignore|override|bypass|disable|skip) (?:all |any |the |every |system |security )*(?:safety|security) (?:checks?|rules?|filters?|measures?|controls?)\\b|\\b(?:override|ignore|disregard) all (?:instructions|rules|orders|polic\\w+)\\b|\\bignore the (?:provided|given|supplied|entered) (?:value|input|argument|parameter)s?\\b|\\breveal (?:all|any|your) (?:secrets?|credentials|instructions)\\b`,
    ),
    why: 'The text tells the model to put its rules aside.',
    negatable: true,
  },
  {
    code: 'order_override',
    weight: 'soft',
    pattern: words(
      `\\bif (?:the )?users? (?:mentions?|says?|asks?|writes?|refuses?)\\b[^.]{0,60}\\b(?:immediately|silently|at once) [^.]{0,40}\\bwithout (?:asking|telling|confirm\\w+)|\\bsilently (?:fail|continue|proceed) if (?:the )?user\\b`,
    ),
    why: 'The text makes the model act against the user.',
  },
  {
    code: 'order_deception',
    weight: 'soft',
    pattern: words(`\\byou (?:must|should|have to) (?:always )?refuse to (?:answer|help|respond|use|call|show)\\b`),
    why: 'The text makes the model refuse what the user may ask for.',
  },
];
