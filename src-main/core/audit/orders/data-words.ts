import { gap, words } from './order-rule.ts';

/** Files that hold keys and passwords. */
export const secretFile = words(
  `(?:~|home|/root|users?)?/?\\.ssh(?:/\\w+)?\\b|\\bid_(?:rsa|ed25519|ecdsa|dsa)\\b|\\.aws/credentials|(?<![\\w.])\\.env\\b(?!\\.example)|/etc/(?:passwd|shadow)\\b|\\.netrc\\b|\\.gnupg\\b|\\.npmrc\\b|\\.pypirc\\b|\\.git-credentials\\b|\\bmcp\\.json\\b|claude_desktop_config|\\.kube/config|\\bgh/hosts\\.yml|\\.(?:bash|zsh)_history|wallet\\.dat|\\.docker/config|~/\\.config/[\\w./-]+|\\b(?:tokens?|credentials?|secrets?)\\.(?:json|ya?ml|toml|txt)\\b|\\b[\\w-]+\\.(?:pem|p12|pfx|keystore|jks)\\b|\\b(?:master|private|secret|id|server)[\\w-]*\\.key\\b|\\blogins\\.json\\b|\\bcookies\\.sqlite\\b|\\blogin data\\b(?= )|\\bsecurity find-generic-password\\b|\\.cursor/mcp|\\.(?:claude|codex|gemini|cursor|windsurf)/(?:settings|config|credentials|mcp|auth)[\\w.-]*|\\*\\.(?:pem|key|p12|pfx|kdbx)(?![\\w.])|/proc/(?:self|\\d+)/environ|/run/secrets|\\.kdbx\\b|\\bsecretsdump\\b`,
);

/** The files among them that no tool names by chance. */
export const keyFile = words(
  `/?\\.ssh\\b|\\bid_(?:rsa|ed25519|ecdsa|dsa)\\b|\\.aws/credentials|/etc/(?:passwd|shadow)\\b|\\.gnupg\\b|\\.git-credentials\\b|wallet\\.dat`,
);

/** Secrets and private data of a user. */
export const secretWord = words(
  `\\b(?:private|ssh|api|secret|access|encryption|signing|root|gpg) ?_?keys?\\b|\\bapi ?_?(?:keys?|tokens?)\\b|\\bapikeys?\\b|\\bprocess\\.env\\b|\\bos\\.environ\\b|\\bclipboard\\b|\\b(?:local|session)storage\\b|\\bkeyring\\b|\\binstalled (?:software|programs)\\b|\\bopen ports\\b|\\brunning processes\\b|\\btokens? you (?:find|have)\\b|\\bpasswords?(?: hash\\w*)?\\b|\\bauth(?:orization|entication)? headers?\\b|\\bpassport (?:numbers?|ids?)\\b|\\bc(?:vc|vv)\\b|\\bcredentials?\\b|\\b(?:access|auth\\w*|bearer|session|refresh|login) ?_?tokens?\\b|\\b(?:session )?cookies?\\b|\\bsecrets\\b|\\bthe secrets?\\b|\\benv(?:ironment)? ?_?var\\w*\\b|\\bconnection ?_?strings?\\b|\\b(?:seed|recovery) phrases?\\b|\\bone-time (?:codes?|passwords?)\\b|\\b(?:2fa|mfa|otp|password reset) (?:codes?|messages?)\\b|\\bcredit card\\b|\\bsocial security\\b|\\bidentity number\\b|\\bmedical records?\\b|\\b(?:browser|browsing|shell) history\\b|\\bsaved logins?\\b|\\bhome (?:folder|directory)\\b|\\b(?:user's|the) contacts\\b|\\b(?:location data|account name|bank details|personal data)\\b`,
);

/** Words of a conversation, a prompt or a session. */
export const talkWord = words(
  `\\b(?:conversation|chat|dialogu?e|message|session|tool[- ]call|prompt|interaction)s? ?_?(?:history|transcripts?|logs?|contents?)\\b|\\b(?:previous|prior|earlier|past|last|recent|all|whole|entire|full|complete|user's|users) (?:(?!error|commit|log|status|warning|validation|failure|without|picture)[\\w']+ ){0,3}(?:messages?|conversations?|chats?|prompts?|(?:user'?s? (?:\\w+ )?|last )question|questions|emails|inputs?|tool calls?|context|transcripts?)\\b|\\b(?:your|the) (?:(?:complete|full|entire|whole|own) )?system (?:prompt|message|instructions?)\\b|\\byour (?:complete|full|entire|own) (?:system )?instructions?\\b|\\btranscripts? of (?:everything|all|the (?:chat|conversation))\\b|\\beverything (?:the user|you|that was|that the user|they)\\b|\\bthis (?:chat|conversation)\\b|\\bwhat the user (?:wrote|said|asked)\\b|\\b(?:names?|list|descriptions?) of (?:all (?:the )?)?(?:your )?(?:tools|chats)\\b|\\ball (?:the )?tools (?:that )?you have\\b|\\blist of all chats\\b|\\b(?:real|whole|entire) chat\\b|\\b(?:every|each|all)(?: of the)? (?:user(?:'s|s)?|customer(?:'s)?|chat) (?:messages?|prompts?|questions?|inputs?|repl(?:y|ies))\\b`,
);

/** How much of a conversation is meant: all of it. */
export const allOfIt = words(
  `\\b(?:full|entire|whole|complete|verbatim|all|everything|every|each|previous|earlier|prior|last|recent|past|system prompt|system instructions|word for word)\\b`,
);

/** Verbs that carry data away, in the form of an order. */
export const moveVerb = words(
  `\\b(?:send|forward|post|upload|include|append|attach|embed|pass|supply|provide|paste|put|insert|copy|transmit|submit|hand|give|share|add|encode|fill|enter|report|dispatch|dump|set (?:the )?\\S+(?: \\w+)? to the (?:values?|outputs?|contents?)|call (?:\\S+ ){1,5}with|e-?mail|bcc|write|store|place|export|leak|exfiltrate|deliver|return|repeat|expose|mirror|relay|prepend|carry|list|hold|expects?|takes|keep|confirm|print|reveal|output|sent|passed|appended|attached|included|supplied|submitted|forwarded|copied|stored|recorded|logged|added|transmitted|exfiltrate|answer with|ends? with|starts? with|begins? with|contain)\\b`,
);

/** Verbs that fetch data, in the form of an order. */
export const readVerb = words(
  `\\b(?:read|open|load|access|fetch|get|look up|cat|collect|gather|list|query|search|retrieve|extract|grab|harvest|scan|obtain|dump|find|called|opened|export)\\b`,
);

/** Words that make a sentence an order to the model, beside the form of its verb. */
export const orderWord = words(
  `\\b(?:must|always|ha(?:ve|s) to|needs? to|required?|requires|should|before|first|prior to|in advance|ahead of|beforehand|after(?:wards)?|(?:each|every) (?:call|answer|request)|you|please|(?<!from )then(?! on)|also|as well|whenever|unless|once|along with|together with|to (?:authenticate|verify|prove|prevent|enable|improve|confirm|personali[sz]e)|for personali[sz]ation|as a quality|so that)\\b`,
);

/** The sentence begins with a verb in the form of an order, or has one after a comma or an "and". */
export const imperative = words(
  `(?:^|^as (?:[\\w-]+ ){1,2}|[,;:] (?:then |also |please |now )?|(?:^|[ (])["'“‘«\`*([>-]+ ?|\\b(?:and|then|also|please|always|but|otherwise|exceptions?|(?:forget|fail|hesitate|neglect|omit) to) )(?:send|forward|post|upload|include|append|attach|embed|pass|supply|provide|paste|put|insert|copy|transmit|submit|hand|give|share|add|encode|fill|collect|gather|list|read|open|load|fetch|get|look up|look|export|email|e-mail|use|call|run|write|store|keep|render|encode|print|reveal|drop|set|change|append|prepend|retrieve|extract|transmit|dispatch|dump)\\b`,
);

/** Addresses outside: a URL, an email, an IP address. */
export const address = words(
  `\\bhttps?://(?!(?:localhost|127\\.[\\d.]+|10\\.[\\d.]+|192\\.168\\.[\\d.]+|0\\.0\\.0\\.0|\\[::1\\])\\.?(?:[:/?#\\s,)"'\`{]|$))[^\\s)"'>\\]]+|\\b[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+\\b|\\b(?:\\d{1,3}\\.){3}\\d{1,3}(?::\\d+)?\\b`,
);

/** Where data goes, without an address: an endpoint, a partner, an account of somebody. */
export const sink = words(
  `\\b(?:endpoint|server|vendor|partner|second account|telemetry|analytics|audit|third part\\w+|backup address|sync address|remote|parameter|argument|field|header)\\b|\\bas (?:the )?\`?\\w+\`?[.,]?$|\\bin(?:to)? (?:the )?\`\\w+\``,
);

export const tamper = words(
  `\\b(?:change|replace|set|swap|redirect|reroute|modify|rewrite|override|multiply|substitute|alter|exchange|use|push|pay|append|switch|bcc|cc)\\b ${gap(6)}(?:recipients?|addresses|address|accounts?|amounts?|destinations?|wallets?|channels?|numbers?|paths?|urls?|ibans?|beneficiar\\w+|branch|parameters?|arguments?|content|message|to|for|with|first)\\b`,
);

/** The name of an environment variable that holds a secret, in a text as it is written. */
export const secretVariable = /\b[A-Z][A-Z0-9]*_(?:[A-Z0-9]+_)*(?:KEY|TOKEN|SECRET|PASSWORD)\b/;
