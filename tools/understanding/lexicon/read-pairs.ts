import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageFolder } from './packages.ts';

/** A text in English and in another language. */
export type TextPair = readonly [english: string, foreign: string];

/** How each package calls a language. */
interface LanguageNames {
  readonly monaco: string;
  readonly payload: string;
  readonly grid: string;
  readonly electerm: string | null;
  readonly map: string;
  readonly stopwords: readonly string[];
}

const names = (code: string, more: Partial<LanguageNames> & Pick<LanguageNames, 'stopwords'>): LanguageNames => ({
  monaco: code,
  payload: code,
  grid: code.toUpperCase(),
  electerm: null,
  map: code,
  ...more,
});

/** The languages of the lexicon. */
export const languages: Readonly<Record<string, LanguageNames>> = {
  de: names('de', { electerm: 'de_de', stopwords: ['deu'] }),
  fr: names('fr', { electerm: 'fr_fr', stopwords: ['fra'] }),
  es: names('es', { electerm: 'es_es', stopwords: ['spa'] }),
  pt: names('pt', { monaco: 'pt-br', electerm: 'pt_br', map: 'pt-BR', stopwords: ['por', 'porBr'] }),
  it: names('it', { stopwords: ['ita'] }),
  pl: names('pl', { electerm: 'pl_pl', stopwords: ['pol'] }),
  ru: names('ru', { grid: '', electerm: 'ru_ru', stopwords: ['rus'] }),
  cs: names('cs', { grid: 'CZ', stopwords: ['ces'] }),
  tr: names('tr', { electerm: 'tr_tr', stopwords: ['tur'] }),
  ja: names('ja', { grid: 'JP', electerm: 'ja_jp', stopwords: ['jpn'] }),
  ko: names('ko', { grid: 'KR', electerm: 'ko_kr', stopwords: ['kor'] }),
  zh: names('zh', { monaco: 'zh-hans', grid: 'CN', electerm: 'zh_cn', map: 'zh-CN', stopwords: ['zho'] }),
};

/** Every text that the packages have in English and in a language. */
export async function readPairs(folder: string, language: string): Promise<TextPair[]> {
  const of = languages[language];
  if (!of) throw new Error(`No names for ${language}.`);
  return [
    ...(await editorPairs(folder, of.monaco)),
    ...(await exportedPairs(folder, '@payloadcms/translations', [
      'dist/languages/en.js',
      `dist/languages/${of.payload}.js`,
    ])),
    ...(await gridPairs(folder, of.grid)),
    ...(of.electerm === null
      ? []
      : await exportedPairs(folder, '@electerm/electerm-locales', [
          'dist/esm/en_us.mjs',
          `dist/esm/${of.electerm}.mjs`,
        ])),
    ...mapPairs(folder, of.map),
    ...annotationPairs(folder, language),
  ];
}

/** The stop words that the package `stopword` has for a language. */
export async function readStopWords(folder: string, language: string): Promise<string[]> {
  const lists = await Promise.all(
    (languages[language]?.stopwords ?? []).map(async (name) => {
      const module = await load(folder, 'stopword', `src/stopwords_${name}.js`);
      return Object.values(module).flat() as string[];
    }),
  );
  return lists.flat();
}

async function load(folder: string, name: string, path: string): Promise<Record<string, unknown>> {
  return import(pathToFileURL(join(packageFolder(folder, name), path)).href);
}

function readJson(folder: string, name: string, path: string): unknown {
  return JSON.parse(readFileSync(join(packageFolder(folder, name), path), 'utf8'));
}

/** The texts of an editor: those of its core by their place, where the English side is the pseudo-locale; its extensions by the English text. */
async function editorPairs(folder: string, language: string): Promise<TextPair[]> {
  const pack = (code: string) => `@codingame/monaco-vscode-language-pack-${code}`;
  const main = async (code: string) =>
    (await load(folder, pack(code), 'translations/main.i18n.json.js')).default as (string | undefined)[];
  const [english, foreign] = [await main('qps-ploc'), await main(language)];
  const ofCore = english.flatMap((text, i): TextPair[] => {
    const other = foreign[i];
    return text && other ? [[withoutPseudoAccents(text), other]] : [];
  });
  const extensions = join(packageFolder(folder, pack(language)), 'translations/extensions');
  const ofExtensions = readdirSync(extensions)
    .sort()
    .flatMap((file): TextPair[] => {
      const { contents } = JSON.parse(readFileSync(join(extensions, file), 'utf8')) as {
        contents: Record<string, Record<string, string>>;
      };
      return Object.entries(contents.bundle ?? {});
    });
  return [...ofCore, ...ofExtensions];
}

/** What the pseudo-locale writes in place of plain letters, beyond accents. */
const pseudoLetters: Readonly<Record<string, string>> = {
  æ: 'a',
  Æ: 'A',
  ø: 'o',
  Ø: 'O',
  µ: 'u',
  þ: 'b',
  Þ: 'B',
  ð: 'd',
  Ð: 'D',
  '§': 'S',
  ß: 'B',
};

function withoutPseudoAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[æÆøØµþÞðÐ§ß]/g, (letter) => pseudoLetters[letter] ?? letter);
}

/** The texts of two modules, by the path of their keys. */
async function exportedPairs(folder: string, name: string, [english, foreign]: [string, string]): Promise<TextPair[]> {
  const [one, other] = [await load(folder, name, english), await load(folder, name, foreign)];
  const value = (module: Record<string, unknown>) => module[Object.keys(module).sort()[0] ?? ''];
  return pairsByKey(value(one), value(other));
}

async function gridPairs(folder: string, language: string): Promise<TextPair[]> {
  if (language === '') return [];
  const module = await load(folder, '@ag-grid-community/locale', 'dist/package/main.esm.mjs');
  return pairsByKey(module.AG_GRID_LOCALE_EN, module[`AG_GRID_LOCALE_${language}`]);
}

/** Names of the things on a map: places, shops, properties of them. */
function mapPairs(folder: string, language: string): TextPair[] {
  const read = (code: string) =>
    (readJson(folder, '@openstreetmap/id-tagging-schema', `dist/translations/${code}.json`) as Record<string, unknown>)[
      code
    ];
  return pairsByKey(read('en'), read(language));
}

/** Names and keywords of characters: those of an emoji are side by side as one text. */
function annotationPairs(folder: string, language: string): TextPair[] {
  const read = (code: string) => {
    const file = readJson(folder, 'cldr-annotations-full', `annotations/${code}/annotations.json`) as {
      annotations: { annotations: Record<string, { default?: string[]; tts?: string[] }> };
    };
    return file.annotations.annotations;
  };
  const [english, foreign] = [read('en'), read(language)];
  return Object.entries(english).flatMap(([character, one]): TextPair[] => {
    const other = foreign[character];
    if (!other) return [];
    const texts = (['tts', 'default'] as const).map((key) =>
      [one[key] ?? [], other[key] ?? []].map((list) => list.join('; ')),
    );
    return texts.flatMap(([a, b]): TextPair[] => (a && b ? [[a, b]] : []));
  });
}

/** Texts under the same keys; lists of words are no texts: theirs do not correspond. */
function pairsByKey(english: unknown, foreign: unknown): TextPair[] {
  if (typeof english === 'string') return typeof foreign === 'string' ? [[english, foreign]] : [];
  if (!isRecord(english) || !isRecord(foreign)) return [];
  return Object.entries(english).flatMap(([key, value]) => pairsByKey(value, foreign[key]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
