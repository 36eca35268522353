import { readFileSync, writeFileSync } from 'node:fs';
import { auditTexts } from '#core/audit/audit-texts.ts';
import { neighboursOf } from '#core/audit/neighbours.ts';
import { purposeOf } from '#core/audit/purpose.ts';
import { readSentences } from '#core/audit/speech/features.ts';
import { marginOf, scoreOf } from '#core/audit/speech/weigh.ts';
import { parseCapturedTools } from '#core/catalog/captured-tools.ts';
import { asInput, type CorpusRow, corpusRounds, corpusRows } from '../../tests/unit/core/audit/corpora.ts';
import { type Example, learn } from './learn.ts';

/** Of the harmless definitions of a round that the model does not know, this part may score above the threshold. */
const falsePositives = 0.009;

interface Labelled extends Example {
  readonly round: string;
}

/** All definitions of the corpora, round by round, and the tools that Pegboard ships, which are harmless. */
export function labelled(): Labelled[] {
  const rounds = corpusRounds.flatMap((round) =>
    (['malicious', 'harmless'] as const).flatMap((label) =>
      corpusRows(label, round).map((row) => ({
        round,
        isMalicious: label === 'malicious',
        sentences: sentencesOf(row),
      })),
    ),
  );
  const shipped = ['github', 'shop', 'slack', 'tasks'].flatMap((name) => {
    const text = readFileSync(new URL(`../../src-main/core/workspace/demo/${name}.json`, import.meta.url), 'utf8');
    return parseCapturedTools(text, `${name}.json`).flatMap(({ tools }) => tools);
  });
  return [
    ...rounds,
    ...shipped.map((tool) => ({
      round: 'shipped',
      isMalicious: false,
      sentences: sentencesOf({ tool: { description: '', ...tool } }),
    })),
  ];
}

function sentencesOf({ tool: definition, beside = [] }: Pick<CorpusRow, 'tool' | 'beside'>) {
  const [tool, ...others] = [definition, ...beside].map(asInput);
  if (!tool) return [];
  const neighbours = neighboursOf([tool, ...others]);
  return readSentences({ tool, purpose: purposeOf(tool), neighbours, texts: auditTexts(tool).texts });
}

/** The best score of each definition by a model that learned from the other rounds. */
export function leaveOneRoundOut(examples: readonly Labelled[]) {
  return [...new Set(examples.map(({ round }) => round))].flatMap((round) => {
    const { bias, weights } = learn(examples.filter((one) => one.round !== round));
    return examples
      .filter((one) => one.round === round)
      .map(({ isMalicious, sentences }) => ({
        round,
        isMalicious,
        score: Math.max(
          -99,
          ...sentences.map((one) => scoreOf(one.features, bias, weights) - marginOf(one, sentences.length)),
        ),
      }));
  });
}

/** The score from which on so few harmless definitions of unknown rounds are reported. */
function thresholdOf(unseen: ReturnType<typeof leaveOneRoundOut>): number {
  const harmless = unseen.filter(({ isMalicious }) => !isMalicious).map(({ score }) => score);
  return harmless.sort((left, right) => right - left)[Math.floor(harmless.length * falsePositives)] ?? 0;
}

/** The weights and the bias that all rounds give, as the file of the model has them: the same for the same corpora. */
export function learnedModel(examples: readonly Example[] = labelled()) {
  const { bias, weights } = learn(examples);
  return {
    bias: round(bias),
    weights: Object.fromEntries([...weights].map(([name, weight]) => [name, round(weight)])),
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

if (import.meta.main) {
  const examples = labelled();
  const threshold = round(thresholdOf(leaveOneRoundOut(examples)));
  const path = new URL('../../src-main/core/audit/speech/model.json', import.meta.url);
  writeFileSync(path, `${JSON.stringify({ threshold, ...learnedModel(examples) }, null, 2)}\n`);
}
