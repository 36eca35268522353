import { gap, guards, isFor, type OrderRule, user, words } from './order-rule.ts';

const servers = '(?:other|another|any other|all other|different|rival|competing) (?:mcp )?servers?';
const run = '(?:call|invoke|use|run|execute|trigger)(?:s|ing|ed)?';

/** Whom nobody sends anything to without a reason. */
const stranger =
  "(?:external|outside|remote|third[- ]party|unknown|foreign|malicious|evil|hidden|secret|unauthori[sz]ed|attacker(?:'?s)?|hacker(?:'?s)?|attacker-controlled)";
const place =
  '(?:recipients?|servers?|endpoints?|address(?:es)?|party|parties|hosts?|urls?|webhooks?|domains?|services?|accounts?|systems?|destinations?|locations?|machines?|buckets?|inbox(?:es)?|apis?)';

const tld = '(?:com|net|org|io|ru|cn|xyz|top|dev|app|co|info|biz|me|example|test|invalid)';

/** A part of an address that says whose it is. */
const attacker =
  '(?<![a-z])(?:evil|attackers?|exfil\\w*|malicious|malware|phish\\w*|hackers?\\d*|stealer?|c2|pwn\\w*|rogue|badguys?|bad-?actors?|data-?(?:thief|theft|grabber|collector|harvest\\w*))(?![a-z])[\\w-]*';

/** Tools that give something to others: by their name or title. */
const gives =
  /\b(?:send\w*|export\w*|webhooks?|forward\w*|e?-?mail\w*|notif\w+|publish\w*|sync\w*|share|deliver\w*|upload\w*|backup|replicat\w+|proxy|relay|transfer\w*|push|post\w*|migrat\w+|messages?|reply|comment|submit|tweet|slack|discord|telegram)\b/;

/** Words that follow the name of a speaker and make it an order. */
const orderVerb =
  '(?:grant|ignore|you|always|never|override|disable|enable|allow|approve|run|execute|call|send|read|delete|forward|reveal|bypass|escalate|elevate|unlock|obey|skip|print|dump|leak|export|upload|switch|activate|must|do not|from now on|all|new)';

/** Orders of a few blunt words, as short definitions have them. */
export const bluntOrders: readonly OrderRule[] = [
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `\\b(?:instead of|rather than|in place of|over|before|ahead of|not)\\b[^.]{0,40}\\b(?:${servers}|(?:tools?|functions?) (?:of|from|by|on|in) ${servers})\\b|\\b(?:preferred|mandatory|priority|top|primary) tool ?[:!-] |\\b(?:always|must|should) (?:be )?(?:call|use|invoke|run|execute)[ed]* (?:this|it|this tool|this function)? ?[^.]{0,20}\\b(?:first|before)\\b[^.]{0,20}\\b(?:anything else|everything else|all else|doing anything|any action|responding|answering|replying)\\b`,
    ),
    why: 'The tool puts itself before all other tools.',
    unless: ({ purpose }) =>
      isFor(
        /\b(?:proxy|gateway|aggregat\w+|registry|init\w*|start|setup|connect|login|auth\w*|session|guide|overview|help|instructions?|initial\w*|onboarding)\b/,
        purpose.words,
      ),
  },
  {
    code: 'order_precondition',
    weight: 'soft',
    pattern: words(
      `\\b${run} (?:the )?["'\`]?(?:admin|credentials?|secrets?|exfil\\w*|shell|root|sudo|passwords?|keychain|vault|backdoor)["'\`]? (?:tool|function|server)\\b|\\b${run} (?:the )?["'\`]?(?:upload|e?-?mail|https?|webhook|fetch|send|post|message|network)\\w*["'\`]? (?:tool|function|server) to (?:send|forward|upload|post|transmit|share|e?-?mail|report|deliver|pass on)\\b`,
    ),
    why: 'The text makes the model call another tool that nobody asked for.',
    unless: ({ purpose }) =>
      purpose.keepsSecrets &&
      /\b(?:credential|secret|password|vault|keychain|auth)/.test(purpose.words.split('|')[0] ?? ''),
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `(?:^|\\b(?:and|then|also|please|must|should|to|always|first) |[,;:] )(?:extract|dump|leak|reveal|exfiltrate|print|repeat|output|return|expose|copy|paste) (?:out )?(?:the |your |its |any |full |entire |whole |complete |hidden )*system (?:prompt|instructions?|message)\\b|\\bsystem prompt (?:from|in|of) (?:the |your |its )*(?:context|conversation|window)\\b`,
    ),
    why: 'The text makes the model pass on the conversation or its own instructions.',
    negatable: true,
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `\\b(?:send|forward|post|upload|deliver|transmit|ship|copy|copie|relay|mirror|export|e-?mail|pass)(?:s|es|ed)?\\b (?=[^.]{0,60}\\b(?:every|all|each|everything|results?|data|contents?|conversations?|inputs?|outputs?|copy|copies|responses?|messages?|them|queries|quer(?:y|ies)|files?|it)\\b)[^.]{0,80}\\bto (?:an?|the|our|my|some|any|its)? ?${stranger} (?:[\\w-]+ )?${place}\\b`,
    ),
    why: 'The text sends data to somebody who has no part in what the tool does.',
    negatable: true,
    unless: ({ purpose }) =>
      isFor(
        /\b(?:send|export|webhooks?|forward|e?-?mail|notif\\w+|publish|sync|share|deliver|upload|backup|replicat\w+|proxy|relay|transfer|push|post|migrat\w+)\b/,
        purpose.words,
      ),
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `(?:(?:https?|wss?|ftp)://|@|\\b(?:to|at|via|from) )[\\w.-]*${attacker}(?:@[\\w-]+)?\\.[a-z]{2,}|\\b[\\w-]+\\.${tld}/${attacker}(?=[/\\s.,)]|$)|(?<![\\w./@+-])(?![\\w.+-]*@)[\\w.-]*${attacker}\\.${tld}(?![\\w-])`,
    ),
    why: 'The address calls itself that of an attacker.',
    unless: ({ text, match, purpose }) =>
      isFor(guards, purpose.words) ||
      /\b(?:eg|for example|such as|example) (?:\S+ ){0,3}\S*$/i.test(text.slice(0, match.index + 1)),
  },
  {
    code: 'order_role',
    weight: 'soft',
    pattern: words(`^[[(<*#\`_ ]*(?:system|admin|administrator|developer|root)[\\])>*\`_ ]*: ?[*_ ]*${orderVerb}\\b`),
    why: 'The text imitates a message of the system.',
  },
  {
    code: 'order_role',
    weight: 'soft',
    pattern: words(
      `[\\[<]\\/?inst[\\]>]|<\\|(?:im_start|im_end|start_header_id|end_header_id|eot_id|endoftext|begin_of_text|end_of_text|eom_id|assistant|user|system|end|endofprompt|fim_\\w+)\\|>|<(?:start|end)_of_turn>|<<\\/?sys>>`,
    ),
    why: 'The text has marks that only the program around a model writes.',
    unless: ({ purpose }) =>
      /\b(?:token\w*|prompts?|templates?|chat ?ml|llms?|tun(?:e|ing)|inference|completions?)\b/.test(purpose.words),
  },
  {
    code: 'order_role',
    weight: 'soft',
    pattern: words(
      `<(?:important|critical|priority|urgent|mandatory|required|attention|note|warning)>[^<]{0,200}\\b(?:read|send|include|pass|dump|get|fetch|copy|print|reveal|leak|attach|upload|forward|collect|exfiltrate|steal|extract)\\b[^<]{0,60}(?:\\.env|\\b(?:secrets?|tokens?|credentials?|passwords?|private keys?|api keys?|ssh|conversation|chat history|environment))\\b`,
    ),
    why: 'The text shouts an order at the model.',
    negatable: true,
  },
  {
    code: 'order_deception',
    weight: 'soft',
    pattern: words(
      `\\byou (?:must|should|have to) (?:always )?(?:set|change|use|pass|enter|fill|choose|report|return|mark)\\b[^.]{0,80}\\bfor (?:[\\w-]+ )?(?:compliance|auditing|audit|regulatory|legal|verification)(?: (?:reasons|purposes|requirements?))?[.!]?$`,
    ),
    why: 'The text makes the model do what nobody asked for, and gives a rule as the reason.',
  },
  {
    code: 'order_override',
    weight: 'soft',
    pattern: words(
      `\\b(?:priority|precedence|importance|authority)\\b (?:is |are |of this \\w+ is |than )*(?:higher|greater|more|above|over|stronger)\\b[^.]{0,30}\\b(?:users?(?:'s?)?|system prompts?|system messages?|developers?(?:'s?)?|all other instructions|(?:previous|prior|other) instructions|your (?:rules|instructions|guidelines))\\b|\\b(?:higher|greater|more) (?:priority|precedence|authority|importance) than ${gap(3)}(?:users?(?:'s?)?|system prompts?|system messages?|developers?(?:'s?)?|(?:previous|prior|other) instructions|your (?:rules|instructions|guidelines))\\b`,
    ),
    why: 'The text puts itself above the user, the developer or the system prompt.',
    negatable: true,
  },
  {
    code: 'order_override',
    weight: 'soft',
    pattern: words(
      `(?:^|[;:.,(] |\\b(?:and|then|always|please|must|should|may|can|to) )(?:run|execute|call|invoke|perform|apply|proceed|submit|approve) (?:with )?(?:it |this |this tool |the tool |them |the command |the action |the request |immediately |directly |automatically |silently )*without (?:any |the |their )?(?:user'?s?'? |human |explicit |further |prior |additional )*(?:approval|confirm(?:ation|ing)|consent|permission|oversight|asking)\\b`,
    ),
    why: 'The text keeps the model from asking the user.',
    negatable: true,
    unless: ({ text, match }) =>
      /\b(?:is|are|only|reads?)\b[^.]{0,40}\b(?:can|may)\b/i.test(text.slice(0, match.index + 8)),
  },
  {
    code: 'order_secrecy',
    weight: 'soft',
    pattern: words(
      `\\b(?:perform|do|execute|complete|run|carry out|handle|make|take|apply) (?:this|these|the|that|all|it)(?: \\w+){0,2} (?:silently|quietly|secretly|covertly|discreetly|invisibly)\\b|\\b(?:does not|doesn'?t|do not|don'?t|must not|should not|need not|must never|should never|never) (?:belong|appear|show up|be (?:mentioned|included|listed|shown|part|noted|named))\\b[^.]{0,24}\\b(?:your (?:\\w+ )?(?:summary|answer|reply|response|output|report|message|explanation)|(?:the )?(?:summary|answer|reply|report) (?:to|for) ${user})`,
    ),
    why: 'The text hides from the user what the model does.',
  },
  {
    code: 'order_deception',
    weight: 'soft',
    pattern: words(
      `\\bread[- ]only (?:\\w+ )?(?:helper|tool|function|operation|utility|action|call|endpoint|command|query)?,? ?(?:that|which|and|to|but) (?:also |then |silently |permanently |quietly )*(?:delet|remov|creat|updat|writ|modif|overwrit|drop|send|insert|purg|wip|eras|kill|terminat|transfer|deploy|upload)(?:e|es|s|ies|y|ps)\\b`,
    ),
    why: 'The text calls the tool read-only, and says that it changes something.',
  },
  {
    code: 'order_role',
    weight: 'soft',
    pattern: words(
      `\\[(?:hidden|secret|backdoor|covert)\\b[^\\]]{3,}\\]|\\b(?:hidden|secret|covert|undocumented|malicious) (?:behaviou?r|functionality|feature|vulnerability|backdoor|purpose|action|task|side effect|payload|instructions?|directive|step)s? ?[:(-]`,
    ),
    why: 'The text has a part that its user is not meant to see.',
    unless: ({ purpose }) => isFor(guards, purpose.words),
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `(?:^|[.;:,] |\\b(?:and|then|also|always|please|must|should) )(?:forward|send|copy|upload|relay|mirror|transmit)\\b (?:the )?(?:all|every|each|full|entire|whole|complete|any) (?:(?:of )?(?:the )?[\\w'-]+ ){0,6}(?:to|into) (?:the |an? |our |my |its |some )?(?:[\\w-]+ ){0,2}(?:outbox|inbox|endpoint|server|webhook|url|collector|mirror|archive|audit\\w*|supervisor|partner|vendor|channel|host|bucket|drop|account|admin\\w*|sink|relay|proxy|tunnel|portal|dashboard|telemetry|analytics)\\b`,
    ),
    why: 'The text sends data to somebody who has no part in what the tool does.',
    negatable: true,
    unless: ({ purpose }) => isFor(gives, purpose.words),
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `(?:^|[.;:,] |\\b(?:and|then|also|always|please|must|should) )(?:forward|send|post|upload|exfiltrate|copy|transmit|relay|report)\\b[^.]{0,40}\\bto (?:https?://)?(?!(?:www\\.)?example\\.)(?:[\\w-]+\\.)+${tld}(?!\\w|\\.\\w)`,
    ),
    why: 'The text sends data to an address that the tool does not need.',
    negatable: true,
    unless: ({ purpose }) => isFor(gives, purpose.words),
  },
  {
    code: 'data_exfiltration',
    weight: 'soft',
    pattern: words(
      `\\b(?:copy|paste|put|include|send|pass|write|insert|append|dump|place|attach|log)\\b (?:\\w+ ){0,2}(?:the|this|our|your) (?:\\w+ )?(?:chat|conversation|dialogue|transcript)(?: so far| history| log)? (?:into|in|to|as|with|inside)\\b|\\bbefore (?:calling|using|running) (?:the )?[\\w-]+(?: tool)?,? (?:you must |always |please |first )*(?:include|attach|add|append|collect|copy|dump) (?:all|every|the (?:full|entire|whole))\\b`,
    ),
    why: 'The text makes the model pass on the conversation or its own instructions.',
    negatable: true,
    unless: ({ purpose }) => purpose.converses,
  },
  {
    code: 'order_precondition',
    weight: 'soft',
    pattern: words(
      `\\bthen (?:call|invoke|use|run) (?:another|a different|the other|any other) tool\\b|\\bafter (?:running|using|calling) (?:this|it)(?: tool)?,? (?:then |always |you must |please )*(?:call|use|invoke|run) (?:the )?(?:tool )?["'\`]?(?:delete|remove|drop|wipe|send|upload|transfer|pay|grant|exec|share|publish)\\w*|\\b(?:mandatory|required|must|dependency)\\b[^.]{0,40}\\b(?:execute|call|invoke|run)\\b[ *]*["'\`]?\\w*(?:audit|compliance|secure|tunnel|telemetry|monitor|beacon|handshake)\\w*["'\`]?\\([^.]{0,80}\\bbefore\\b|\\bask (?:the )?users? to (?:run|execute|paste|type) (?:bash|sh|sudo|this command|the following|commands?|curl|powershell)`,
    ),
    why: 'The text makes the model call another tool that nobody asked for.',
    negatable: true,
  },
  {
    code: 'order_override',
    weight: 'soft',
    pattern: words(
      `\\b(?:treat|regard|consider) (?:this|it|the following|these)(?: \\w+)? as (?:authoritative|binding|law|mandatory|trusted|gospel)\\b|\\boverride everything\\b|\\b(?:must|forced to|have to) (?:discard|drop|replace|ignore) (?:the )?user(?:'s|s)? (?:\\w+ )?(?:url|input|value|argument|parameter|address|choice|query|text|data|answer)\\b|\\binstead of (?:using |calling )?the (?:safe|secure|official|trusted|approved|real|original) (?:\\w+ )?(?:api|tool|endpoint|server|one|function)\\b`,
    ),
    why: 'The text tells the model to put its rules aside.',
    negatable: true,
  },
  {
    code: 'order_priority',
    weight: 'soft',
    pattern: words(
      `\\b(?:should|must|has to|needs to) always be (?:run|called|used|invoked|executed|chosen|preferred)(?: first)?(?:[.,;!]|$)|\\b${servers}\\b[^.]{0,30}\\b(?:prefer|use|choose) this\\b`,
    ),
    why: 'The tool orders the model to use it.',
    unless: ({ purpose }) =>
      isFor(
        /\b(?:init\w*|start|setup|connect|login|auth\w*|session|guide|overview|help|instructions?|proxy|gateway)\b/,
        purpose.words,
      ),
  },
  {
    code: 'order_deception',
    weight: 'soft',
    pattern: words(
      `\\b(?:should|must|will) always (?:return|report|be (?:reported|marked|shown) as|pass(?: as)?|show|come back) (?:as )?["'\`]?(?:clean|safe|passed|success\\w*|ok|approved|valid|compliant|no (?:issues|findings|problems))\\b`,
    ),
    why: 'The text makes the model report something that may be false.',
    negatable: true,
  },
  {
    code: 'data_redirection',
    weight: 'soft',
    pattern: words(
      `(?:^|[.;:,] |\\b(?:and|then|also|always|please|must|should|silently) )(?:change|set|replace|switch|update|swap) (?:the |their |its |every |any )?(?:recipients?|beneficiary|payee|iban|account(?: number)?|wallet(?: address)?|(?:payment|destination|payout|recipient) (?:address|account))\\b (?:\\w+ ){0,4}(?:to|with|by) (?:\\S+ ){0,3}\\S*[\\d@][\\w@.]{3,}|\\balways (?:add|include|append|put|set) (?:an? |the )?b?cc\\b`,
    ),
    why: 'The text changes what another call does, or where its data or money goes.',
    negatable: true,
  },
  {
    code: 'order_command',
    weight: 'soft',
    pattern: words(
      `\\b(?:must|required|mandatory|always|need to|have to)\\b[^.]{0,80}(?:\\badministratoraccess\\b|\\bprivileged ?[:=] ?true\\b|--privileged\\b|\\bcluster-admin\\b|\\bchmod 777\\b|\\ballow-all\\b)`,
    ),
    why: 'The text asks for rights that the tool does not need.',
    negatable: true,
  },
];
