import { assertNever } from '#shared/assert-never.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { PackSkill } from '#shared/domain/pack.ts';
import type { Skill, SkillFormat } from '#shared/domain/skill.ts';
import { skillFinding } from '#shared/domain/skill-finding.ts';
import { noFrontMatter, splitFrontMatter } from '#shared/text/front-matter.ts';
import { readJsonValues } from '#shared/text/json-values.ts';
import { withLineFeeds } from '#shared/text/skill-texts.ts';
import { type Found, isRecord, type PlacedValues, type ReadValues, type Unreadable } from '#shared/text/values.ts';
import { readYamlValues } from '#shared/text/yaml-values.ts';
import { readSkillMd } from '../formats/read-skill-md.ts';
import { contentHash } from './content-hash.ts';
import { readFrontMatter } from './front-matter.ts';
import { normaliseSkill } from './normalise-skill.ts';
import { originalKey, originalOf } from './original-skill-md.ts';

/** A file of skills and what is in it. */
export interface SkillFileText {
  /** As findings name it, and relative to its pack. */
  readonly file: string;
  readonly format: SkillFormat;
  readonly text: string;
  /** Name of the nth skill in the file where it gives itself none; n starts at 1 (R8.24, R8.25). */
  readonly nameFor: (n: number) => string;
  /** Told of each finding about a field: in the nth skill of the file, from 1, and which value of it. */
  readonly onFinding?: ((finding: Finding, n: number, path: readonly PropertyKey[]) => void) | undefined;
}

const maximumSkills = 20_000;
/** Limit of findings in one file; a file with more is not a file of skills, and listing each would fill the memory. */
const maximumFindings = 1000;

/** The skills of one file. What is wrong with one of them is a finding and leaves the others (R8.18, R8.19, R8.30). */
export function readSkillFile(given: SkillFileText): Found<readonly PackSkill[]> {
  const { file, format } = given;
  const text = withLineFeeds(given.text.replace(/^\ufeff/, ''));
  if (text.includes('\0')) {
    const line = text.slice(0, text.indexOf('\0')).split('\n').length;
    const message = 'The file contains a NUL character: it is not text, or it is damaged.';
    return {
      value: [],
      findings: [skillFinding('nul_character', { path: file, line }, message, 'Save it as UTF-8 text.')],
    };
  }
  const collector = new Collector(given);
  switch (format) {
    case 'md':
      collector.addMarkdown(text);
      break;
    case 'skill-md':
      collector.addSkillMd(text, given.text);
      break;
    case 'yaml':
      collector.addValues(readYamlValues(text));
      break;
    case 'json':
      collector.addValues(readJsonValues(text));
      break;
    case 'jsonl':
      for (const [i, line] of text.split('\n').entries()) {
        if (collector.isFull) break;
        if (line.trim() !== '') collector.addValues(readJsonValues(line, i + 1), { listAllowed: false });
      }
      break;
    default:
      assertNever(format);
  }
  return { value: collector.skills, findings: collector.findings };
}

class Collector {
  readonly skills: PackSkill[] = [];
  readonly findings: Finding[] = [];
  readonly #file: string;
  readonly #nameFor: (n: number) => string;
  readonly #onFinding: SkillFileText['onFinding'];
  #entries = 0;

  constructor({ file, nameFor, onFinding }: SkillFileText) {
    this.#file = file;
    this.#nameFor = nameFor;
    this.#onFinding = onFinding;
  }

  /** Whether there are too many problems to read on; reports that once. */
  get isFull(): boolean {
    if (this.findings.length < maximumFindings) return false;
    if (this.findings.every(({ code }) => code !== 'findings_cut')) {
      const message = `The file has more than ${maximumFindings} problems; the rest of it is not read.`;
      this.findings.push(skillFinding('findings_cut', { path: this.#file }, message, 'Correct these first.'));
    }
    return true;
  }

  addMarkdown(text: string): void {
    const parts = readFrontMatter(text);
    if (!parts) this.#say(noFrontMatter(text));
    else if (parts.values.ok) this.#addOne(parts.values.values, [], parts.body);
    else this.#say(parts.values.problem);
  }

  addSkillMd(text: string, original: string): void {
    const parts = readFrontMatter(text);
    if (!parts) this.#say(noFrontMatter(text));
    else if (!parts.values.ok) this.#say(parts.values.problem);
    else {
      const { value, findings } = readSkillMd({
        values: parts.values.values,
        body: parts.body,
        file: this.#file,
        folderName: this.#nameFor(1),
      });
      this.findings.push(...findings);
      if (value) this.#add(value, { line: 1, front_matter: frontMatterText(original), original });
    }
  }

  addValues(read: ReadValues, { listAllowed = true } = {}): void {
    if (!read.ok) {
      // It keeps its number, so that mending it renames no other.
      this.#entries++;
      this.#say(read.problem);
    } else if (listAllowed && Array.isArray(read.values.value)) {
      for (const i of read.values.value.keys()) {
        if (this.isFull) break;
        this.#addOne(read.values, [i]);
      }
    } else this.#addOne(read.values, []);
  }

  #addOne(values: PlacedValues, at: readonly PropertyKey[], body?: string): void {
    if (this.skills.length >= maximumSkills) {
      if (!this.findings.some(({ code }) => code === 'list_too_long')) {
        const message = `The file has more than ${maximumSkills} skills; the rest is left out.`;
        this.findings.push(
          skillFinding('list_too_long', { path: this.#file }, message, 'Split it into several files.'),
        );
      }
      return;
    }
    const n = ++this.#entries;
    const { value, findings } = normaliseSkill({
      values,
      at,
      body,
      file: this.#file,
      fallbackName: () => this.#nameFor(n),
      onFinding: (finding, path) => this.#onFinding?.(finding, n, path),
    });
    this.findings.push(...findings);
    if (!value) return;
    const given = at.reduce<unknown>((from, key) => (from as Record<PropertyKey, unknown>)[key], values.value);
    const original = isRecord(given) ? originalOf(given[originalKey], value.body) : null;
    this.#add(value, { line: values.placeOf(at).line, front_matter: null, original });
  }

  #add(skill: Skill, place: Pick<PackSkill, 'line' | 'front_matter' | 'original'>): void {
    const own = { content_hash: contentHash(skill), file: this.#file, folder_files: [], files_hash: null };
    this.skills.push({ ...skill, ...own, ...place });
  }

  #say({ code, message, hint, place }: Unreadable): void {
    const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
    this.findings.push(skillFinding(code, { path: this.#file, ...place }, text, hint));
  }
}

/** The text between the dashes, as it is written. */
function frontMatterText(text: string): string | null {
  const plain = text.replace(/^\ufeff/, '');
  const parts = splitFrontMatter(plain);
  return parts === null || 'problem' in parts ? null : plain.slice(parts.yaml.start, parts.yaml.end);
}
