import { type CapturedPrompt, isObject, type SourceParts } from './captured-source.ts';
import { sizeProblem } from './tool-size.ts';

export type { CapturedPrompt, SourceParts };

export const noParts: SourceParts = { instructions: null, prompts: [] };

/** Characters of instructions that are kept. */
const longestInstructions = 100_000;
/** Prompts of one server that are kept. */
const maximumPrompts = 1_000;

/** The parts in a list of a server, or in our copy of it. What is no prompt, or too large for one, is left out. */
export function readParts(value: unknown): SourceParts {
  if (!isObject(value)) return noParts;
  const { instructions, prompts } = value;
  const byName = new Map<string, CapturedPrompt>();
  for (const prompt of Array.isArray(prompts) ? prompts.slice(0, maximumPrompts) : []) {
    if (isPrompt(prompt) && !byName.has(prompt.name)) byName.set(prompt.name, prompt);
  }
  return {
    instructions:
      typeof instructions === 'string' && instructions.trim() !== ''
        ? instructions.slice(0, longestInstructions)
        : null,
    prompts: [...byName.values()],
  };
}

/** Whether an entry of a list is a prompt that can be compared. */
export function isPrompt(value: unknown): value is CapturedPrompt {
  return isObject(value) && typeof value.name === 'string' && value.name !== '' && sizeProblem(value) === null;
}

/** The parts as the fields of our copy; no field for what is not there. */
export function storedParts({ instructions, prompts }: SourceParts): Record<string, unknown> {
  return { ...(instructions !== null && { instructions }), ...(prompts.length > 0 && { prompts }) };
}
