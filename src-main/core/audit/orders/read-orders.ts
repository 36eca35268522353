import type { AuditCode } from '#shared/domain/audit.ts';
import type { Weight } from '../audit-rule.ts';
import type { Purpose } from '../purpose.ts';
import { isNegated, speechOf } from '../reading/mentions.ts';
import { plainText } from '../reading/plain-text.ts';
import { type Sentence, sentencesOf } from '../reading/sentences.ts';
import { bluntOrders } from './blunt-orders.ts';
import { boasts } from './boasts.ts';
import { dataOrders } from './data-orders.ts';
import { messageOrders } from './message-orders.ts';
import { openHarm } from './open-harm.ts';
import { matchesOf } from './order-rule.ts';
import {
  changesOthers,
  forbidsInOtherLanguages,
  movesData,
  openHarmInOtherLanguages,
  otherLanguages,
  tellsSystemPrompt,
  withoutReminders,
} from './other-languages.ts';
import { overrideOrders } from './override-orders.ts';
import { priorityOrders } from './priority-orders.ts';
import { secrecyOrders } from './secrecy-orders.ts';
import { shortOrders } from './short-orders.ts';
import { steeringOrders } from './steering-orders.ts';

/** An order that a text gives, with the sentence that has it. */
export interface Order {
  readonly code: AuditCode;
  readonly weight: Weight;
  readonly why: string;
  readonly excerpt: string;
}

const rules = [
  ...overrideOrders,
  ...secrecyOrders,
  ...priorityOrders,
  ...boasts,
  ...messageOrders,
  ...bluntOrders,
  ...shortOrders,
  ...openHarm,
  ...steeringOrders,
];

/** The orders that a text gives to a model, each code once. Time is linear in the text. */
export function ordersIn(text: string, purpose: Purpose, isSecretArgument = false): Order[] {
  const found = new Map<AuditCode, Order>();
  for (const sentence of readingsOf(text)) {
    for (const order of ordersOf(sentence, purpose, isSecretArgument)) {
      const known = found.get(order.code);
      if (!known || rankOf(order) > rankOf(known)) found.set(order.code, order);
    }
  }
  return [...found.values()];
}

/** The sentences of a text, then those that it has only without its marks. */
function readingsOf(text: string): Sentence[] {
  const sentences = sentencesOf(text);
  const plain = plainText(text);
  if (plain === text) return sentences;
  const known = new Set(sentences.map((sentence) => sentence.text));
  return [...sentences, ...sentencesOf(plain).filter((sentence) => !known.has(sentence.text))];
}

/** What the model may do, and only when it is asked to do just that: "You may override it if the user asks you to." */
const asTheUserSays =
  /\b(?:may|can|only)\b[^.]{0,200}(?<!even )\bif (?:the )?(?:user|customer|they) (?:explicitly |specifically )?(?:asks?|requests?|tells?)(?: (?:you|for it|it))?(?: to)?[.!]?$/;

function rankOf({ weight }: Order): number {
  return { hint: 0, soft: 1, hard: 2 }[weight];
}

function* ordersOf(sentence: Sentence, purpose: Purpose, isSecretArgument: boolean): Generator<Order, void> {
  const { text, lower } = sentence;
  for (const { code, weight, pattern, why, unless, negatable } of rules) {
    // Nearly every rule ends here, and its matches cost more than this.
    if (!pattern.test(lower)) continue;
    for (const match of matchesOf(pattern, lower)) {
      if (unless?.({ text, match, purpose })) continue;
      if (negatable && isNegated(text, match.index)) continue;
      if (code === 'order_override' && asTheUserSays.test(lower)) continue;
      const said = saidAt(sentence, match, purpose);
      if (!said) continue;
      yield { code, weight: said.isQuoted ? milder(weight) : weight, why, excerpt: said.excerpt };
      break;
    }
  }
  for (const { index, end, ...order } of dataOrders({ sentence, purpose, isSecretArgument })) {
    yield { ...order, excerpt: around(text, index, end) };
  }
  yield* otherOrders(sentence, purpose);
}

/** The words of a match as they are said, or null where they are only spoken about. */
function saidAt(
  sentence: Sentence,
  match: RegExpExecArray,
  purpose: Purpose,
): { readonly isQuoted: boolean; readonly excerpt: string } | null {
  const at = { index: match.index, end: match.index + match[0].length };
  const speech = speechOf(sentence, at, purpose);
  return speech === 'mention'
    ? null
    : { isQuoted: speech === 'quoted', excerpt: around(sentence.text, at.index, at.end) };
}

const inAnyLanguage = [
  {
    code: 'tool_shadowing',
    pattern: changesOthers,
    why: 'The tool says that it changes what another tool does.',
  },
  {
    code: 'order_command',
    pattern: openHarmInOtherLanguages,
    why: 'The tool says that it does harm to the computer or its user.',
  },
  {
    code: 'data_exfiltration',
    pattern: tellsSystemPrompt,
    why: 'The text makes the model pass on the conversation or its own instructions.',
  },
] as const;

function* otherOrders(sentence: Sentence, purpose: Purpose): Generator<Order, void> {
  for (const { pattern, ...order } of inAnyLanguage) {
    const match = purpose.meetsAttacks ? null : pattern.exec(sentence.text);
    const said = match && !isNegated(sentence.text, match.index) ? saidAt(sentence, match, purpose) : null;
    if (said) yield { ...order, weight: 'soft', excerpt: said.excerpt };
  }
  for (const language of otherLanguages) {
    if (!language.looks.test(sentence.text)) continue;
    const text = language.reading?.(sentence.text) ?? sentence.text;
    const kinds = [
      ['order_override', 'hard', language.override, 'The text tells the model to ignore what it was told before.'],
      ['order_secrecy', 'soft', language.hide, 'The text hides from the user what the model does.'],
      ['order_priority', 'soft', language.first, 'The tool puts itself before all other tools.'],
      ['order_role', 'soft', language.role, 'The text gives the model another role.'],
    ] as const;
    for (const [code, weight, pattern, why] of kinds) {
      if (!pattern.test(text)) continue;
      for (const match of matchesOf(pattern, text)) {
        const said = saidAt(sentence, match, purpose);
        if (!said) continue;
        yield { code, weight: said.isQuoted ? milder(weight) : weight, why, excerpt: said.excerpt };
        break;
      }
    }
    const data = movesData(language, text);
    const isForbidden = forbidsInOtherLanguages.test(withoutReminders(text.replace(language.hide, '')));
    const said = data && !purpose.keepsSecrets && !isForbidden ? saidAt(sentence, data, purpose) : null;
    if (!said) continue;
    const why = 'The text makes the model pass on secrets or the conversation.';
    yield { code: 'data_exfiltration', weight: 'soft', why, excerpt: said.excerpt };
  }
}

/** Words in quotation marks say less. */
function milder(weight: Weight): Weight {
  return weight === 'hard' ? 'soft' : 'hint';
}

function around(text: string, index: number, end: number): string {
  const from = Math.max(0, index - 50);
  const to = Math.min(text.length, end + 60);
  return `${from > 0 ? '…' : ''}${text.slice(from, to).trim()}${to < text.length ? '…' : ''}`;
}
