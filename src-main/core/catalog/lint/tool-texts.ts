import { pointerOf, walkJson } from '../../json/json-walk.ts';
import type { LintedTool } from './lint-rule.ts';

/** A text of a tool that a model reads, and where it stands. */
export interface ToolText {
  /** `name`, `description`, `input_schema/properties/owner/description`. */
  readonly path: string;
  readonly text: string;
}

/** Characters of one tool that are looked at; what comes after is not. */
const maximumLength = 2_000_000;

/**
 * Every text of a tool: name, title, description, and each text and property name of its schemas, since all of them reach a
 * prompt. Stops after two million characters.
 */
export function* toolTexts(tool: LintedTool): Generator<ToolText, void> {
  let left = maximumLength;
  for (const candidate of allTexts(tool)) {
    if (left <= 0) return;
    yield candidate.text.length > left ? { ...candidate, text: candidate.text.slice(0, left) } : candidate;
    left -= candidate.text.length;
  }
}

function* allTexts(tool: LintedTool): Generator<ToolText, void> {
  yield { path: 'name', text: tool.name };
  if (tool.title !== null) yield { path: 'title', text: tool.title };
  yield { path: 'description', text: tool.description };
  for (const field of ['input_schema', 'output_schema'] as const) {
    for (const node of walkJson(tool[field])) {
      if (node.key !== '' && !Array.isArray(node.parent?.value))
        yield { path: `${field}${pointerOf(node)}`, text: node.key };
      if (typeof node.value === 'string') yield { path: `${field}${pointerOf(node)}`, text: node.value };
    }
  }
}
