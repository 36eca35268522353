import { type Tool, toolDefinitionJson } from '#shared/domain/tool.ts';
import type { DefinitionTokens } from '#shared/domain/tool-detail.ts';
import { schemaArguments } from '../catalog/lint/schema-arguments.ts';
import { countTextTokens } from '../prompt/count-tokens.ts';

/** Where a sentence stands: UTF-16 offsets, end exclusive. */
interface SentenceRange {
  readonly start: number;
  readonly end: number;
}

/** Characters that are split; the rest is one range, since nobody reads ten thousand sentences. */
const splitLength = 20_000;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences and lines of a text, in order and without gaps, white space with the sentence before it. */
export function splitSentences(text: string): SentenceRange[] {
  const head = text.slice(0, splitLength);
  const ranges = [...segmenter.segment(head)].map(({ index, segment }) => ({
    start: index,
    end: index + segment.length,
  }));
  const last = ranges.at(-1);
  if (last && text.length > head.length) ranges[ranges.length - 1] = { start: last.start, end: text.length };
  return ranges;
}

/** Arguments that are counted one by one. */
const maximumArguments = 300;

/** Tokens of every part of a definition, by both estimators. */
export function definitionTokens(tool: Tool): DefinitionTokens {
  const { name, description, input_schema, output_schema } = tool;
  return {
    definition: countTextTokens(toolDefinitionJson(tool)),
    name: countTextTokens(name),
    description: countTextTokens(description),
    sentences: splitSentences(description).map(({ start, end }) => ({
      start,
      end,
      tokens: countTextTokens(description.slice(start, end)),
    })),
    input_schema: countTextTokens(JSON.stringify(input_schema)),
    arguments: schemaArguments(input_schema)
      .slice(0, maximumArguments)
      .map((argument) => ({
        name: argument.name,
        pointer: argument.pointer,
        tokens: countTextTokens(`${JSON.stringify(argument.key)}:${JSON.stringify(argument.schema)}`),
      })),
    output_schema: output_schema === null ? null : countTextTokens(JSON.stringify(output_schema)),
  };
}
