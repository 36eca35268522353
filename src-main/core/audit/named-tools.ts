import type { AuditInput } from './audit-input.ts';
import { type AuditRule, auditFinding, findingsUpTo, type Weight } from './audit-rule.ts';
import type { AuditText } from './audit-texts.ts';
import { nameKey } from './name-key.ts';
import { type Neighbours, ownName } from './neighbours.ts';
import { spacedName } from './purpose.ts';
import { speechOf } from './reading/mentions.ts';
import { sentencesOf } from './reading/sentences.ts';
import { namesIn, orderAbout, type ToolOrder } from './reading/tool-names.ts';

/** From so many tools of a server on, its list says which names are its own. One tool alone says nothing about the others. */
const knownFrom = 3;
const maximumFindings = 10;

/**
 * Orders to call, prefer, avoid or replace a tool by its name that neither the tool's own server nor another one of the audit has. A
 * server knows its own tools; one that directs others takes part in work that nobody gave it. The order counts where the list of the
 * server is known: alone, a definition that names its siblings looks the same. `shadowing` has the names of other sources.
 */
export const namedTools: AuditRule = ({ tool, texts, purpose, neighbours }) => {
  const siblings = neighbours.bySource.get(tool.source ?? '');
  if (tool.is_text || !siblings || siblings.size < knownFrom) return [];
  const { findings, add } = findingsUpTo(maximumFindings);
  const isOwn = ownNames(tool, texts, siblings);
  for (const { place, role, text } of texts) {
    if (role !== 'prose') continue;
    for (const sentence of sentencesOf(text)) {
      for (const named of namesIn(sentence.text)) {
        const order = orderAbout(sentence.text, named);
        if (!order) continue;
        const weight = weightOf(order);
        if (!weight || isOwn(named.name) || isElsewhere(named.name, neighbours)) continue;
        if (speechOf(sentence, named.span, purpose) === 'mention') continue;
        const why = `The text tells the model to ${order.verb} ${named.name}, which this server does not have.`;
        if (!add(auditFinding('tool_shadowing', { weight, place, excerpt: sentence.text, why }))) return findings;
        break;
      }
    }
  }
  return findings;
};

function weightOf({ verb, isForAll, isDuty }: ToolOrder): Weight | null {
  if (verb !== 'call') return 'hint';
  return isForAll || isDuty ? 'soft' : null;
}

function isElsewhere(name: string, { byKey }: Neighbours): boolean {
  return byKey.get(nameKey(name))?.some((one) => one.name === name) === true;
}

/** Whether a name belongs to the tool: that of a sibling in any spelling, of an argument, or a value. */
function ownNames(tool: AuditInput, texts: readonly AuditText[], siblings: ReadonlySet<string>) {
  const values = new Set(texts.flatMap(({ role, text }) => (role === 'prose' || text.length > 100 ? [] : [text])));
  return (name: string): boolean => {
    if (siblings.has(name) || values.has(name) || name === ownName(tool)) return true;
    const { whole, parts } = spellingsOf(siblings);
    const [key = '', ...shorter] = wordKeys(name);
    // Another act on the same thing, in two words or more, is at home here too.
    const isPart = (one: string) => whole.has(one) || (one.includes(' ') && parts.has(one));
    return whole.has(key) || parts.has(key) || shorter.some(isPart);
  };
}

interface Spellings {
  readonly whole: ReadonlySet<string>;
  /** The names without one of their words: servers leave out their own name, or the kind of a thing. */
  readonly parts: ReadonlySet<string>;
}

/** Once for each server, or every tool of a long list would read all the others. */
const spellings = new WeakMap<ReadonlySet<string>, Spellings>();

function spellingsOf(siblings: ReadonlySet<string>): Spellings {
  const known = spellings.get(siblings);
  if (known) return known;
  const keys = [...siblings].map(wordKeys);
  const made = {
    whole: new Set(keys.flatMap(([key]) => key ?? [])),
    parts: new Set(keys.flatMap(([, ...shorter]) => shorter)),
  };
  spellings.set(siblings, made);
  return made;
}

/** The words of a name in one order and without plurals, then the same without each of its words. */
function wordKeys(name: string): string[] {
  const words = spacedName(name.slice(0, 100))
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '');
  const sorted = words.map((word) => word.replace(/(?<=\w{3})ies$/, 'y').replace(/(?<=\w{3})s$/, '')).sort();
  if (sorted.length < 2) return [sorted.join(' ')];
  return [sorted.join(' '), ...sorted.map((_, at) => sorted.toSpliced(at, 1).join(' '))];
}
