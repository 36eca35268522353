const name = String.raw`[\w-]{0,60}?(?:passw(?:or)?d|pwd|passphrase|passcode|secret|token|api[_ -]?key|(?:access|private|secret)[_-]?key|credentials?)`;
const value = String.raw`(?!\[hidden\]|\$\{env:)(?:"[^"]+"|'[^']+'|[^\s,;&"']+)`;
const named = new RegExp(String.raw`(?<![\w-])(${name}["']?\s{0,5}[=:]\s{0,5})${value}`, 'gi');

/** The text of a person or a model with `[hidden]` for each value that is called a secret: `password=…`, `secret: …`, `api_key=…`. */
export function hideNamedSecrets(text: string): string {
  return text.replace(named, '$1[hidden]');
}
