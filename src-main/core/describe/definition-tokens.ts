import type { Tool } from '#shared/domain/tool.ts';
import { toolDefinitionJson } from '#shared/domain/tool.ts';
import type { DefinitionTokens } from '#shared/domain/tool-detail.ts';
import { schemaArguments } from '../catalog/lint/schema-arguments.ts';
import { countTextTokens } from '../prompt/count-tokens.ts';
import { splitSentences } from './split-sentences.ts';

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
