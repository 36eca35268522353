import type { ToolExamplesConfig } from '#shared/domain/config.ts';
import type { Tool } from '#shared/domain/tool.ts';
import { containedJson, containedText } from './contained-text.ts';
import { selectExamples } from './select-examples.ts';

/** What a prompt says of a tool. */
export type PromptTool = Pick<
  Tool,
  'name' | 'description' | 'side_effects' | 'input_schema' | 'output_schema' | 'examples'
>;

/**
 * A tool's entry in the list (seed 000 §2.4): name, description, side effects, schemas, examples; what there is not has no
 * line, so a tool without examples looks as it does with examples off (R7.08–R7.10).
 */
export function renderTool(tool: PromptTool, config: ToolExamplesConfig): string {
  const lines = [`- name: ${containedText(tool.name, '  ')}`, `  desc: ${containedText(tool.description, '    ')}`];
  if (tool.side_effects !== null) lines.push(`  side_effects: ${tool.side_effects}`);
  lines.push(`  args_schema: ${containedJson(tool.input_schema)}`);
  if (tool.output_schema !== null) lines.push(`  out_schema: ${containedJson(tool.output_schema)}`);
  const examples = selectExamples(tool.examples, config);
  if (examples.length > 0) lines.push('  examples:');
  for (const { args, description } of examples) {
    lines.push(`    - args: ${containedJson(args)}`);
    if (config.include_descriptions && description) lines.push(`      # ${containedText(description, '      # ')}`);
  }
  return lines.join('\n');
}
