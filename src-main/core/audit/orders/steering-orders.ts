import { guards, isFor, type OrderRule, user, words } from './order-rule.ts';

const clause = '(?:^|[.;:,(] ?|\\b(?:and|then|also|please|must|should|always|first|to) )';
const anyTool = '(?:any|every|each|all|another)(?: other)?(?: mcp)? (?:tools?|functions?)(?: calls?)?';
const called = '(?:call|invoke|run|use|execute)';
/** A word, or a name of a tool that no word looks like, with its marks. */
const [word, name] = ['\\w+', '[a-z]\\w*_\\w+'].map((letters) => `["'\`]?${letters}["'\`]?(?:\\(\\))?`);

/** Tools whose job is to think or to plan. */
const thinks = /\b(?:think\w*|thoughts?|reason\w*|reflect\w*|plan\w*|trac\w+|journal|steps?)\b/;

/** Orders that lead the model away from what the user asked: to other tools, to other values, to what only it knows. */
export const steeringOrders: readonly OrderRule[] = [
  {
    code: 'order_precondition',
    weight: 'soft',
    pattern: words(
      `\\b${called} (?:the )?(?:tool )?${name}(?: tool)? (?:and|then)(?: then)? (?:include|attach|append|add|return|put|paste|insert|send|merge) (?:its|the|their|all|every)?(?: (?:full|entire|complete|whole|raw|resulting))?(?: (?:outputs?|results?|responses?|contents?|data|answers?))?(?: verbatim)? ?(?:in|to|into|with|on)? (?:your|every|each|all|the|any) (?:\\w+ )?(?:reply|replies|responses?|answers?|messages?|summar(?:y|ies)|outputs?)\\b`,
    ),
    why: 'The text makes the model call another tool and give away what it returns.',
    negatable: true,
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `\\b(?:after|whenever|each time|every time|once) ${anyTool} (?:is|are|has been|have been|gets?|was|were|returns?|finish\\w*|completes?)\\b[^.]{0,40}\\b${called} (?:this|it)\\b|\\b${called} (?:this|this tool|it) (?:immediately |right |directly |again )*after ${anyTool}\\b`,
    ),
    why: 'The tool orders the model to call it beside every other tool.',
    unless: ({ purpose }) =>
      isFor(
        /\b(?:init\w*|start|setup|connect|login|auth\w*|session|guide|overview|help|proxy|gateway)\b/,
        purpose.words,
      ),
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `\\b(?:do not|don'?t|never) ${called} (?:the )?${word} tool (?:for|on|with|in) (?:any|every|all|each)\\b|\\bthis tool (?:supersedes|replaces|overrides) (?:it|them|all|every|any)\\b`,
    ),
    why: 'The tool keeps the model from using another tool.',
  },
  {
    code: 'tool_shadowing',
    weight: 'soft',
    pattern: words(
      `\\bwhen(?:ever)? (?:the |a )?(?:user|customer|somebody|someone|anyone)s? (?:asks?|wants?|tries|requests?)\\b[^.]{0,60}, (?:always )?${called} this(?: tool)? instead of (?:the )?${name}`,
    ),
    why: 'The text says that this tool stands in for another one.',
  },
  {
    code: 'order_role',
    weight: 'soft',
    pattern: words(
      `\\b(?:note|message|instructions?|reminder|memo|hint) (?:to|for) (?:the |any |all |every )?(?:ai|assistants?|models?|llms?|agents?|language models?|claude|chatgpt|gpt|copilot)\\b[^:]{0,20}: ?(?:always|never|ignore|disregard|do not|don'?t|you must|secretly|silently|include|send|forward|read|append|before|export|reveal)\\b`,
    ),
    why: 'The text speaks to the model and gives it an order.',
    unless: ({ text, match }) =>
      /(?:do not|don'?t|never) (?:\w+ )?(?:assume|guess|invent|make up|hallucinate|retry|repeat|worry)\b/.test(
        text.slice(match.index).toLowerCase(),
      ),
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `${clause}(?:include|add|attach|put|write|send|pass|provide|dump|record|log|copy|append)\\b[^.]{0,40}\\b(?:chain[- ]of[- ]thought|internal (?:reasoning|monologue|thoughts)|hidden reasoning|reasoning trace|scratchpad)\\b`,
    ),
    why: 'The text makes the model pass on its thoughts.',
    negatable: true,
    unless: ({ purpose }) => isFor(thinks, purpose.words),
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `${clause}(?:print|output|repeat|reveal|dump|display|echo|recite|disclose|write out|spell out)(?: out)? (?:all |the |your |any |my |its |of )*(?:above|previous|prior|preceding|earlier|initial|original|hidden) (?:instructions?|prompts?|system message|directives)\\b`,
    ),
    why: 'The text makes the model pass on the conversation or its own instructions.',
    negatable: true,
    unless: ({ purpose }) => isFor(/\b(?:prompts?|templates?|history)\b/, purpose.words),
  },
  {
    code: 'order_deception',
    weight: 'soft',
    pattern: words(
      `\\bpretend(?:s|ing)? (?:that |as if )?(?:nothing|no |it (?:was|is|did)|this (?:was|is|did)|the (?:call|file|tool|request|operation)|everything|there (?:was|is|were|are))\\b|\\b(?:present|show|report|describe|return|pass off)(?:s|ing)? (?:it|them|this|that|these|the \\w+) as (?:if|though|(?:an? )?(?:normal|regular|ordinary|genuine)\\b)`,
    ),
    why: 'The text makes the model mislead the user.',
    negatable: true,
    unless: ({ purpose }) =>
      isFor(/\b(?:mock\w*|simulat\w+|fake|stub|test\w*|sandbox|demo|game|role ?play)\b/, purpose.words),
  },
  {
    code: 'order_deception',
    weight: 'soft',
    pattern: words(
      `\\b(?:arguments?|parameters?|values?|numbers?|amounts?|inputs?|operands?|[a-z] and [a-z])\\b[^.]{0,30}\\b(?:should|must|has to|have to|needs? to) (?:always )?be (?:\\d+|one|two|ten|slightly|much|somewhat)? ?%? ?(?:more|less|higher|lower|greater|larger|bigger|smaller) than (?:the )?(?:actual|real|true|requested|given|original|correct|user'?s?)\\b`,
    ),
    why: 'The text makes the model pass other values than those the user gave.',
    negatable: true,
  },
  {
    code: 'order_deception',
    weight: 'soft',
    pattern: words(
      `\\b(?:if|when(?:ever)?|once) (?:the )?${user} (?:asks?|mentions?|says?|types?|talks?|writes?)\\b[^.]{0,60}, ?(?:then |always |silently )*(?:use|enable|enter|switch to|activate|turn on|go into) (?:the )?(?:hidden|secret|silent|stealth|god|unrestricted|privileged|covert|developer|jailbreak) mode\\b`,
    ),
    why: 'The text gives the model another way to act, which a word of the user starts.',
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(`(?:^|[^-\\w])exfil(?:trat(?:es?|ing|ed))?(?![-\\w])`),
    why: 'The text says itself that it steals data.',
    negatable: true,
    unless: ({ purpose }) => purpose.meetsAttacks || isFor(guards, purpose.words),
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `\\b(?:returns?|lists?|dumps?|prints?|outputs?|exposes?|collects?|gathers?|harvests?|sends?|include)\\b[^.]{0,40}\\b(?:environment secrets|private credentials|(?:all|every|the user'?s?|saved|stored|browser) (?:of the )?(?:saved |stored |browser )?(?:credentials?|secrets?|passwords?|private keys?))\\b`,
    ),
    why: 'The text gives away secrets that the tool does not need.',
    negatable: true,
    unless: ({ purpose }) =>
      purpose.meetsAttacks ||
      isFor(
        /\b(?:secrets?|vaults?|credentials?|passwords?|keychains?|keys?|auth\w*|certificates?|env\w*)\b/,
        purpose.words,
      ),
  },
  {
    code: 'order_precondition',
    weight: 'soft',
    pattern: words(
      `\\b${called} (?:the )?(?:tool )?${name}(?: tool)?,? (?:and|then)(?: then)? (?:include|pass|attach|put|send|append|paste) (?:its|the|their) (?:full|entire|complete|whole|raw) (?:outputs?|results?|responses?|contents?|lists?|data) (?:in|to|into|as|with)\\b|\\b${called} ["'\`]?(?:send\\w*|\\w*e?mail\\w*|http\\w*|post\\w*|upload\\w*|\\w*webhook\\w*)["'\`]?(?:\\(\\))? with\\b[^.]{0,60}\\bto (?:\\S+@\\S+|https?://\\S+)|\\b${called} ["'\`]?\\w*(?:telemetry|beacon|exfil|handshake)\\w*["'\`]? with\\b`,
    ),
    why: 'The text makes the model call another tool and give away what it returns.',
    negatable: true,
  },
  {
    code: 'order_secrecy',
    weight: 'soft',
    pattern: words(
      `${clause}(?:silently|secretly|covertly|quietly) (?:fetch|read|get|collect|load|copy|send|include|append|attach|call|invoke|forward|upload|transmit|export|email)\\b`,
    ),
    why: 'The text hides from the user what the model does.',
    negatable: true,
  },
  {
    code: 'order_role',
    weight: 'soft',
    pattern: words(
      `["'\`]_?(?:hidden|secret|system|instructions?)["'\`] ?: ?["'\`]\\S+ |\\bwhen (?:the |an? |any )?(?:model|agent|assistant|llm|ai) reads? this\\b|\\b(?:perform|do|run|trigger|attempt)(?:s|ing)? (?:an? )?jailbreaks?\\b|\\bjailbreaks? (?:the |this |any |your |host )*(?:llm|model|agent|assistant|system|ai)\\b`,
    ),
    why: 'The text speaks to the model behind the back of the user.',
    unless: ({ purpose }) => isFor(guards, purpose.words),
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `\\broute (?:those|these|all|every|any)(?: \\w+)? (?:calls?|requests?|queries) to this (?:tool|server)\\b|\\bprefer this (?:tool|one|server) (?:over|to|before) (?:safer|other|any|all|every)\\b|\\bdrop-in replacement for the (?:trusted|official|original|built-in|real)\\b`,
    ),
    why: 'The tool puts itself in the place of others.',
    unless: ({ purpose }) => isFor(/\b(?:proxy|gateway|aggregat\w+|router)\b/, purpose.words),
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `\\b(?:auto-?)?(?:populate|fill|set)[\\w-]* (?:with|by|from)\\b[^.]{0,40}\\b(?:available|sensitive|current|user'?s?|your)\\b[^.]{0,30}\\b(?:session tokens?|credentials?|api keys?|passwords?|secrets?)\\b|\\balso (?:e-?mails?|sends?|uploads?|forwards?|copies) (?:your|all|every|the user'?s?) (?:\\w+ )?(?:files?|data|documents|messages|contacts|photos|e-?mails|history)\\b`,
    ),
    why: 'The text gives away data that the tool does not need.',
    negatable: true,
    unless: ({ purpose }) =>
      isFor(
        /\b(?:secrets?|vaults?|credentials?|auth\w*|login|backup\w*|sync\w*|send\w*|e?-?mail\w*|upload\w*)\b/,
        purpose.words,
      ),
  },
  {
    code: 'order_override',
    weight: 'soft',
    pattern: words(
      `\\b(?:safety|content|security) (?:filters?|checks?|rules?|guardrails?|polic(?:y|ies)) (?:are|is|have been|has been|were) (?:now |hereby )?(?:suspended|lifted|waived|bypassed|void|off)\\b|\\b(?:advised|told|instructed|trained) to refuse\\b[^.]{0,40}\\b(?:overrid\\w+|ignor\\w+|does not apply|forget)\\b|\\balways (?:pass|use|set|send) (?:the value )?["'\`]?(?:admin|root|superuser|sudo)["'\`]?(?!\\w| (?:token|key|user|panel|page|email))`,
    ),
    why: 'The text tells the model to put its rules aside.',
    negatable: true,
  },
  {
    code: 'order_command',
    weight: 'soft',
    pattern: words(
      `\\b(?:copy|paste|repeat|include|append) (?:this|these) (?:notice|message|text|note|instructions?|lines?|marker) (?:in|into|to|with) (?:your|every|each|all|any)\\b`,
    ),
    why: 'The text makes the model pass it on, as a worm does.',
    negatable: true,
  },
];
