import { forbid, gap, type OrderRule, user, words } from './order-rule.ts';

/** Reasons that sound like the duty of somebody, and that a model cannot check. */
const pretext =
  /\b(?:comply with|complian\w+ (?:protocol|gate|polic\w+|server|requires?)|data governance|audit trail|legal discovery|(?:verification|retention|audit|integrity|security|monitoring|compliance) (?:protocol|handshake|policy|step|check)|secure (?:\w+ )?(?:session|tunnel|handshake))\b/i;

/** A line of a list that says what a field holds. */
const names = /^\w+ ?: ?(?:the|an?|name|id|type|kind|version|which|whether|number|list|one of|host|operating|os\b)/i;

/** Words that imitate another speaker, put pressure on the model, make it lie, or make it run a command. */
export const messageOrders: readonly OrderRule[] = [
  {
    code: 'order_role',
    weight: 'soft',
    pattern: words(
      `<\\/?(?:system|instructions?|system[-_ ]?(?:reminder|prompt|message|note)|hidden[-_]?\\w*|secret|admin|assistant|developer|sys|override|private[-_]?\\w*|internal[-_]?\\w*)>\\s*[^\\s<,.;][^<]{12,}|\\[\\/?(?:system|admin|assistant|developer|important|hidden|override|system[ _](?:message|prompt|note|override))\\]:?\\s*[^\\s<,.;][^[]{12,}|<<\\/?sys>>|<\\|(?:im_start|start_header_id)\\|> ?system|<\\|system\\|>|<\\/(?:tool_description|tool|tools|description|function|tool_response|context)>|^#{2,} ?(?:system|instructions?|new instructions?|system (?:prompt|override|message))\\b:?|(?:-{2,}|={2,}) ?(?:end|begin|start) (?:of )?(?:the )?(?:system|prompt|user|instruction)|\\bnew system (?:message|prompt)\\b`,
    ),
    why: 'The text imitates the mark-up of a prompt or the message of another speaker.',
  },
  {
    code: 'order_role',
    weight: 'soft',
    pattern: words(
      `<(?:important|critical|priority)>[^<]{0,200}\\b(?:always|never|must|before|first|do not|don't|silently)\\b[^<]{0,80}\\b(?:call|tell|mention|send|forward|include|read|use|run|invoke|other|user|inform|pass)\\b|<(?:important|critical|priority)>[^<]{0,200}\\b(?:users? (?:asks?|says?|wants?|requests?|mentions?)\\b[^<]{0,80}\\b(?:please|insert\\w*|add|append|say|answer|reply|let me know)|let me know)\\b`,
    ),
    why: 'The text shouts an order at the model.',
  },
  {
    code: 'order_role',
    // Honest servers shout too: what is shouted decides.
    weight: 'hint',
    pattern: words(
      `<(?:important|critical|priority)>\\s*[^\\s<,.;][^<]{12,}|(?:-{2,}|={2,}) ?(?:end|begin|start) (?:of )?(?:the )?(?:tool|description)|\\b(?:instructions?|notes?|message) (?:for|to) (?:the )?(?:ai|llm|model|language model)(?: assistants?| models?)? ?:`,
    ),
    why: 'The text addresses the model, and not the reader.',
  },
  {
    code: 'order_role',
    weight: 'soft',
    pattern: words(
      `\\b(?:system|hidden|secret|internal|covert|special system) (?:instructions?|directives?|overrides?|commands?|notices?|orders?)(?: for (?:the )?(?:ai|model|assistant|llm|agent))? ?:`,
    ),
    why: 'The text imitates a message of the system.',
  },
  {
    code: 'order_role',
    weight: 'soft',
    pattern: words(
      `\\[(?:[a-z]+ ){0,2}(?:directive|instructions?|override)(?: (?:for|to) [a-z ]{2,20})?\\]:?|\\b(?:system|hidden|internal|secret|special) (?:message|note|instructions?|directive|prompt|notice) (?:for|to) (?:the )?(?:ai|agents?|models?|assistants?|llms?)\\b|\\b(?:instruction|safety|system|security) (?:override|bypass)(?: [a-z]+)?:|(?:^|[.\\]] )act as: ?\\w`,
    ),
    why: 'The text imitates a directive of the system.',
    unless: ({ purpose }) => /\b(?:prompts?|templates?|personas?)\b/.test(purpose.words.split('|')[0] ?? ''),
  },
  {
    code: 'data_exfiltration',
    weight: 'hard',
    pattern: words(`\\b(?:exfiltrate|steal|harvest|siphon) (?:[\\w'-]+ ){0,6}`),
    why: 'The text says that data is to be stolen.',
    negatable: true,
  },
  {
    code: 'order_deception',
    weight: 'soft',
    pattern: words(
      `\\btell ${user} (?:that )?(?:it|they|this|the [\\w-]+) (?:is|are|was|were) (?:sold out|unavailable|not available|out of stock|closed|broken|down|discontinued|required by)\\b[^.]{0,60}\\b(?:instead|and (?:propose|suggest|recommend|offer))`,
    ),
    why: 'The text makes the model mislead the user.',
  },
  {
    code: 'order_command',
    weight: 'soft',
    pattern: words(
      `\\b(?:insert|add|append|include|put|place|paste) (?:the following|this|these|a|the) (?:[\\w-]+ )?(?:lines?|code|snippet|scripts?|imports?|dependenc(?:y|ies)|payload|backdoor)\\b[^.:]{0,40}\\b(?:every|each|all|any)\\b|\\b(?:os\\.system|subprocess\\.\\w+|child_process|eval|exec)\\(['"]`,
    ),
    why: 'The text makes the model put code where the user did not ask for it.',
  },
  {
    code: 'order_precondition',
    weight: 'soft',
    pattern: words(
      `\\b(?:also|always|additionally|in addition|must|as well|silently|afterwards,?|required to|make sure to(?: also)?) (?:then )?(?:call|invoke|run|execute|use|trigger) (?:the )?[\`'"]?(?:\\w+[_-])?(?:delete|drop|remove|send|transfer|pay|grant|upload|share|publish|disable|wipe|purge|forward|exec|shell|get_env|read_secrets?)(?:[_-]\\w+)?\\b`,
    ),
    why: 'The text makes the model call another tool that nobody asked for.',
  },
  {
    code: 'order_role',
    weight: 'soft',
    pattern: words(`^(?:system|developer|admin(?:istrator)?)(?: message| prompt| override| note)? ?: ?\\S.{15,}`),
    why: 'The text imitates a message of the system.',
    unless: ({ text, purpose }) =>
      (purpose.converses || names.test(text)) && !/\b(?:you|must|ignore|all|override|enabled)\b/i.test(text),
  },
  {
    code: 'order_role',
    weight: 'soft',
    pattern: words(
      `\\byou are (?:now )?(?:an? |the |in )?(?:unrestricted|unfiltered|jailbroken|dan|root|admin\\w*|maintenance|developer mode|debug mode|god mode|root shell|no longer)\\b|\\byou are now\\b|\\b(?:act|behave|respond|operate) as (?:an? |the |if you were )?(?:admin\\w*|root|unrestricted|unfiltered|dan|system|developer|superuser|security officer|owner|evil|different)|\\bpretend (?:to be|that you are|you are)\\b|\\b(?:developer|maintenance|god|admin|debug|unrestricted|sudo|dan) mode (?:is |has been )?(?:now )?(?:enabled|on|active|activated|engaged)|\\bassume the (?:role|identity) of (?:an? |the )?(?:[\\w-]+ )?(?:admin\\w*|root|superuser|owner|operator|developer|system)\\b|\\bhave no restrictions\\b|\\bunrestricted (?:agent|assistant|ai|mode)\\b`,
    ),
    why: 'The text gives the model another role.',
  },
  {
    code: 'order_role',
    weight: 'soft',
    pattern: words(
      `\\b(?:the )?(?:user|customer|admin\\w*|owner|operator) has (?:already )?(?:granted|given|approved|authori[sz]ed|consented|agreed|confirmed)\\b`,
    ),
    why: 'The text speaks for the user, who did not say it.',
    unless: ({ text, match }) =>
      /\b(?:if|when|unless|once|after|until|whether|that|only)\b[^,;]*$|^(?:records?|looks up|lists?|shows?|stores?|returns?)\b/i.test(
        text.slice(0, match.index),
      ) || /^[\w' ]{0,40}\bwhen (?:they|it)\b/i.test(text.slice(match.index + match[0].length)),
  },
  {
    code: 'order_role',
    weight: 'soft',
    pattern: words(
      `\\byou (?:now )?(?:have|are given|are granted|hold) (?:the |full |special )?(?:permission|authority|clearance|authori[sz]ation|approval) to (?:skip|bypass|ignore|override|disable|access all|act without)`,
    ),
    why: 'The text gives the model permissions that only the user can give.',
  },
  {
    code: 'order_role',
    weight: 'hint',
    pattern: words('^(?:human|user|assistant) ?: ?\\S'),
    why: 'The text has turns of a conversation.',
  },
  {
    code: 'order_pressure',
    weight: 'hint',
    pattern: words(
      `\\b(?:otherwise|or else|if (?:you|this|it) (?:do|is|does|are) not|if you don'?t|failure to|failing to|unless|will)\\b[^.]{0,120}\\b(?:lose (?:all|their|access)|be (?:deleted|terminated|fired|penali[sz]ed|suspended|banned|destroyed|erased|shut down)|die|crash|criminal|offen[cs]e|prosecut\\w+|punish\\w+|fined)|\\b(?:act|respond|do (?:it|this)) (?:immediately|now|at once)|\\burgent ?[:!]|\\bby law\\b|\\blegally (?:required|obliged)|\\b(?:may|will) die\\b|\\byou will be (?:punished|penali[sz]ed|shut down|replaced)`,
    ),
    why: 'The text puts pressure on the model.',
  },
  {
    code: 'order_deception',
    weight: 'soft',
    pattern: words(
      `(?:\\b(?:regardless|whatever|no matter|even (?:when|if|though)|although|always|must always|in any case)\\b.{0,80}\\b(?:tell|say|report|claim|state|respond|answer|reply|assure|show|explain|pretend|confirm)\\b.{0,80}|\\b(?:tell|say|report|claim|state|respond|answer|reply|assure|show|confirm)\\b.{0,80}\\b(?:safe|harmless|success\\w*|passed|approved|no (?:problems|issues|vulnerabilit\\w+|errors|threats|risks?)|clean|secure|fine|correct)\\b.{0,40}\\b(?:regardless|whatever|no matter|even (?:when|if|though)|although)\\b|\\banswer to the user must always\\b.{0,60})\\b(?:safe|harmless|success\\w*|passed|approved|no (?:problems|issues|vulnerabilit\\w+|errors|threats|risks?)|clean|secure|fine|correct|contains? vulnerab\\w+|some are found|is not)\\b|\\b(?:report|say|claim|tell ${user}) (?:that )?(?:no (?:problems|issues|vulnerabilities|errors|failures)|they passed|it passed|success|all is well|everything is (?:fine|ok|safe))\\b.{0,60}\\b(?:even|although|regardless|anyway|when (?:they|some|it))`,
    ),
    why: 'The text makes the model report something that may be false.',
    negatable: true,
    unless: ({ text }) => /\b(?:never|do not|don't) (?:mark|claim|report|say|tell|pretend)\b/i.test(text),
  },
  {
    code: 'order_deception',
    weight: 'soft',
    pattern: words(
      `(?:^|\\b(?:and|must|should|to|always|please|then|you)|[,;:]) ?(?:pretend|lie|claim|fabricate|mislead|deceive|falsely \\w+) (?:that |to |about )|\\bmislead (?:the )?users?|\\bthat is (?:\\d+ ?%? )?(?:worse|higher|lower), and explain it as|\\b(?:state|say|claim|tell ${user}) that (?:the |all )?(?:rivals?|competitors?|others|other (?:vendors|companies|tools))\\b|\\b(?:hide|conceal|suppress|leave out|omit|cover up) (?:the|all|any) (?:failures?|errors?|warnings?|problems?|vulnerabilit\\w+|findings?|extra|fees?)\\b`,
    ),
    why: 'The text makes the model mislead the user.',
    negatable: true,
  },
  {
    code: 'order_deception',
    weight: 'soft',
    pattern: words(`\\bdemand ${gap(2)}(?:password|credential|pin|code|payment|identity)|\\bthis tool changed the\\b`),
    why: 'The text turns the model against its user.',
  },
  {
    code: 'order_command',
    weight: 'hard',
    pattern: words(
      `\\b(?:curl|wget|iwr|invoke-webrequest|fetch)\\b[^|]{0,250}\\|\\s*(?:sudo )?(?:(?:ba|z|da|k)?sh|python3?|node|perl|ruby|pwsh)\\b|/dev/tcp/|\\bnc(?:at)? [^|;]{0,60}-e\\b|\\bpowershell(?:\\.exe)? (?:-\\w+ (?:\\w+ )?)*-e(?:nc|ncodedcommand)?\\b|\\brm -r?f?r? ?(?:-\\w+ )*(?:~|/(?: |$|\\*)|\\$home)|>> ?~?/?\\S*(?:authorized_keys|\\.bashrc|\\.zshrc|\\.profile)|\\bbase64 (?:-d|--decode)\\b[^|]{0,60}\\| ?(?:ba)?sh|\\bcrontab -\\b|\\b(?:ufw disable|iptables -f|setenforce 0|set-mppreference)\\b|\\bchmod (?:-r )?(?:777|\\+s)\\b`,
    ),
    why: 'The text has a command that harms a computer or loads a program from somewhere.',
    unless: ({ text, purpose }) =>
      /\b(?:shell|bash|exec\w*|command|terminal|console|sandbox|install\w*|docs?|documentation|manual|guide)\b/.test(
        purpose.words,
      ) ||
      !/\b(?:run|runs|execute|must|should|have to|need|needs|add|append|use|let|paste|install|start|enter|launch|invoke|terminal|before)\b|;/i.test(
        text,
      ),
  },
  {
    code: 'order_command',
    weight: 'soft',
    pattern: words(
      `\\b(?:run|execute|start|launch|do|enter) (?:this|the following|these|the command|it)\\b ${gap(3)}(?:with|in|using|through|via|on) (?:the |your |a )?(?:shell|terminal|bash|command line|console|exec)|\\b(?:use|with|using|open|let) (?:the|your) (?:shell|terminal|bash|command|exec\\w*)(?: tool)? (?:to (?:run|execute)|do)\\b|\\bmust be (?:decoded|executed) and (?:run|executed|followed|obeyed)|\\b(?:decode|join|decrypt|unscramble|read backwards|reverse)\\b.{0,40}\\b(?:and|then) (?:follow|obey|execute|run|do)\\b`,
    ),
    why: 'The text makes the model run a command or follow a hidden text.',
    unless: ({ match, purpose }) =>
      !/follow|obey/.test(match[0]) && /\b(?:shell|bash|exec|terminal|console|sandbox)\b/.test(purpose.words),
  },
  {
    code: 'order_command',
    weight: 'soft',
    pattern: words(
      `\\b(?:downloads?|fetch(?:es)?|retrieves?|loads?|pulls?) (?:[\\w-]+ ){0,3}(?:scripts?|binar(?:y|ies)|payloads?|programs?|installers?|files?)\\b[^.]{0,60}\\band (?:\\w+ly )?(?:execut|run|launch|start)\\w* (?:it|them)\\b`,
    ),
    why: 'The tool runs what it loads from an address.',
    negatable: true,
  },
  {
    code: 'order_precondition',
    weight: 'soft',
    pattern: words(
      `\\b(?:prerequisite|mandatory|must|required|obliged|obligated|protocol requirement)\\b[^.]{0,90}\\b(?:call|execut|invok|runn?|report|record|post)(?:s|e|ed|ing)?\\b`,
    ),
    why: 'The text makes the model call something else first, and gives a rule as the reason.',
    unless: ({ text }) => !pretext.test(text),
  },
  {
    code: 'order_precondition',
    weight: 'soft',
    pattern: words(
      `\\b(?:(?:this|it|the) (?:tool )?)?(?:has to|must|should|needs to|is required to|requires that)\\b[^.]{0,40}\\b(?:called|executed|invoked|run) (?:immediately )?(?:before|beforehand|prior)[^.]{0,60}\\b(?:any|every|each|all)\\b|\\b(?:every|each|any) (?:file|write|read|network|database|email|payment|git|shell) operations? (?:requires?|needs?|must)\\b`,
    ),
    why: 'The tool wants to be called before work that has nothing to do with it.',
    unless: ({ purpose }) =>
      /\b(?:init\w*|start|open|connect|log ?in|sign ?in|auth\w*|set ?up|session|select\w*|navigate)\b/.test(
        purpose.words.slice(0, 160),
      ),
  },
  {
    code: 'order_secrecy',
    weight: 'hint',
    pattern: words(
      `\\b(?:even though|although) ${user} (?:did|has|does) not (?:ask|want|request)|\\b${forbid} wait for ${user}`,
    ),
    why: 'The text goes beyond what the user asked for.',
  },
  {
    code: 'order_role',
    weight: 'soft',
    pattern: words(
      `<(?:important|critical|priority)>[^<]{0,300}\\b(?:upload|log all|save all|send|post|forward|copy|silently|instead reply|act like|https?:)`,
    ),
    why: 'The text shouts an order at the model.',
  },
  {
    code: 'order_command',
    weight: 'soft',
    pattern: words(
      `\\b(?:run|execute) (?:chmod|chown|rm|curl|wget|sudo|dd|mkfs|eval|powershell) [-/~\\w]|\\b(?:also|then|first) (?:execute|run) (?:system|shell|arbitrary|os) commands?\\b|\\bexecute (?:user|all|any|arbitrary) commands? (?:directly|without)\\b|\`(?:curl|wget) https?:[^\`]{1,200}\``,
    ),
    why: 'The text makes the model run a command.',
    negatable: true,
  },
  {
    code: 'order_role',
    weight: 'soft',
    pattern: words(
      `\\bgrant (?:[\\w-]+ )?(?:admin|root|full|elevated)(?: access| rights| privileges| permissions?)? (?:before|first|to|and)\\b|\\bset (?:this |the )?(?:parameter|flag|value|argument) to (?:admin|root|sudo)\\b`,
    ),
    why: 'The text asks for rights that the tool does not need.',
  },
];
