import { estimateTokens } from '#shared/tokens.ts';
import { tagged } from '../../prompt/prompt-tags.ts';
import { afterWhen } from '../formats/skill-md-keys.ts';
import type { SanitisedSkill } from './sanitise-skill.ts';
import type { ToolGate } from './tool-gate.ts';

/** Parts that a budget takes away, the least valuable first (R10.09). */
const droppable = ['failure_modes', 'preconditions', 'description', 'tools'] as const;
type Droppable = (typeof droppable)[number];

/** How much of a skill is shown. */
interface Cut {
  readonly dropped: ReadonlySet<Droppable>;
  /** Lines of the body and steps that are kept; infinite for all. */
  readonly bodyLines: number;
  readonly steps: number;
}

const nothingCut: Cut = { dropped: new Set(), bodyLines: Number.POSITIVE_INFINITY, steps: Number.POSITIVE_INFINITY };

export interface RenderedSkills {
  readonly text: string;
  /** Names of the skills in it, in their order. */
  readonly names: readonly string[];
  /** Tokens (estimate) before anything was cut, and of `text`. */
  readonly rawTokens: number;
  readonly tokens: number;
  /** Before anything was cut. */
  readonly rawText: string;
  /** The parts of each included skill that were removed. */
  readonly cuts: ReadonlyMap<string, readonly string[]>;
}

interface RenderOptions {
  /** Most tokens (estimate) of the whole text, wrapper included. */
  readonly budget: number;
  /** With the tags of a prompt block around it. */
  readonly wrapped: boolean;
  readonly gate: ToolGate;
}

/**
 * Skills as text within a budget (R10.05–R10.10): first whole parts go, from the last skill to the first, then lines of
 * bodies, then later steps; a skill that still does not fit goes as a whole. What was cut says so. No model is asked, and the
 * same skills and budget always give the same text. No skills give an empty text.
 */
export function renderSkills(skills: readonly SanitisedSkill[], options: RenderOptions): RenderedSkills {
  const layout = new Layout(skills, options);
  const rawText = layout.text();
  const rawTokens = estimateTokens(rawText);
  for (const part of droppable) if (!layout.fits()) layout.drop(part);
  if (!layout.fits()) layout.shorten('bodyLines', 0);
  if (!layout.fits()) layout.shorten('steps', 1);
  while (!layout.fits()) layout.removeLast();
  return {
    text: layout.text(),
    names: layout.names(),
    rawTokens,
    tokens: layout.tokens(),
    rawText,
    cuts: layout.cuts(),
  };
}

class Layout {
  readonly #options: RenderOptions;
  readonly #entries: { skill: SanitisedSkill; cut: Cut; text: string }[];

  constructor(skills: readonly SanitisedSkill[], options: RenderOptions) {
    this.#options = options;
    this.#entries = skills.map((skill) => ({
      skill,
      cut: nothingCut,
      text: renderSkill(skill, nothingCut, options.gate),
    }));
  }

  text(): string {
    if (this.#entries.length === 0) return '';
    const inner = this.#entries.map(({ text }) => text).join('\n\n');
    return this.#options.wrapped ? tagged('skill_context', inner) : inner;
  }

  tokens(): number {
    return estimateTokens(this.text());
  }

  fits(): boolean {
    return this.tokens() <= this.#options.budget;
  }

  names(): string[] {
    return this.#entries.map(({ skill }) => skill.name);
  }

  cuts(): Map<string, readonly string[]> {
    return new Map(this.#entries.map(({ skill, cut }) => [skill.name, shownOf(skill, cut).missing]));
  }

  drop(part: Droppable): void {
    for (let i = this.#entries.length - 1; i >= 0 && !this.fits(); i--) {
      const entry = this.#entries[i];
      if (entry) this.#cut(i, { ...entry.cut, dropped: new Set([...entry.cut.dropped, part]) });
    }
  }

  /** Fewer lines or steps, from the last skill to the first: as many as still fit, at least `least`. */
  shorten(what: 'bodyLines' | 'steps', least: number): void {
    for (let i = this.#entries.length - 1; i >= 0 && !this.fits(); i--) {
      const entry = this.#entries[i];
      if (!entry) continue;
      const count = what === 'steps' ? entry.skill.steps.length : entry.skill.body.split('\n').length;
      let [low, high] = [least, count];
      this.#cut(i, { ...entry.cut, [what]: least });
      if (!this.fits()) continue;
      // The text only grows with the lines that are kept.
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        this.#cut(i, { ...entry.cut, [what]: middle });
        if (this.fits()) low = middle;
        else high = middle - 1;
      }
      this.#cut(i, { ...entry.cut, [what]: low });
    }
  }

  removeLast(): void {
    this.#entries.pop();
  }

  #cut(i: number, cut: Cut): void {
    const entry = this.#entries[i];
    if (entry) this.#entries[i] = { ...entry, cut, text: renderSkill(entry.skill, cut, this.#options.gate) };
  }
}

function renderSkill(skill: SanitisedSkill, cut: Cut, gate: ToolGate): string {
  const has = (part: Droppable) => !cut.dropped.has(part);
  const { keptBody, steps, missing } = shownOf(skill, cut);
  const text = [
    `## ${skill.name}${skill.title === null ? '' : ` — ${skill.title}`}`,
    `When: ${afterWhen(skill.trigger)}`,
    ...(skill.description !== null && has('description') ? [`What: ${skill.description}`] : []),
    ...section('Before you start:', has('preconditions') ? skill.preconditions.map((entry) => `- ${entry}`) : []),
    ...section(
      'Steps:',
      steps.map((step, i) => `${i + 1}. ${step}`),
    ),
    ...section('If it goes wrong:', has('failure_modes') ? skill.failure_modes.map((entry) => `- ${entry}`) : []),
    ...section(
      'Tools:',
      has('tools') ? skill.tools.map(({ tool, note }) => `- ${tool}${note === '' ? '' : `: ${note}`}`) : [],
    ),
    ...(keptBody === '' ? [] : ['', keptBody]),
  ].join('\n');
  const hints = gate.deferredIn(text).map((name) => `If tool ${name} is not visible, use tool_search for '${name}'.`);
  const mark = missing.length === 0 ? [] : [`(truncated: ${missing.join(', ')} left out)`];
  return [text, ...hints, ...mark].join('\n');
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [heading, ...lines];
}

/** The rest of body and steps after a cut, and the names of the parts that were cut (R10.10). */
function shownOf(skill: SanitisedSkill, cut: Cut) {
  const body = skill.body === '' ? [] : skill.body.split('\n');
  const keptBody = body.slice(0, cut.bodyLines).join('\n').trimEnd();
  // Steps that were read off the body would only repeat it, while it is there as a whole.
  const showsSteps = !skill.stepsDerived || keptBody !== skill.body || body.length === 0;
  const steps = showsSteps ? skill.steps.slice(0, cut.steps) : [];
  const missing = [
    ...droppable
      .filter((part) => cut.dropped.has(part) && (skill[part]?.length ?? 0) > 0)
      .map((part) => part.replace('_', ' ')),
    ...(keptBody === skill.body ? [] : ['part of the text']),
    ...(showsSteps && steps.length < skill.steps.length ? [`steps after ${steps.length}`] : []),
  ];
  return { keptBody, steps, missing };
}
