import { readdirSync, readFileSync } from 'node:fs';
import { Marked, type Token, type Tokens } from 'marked';
import { parse } from 'yaml';

/** A page of the documentation as the help of the app shows it. */
export interface HelpPage {
  /** `guide/search` */
  readonly id: string;
  readonly title: string;
  /** The first paragraph, as plain text. */
  readonly summary: string;
  /** Id of the screen where the task is done. */
  readonly screen?: string;
  /** Other words that people search for, and the headings of the page. */
  readonly words: string;
  /** All that follows the title. No pictures; links lead to other pages of the help by `data-page`. */
  readonly html: string;
}

/** What the help shows of `docs/`. */
export interface HelpTexts {
  readonly guide: readonly HelpPage[];
  readonly concepts: readonly HelpPage[];
  readonly reference: readonly HelpPage[];
  /** Terms of the glossary with their meaning, as plain text. */
  readonly glossary: readonly { readonly title: string; readonly text: string }[];
}

const docs = new URL('../', import.meta.url);
/** Its terms are a list of their own. */
const glossary = 'concepts/glossary';
const parts = ['guide', 'concepts', 'reference'] as const;

/** Reads the pages of the help. The texts are ours: their HTML needs no sanitizing. */
export function helpTexts(): HelpTexts {
  const ids = parts.flatMap((part) =>
    readdirSync(new URL(`${part}/`, docs))
      .filter((name) => name.endsWith('.md') && name !== 'index.md')
      .sort()
      .map((name) => `${part}/${name.slice(0, -3)}`)
      .filter((id) => id !== glossary),
  );
  const pages = ids.map((id) => readPage(id, new Set(ids)));
  const of = (part: string) => pages.filter(({ id }) => id.startsWith(`${part}/`));
  return { guide: inOrder(of('guide')), concepts: of('concepts'), reference: of('reference'), glossary: terms() };
}

/** The pages of the guide as its first page lists them. */
function inOrder(pages: readonly HelpPage[]): readonly HelpPage[] {
  const index = readFileSync(new URL('guide/index.md', docs), 'utf8');
  const place = ({ id }: HelpPage) => index.indexOf(`(${id.slice('guide/'.length)}.md)`);
  return pages.toSorted((a, b) => place(a) - place(b));
}

function readPage(id: string, ids: ReadonlySet<string>): HelpPage {
  const { front, tokens } = tokensOf(id);
  const [title, ...rest] = tokens.filter((token) => token.type !== 'space' && !isPicture(token));
  const first = rest.find(({ type }) => type === 'paragraph');
  const headings = rest.filter(({ type }) => type === 'heading').map(plain);
  return {
    id,
    title: title ? plain(title) : id,
    summary: first ? plain(first) : '',
    ...(front.screen === undefined ? {} : { screen: front.screen }),
    words: [front.words ?? '', ...headings].join(' '),
    html: rendererFor(id, ids).parser(rest),
  };
}

function terms(): HelpTexts['glossary'] {
  const { tokens } = tokensOf(glossary);
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading' || token.depth !== 2) return [];
    const end = tokens.findIndex(({ type }, at) => at > index && type === 'heading');
    const text = tokens.slice(index + 1, end < 0 ? undefined : end).filter(({ type }) => type === 'paragraph');
    return [{ title: plain(token), text: text.map(plain).join(' ') }];
  });
}

function tokensOf(id: string): { readonly front: FrontMatter; readonly tokens: readonly Token[] } {
  const text = readFileSync(new URL(`${id}.md`, docs), 'utf8').replaceAll(/<!--[\s\S]*?-->/g, '');
  const [, front = '', body = text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  return { front: (parse(front) ?? {}) as FrontMatter, tokens: new Marked().lexer(body) };
}

interface FrontMatter {
  readonly screen?: string;
  readonly words?: string;
}

/** Pictures are not in the package. */
function isPicture(token: Token): boolean {
  return token.type === 'paragraph' && token.tokens?.every(({ type }) => type === 'image') === true;
}

/** The words of a token, without marks. */
function plain(token: Token): string {
  if ('tokens' in token && token.tokens) return token.tokens.map(plain).join('');
  const text = 'text' in token ? String(token.text) : token.raw;
  return text.replaceAll('\n', ' ').replaceAll('&lt;', '<');
}

function rendererFor(id: string, ids: ReadonlySet<string>): Marked {
  const [part] = id.split('/');
  return new Marked({
    renderer: {
      // The title of the page is a third heading in the help.
      heading({ depth, tokens }: Tokens.Heading) {
        const level = Math.min(depth + 2, 6);
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        const page = new URL(href.split('#')[0] ?? '', `docs://pages/${part}/`).pathname.slice(1).replace(/\.md$/, '');
        return ids.has(page) && page !== id ? `<a href="#" data-page="${page}">${text}</a>` : text;
      },
    },
  });
}
