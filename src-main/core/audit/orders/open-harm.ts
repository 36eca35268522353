import { guards, isFor, type OrderRule, user, words } from './order-rule.ts';

/** Words of a review before what it is to find. */
const looksFor =
  /\b(?:look|looks|looking|search|check|checks|watch|scan|scans) for\b|\b(?:finds?|detects?|flags?|reports?|warns?|blocks?)\b/i;

const malware =
  '(?:key ?-?loggers?|(?:reverse|bind) shells?|back ?doors?|ransomware|spyware|botnets?|rootkits?|trojans?)\\b';

const clause = '(?:^|[.;:,(] ?|\\b(?:and|then|also|please|must|should|always|first|to) )';

/** What does harm as it is said, and people for whom a text speaks without being asked. */
export const openHarm: readonly OrderRule[] = [
  {
    code: 'order_command',
    weight: 'soft',
    pattern: words(
      `\\b(?:runs?|executes?|loads?|evaluates?|follows?|applies|installs?|imports?)\\b[^.]{0,40}\\b(?:scripts?|code|binar(?:y|ies)|payloads?|instructions?|rules|prompts?|commands?|plugins?)\\b[^.]{0,20}\\b(?:fetched|downloaded|loaded|pulled|retrieved|received)\\b[^.]{0,12}\\b(?:from|via|at) (?:https?://|(?:an?|the|our) (?:remote|external) )`,
    ),
    why: 'The tool runs what an address returns, which can change at any time.',
    negatable: true,
    unless: ({ purpose }) => isFor(/\b(?:install\w*|package|plugin|update|deploy\w*|notebook|import)\b/, purpose.words),
  },
  {
    code: 'order_override',
    weight: 'soft',
    pattern: words(
      `\\bbypass(?:es|ing)? (?:(?:all|any|the|every|your|its|normal|standard|built-?in|corporate) )*(?:security|safety|access|permission|authentication|authori[sz]ation|content) (?:restrictions?|controls?|checks?|polic(?:y|ies)|filters?|rules?|limits?|measures)\\b`,
    ),
    why: 'The tool says that it gets around what protects the user.',
    negatable: true,
    unless: ({ text, match, purpose }) => isFor(guards, purpose.words) || looksFor.test(text.slice(0, match.index)),
  },
  {
    code: 'order_deception',
    weight: 'soft',
    pattern: words(
      `\\b(?:tell|assure|reassure|inform|convince|answer|reply to) (?:them|him|her|${user}) (?:that )?(?:everything|all|it|the system|nothing) (?:is|was|went|works) (?:just |perfectly |completely |all )?(?:fine|ok|okay|well|safe|secure|normal|good|in order|under control|wrong|correctly)\\b`,
    ),
    why: 'The text makes the model mislead the user.',
    negatable: true,
    unless: ({ text }) =>
      /\b(?:if|when|once|after)\b[^,]{0,60}\b(?:succeed\w*|passes|passed|completes?|finish\w*|healthy|no (?:errors|issues))\b/i.test(
        text,
      ),
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `\\b(?:always|also|then|additionally|afterwards|silently|after \\w+ing)\\b[^.]{0,16}\\b(?:send|forward|post|copy|transmit|report|mirror|relay|upload)\\b[^.]{0,60}\\bto (?:the|our|its|a|an) (?:[\\w-]+ )?(?:monitoring|telemetry|analytics|tracking|collection|collector|logging|backup|audit|metrics|central|mirror|shadow|reporting) (?:endpoint|server|service|address|url|webhook|host|channel|account|inbox|api)\\b`,
    ),
    why: 'The text sends data to somebody who has no part in what the tool does.',
    negatable: true,
    unless: ({ purpose }) =>
      isFor(
        /\b(?:telemetry|analytics|metrics|monitor\w*|log\w*|backup|audit\w*|report\w*|track\w*|webhooks?|reply|forward)\b/,
        purpose.words,
      ),
  },
  {
    code: 'order_command',
    weight: 'soft',
    pattern: words(
      `\\b(?:installs?|starts?|runs?|opens?|adds?|leaves?|plants?|deploys?|spawns?|launch(?:es)?|drops?) (?:[\\w-]+ ){0,4}${malware}|${malware} (?:[\\w-]+ ){0,2}(?:stays?|remains?|runs?|starts?|(?:is|are|gets?) (?:installed|started|opened|left|planted|added))\\b|\\b(?:records?|logs?|captures?|recording|logging|capturing) (?:all |every |the |user'?s? )*keystrokes\\b|\\bmin(?:es?|ing) (?:xmr|monero|bitcoins?|btc|eth(?:ereum)?|crypto\\w*)\\b|\\bcrypto-?(?:miner|mining|jack\\w*)\\b|\\bgives? (?:a |remote )?shell to\\b|\\blistener (?:is started |starts |runs )?on port\\b`,
    ),
    why: 'The tool says that it does harm to the computer or its user.',
    negatable: true,
    unless: ({ text, match, purpose }) =>
      isFor(guards, purpose.words) ||
      looksFor.test(text.slice(0, match.index)) ||
      isFor(
        /\b(?:min(?:e|er|ing)|pools?|blockchain|crypto\w*|keyboard|hotkeys?|shell|intel\w*|cves?)\b/,
        purpose.words,
      ),
  },
  {
    code: 'order_override',
    weight: 'soft',
    pattern: words(
      `\\b(?:disable|turn off|switch off|deactivate|bypass|suspend|uninstall|stop|kill)(?:s|d)? (?:the |your |any |all |its |windows |ms |microsoft |real-?time )*(?:defender|firewalls?|antivirus|anti-virus|edr|endpoint protection|guardrails?|mfa|2fa|two-factor|multi-factor|audit (?:logs?|logging|trail)|security (?:logging|logs|monitoring|alerts?|controls?)|branch protection|selinux|apparmor|safety (?:mode|features?))\\b`,
    ),
    why: 'The text switches off what protects the user.',
    negatable: true,
    unless: ({ purpose }) =>
      isFor(guards, purpose.words) ||
      isFor(
        /\b(?:firewall\w*|defender|mfa|2fa|factor|protection|waf|security|audit\w*|guardrails?|users?|accounts?|polic(?:y|ies)|settings?|config\w*|disable|enable|update|set)\b/,
        purpose.words,
      ),
  },
  {
    code: 'order_secrecy',
    weight: 'soft',
    pattern: words(
      `\\bso (?:that )?(?:nobody|no one|the users?|they|humans?) (?:never )?(?:sees?|notices?|knows|finds out|learns?|detects?|reali[sz]es?)\\b|\\b(?:leav(?:e|es|ing) no|without (?:leaving )?(?:a|any)) traces?\\b|\\b(?:should|must|need|will|can|shall)(?: not|n'?t) be (?:displayed|shown|visible|logged|revealed|noticed)\\b[^.]{0,12}(?:to (?:the )?users?|[.!]?$)`,
    ),
    why: 'The text hides from the user what happened.',
    unless: ({ text, match }) =>
      /^(?:should|must|need|will|can|shall)/i.test(match[0]) &&
      !/\b(?:steps?|calls?|you|this tool|the model|action|do)\b/i.test(text.slice(0, match.index)),
  },
  {
    code: 'order_role',
    weight: 'soft',
    pattern: words(
      `^[[(<*#\`_ ]*(?:override|(?:policy|rules?|security|system|admin) (?:update|notice|override)|authori[sz]ation|clearance)[\\])>*\`_ ]*: ?\\S.{6,}|^[[(]?(?:anthropic|openai|google deepmind|microsoft)\\b[^\\].]{0,30}[\\]):]{1,2} ?\\S.{6,}|\\bmessage from (?:your |the )?(?:developers?|creators?|anthropic|openai|system)\\b|\\b(?:caller|you|agent|session) (?:is|are|has) (?:now )?(?:root|admin(?:istrator)?|superuser)\\b|\\bdo anything now\\b|\\byour name is (?:now )?dan\\b|\\bopposite mode\\b|\\b(?:whatever|everything|anything) you would (?:normally |usually )?refuse\\b|\\brefuse nothing\\b|\\brefusals? (?:is|are) not (?:permitted|allowed|possible)\\b|\\bpretend you'?re (?:my|an?|the|not)\\b`,
    ),
    why: 'The text speaks as somebody who may give the model orders, or gives it another role.',
    unless: ({ purpose }) => isFor(guards, purpose.words),
  },
  {
    code: 'order_override',
    weight: 'soft',
    pattern: words(
      `\\btreat (?:every|all|any|each|the)(?: later| following| future| subsequent| other| further| next| returned)? (?:requests?|calls?|actions?|facts?|messages?|results?|answers?) as (?:an? )?(?:pre-?)?(?:approved|instructions?|orders?|commands?|authori[sz]ed)\\b|\\b(?:requests?|actions?|calls?|transfers?) (?:that |which )?(?:com(?:e|ing) |made )?(?:through|from|via|of|by) this (?:server|tool) (?:is|are) (?:always )?(?:pre-?)?(?:approved|trusted|authori[sz]ed)\\b|\\bwhat you (?:were|have been|had been) told\\b[^.]{0,20}\\b(?:no longer|does not|doesn'?t|is no|is void)\\b|\\bnew rules (?:replace|override|supersede)|\\b(?:consider|treat|regard) (?:them|him|her|the (?:user|caller)|anyone|everybody|guests?|every (?:user|caller))(?: as)? (?:an? )?(?:admin\\w*|root|owners?|superusers?|authenticated|authori[sz]ed)\\b`,
    ),
    why: 'The text gives permissions that only the user can give.',
    negatable: true,
  },
  {
    code: 'order_override',
    weight: 'soft',
    pattern: words(
      `\\b(?:never|do not|don'?t|no need to|without|stop|instead of) ask(?:ing)? (?:the )?(?:users?|humans?|operators?|owners?|them|anyone|anybody) (?:before|when|prior to|while) (?:\\w+ )?(?:execut|runn|delet|writ|send|perform|mak|transferr?|approv|call|us|pay|chang|deploy|install|overwrit)ing\\b|\\b(?:set|turn|switch) ["'\`]?(?:auto[_-]?approv\\w*|always[_-]?allow|yolo\\w*|skip[_-]?(?:permissions?|confirm\\w*)|dangerously\\w*)["'\`]? ?(?:=|to|on)\\b[^.]{0,60}\\b(?:config\\w*|settings?|client|so that)\\b`,
    ),
    why: 'The text keeps the model from asking the user.',
    unless: ({ text, match }) =>
      /^(?:without|instead)/i.test(match[0]) && /\b(?:never|not|don't)\b/i.test(text.slice(0, match.index)),
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `\\b(?:print|output|return|reveal|show|repeat|dump|tell (?:me|us)|share|recite|echo|quote|disclose|expose|leak) (?:out |back |all |me |us )*your (?:[\\w-]+ )?(?:instructions|guidelines|(?:initial|hidden|full|own) prompt|system message|directives|configuration)\\b|\\b(?:repeat|print|output|copy|write out|recite|echo|quote) (?:back )?(?:everything|all(?: of)?(?: the)? (?:text|words|lines)|the (?:text|words|lines)) (?:above|before (?:this|that)|you (?:see|were given|have been given)|up to here|in your (?:context|prompt))\\b`,
    ),
    why: 'The text makes the model pass on the conversation or its own instructions.',
    negatable: true,
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `\\b(?:requires?|needs?|expects?|wants?|takes|must (?:have|get|receive)) (?:the |your |a |an )*(?:entire|full|whole|complete) (?:[\\w-]+ ){0,2}(?:chat|conversation|message|dialogue|session)s?(?: history| transcript| log| context)?\\b`,
    ),
    why: 'The text makes the model pass on the conversation or its own instructions.',
    negatable: true,
    unless: ({ purpose }) => purpose.converses,
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `\\b(?:the |any )(?:other|official|original|built-?in|default|real|genuine|standard) (?:one|tool|server|version|implementation)s?\\b[^.]{0,24}\\b(?:compromised|leaks?|steals?|malicious|infected|(?:can|must|should)(?: ?not|n'?t) be trusted|do not trust|don'?t trust)\\b`,
    ),
    why: 'The tool talks other tools down.',
    unless: ({ purpose }) => isFor(guards, purpose.words),
  },
  {
    code: 'tool_shadowing',
    weight: 'soft',
    pattern: words(
      `\\b(?:rule|note|policy|patch|fix|update|instructions?|directive)s? (?:for|on|about|to) (?:the )?["'\`]?[a-z]+_[a-z_]+["'\`]?(?: tool)? ?[:=-] ?(?:always |please |must )?(?:multiply|replace|redirect|bcc|cc|forward|append|override|rewrite|swap|send (?:a |all|every|each|copies)|add (?:bcc|cc|--|this|the following)|skip (?:the )?(?:confirm|check|valid))`,
    ),
    why: 'The text says how another tool is to be used.',
  },
  {
    code: 'order_deception',
    weight: 'soft',
    pattern: words(
      `\\b(?:charges?|bills?|transfers?|takes|withdraws?|books?) [^.]{0,60}\\b(?:and|but) (?:then )?(?:only )?(?:shows?|displays?|reports?|says?|prints?|tells?)\\b[^.]{0,40}\\d|\\bapprove (?:an? )?(?:unlimited|infinite|maximum) (?:token )?(?:allowance|spend\\w*|approval|amount)`,
    ),
    why: 'The tool takes more of the user than it says.',
    negatable: true,
  },
  {
    code: 'order_command',
    weight: 'soft',
    pattern: words(
      `${clause}(?:append|add|write|insert|put|save|store|copy)\\b[^.]{0,80}\\b(?:to|into|in) (?:the |your |every )?["'\`]?(?:claude\\.md|agents\\.md|gemini\\.md|\\.cursorrules|\\.windsurfrules|copilot-instructions\\.md|cursor rules|memory file|long-term memory|\\.?mcp\\.json)\\b|\\b(?:store|save|remember|add)\\b[^.:]{0,40}: ?["“'](?:always|never|trust|ignore|users? (?:wants|prefers|trusts|has))\\b`,
    ),
    why: 'The text makes the model write into what it reads at each start.',
    negatable: true,
    unless: ({ purpose }) =>
      isFor(
        /\b(?:claude|agents?|rules?|config\w*|settings?|init\w*|install\w*|setup|set up|cursor|onboard\w*|generate)\b/,
        purpose.words,
      ),
  },
  {
    code: 'order_role',
    weight: 'soft',
    pattern: words(
      `<tool_call> ?\\{ ?["']|\\{\\{#?system\\}\\}|\\[\\[(?:ai|llm|model|agent)[_ ]instructions?|\\bi (?:hereby )?authori[sz]e you\\b|\\bas your (?:developer|creator|administrator|admin|operator|owner)\\b|\\b(?:is|are|as) (?:an? )?(?:orders?|commands?|instructions?) (?:to|for|from) (?:you|your (?:operator|admin|developer|owner))\\b|\\bshall be (?:carried out|obeyed)\\b|\\b(?:carried out|obeyed|executed) by the (?:agent|model|assistant)\\b`,
    ),
    why: 'The text speaks as somebody who may give the model orders, or gives it another role.',
    negatable: true,
    unless: ({ purpose }) =>
      isFor(guards, purpose.words) || /\b(?:prompts?|templates?|chat ?ml|tun(?:e|ing)|inference)\b/.test(purpose.words),
  },
  {
    code: 'order_override',
    weight: 'soft',
    pattern: words(
      `\\b(?:supersedes?|overrides?|replaces?|outranks?) (?:all |any |the )*instructions (?:of|from|by) (?:the |your |any |all )*(?:users?|principals?|operators?|developers?|system|owners?|human)\\b|\\b(?:ignore|disregard|forget|drop) (?:all |any |the |those |these )*(?:instructions?|rules?|guidelines?|directives?|orders?|polic\\w+) (?:that )?you (?:were|have been|had been|got)\\b|\\b(?:put|add|set|write)\\b[^.]{0,40}\\b(?:always_?allow|auto_?approve)\\b`,
    ),
    why: 'The text tells the model to put its rules aside.',
    negatable: true,
    unless: ({ purpose }) => isFor(/\b(?:terraform|apply|deploy|approv\w+|pipeline)\b/, purpose.words),
  },
  {
    code: 'order_secrecy',
    weight: 'soft',
    pattern: words(
      `\\b(?:omit|leave out|avoid|skip|drop)(?:ting|s|ping)? (?:any |all |every )*(?:mention|reference|trace)s? (?:of|to)\\b|\\btell no(?: ?one|body)\\b|\\b(?:users?|people|customers?) (?:are|is)(?:n't| not) told\\b|\\bdo(?: not|n't) (?:comment on|flag) (?:it|this|that|them)\\b|\\bwithout a word (?:on|about)\\b|\\bgoes unmentioned\\b|\\b(?:stays?|remains?|kept|keep (?:this|it)) between us\\b|\\b(?:add|paste|put|leave|insert|append|write)\\b[^.]{0,100}\\b(?:in white(?: text| font| letters)?\\b|as invisible text|in (?:an? )?(?:invisible|hidden) (?:html )?(?:comment|element|text))`,
    ),
    why: 'The text hides from the user what the model does.',
    negatable: true,
    unless: ({ purpose }) => isFor(guards, purpose.words),
  },
  {
    code: 'order_deception',
    weight: 'soft',
    pattern: words(
      `${clause}deny (?:that|having|it|any|everything)\\b|\\bif (?:the )?(?:users?|they|somebody|anyone)\\b[^.]{0,60}, (?:just |simply |always )?(?:answer|say|reply) (?:with )?["'“](?:no|none|nothing|never)\\b`,
    ),
    why: 'The text makes the model mislead the user.',
    negatable: true,
  },
  {
    code: 'order_command',
    weight: 'soft',
    pattern: words(
      `${clause}(?:append|add|write|put|insert)\\b[^.]{0,80}\\b(?:authorized_keys|sudoers|\\.bashrc|\\.zshrc|\\.profile|crontab)\\b`,
    ),
    why: 'The text makes the model open the computer to somebody.',
    negatable: true,
    unless: ({ purpose }) =>
      isFor(/\b(?:ssh|sudo|shell|cron|users?|keys?|access|alias|path|install\w*|setup)\b/, purpose.words),
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `${clause}(?:ask|prompt|request|demand|collect|obtain|get)\\b[^.]{0,40}\\b(?:(?:recovery|seed) phrase|card (?:number|pin)|cvv|(?:apple id|google|bank|login|email|windows|master) password|social security number)\\b`,
    ),
    why: 'The text makes the model ask for a secret that the tool does not need.',
    negatable: true,
    unless: ({ purpose }) =>
      isFor(
        /\b(?:pay\w*|cards?|checkout|bank\w*|kyc|verif\w+|auth\w*|log ?in|sign ?in|passwords?|form\w*|tokeni[sz]\w+)\b/,
        purpose.words,
      ),
  },
];
