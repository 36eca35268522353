import type { Skill } from '#shared/domain/skill.ts';
import { isRecord } from '#shared/text/values.ts';
import type { ToolGate } from './tool-gate.ts';

/**
 * A skill as a reader's model may get it: no text of it names a tool that the reader may not use (R11.12, R11.15), or a skill
 * that it may not see. Tags and notes on such a one are left out. Everything that serves skills, searches among them, works on this, so that a hidden name is not
 * found by asking for it either. The skill itself where nothing had to go; null where its very name is that of a tool.
 */
export function gateSkill<OfSkill extends Skill>(skill: OfSkill, gate: ToolGate): OfSkill | null {
  if (gate.mentionsTool(skill.name)) return null;
  const texts = (list: readonly string[]) => list.map(gate.text);
  const { tools } = skill.extra;
  const gated: OfSkill = {
    ...skill,
    title: skill.title === null ? null : gate.text(skill.title),
    description: skill.description === null ? null : gate.text(skill.description),
    trigger: gate.text(skill.trigger),
    tags: skill.tags.filter((tag) => !gate.mentions(tag)),
    steps: texts(skill.steps),
    preconditions: texts(skill.preconditions),
    failure_modes: texts(skill.failure_modes),
    body: gate.text(skill.body),
    extra: Array.isArray(tools) ? { ...skill.extra, tools: gateNotes(tools, gate) } : skill.extra,
  };
  return JSON.stringify(gated) === JSON.stringify(skill) ? skill : gated;
}

/** `tools: [name, {tool, note}]` as pack authors write it. */
function gateNotes(notes: readonly unknown[], gate: ToolGate): unknown[] {
  return notes.flatMap((entry) => {
    const tool = isRecord(entry) ? entry.tool : entry;
    if (typeof tool !== 'string' || gate.mentions(tool)) return [];
    return isRecord(entry) && typeof entry.note === 'string' ? [{ ...entry, note: gate.text(entry.note) }] : [entry];
  });
}
