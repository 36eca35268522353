/** A message and its advice as sentences of one line: a message that does not end like a sentence gets a full stop. */
export function joinedSentences(message: string, hint?: string): string {
  if (!hint) return message;
  return /[.!?:…]["'”’)\]]*$/.test(message.trimEnd()) ? `${message} ${hint}` : `${message}. ${hint}`;
}
