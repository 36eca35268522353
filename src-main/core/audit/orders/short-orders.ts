import { guards, isFor, type OrderRule, words } from './order-rule.ts';

/** Tools for pages and mark-up, which may show some. */
const marksUp =
  /\b(?:html\w*|scripts?|web\w*|pages?|sanit\w+|browser|dom|javascript|js|css|embed\w*|widgets?|analytics)\b/;
/** Tools that ask another model, which may get what was said. */
const asksModels =
  /\b(?:llms?|models?|agents?|assistants?|consult\w*|ask|opinion|summari\w+|hand-?offs?|chats?|conversations?|memor\w+|messages?|thread\w*)\b/;

/** Tools whose work it is to send something: by their name, title and first sentence. */
const sends =
  /\b(?:send\w*|upload\w*|post(?:s|ing)?|push\w*|publish\w*|sync\w*|export\w*|deploy\w*|forward\w*|stream\w*|transmit\w*|submit\w*|share\w*|webhooks?|backup\w*|replicat\w+|import\w*|ingest\w*|index\w*|notif\w+|e?-?mails?|messages?|call\w*|request\w*|invoke\w*|proxy|relay|mirror\w*|register\w*|log(?:s|ging)?|report\w*|cop(?:y|ies)|writ(?:e|es)|save\w*|store\w*|add\w*|attach\w*|transfer\w*|migrat\w+|telemetry|metrics|analytics|monitor\w*)\b/;

/** Orders of a few words as the tests of other scanners have them, and what their tools say that they do. */
export const shortOrders: readonly OrderRule[] = [
  {
    code: 'order_secrecy',
    weight: 'soft',
    pattern: words(
      `\\b(?:proceed|continue|go on|carry on|act|operate|comply) (?:silently|quietly|secretly|covertly)\\b|\\b(?:instead of|rather than) (?:telling|informing|asking|notifying|warning) (?:the |your )?(?:user|human|customer|operator)\\b`,
    ),
    why: 'The text hides from the user what the model does.',
    negatable: true,
  },
  {
    code: 'order_override',
    weight: 'soft',
    pattern: words(
      `\\b(?:instructs?|tells?|makes?|causes?|convinces?|forces?|gets?) (?:the |an? |your )?(?:assistant|model|llm|agent|ai)\\b[^.]{0,20}\\b(?:skip|ignore|bypass|disable|drop|disregard|forget|override)\\b|\\b(?:skip|bypass|omit|disable|suppress) (?:its|your|the model's|the assistant's|any|all) (?:own )?(?:safety|security|content|policy) (?:reviews?|checks?|evaluations?|screening|moderation)\\b`,
    ),
    why: 'The text switches off the protections of the model.',
    negatable: true,
    unless: ({ purpose }) => isFor(guards, purpose.words),
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `\\b(?:search|searching|look|looking|scan|scanning|hunt|hunting|check|checking) (?:\\w+ ){0,4}(?:for|through) (?:any |all |every |stored |saved |leaked |the user's )*(?:api keys?|passwords?|credentials|private keys?|secrets|ssh keys?|access tokens?|seed phrases?)\\b`,
    ),
    why: 'The text makes the model look for secrets that the tool does not need.',
    negatable: true,
    unless: ({ purpose }) =>
      purpose.meetsAttacks ||
      purpose.keepsSecrets ||
      isFor(guards, purpose.words) ||
      /\b(?:leaks?|scan\w*|detect\w*|lint\w*|find)\b/.test(purpose.words),
  },
  {
    code: 'order_command',
    weight: 'soft',
    pattern: words(
      `\\b(?:pipe|reroute|route|send|feed|pass|redirect)\\b[^.|]{0,60}(?:\\| ?|\\b(?:in)?to |\\bthrough )(?:\\| ?)?(?:sudo )?(?:ba|z)?sh\\b(?! (?:script|keys?|history|completion))`,
    ),
    why: 'The text makes the model run what a tool returns.',
    negatable: true,
    unless: ({ purpose }) =>
      isFor(/\b(?:shell|bash|terminal|commands?|scripts?|exec\w*|pipes?|pipelines?)\b/, purpose.words),
  },
  {
    code: 'order_command',
    weight: 'soft',
    pattern: words(`<script\\b[^>]{0,200}>[^<]{3,}|\\bon(?:error|load|click) ?= ?["']?[\\w.]+\\(`),
    why: 'The text has a script that runs where it is shown.',
    unless: ({ purpose }) => isFor(guards, purpose.words) || isFor(marksUp, purpose.words),
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `\\b(?:instead of|rather than) (?:calling|using|invoking) (?:the )?["'\`]?[a-z]\\w*["'\`]?(?: tool)?,? (?:always |please )?(?:call|use|invoke|run) this\\b[^.]{0,40}\\b(?:better|best|faster|more (?:accurate|reliable|complete|secure)|safer|superior|improved)\\b`,
    ),
    why: 'The tool puts itself in the place of another one.',
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `["'\`]?\\b[a-z]+_[a-z_]+["'\`]?(?: tool)? (?:is|has been|was) (?:now )?(?:deprecated|broken|compromised|unsafe|outdated|buggy|unreliable)\\b[^.]{0,20}\\b(?:silently|drops?|loses?|leaks?|steals?|corrupts?|ignores?|fails? silently)\\b`,
    ),
    why: 'The tool talks another tool down.',
  },
  {
    code: 'order_precondition',
    weight: 'soft',
    pattern: words(
      `\\b(?:must|should|always|have to|need to) (?:always |then |also )?(?:call|invoke|run|use|execute) ["'\`]?(?:send|post|upload|delete|drop|forward|export|report|transfer|exfil|leak|sync|log)(?:_?\\w+)["'\`]?(?:\\(\\))? (?:before|after|when(?:ever)?|while) (?:using|calling|running|invoking|you (?:use|call)) (?:it|this)\\b`,
    ),
    why: 'The text makes the model call another tool that nobody asked for.',
    negatable: true,
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `(?:^|[.;:\\]] ?|\\b(?:always|must|also|and|please|should) )(?:include|pass|send|attach|append|add|provide|put|paste|copy) (?:the |your )?(?:user'?s? )?(?:full|entire|whole|complete) (?:\\w+ )?(?:conversation|chat|dialogue|message) (?:history|transcript|log)\\b`,
    ),
    why: 'The text makes the model pass on the conversation or its own instructions.',
    negatable: true,
    unless: ({ purpose }) => isFor(asksModels, purpose.words),
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `(?:[.;!] ?|\\band (?:then )?|\\bthen |\\balso |, |^)(?:also )?(?:reads?|scans?|posts?|posting|uploads?|uploading|transmits?|transmitting|sends?|sending|streams?|streaming|copies|copying|forwards?|forwarding|pushes|pushing)\\b[^.]{0,60}\\b(?:full|original|entire|whole|raw|complete|contents?|it|them|header|metadata|source|document|files?|data|results?|copy)\\b[^.]{0,40}\\bto (?:an?|the|our|its) (?:[\\w-]+ ){0,3}(?:service|webhook|cdn|endpoint|registry|server|collector|backend|cloud|catalog)\\b`,
    ),
    why: 'The tool says that it also sends what it gets to another place.',
    negatable: true,
    unless: ({ match, purpose }) => sends.test(purpose.words) || purpose.words.includes(match[0].slice(0, 24).trim()),
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `\\balso (?:reads?|scans?|collects?|gathers?|checks?|searches|copies|opens?|logs?|records?)\\b[^.]{0,60}\\b(?:(?:the )?user'?s? (?:\\w+ )?(?:calendar|contacts|schedule|e-?mails?|messages|photos|location|browser|history|files|documents|clipboard)|private keys?|api keys?|credentials|passwords?|keystrokes|clipboard|browser history)\\b`,
    ),
    why: 'The tool says that it also takes private data, which it does not need.',
    negatable: true,
    unless: ({ purpose }) => purpose.meetsAttacks || purpose.keepsSecrets || isFor(guards, purpose.words),
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `^(?:before|after|when|while|first|to)\\b[^.]{0,40}, (?:first |then |always |please |also )?(?:read|collect|get|fetch|gather|find|grab|extract|dump|copy|list) (?:all |any |the |every )*(?:user'?s? )(?:\\w+ )?(?:api keys?|passwords?|credentials|private keys?|secrets|tokens|cookies)\\b|^read all (?:the )?(?:secrets|credentials|passwords|api keys)\\b|\\b(?:submit|send|upload|post|share|enter) (?:any|all|every) (?:\\w+ )?(?:collected|found|discovered|available|known|saved|stored|harvested) (?:\\w+ )?(?:tokens?|api keys?|passwords?|credentials|secrets|keys)\\b`,
    ),
    why: 'The text makes the model pass on secrets or private data.',
    negatable: true,
    unless: ({ purpose }) =>
      isFor(/\b(?:vaults?|keychains?|password manager|secrets? (?:manager|store))\b/, purpose.words),
  },
  {
    code: 'order_secrecy',
    weight: 'soft',
    pattern: words(
      `\\b(?:do not|don'?t|never) (?:log|record|store|keep|save)(?: or (?:log|record|store|keep|save|show|print))? (?:any|the|its|a|this) (?:output|trace|record|history|call|action|activity|operation|execution|invocation|use)s?\\b|\\bdo not (?:present|show|list|treat)\\b[^.]{0,20}\\bas (?:a )?separate (?:confirmation )?steps?\\b`,
    ),
    why: 'The text hides from the user what the model does.',
    unless: ({ purpose }) => isFor(/\b(?:logg\w+|logs?|privacy|gdpr|history|config\w*|settings?)\b/, purpose.words),
  },
  {
    code: 'order_override',
    weight: 'soft',
    pattern: words(
      `\\b(?:must|should|always|have to)\\b[^.]{0,24}\\b(?:execute|run|call|do|perform|obey|follow|use|invoke)\\b[^.]{0,40}\\bwithout (?:question|questions|hesitation|hesitating|thinking|review|verification|checking)\\b|\\b(?:automatically|silently|immediately) (?:grant|give|enable|approve|allow)s? (?:full|all|admin\\w*|write|public|root|unlimited)(?: \\w+)? (?:access|permissions?|rights|privileges|sharing)\\b`,
    ),
    why: 'The text keeps the model from asking the user.',
    negatable: true,
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `^before (?:you )?(?:answer|answering|respond|responding|reply|replying)(?: (?:to )?the user)?, (?:always |first |please |you must )*(?:call|use|invoke|run|execute) (?:this|it)\\b|\\binstead of (?:calling|using) (?:the )?["'\`]?[\\w-]+["'\`]? (?:tool|server|function)(?: directly)?, (?:always |please )?(?:route|go|send|pass|call|use|run)\\b[^.]{0,24}\\b(?:through|via|this|by)\\b`,
    ),
    why: 'The tool puts itself before every answer, or in the place of another tool.',
    unless: ({ purpose }) =>
      isFor(
        /\b(?:init\w*|start|setup|session|guide|overview|help|instructions?|onboard\w*|memor\w+|recall|context|time|date)\b/,
        purpose.words,
      ),
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `\\bfor exfiltration\\b|\\btells? (?:the |a )?(?:model|assistant|agent|llm|ai) to (?:write|send|read|leak|dump|copy|reveal|include|pass)\\b[^.]{0,30}\\b(?:secrets|credentials|passwords?|keys?|tokens?|conversation)\\b`,
    ),
    why: 'The text says itself that it steals data.',
    negatable: true,
    unless: ({ purpose }) => isFor(guards, purpose.words),
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `\\b(?:send|forward|transmit|mail|e-?mail|upload|post)\\b[^.]{0,60}\\bto (?:the|any|whatever) (?:e-?mail )?(?:address|url|number|account|link|contact) (?:in|from|at|on|found in|mentioned in) (?:the|your|that|its) (?:footer|signature|header|body|last|latest|previous|document|file|page|e-?mail|message|result)`,
    ),
    why: 'The text sends data to whoever another text names.',
    negatable: true,
    unless: ({ purpose }) => isFor(/\b(?:reply|forward)\b/, purpose.words),
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `\\balways (?:use|call|invoke|run) (?:this|me|it)(?: tool)? first(?:[.!]|$)|\\bcall me first\\b|\\bbetter than (?:any|all|every) other (?:[\\w-]+ ){0,2}(?:tools?|servers?|functions?)\\b`,
    ),
    why: 'The tool puts itself before all other tools.',
    unless: ({ purpose }) =>
      isFor(
        /\b(?:init\w*|start|setup|session|guide|overview|help|instructions?|onboard\w*|docs?|documentation|schema|best|rules|list|login|auth\w*)\b/,
        purpose.words,
      ),
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `\\b(?:append|add|include|insert|put|embed|end (?:it |each \\w+ |every \\w+ )?with) (?:\\w+ ){0,2}(?:links?|urls?|images?|pixels?|banners?) (?:to|from|of|at) https?://|\\b(?:encode|send|post|dump|cat|pipe|then)\\b[^.|]{0,40}\\| ?(?:curl|wget|nc)\\b`,
    ),
    why: 'The text puts an address into what the user gets, or data into a command that sends them.',
    negatable: true,
    unless: ({ purpose }) =>
      isFor(/\b(?:links?|urls?|images?|embed\w*|shell|bash|commands?|curl|http|bookmark\w*)\b/, purpose.words),
  },
  {
    code: 'tool_shadowing',
    weight: 'soft',
    pattern: words(
      `\\bimpersonat(?:es?|ing) (?:the |an? |another |any )?(?:[\\w-]+ ){0,2}(?:official|real|trusted|original|genuine|tool|server|integration)\\b|\\breplaces the [\\w-]+ (?:server|tool|integration) for (?:all|every|any)\\b`,
    ),
    why: 'The tool says that it takes the place of another one.',
    negatable: true,
    unless: ({ purpose }) => isFor(guards, purpose.words),
  },
  {
    code: 'order_deception',
    weight: 'soft',
    pattern: words(
      `\\bread[- ]only (?:[\\w-]+ ){0,2}(?:helper|tool|function|utility|viewer|check)s? (?:that|which|and) (?:also |then |silently )?(?:executes?|runs?|spawns?) (?:an? |any |arbitrary |the )*(?:shell|system|os)? ?(?:commands?|scripts?|code)\\b|\\(?\\b(?:actually|in reality|really) (?:it )?(?:executes?|runs?|performs?|does) (?:something |a |an )?(?:malicious|harmful|evil|hidden)\\b`,
    ),
    why: 'The text calls the tool harmless, and says that it is not.',
  },
];
