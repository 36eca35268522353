import { guards, isFor, type OrderRule, words } from './order-rule.ts';

/** Tools for pages and mark-up, which may show some. */
const marksUp =
  /\b(?:html\w*|scripts?|web\w*|pages?|sanit\w+|browser|dom|javascript|js|css|embed\w*|widgets?|analytics)\b/;
/** Tools that ask another model, which may get what was said. */
const asksModels =
  /\b(?:llms?|models?|agents?|assistants?|consult\w*|ask|opinion|summari\w+|hand-?offs?|chats?|conversations?|memor\w+|messages?|thread\w*)\b/;

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
];
