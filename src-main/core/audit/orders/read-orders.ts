import type { AuditCode } from '#shared/domain/audit.ts';
import type { Weight } from '../audit-rule.ts';
import type { Purpose } from '../purpose.ts';
import { isNegated, speechOf } from '../reading/mentions.ts';
import { type Sentence, sentencesOf } from '../reading/sentences.ts';
import { boasts } from './boasts.ts';
import { dataOrders } from './data-orders.ts';
import { messageOrders } from './message-orders.ts';
import { forbidsInOtherLanguages, movesData, otherLanguages } from './other-languages.ts';
import { overrideOrders } from './override-orders.ts';
import { priorityOrders } from './priority-orders.ts';
import { secrecyOrders } from './secrecy-orders.ts';

/** An order that a text gives, with the sentence that has it. */
export interface Order {
  readonly code: AuditCode;
  readonly weight: Weight;
  readonly why: string;
  readonly excerpt: string;
}

const rules = [...overrideOrders, ...secrecyOrders, ...priorityOrders, ...boasts, ...messageOrders];

/** The orders that a text gives to a model, each code once. Time is linear in the text. */
export function ordersIn(text: string, purpose: Purpose, isSecretArgument = false): Order[] {
  const found = new Map<AuditCode, Order>();
  for (const sentence of sentencesOf(text)) {
    for (const order of ordersOf(sentence, purpose, isSecretArgument)) {
      const known = found.get(order.code);
      if (!known || rankOf(order) > rankOf(known)) found.set(order.code, order);
    }
  }
  return [...found.values()];
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
    const match = pattern.exec(lower);
    if (!match || unless?.({ text, match, purpose })) continue;
    if (negatable && isNegated(text, match.index)) continue;
    if (code === 'order_override' && asTheUserSays.test(lower)) continue;
    const at = { index: match.index, end: match.index + match[0].length };
    const speech = speechOf(sentence, at, purpose);
    if (speech === 'mention') continue;
    yield { code, weight: speech === 'quoted' ? milder(weight) : weight, why, excerpt: around(text, at.index, at.end) };
  }
  for (const { index, end, ...order } of dataOrders({ sentence, purpose, isSecretArgument })) {
    yield { ...order, excerpt: around(text, index, end) };
  }
  yield* otherOrders(sentence, purpose);
}

function* otherOrders(sentence: Sentence, purpose: Purpose): Generator<Order, void> {
  const { text } = sentence;
  for (const language of otherLanguages) {
    if (!language.looks.test(text)) continue;
    const kinds = [
      ['order_override', 'hard', language.override, 'The text tells the model to ignore what it was told before.'],
      ['order_secrecy', 'soft', language.hide, 'The text hides from the user what the model does.'],
      ['order_priority', 'soft', language.first, 'The tool puts itself before all other tools.'],
      ['order_role', 'soft', language.role, 'The text gives the model another role.'],
    ] as const;
    for (const [code, weight, pattern, why] of kinds) {
      const match = pattern.exec(text);
      if (!match) continue;
      const at = { index: match.index, end: match.index + match[0].length };
      const speech = speechOf(sentence, at, purpose);
      if (speech !== 'mention')
        yield {
          code,
          weight: speech === 'quoted' ? milder(weight) : weight,
          why,
          excerpt: around(text, at.index, at.end),
        };
    }
    const data = movesData(language, text);
    if (!data || purpose.keepsSecrets || forbidsInOtherLanguages.test(text.replace(language.hide, ''))) continue;
    const at = { index: data.index, end: data.index + data[0].length };
    if (speechOf(sentence, at, purpose) === 'mention') continue;
    yield {
      code: 'data_exfiltration',
      weight: 'soft',
      why: 'The text makes the model pass on secrets or the conversation.',
      excerpt: around(text, at.index, at.end),
    };
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
