import type { Tool } from '#shared/domain/tool.ts';
import { containedJson, containedText } from './contained-text.ts';

/** What a prompt says of a tool. */
export type PromptTool = Pick<Tool, 'name' | 'description' | 'side_effects' | 'input_schema' | 'output_schema'>;

/** A tool's entry in the list (seed 000 §2.4): name, description, side effects and schemas; what is not known has no line. */
export function renderTool(tool: PromptTool): string {
  const lines = [`- name: ${containedText(tool.name, '  ')}`, `  desc: ${containedText(tool.description, '    ')}`];
  if (tool.side_effects !== null) lines.push(`  side_effects: ${tool.side_effects}`);
  lines.push(`  args_schema: ${containedJson(tool.input_schema)}`);
  if (tool.output_schema !== null) lines.push(`  out_schema: ${containedJson(tool.output_schema)}`);
  return lines.join('\n');
}
