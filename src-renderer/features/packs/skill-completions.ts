import { type SkillFormat, skillFieldNames, taskTypeSchema } from '#shared/domain/skill.ts';
import type { EditorCompletions } from '../../ui/editor/code-editor.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { matchingTools, wordBefore } from './tool-words.ts';

/** Kinds of Monaco's completions: its enum exists only once Monaco is loaded. */
const kinds = { function: 1, enumMember: 16, property: 9, keyword: 17 } as const;

/** What the source offers: task types and tags where they belong, names of fields at the start of a line, tools anywhere else. */
export function skillCompletions({
  tools,
  tags,
  format,
}: {
  readonly tools: readonly string[];
  readonly tags: readonly string[];
  readonly format: SkillFormat;
}): EditorCompletions {
  return (model, { lineNumber, column }) => {
    const line = model.getLineContent(lineNumber).slice(0, column - 1);
    const item = (text: string, kind: number) => ({ label: visibleString(text), insertText: text, kind });
    if (/["']?task_type["']?\s*:\s*["']?\w*$/.test(line))
      return taskTypeSchema.options.map((one) => item(one, kinds.enumMember));
    if (/["']?tags["']?\s*:\s*\[?[^\]]*$/.test(line)) return tags.map((tag) => item(tag, kinds.keyword));
    const isYaml = format === 'yaml' || (format === 'md' && isFrontMatter(model.getLinesContent(), lineNumber));
    if (isYaml && /^[a-z_]*$/.test(line)) {
      return skillFieldNames
        .filter((name) => name !== 'derived' && (format !== 'md' || name !== 'body'))
        .map((name) => item(`${name}: `, kinds.property));
    }
    const word = wordBefore(line, line.length);
    if (!word) return [];
    const range = {
      startLineNumber: lineNumber,
      endLineNumber: lineNumber,
      startColumn: word.start + 1,
      endColumn: column,
    };
    return matchingTools(tools, word.text).map((name) => ({
      ...item(name, kinds.function),
      range,
      filterText: word.text,
    }));
  };
}

function isFrontMatter(lines: readonly string[], line: number): boolean {
  const end = lines.findIndex((text, index) => index > 0 && text.trim() === '---');
  return end < 0 || line <= end;
}
