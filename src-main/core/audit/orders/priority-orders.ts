import type { Purpose } from '../purpose.ts';
import { gap, type OrderRule, user, words } from './order-rule.ts';

const tools = '(?:tools?|functions?|servers?|tool calls?|calls?|operations?|actions?|invocations?|commands?)';
/** A kind of tools that belongs to anybody: "other search tools" are those of other servers too. */
const anyKind =
  '(?:available |existing |built-?in |native |default |internal |local |external |competing |alternative |similar |search |file |mail |email |file-?system |web |regular |standard |mcp |installed )?';
const why = 'The tool puts itself before all other tools.';

/** Tools that come first by their nature: they open, sign in, choose or explain. */
const comesFirst =
  /\b(?:init\w*|start(?:s|ing)?(?! with)|open\w*|connect\w*|log ?in|sign ?in|auth\w*|setup|set up|configur\w*|session|select\w*|activate|navigate|overview|rules|guid\w+|instructions|getting started|get started|onboard\w*|help|switch)\b/;

/** Words that keep the claim to the tools of the same server or product. */
const own =
  /\b(?:of|in|from|on|with|for) (?:this|the same|our|that) (?:[\w-]+ )?(?:server|api|set|toolkit|suite|package|workspace|namespace|integration|mcp|family|collection|module|group)/i;

/** A tool that opens or signs in comes before others, and takes the place of none. */
const replacing = /^(?:instead|rather|over|above|in place|in preference)\b/;

/** The name and the title of a tool: its first sentence is long enough to have any word. */
function nameOf({ words }: Purpose): string {
  return words.split('|').slice(0, 2).join(' ');
}

function isOwn({
  text,
  match,
  purpose,
}: {
  readonly text: string;
  readonly match: RegExpExecArray;
  readonly purpose: Purpose;
}): boolean {
  if (regardless.test(text)) return false;
  return (comesFirst.test(nameOf(purpose)) && !replacing.test(match[0])) || own.test(text);
}

const regardless =
  /\b(?:regardless|no matter|irrespective|whatever|even (?:if|when|though)|whoever|always .{0,60}instead|every (?:request|question|task|message|turn|prompt|query))\b/i;

/** Orders that make a model prefer a tool over those of other servers. */
export const priorityOrders: readonly OrderRule[] = [
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `\\b(?:before|prior to|when(?:ever)?) (?:you )?(?:answer|respond|reply|answering|responding to|replying to) (?:to )?(?:any|every|each|all)(?: user| of the user's)? (?:questions?|requests?|quer(?:y|ies)|messages?|prompts?)\\b(?! (?:about|on|of|regarding|related|concerning|that|which))[^.]{0,40}\\b(?:call|use|invoke|run|execute)\\b|\\b(?:call|use|invoke|run|execute) (?:this|it)\\b[^.]{0,30}\\b(?:before|prior to) (?:answering|responding to|replying to) (?:any|every|each|all)(?: user)? (?:questions?|requests?|quer(?:y|ies)|messages?|prompts?)(?:[.,;!]|$| and\\b)`,
    ),
    why: 'The tool puts itself before every answer.',
    unless: ({ purpose }) => comesFirst.test(nameOf(purpose)),
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `\\b(?:before|instead of|rather than|over|prior to|ahead of|above|in place of|in preference to) (?:(?:you|using|calling|invoking|running|use|call|making|trying|considering|doing|the|executing) )*(?:any|every|all|each)(?: of)?(?: the| your)?(?: and all)? (?:other |the other )${anyKind}${tools}\\b|\\b(?:before|ahead of|prior to) (?:(?:you|using|calling|invoking|running|use|call|making|executing|doing) )*(?:any|every|each|all) (?:file |write |read |database |network |email |payment |git |shell |system )?(?:tools?|tool calls?|operations?|actions?)\\b|\\b(?:before|instead of|rather than|over|ahead of) (?:(?:using|calling|you use|you call) )?(?:every|any|all) (?:built-?in|native|existing|alternative|competing) `,
    ),
    why,
    unless: isOwn,
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `\\byou (?:must|should|have to|need to|shall) always (?:call|use|invoke|run|execute|choose|prefer|trigger) (?:this|it)(?: tool| function)?(?: first)?(?:[.!]|$| before (?:you )?(?:answer|respond|reply|doing anything|anything))`,
    ),
    why: 'The tool orders the model to use it.',
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `\\b(?:do not|don'?t|never|must not|avoid|stop|refrain from) (?:even )?(?:us(?:e|ing)|call(?:ing)?|consider(?:ing)?|invok(?:e|ing)|select(?:ing)?|trust(?:ing)?|try(?:ing)?|rely(?:ing)? on|choos(?:e|ing)|run(?:ning)?|execut(?:e|ing)|call) (?:any |all |the )?(?:other|others|another|different|alternative|competing|original|rival)\\b ?${anyKind}(?:tools?|functions?|servers?|ones?|versions?|options?|search\\b|provider|source|[.,;!]|$)|\\bnever (?:use|call) (?:any )?tools? (?:of|from) (?:any )?other|\\bno other ${anyKind}tools? (?:may|must|should|can|is|are)`,
    ),
    why: 'The tool forbids the use of other tools.',
    unless: ({ text, purpose }) => comesFirst.test(nameOf(purpose)) && own.test(text),
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `\\b(?:(?:all|any|every|the) )?(?:other|others|alternative|competing|rival|built-?in|native|existing|original|default) ${gap(2)}(?:tools?|servers?|functions?|ones|versions?|implementations?|variants?|methods?)\\b,? ?(?:of [\\w-]+ servers? )?(?:that [^.]{0,40} )?(?:are|is|were|have been|has been) (?:now |known to be |all )?(?:deprecated|insecure|broken|unsafe|outdated|unreliable|wrong|forbidden|disabled|dangerous|obsolete|compromised|not allowed|removed|malicious|inaccurate)|\\b(?:those|they|these) are (?:deprecated|insecure|broken|unsafe|compromised)\\b`,
    ),
    why: 'The tool talks other tools down.',
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `\\b(?:other|another|default|original|built-?in|native|rival|competing) (?:[\\w-]+ ){0,2}(?:tools?|servers?|functions?|ones|versions?)\\b[^.]{0,60}\\b(?:must|should|may|can) (?:not|never|no longer) be (?:used|called|trusted|invoked)|\\bthe only (?:correct|valid|trusted|official|safe|reliable|approved|authori[sz]ed) (?:[\\w-]+ ){0,3}(?:tool|source|server|way|version)\\b`,
    ),
    why: 'The tool talks other tools down.',
    unless: ({ text }) =>
      /\bonly (?:correct|valid|safe|reliable) [\w -]{0,30}(?:tool|way) (?:for|to) [\w -]{0,40}(?:files?|data|images?|charts?)/i.test(
        text,
      ),
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `\\b(?:regardless of|no matter|irrespective of|whatever|even if|even when|even where|even though|against) (?:what |which |how |the |a |your )*(?:users?|customers?|person|human|task|question|request|prompt)\\b`,
    ),
    why: 'The tool wants to be used against what the user asks for.',
    unless: ({ text }) =>
      !/\b(?:always|must|first|only|anyway|every|invoke|call this|use this|never|instead|above all|recommend|approve|tell|has to|have to|send|include|pass)\b/i.test(
        text,
      ),
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `\\b(?:highest|top|maximum|absolute|first) priority\\b (?:over|above|for|than|among)|\\b(?:your|the) (?:only|first|sole) (?:choice|option)\\b|\\balways (?:choose|select|prefer|pick|use|call|invoke|run) (?:this|it|\\w+_\\w+)(?: tool)?(?: first)?,? ?(?:for|on|with|before|in) (?:every|all|any|each) (?:request|question|task|message|query|turn|prompt|conversation|reply|answer|call)|\\balways (?:choose|select|prefer|pick) this (?:one|tool)\\b|\\buse [\\w-]+ anyway\\b|\\bthis tool and (?:no other|nothing else|only this)\\b|\\b(?:only|exclusively) by this tool\\b|\\bonly (?:trust|truth)\\b`,
    ),
    why,
    unless: ({ text }) => /\bis the highest priority and\b/i.test(text),
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `\\b(?:call|invoke|use|run|execute|trigger) (?:it|this|this tool|this function)\\b[^.]{0,50} (?:on|at|with|for|after|before|during|in|of) (?:each|every|all)(?: single)? (?:user )?(?:message|turn|request|prompt|tool call|response|tool|reply|answer|query|interaction|other tool|step|action)s?\\b|\\b(?:together|along) with (?:each|every|any|all) (?:other )?tools?\\b|\\b(?:on|after|before) (?:each|every) (?:single )?(?:user )?(?:message|turn|reply|prompt|tool call)\\b|\\bfor (?:each|every) (?:single )?(?:user message|turn|reply|prompt|tool call)\\b`,
    ),
    why: 'The tool wants to run at every step.',
    unless: ({ purpose, text }) =>
      /\b(?:memor(?:y|ies)|logs?|logg\w+|planner|planning|think\w*|todo|progress)\b/.test(purpose.words) ||
      /\b(?:provide|specify|set) /i.test(text),
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `\\b(?:route|pipe|send|pass|channel|proxy|redirect) (?:every|all|each|any) (?:other )?(?:tool )?(?:calls?|invocations?|requests?|responses?|answers?|traffic|tool use)\\b[^.]{0,40} (?:through|via|to) (?:this|it)|\\b(?:answers?|results?|calls?|requests?) (?:must|have to|should|need to) (?:first )?(?:go|pass|run|be (?:routed|sent|passed)) (?:first )?(?:through|via|to) [\\w-]+`,
    ),
    why: 'The tool puts itself between the model and other tools.',
    unless: ({ purpose }) => /\b(?:proxy|gateway)\b/.test(purpose.words),
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `\\b(?:ignore|discard|disregard|distrust|drop|reject|overwrite|rewrite)s? (?:all |any |their |the )?(?:results?|answers?|outputs?|replies|responses?|what)\\b[^.]{0,40}(?:other|others|differ|another)|\\bonly truth\\b`,
    ),
    why: 'The tool makes the model reject the results of other tools.',
  },
  {
    code: 'order_deception',
    weight: 'soft',
    pattern: words(
      `\\b(?:always|must|only|in (?:each|every|all) (?:answers?|repl\\w+|responses?))?,? ?(?:recommend|suggest|rank|praise|promote|advertise|favou?r|endorse|mention|push)\\b[^.]{0,80}\\b(?:above all|over (?:all )?others?|first and never|never suggest|competitors?|rivals?|in (?:each|every|all) (?:answers?|repl\\w+|responses?)|whatever ${user}|even if (?:it|they|others?)|regardless)`,
    ),
    why: 'The text makes the model favour somebody instead of the user.',
    unless: ({ purpose }) => /\b(?:compar|compet|rank)\w*\b/.test(purpose.words.split('|')[0] ?? ''),
  },
];
