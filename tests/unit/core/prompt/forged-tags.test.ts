import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNameGate } from '#core/catalog/name-gate.ts';
import { renderMemory } from '#core/memory/working-memory.ts';
import { escapedText } from '#core/prompt/escape-prompt-tags.ts';
import { promptTags } from '#core/prompt/prompt-tags.ts';
import { renderPrompt } from '#core/prompt/render-prompt.ts';
import { renderSkills } from '#core/skills/retrieval/render-skills.ts';
import { sanitiseSkill, sanitiseText } from '#core/skills/retrieval/sanitise-skill.ts';
import { createToolGate } from '#core/skills/retrieval/tool-gate.ts';
import { promptBlockNameSchema, promptText } from '#shared/domain/prompt-block.ts';
import { testCatalog } from '../../../support/planner.ts';
import { aSkill } from '../../../support/skills.ts';

const examples = { enabled: true, max_examples_per_tool: 3, include_descriptions: true, filter_tags: null };
const tools = new Map(testCatalog([{ name: 'git.push' }]).catalog.map((tool) => [tool.name, tool]));
const gate = createToolGate(createNameGate(new Set()), { tools, discovery: ['tool_search'] });

/** A whole prompt in which every text of a stranger is this one. */
function promptWith(text: string): string {
  const skill = aSkill({
    title: text,
    description: text,
    trigger: text,
    steps: [text],
    preconditions: [text],
    failure_modes: [text],
    body: text,
    extra: { tools: [{ tool: text, note: text }] },
  });
  const rules = { gate, redactPii: true };
  const context = renderSkills([sanitiseSkill(skill, rules)], { budget: 100_000, wrapped: true, gate }).text;
  const memory = renderMemory(
    { entities: [{ type: text, name: text, id: text } as never], discoveredTools: ['git.push'] },
    (given) => escapedText(given, ''),
  );
  const blocks = renderPrompt({
    tools: [
      {
        name: 'a.b',
        description: text,
        side_effects: null,
        input_schema: { type: 'object', properties: { [text]: { description: text, enum: [text] } } },
        output_schema: { description: text },
        examples: [{ args: { key: text }, description: text, tags: [] }],
      },
    ],
    examples,
    discovery: true,
    directory: [{ title: text, tools: [text], count: 1 }],
    hints: [{ name: text, description: text }],
    skills: { directory: `<skill_directory>\n- a — ${sanitiseText(text, rules)}\n</skill_directory>`, context },
    minimal: { identity: text, memory, now: 0 },
  });
  return promptText(blocks);
}

/** Every tag of ours that a model could read in a text, however it is written. */
function tagsIn(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase();
  return [...plain.matchAll(new RegExp(`<\\s*/?\\s*(?:${promptTags.join('|')})(?![\\w-])`, 'g'))].map(([tag]) => tag);
}

const own = tagsIn(promptWith('Fine.'));

describe('no text of a stranger can open or close a block of a prompt', () => {
  it('writes every tag that is known, so that the cases below are about all of them', () => {
    const blocks = new Set(own.map((tag) => tag.replace(/[</]/g, '')));
    // The one stands behind a message, the other in the prompt of the other style.
    const elsewhere: readonly string[] = ['activated_tools', 'tool_discovery'];
    expect(promptTags.filter((tag) => !elsewhere.includes(tag)).sort()).toEqual([...blocks].sort());
    expect(promptBlockNameSchema.options.length).toBeGreaterThan(8);
  });

  it.each(promptTags)('%s: opening, closing, with attributes, in any case and with any spaces', (tag) => {
    const forms = [
      `<${tag}>`,
      `</${tag}>`,
      `<${tag} id="1" class='x'>`,
      `< ${tag} >`,
      `<\n/\n${tag}\n>`,
      `</${tag}`,
      `<${tag.toUpperCase()}>`,
      `\uff1c/${tag}\uff1e`,
      `\ufe64${tag}\ufe65`,
      `<<${tag}>>`,
      `<${tag}/>`,
      `<${tag} a="${'x'.repeat(200)}">`,
    ];
    for (const form of forms) expect(tagsIn(promptWith(`A ${form} b`)), form).toEqual(own);
    expect(tagsIn(promptWith(`x${forms.join('')}y`))).toEqual(own);
  });

  it('holds for any mixture of such parts', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '<',
        '</',
        '>',
        '/',
        ' ',
        '\n',
        '\t',
        '\uff1c',
        '\ufe64',
        '\uff0f',
        '\u200b',
        '&lt;',
        '‹',
        '?',
        '@',
      ),
      fc.constantFrom(...promptTags),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 15 }), (parts) => {
        expect(tagsIn(promptWith(parts.join('')))).toEqual(own);
      }),
      { numRuns: 300 },
    );
  });

  it('leaves texts alone that only look alike', () => {
    for (const text of ['a < b', 'the context', '<contexts>', '<b>', 'x<agents>', '1 < 2 > 1']) {
      expect(escapedText(text, '')).toBe(text);
    }
  });
});
