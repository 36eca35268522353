import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Words and phrases that docs/contributing/words.md replaces. `but` names the files that may use them, and says why. */
const replaced: readonly { readonly old: RegExp; readonly but?: RegExp; readonly in?: RegExp }[] = [
  // The picture of a board stays in the name, the glossary and the demo.
  { old: /\bdrawers?\b|\bon the board\b/i, but: /README|glossary|decisions|strings\/help|workspace\/demo/ },
  { old: /\bone a (line|row|tool|run|task|workspace|persona|query|file|command|test|scenario|month|day)\b/i },
  { old: /\bof which\b/i },
  { old: /\b(is|are) no \w+ (for|of)\b/i },
  { old: /\b(take|takes|took|taken) (it |them )?out\b/i },
  { old: /\bmend(s|ed)?\b/i },
  { old: /\b(throw|throws|threw|thrown) (all |it |them )?away\b/i },
  { old: /\bwhole path\b/i },
  { old: /\bright tools?\b/i },
  { old: /\banew\b/i },
  { old: /\bwithout a word\b/i },
  // The values of tool_search.type are shown in brackets behind their names.
  { old: /(^|[^({])\bfts\b/, in: /^src-renderer/ },
];

interface Text {
  readonly place: string;
  readonly text: string;
}

/** Texts with words between them. Lists of search words in small letters are for people who know the old terms. */
const isProse = (text: string) => /\p{L} \p{L}/u.test(text) && !/^[a-z\d .]+$/.test(text);

function literalsOf(path: string): readonly Text[] {
  const code = readFileSync(resolve(root, path), 'utf8');
  const texts: Text[] = [];
  const add = (text: string | null, start: number) => {
    if (text !== null && isProse(text))
      texts.push({ place: `${path}:${code.slice(0, start).split('\n').length}`, text });
  };
  new Visitor({
    Literal: ({ value, start }) => add(typeof value === 'string' ? value : null, start),
    TemplateElement: ({ value, start }) => add(value.cooked, start),
  }).visit(parseSync(path, code).program);
  return texts;
}

const linesOf = (path: string): readonly Text[] =>
  readFileSync(resolve(root, path), 'utf8')
    .split('\n')
    .map((text, index) => ({ place: `${path}:${index + 1}`, text: text.replace(/\]\([^)]*\)/g, ']') }))
    .filter(({ text }) => !text.startsWith('words: '));

async function paths(pattern: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const path of glob(pattern, { cwd: root })) found.push(path);
  return found.toSorted();
}

it('screens, messages and pages use the terms of docs/contributing/words.md', async () => {
  const code = (await paths('{src-renderer/strings,src-main,src-shared}/**/*.ts')).filter(
    (path) => !/thesaurus/.test(path),
  );
  const pages = (await paths('{README.md,CONTRIBUTING.md,docs/**/*.md}')).filter(
    (path) => !/node_modules|decisions|requirements|contributing\/words/.test(path),
  );
  const texts = [...code.flatMap(literalsOf), ...pages.flatMap(linesOf)];
  expect(texts.length).toBeGreaterThan(8000);
  const old = replaced.flatMap((rule) =>
    texts
      .filter(({ place, text }) => rule.old.test(text) && !rule.but?.test(place) && (rule.in?.test(place) ?? true))
      .map(({ place, text }) => `${place} ${rule.old.exec(text)?.[0]}: ${text.trim().slice(0, 100)}`),
  );
  expect(old).toEqual([]);
});

/** What a person reads or hears: the lint rule finds texts between tags, this list those of attributes. */
const readAttributes =
  /^(label|title|placeholder|alt|description|error|message|tooltip|heading|aria-(label|description|valuetext|roledescription))$/;

it('every text of a component is in the catalogue', async () => {
  const outside: string[] = [];
  const files = (await paths('src-renderer/**/*.{ts,tsx}')).filter((path) => !path.startsWith('src-renderer/strings/'));
  for (const path of files) {
    for (const { place, text } of literalsOf(path)) if (isSentence(text)) outside.push(`${place} ${text.slice(0, 80)}`);
    const code = readFileSync(resolve(root, path), 'utf8');
    new Visitor({
      JSXAttribute({ name, value }) {
        if (name.type !== 'JSXIdentifier' || value?.type !== 'Literal') return;
        const text = String(value.value);
        if (!readAttributes.test(name.name) && !(name.name === 'name' && /^\p{Lu}/u.test(text))) return;
        if (/\p{L}{2}/u.test(text) && !names.test(text)) outside.push(`${path} ${name.name}="${text}"`);
      },
    }).visit(parseSync(path, code).program);
  }
  expect(outside).toEqual([]);
});

/** Commands, paths, fields and examples: the same in every language. */
const names = /^(pegboard |npx |https?:|\/|null$|[a-z]+_[a-z_]+$|\{")|exports? [a-z]/;

/** A text that begins like a sentence or ends like one, and no error for programmers. */
function isSentence(text: string): boolean {
  if (names.test(text) || /needs (an? )?\w+|before it was open/.test(text)) return false;
  return /^\p{Lu}\p{Ll}+ \p{Ll}/u.test(text) || /\p{Ll}{2} \p{Ll}+[.…]$/u.test(text);
}

it('every entry of the catalogue is a sentence or a label, and no piece to append to one', async () => {
  const pieces: string[] = [];
  for (const path of await paths('src-renderer/strings/*.ts')) {
    const { strings = {} } = (await import(resolve(root, path))) as { strings?: object };
    for (const { place, text } of entriesOf(path, strings))
      if (/^[\s,;·]|[\s(,]$/.test(text)) pieces.push(`${place}: ${text}`);
  }
  expect(pieces).toEqual([]);
});

/** The texts of a catalogue; one with parameters is made with 2 for each of them. */
function entriesOf(place: string, entry: unknown): readonly { place: string; text: string }[] {
  if (typeof entry === 'string') return [{ place, text: entry }];
  if (typeof entry === 'function') return [{ place, text: String(entry(...Array(entry.length).fill(2))) }];
  return Object.entries(entry as object).flatMap(([key, inner]) => entriesOf(`${place} ${key}`, inner));
}

it('every entry of the catalogue is used', async () => {
  const files = (await paths('src-renderer/**/*.{ts,tsx}')).filter((path) => !path.startsWith('src-renderer/strings/'));
  const code = files.map((path) => readFileSync(resolve(root, path), 'utf8')).join('\n');
  const used = new Set([...code.matchAll(/strings\s*\.(\w+)\s*\.(\w+)/g)].map(([, group, key]) => `${group}.${key}`));
  const unused: string[] = [];
  for (const path of await paths('src-renderer/strings/*.ts')) {
    const { strings = {} } = (await import(resolve(root, path))) as {
      strings?: Record<string, Record<string, unknown>>;
    };
    for (const [group, entries] of Object.entries(strings))
      for (const key of Object.keys(entries)) if (!used.has(`${group}.${key}`)) unused.push(`${path} ${group}.${key}`);
  }
  expect(unused).toEqual([]);
});
