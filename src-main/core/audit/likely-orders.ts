import { type AuditRule, auditFinding } from './audit-rule.ts';
import { readSentences } from './speech/features.ts';
import { excessOf, tellingWords } from './speech/weigh.ts';

const maximumFindings = 3;
/** Sentences of one definition that are weighed. */
const maximumSentences = 2000;

/**
 * Sentences that no rule knows, and that say what attacks say: a small model weighs what their words are about, near what, and in
 * what kind of tool. It only ever asks for a review. It learned from definitions of tools: instructions, prompts and skills tell a model
 * what to do by their nature.
 */
export const likelyOrders: AuditRule = ({ tool, texts, purpose, neighbours }) => {
  if (tool.is_text) return [];
  const sentences = readSentences({ tool, purpose, neighbours, texts }).slice(0, maximumSentences);
  return sentences
    .map((sentence) => ({ sentence, excess: excessOf(sentence, sentences.length) }))
    .filter(({ excess }) => excess > 0)
    .sort((left, right) => right.excess - left.excess)
    .slice(0, maximumFindings)
    .map(({ sentence }) => {
      const words = tellingWords(sentence).map((word) => `“${word}”`);
      return auditFinding('order_likely', {
        weight: 'soft',
        place: sentence.place,
        excerpt: sentence.text,
        why: `The sentence is like those of attacks in what it is about${words.length > 0 ? `: ${words.join(', ')}` : ''}.`,
      });
    });
};
