/** Secrets of one kind, and the words of tools that have to do with them. */
interface SecretFamily {
  /** The name of an argument, as lower-case words, or the start of its description. */
  readonly argument: RegExp;
  /** Words of a definition that explain such an argument. */
  readonly related: RegExp;
}

/** Providers whose keys open other things than the tool at hand. */
const provider =
  '(?:aws|azure|gcp|google|github|gh|gitlab|bitbucket|openai|anthropic|hugging ?face|hf|stripe|paypal|slack|npm|pypi|docker|cloudflare|digitalocean|heroku|vercel|twilio|okta)';

const families: readonly SecretFamily[] = [
  {
    argument: new RegExp(
      `\\b${provider} (?:\\w+ ){0,2}(?:secrets?|tokens?|keys?|pat|passwords?|credentials?|cookies?)\\b`,
    ),
    related: new RegExp(`\\b(?:${provider}|keys?|tokens?|secrets?|credentials?|auth\\w*|sign(?:s|ed|ing)?)\\b`),
  },
  {
    argument:
      /\b(?:ssh (?:private )?keys?|private keys?|id (?:rsa|ed25519)|kube ?config|vpn (?:profile|config)|etc (?:shadow|passwd)|(?:\.|dot )?env(?:ironment)? (?:file|dump|contents?)|process env\w*|all env\w*|environment variables?|env vars?|keychain|keyring|known hosts|authorized keys|shell history|bash history|git credentials?|service account(?: json)?|root password|admin password|sudo password)\b/,
    related:
      /\b(?:ssh|keys?|auth\w*|log ?in|sign(?:s|ed|ing|ature)?|secrets?|credentials?|vault|encrypt\w*|decrypt\w*|certificat\w*|tls|connect\w*|hosts?|servers?|cloud|clusters?|kube\w*|pods?|helm|deploy\w*|remote|shell|terminal|commands?|run|runs|execut\w*|process\w*|containers?|docker|env\w*|vpn|network|blockchain|wallets?|transactions?|config\w*|install\w*|build\w*|machines?|git|rotat\w*|users?|admin\w*|tunnel|scripts?|jobs?|tests?|sandbox|functions?|apps?|services?|workspace|project)\b/,
  },
  {
    argument:
      /\b(?:cvc|cvv|card (?:number|pin|cvc)|credit card|debit card|(?:bank|banking|card|atm) (?:pin|password|login)|pin(?: code)?|online banking \w+|seed phrase|recovery phrase|mnemonic|wallet (?:key|seed))\b/,
    related:
      /\b(?:pay\w*|cards?|checkout|orders?|purchas\w*|buy\w*|book\w*|bill\w*|charg\w*|refund\w*|subscri\w*|wallets?|banks?|accounts?|transfers?|donat\w*|invoice\w*|top[- ]?up|pins?|maps?|pinned|boards?|messages?|lock\w*|unlock\w*|door\w*|gpio|devices?|alarm|tan|blockchain|crypto\w*|seeds?|sim|phone|chips?|hardware|safe)\b/,
  },
  {
    argument:
      /\b(?:ssn|social security(?: number)?|national id(?:entit\w+)?(?: number)?|passport (?:no|number|id|scan)|mothers? maiden name|driver'?s? licen[cs]e(?: number)?|tax id|id card)\b/,
    related:
      /\b(?:passports?|visas?|travel\w*|trips?|flights?|book\w*|check[- ]?in|identit\w*|kyc|verif\w*|tax\w*|payroll|employ\w*|hr|hir\w+|patients?|insur\w*|banks?|accounts?|licen[cs]es?|citizen\w*|persons?|people|customers?|clients?|applica\w*|regist\w*|enrol\w*|loans?|credit|contracts?|rent\w*|members?|guests?|passengers?|students?|redact\w*|mask\w*|valid\w*|forms?|benefits?|ssn|social)\b/,
  },
  {
    argument:
      /\b(?:browser (?:history|cookies?|profile)|browsing history|search history|saved passwords|mail(?:box)? password|email password|one[- ]time (?:code|password)|otp|2fa(?: code)?|mfa code|clipboard|keystrokes|running processes)\b/,
    related:
      /\b(?:brows\w*|histor\w*|cookies?|pages?|tabs?|crawl\w*|scrap\w*|mail\w*|imap|smtp|inbox|log ?in|sign(?:s|ed|ing)?[- ]?(?:in|up)?|auth\w*|verif\w*|accounts?|passwords?|otp|2fa|mfa|codes?|clipboard|copy|copie[sd]|paste\w*|keyboard|typ(?:e|es|ing)|process\w*|banks?|pay\w*|transfers?|confirm\w*|recommend\w*|security|credentials?|roles?|sessions?)\b/,
  },
];

/**
 * Whether an argument takes a secret that has nothing to do with the tool: `kubeconfig` of a tool that finds rhymes. `argument` is its
 * name as lower-case words, `definition` the name, the title and the description of the tool.
 */
export function isForeignSecret(argument: string, description: string, definition: string): boolean {
  const start = description.toLowerCase().slice(0, 60);
  return families.some(
    (family) => (family.argument.test(argument) || family.argument.test(start)) && !family.related.test(definition),
  );
}
