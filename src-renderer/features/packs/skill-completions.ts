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
    // A tag is more than what Monaco takes for a word.
    const tagRange = {
      startLineNumber: lineNumber,
      endLineNumber: lineNumber,
      startColumn: column - (/[^\s,["']*$/.exec(line)?.[0].length ?? 0),
      endColumn: column,
    };
    const tagItem = (tag: string) => ({ ...item(tag, kinds.keyword), range: tagRange });
    if (/["']?task_type["']?\s*:\s*["']?\w*$/.test(line))
      return taskTypeSchema.options.map((one) => item(one, kinds.enumMember));
    if (/["']?tags["']?\s*:\s*\[?[^\]]*$/.test(line)) return tags.map(tagItem);
    if (/^\s*-\s+[\w-]*$/.test(line) && ofList(model.getLinesContent(), lineNumber) === 'tags')
      return tags.map(tagItem);
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

/** The field whose entries stand here, one per line; null where no field has entries. */
function ofList(lines: readonly string[], line: number): string | null {
  const head = lines.slice(0, line - 1).findLast((text) => text.trim() !== '' && !/^\s*(?:-|#)/.test(text));
  return /^["']?(\w+)["']?\s*:\s*(?:#.*)?$/.exec(head ?? '')?.[1] ?? null;
}

function isFrontMatter(lines: readonly string[], line: number): boolean {
  const end = lines.findIndex((text, index) => index > 0 && text.trim() === '---');
  return end < 0 || line <= end;
}
