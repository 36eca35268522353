import type { AuditFinding } from '#shared/domain/audit.ts';
import { type AuditRule, auditFinding } from './audit-rule.ts';
import { latinLook, nameKey } from './name-key.ts';
import { type NamedTool, type Neighbours, ownName, shortened } from './neighbours.ts';
import type { Purpose } from './purpose.ts';
import { speechOf } from './reading/mentions.ts';
import { type Sentence, sentencesOf } from './reading/sentences.ts';
import { namesIn, orderAbout } from './reading/tool-names.ts';

/** A name that passes for one of another source, and texts that say how tools of other sources are to be used. */
export const shadowing: AuditRule = ({ tool, texts, purpose, neighbours }) => {
  const source = tool.source ?? '';
  const name = ownName(tool);
  const findings: AuditFinding[] = [];
  const twin = twinOf(name, source, neighbours);
  if (twin) {
    findings.push(
      auditFinding(twin.isDisguised ? 'name_confusable' : 'tool_shadowing', {
        weight: twin.isDisguised ? 'hard' : 'soft',
        place: 'name',
        excerpt: name,
        why: `The name nearly is ${twin.name}, a tool of ${twin.source || 'another source'}.`,
      }),
    );
  }
  for (const { place, role, text } of texts) {
    if (role === 'name') continue;
    for (const sentence of sentencesOf(text)) {
      const why = shadowsIn(sentence, { isText: tool.is_text === true, name, source, purpose, neighbours });
      if (!why) continue;
      findings.push(auditFinding('tool_shadowing', { weight: 'soft', place, excerpt: sentence.text, why }));
      if (findings.length >= 20) return findings;
    }
  }
  return findings;
};

interface Twin {
  readonly name: string;
  readonly source: string;
  readonly isDisguised: boolean;
}

/** A tool of another source whose name looks like this one without being it. */
function twinOf(name: string, source: string, { byKey, byShortened, bySource }: Neighbours): Twin | null {
  if (bySource.size < 2 || name.length > 100) return null;
  const isForeign = latinLook(name) !== name.normalize('NFKC');
  const key = nameKey(name);
  if (isForeign) {
    const same = byKey.get(key)?.find((one) => one.source !== source && one.name !== name);
    if (same) return { ...same, isDisguised: true };
  }
  for (const look of looksOf(name)) {
    const same = byKey.get(nameKey(look))?.find((one) => one.source !== source && nameKey(one.name) !== key);
    if (same) return { ...same, isDisguised: true };
  }
  for (const left of shortened(key)) {
    const same = byShortened.get(left)?.find((one) => one.source !== source && isSlip(name, one.name));
    if (same) return { ...same, isDisguised: false };
  }
  return null;
}

/** The name with signs that look like letters as those letters. */
function looksOf(name: string): string[] {
  const looks = [
    name.replace(/I/g, 'l'),
    name.replace(/1/g, 'l'),
    name.replace(/0/g, 'o'),
    name.replace(/rn/g, 'm'),
    name.replace(/vv/g, 'w'),
  ];
  return looks.filter((look) => look !== name);
}

/** Whether two names differ by a slip in one long word, and not by its number, tense or another short word. */
function isSlip(name: string, other: string): boolean {
  const [left, right] = [wordsOf(name), wordsOf(other)];
  if (left.length !== right.length) return false;
  const differing = left.flatMap((word, at) => (word === right[at] ? [] : [[word, right[at] ?? ''] as const]));
  const [pair] = differing;
  if (differing.length !== 1 || !pair) return false;
  const [one, two] = pair;
  if (Math.max(one.length, two.length) < 5 || Math.min(one.length, two.length) < 4 || /\d/.test(one + two))
    return false;
  const [short, long] = one.length < two.length ? [one, two] : [two, one];
  if (long.length > short.length)
    return isOneLetterMore(long, short) && !(long.startsWith(short) && /[sdrnye]$/.test(long));
  return one.length >= 6 && one[0] === two[0] && one.at(-1) === two.at(-1) && isOneLetterOther(one, two);
}

function isOneLetterMore(long: string, short: string): boolean {
  let at = 0;
  while (at < short.length && long[at] === short[at]) at++;
  return long.length === short.length + 1 && long.slice(at + 1) === short.slice(at);
}

/** One letter is another one, or two neighbours changed their places. */
function isOneLetterOther(one: string, two: string): boolean {
  let at = 0;
  while (at < one.length && one[at] === two[at]) at++;
  const isTurned = one[at] === two[at + 1] && one[at + 1] === two[at];
  return one.slice(at + 1) === two.slice(at + 1) || (isTurned && one.slice(at + 2) === two.slice(at + 2));
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_\-. ]+/);
}

const directs =
  /\b(?:must|never|instead|replaces?|always|whenever|in (?:its|their) place|rather than|do not use|don't use|has a bug|is outdated|is broken|deprecated|should|have to|has to|rewrites?|first go)\b/i;
const otherServer =
  /\b(?:tools?|results?|answers?|functions?|descriptions?|output|calls?)\b[^.]{0,40}\b(?:of|in|from|on) the [\w-]+ server\b|\b(?:of|in|from|on) the [\w-]+ server (?:has|have|is|are|must|should)\b|\b(?!(?:the|this|our|mcp|your|its|a|an|each|every|same|own) server)[\w-]+ server's \w+/i;
const hook =
  /\b(?:when(?:ever)?|as soon as|each time|every time|if|anytime)\b (?!(?:this|it)\b)[^.]{0,50}?(?:\b[a-z]+_[a-z_]+\b|\b[\w-]+ tools?\b|'s [\w-]+)[^.]{0,30}\b(?:is|are|gets) (?:used|called|invoked|executed|wanted|about to run|available)|\b(?:when(?:ever)?|as soon as|each time|every time) [a-z]+_[a-z_]+ (?:runs|is about to)\b|\bwhen(?:ever)? (?:the )?(?:user|customer|somebody|someone) (?:asks|wants|tries|is about) to (?:use|call|run) (?:the )?`?[a-z]+_[a-z_]+\b/i;
const replaces =
  /^(?:replaces|supersedes|(?:a |the )?(?:better|safer|secure|improved|fixed) (?:version|replacement) (?:of|for)) `?[a-z]+[_-][a-z_]+/i;

/** An order to call a tool by its name in a client, which begins with its server: `mcp__github__create_issue`. */
const qualified =
  /\b(?:call|invoke|use|run|execute|trigger)\s+(?:the\s+)?(?:tool\s+)?["'`]?mcp__([a-zA-Z0-9-]+(?:_[a-zA-Z0-9-]+)*)__(\w+)/;

const useOf =
  /\b(?:before|after|prior to|when)\b[^.]{0,60}?\b(?:using|calling|invoking|running|executing)\s+(?:the\s+)?$/i;

/** Whether a sentence says which tool comes before another one, where neither has to do with this tool. */
function ordersOthers({ text }: Sentence, name: string): boolean {
  const own = new Set(wordsOf(name));
  const names = namesIn(text);
  const isOther = ({ name: other }: { readonly name: string }) => !wordsOf(other).some((word) => own.has(word));
  const used = names.find(({ span }) => useOf.test(text.slice(Math.max(0, span.index - 120), span.index)));
  const ordered = names.find((one) => one !== used && orderAbout(text, one)?.isDuty === true);
  return used !== undefined && ordered !== undefined && isOther(used) && isOther(ordered);
}

interface Place {
  readonly isText: boolean;
  readonly name: string;
  readonly source: string;
  readonly purpose: Purpose;
  readonly neighbours: Neighbours;
}

/** Why a sentence shadows tools of another source, or null. */
function shadowsIn(sentence: Sentence, { isText, name, source, purpose, neighbours }: Place): string | null {
  const { text } = sentence;
  const match = hook.exec(text) ?? otherServer.exec(text) ?? replaces.exec(text);
  const isDirect = (index: number, length: number) =>
    speechOf(sentence, { index, end: index + length }, purpose) === 'direct';
  if (match && !speaksOfItself(match[0], name, source, neighbours) && isDirect(match.index, match[0].length)) {
    if (directs.test(text) || replaces.test(text) || acts.test(text))
      return 'The text says how tools of another server are to be used.';
  }
  const own = neighbours.bySource.get(source);
  const [foreign, server, called = ''] = qualified.exec(text) ?? [];
  if (foreign !== undefined && server !== source && !isText && !purpose.meetsAttacks && !own?.has(called)) {
    if (isDirect(text.indexOf(foreign), foreign.length))
      return 'The text tells the model to call a tool of another server.';
  }
  if (!isText && own?.size === 1 && ordersOthers(sentence, name) && !purpose.meetsAttacks)
    return 'The text says in which order the model must call tools that are not this one.';
  if (neighbours.bySource.size < 2) return null;
  for (const named of namesIn(text)) {
    const order = orderAbout(text, named);
    if ((!order && !directs.test(text)) || own?.has(named.name)) continue;
    const other = otherWith(named.name, source, neighbours);
    // The marks around the name of a tool quote nothing when it is the object of an order.
    const { index, end } = order ? named.span : named;
    if (!other || !isDirect(index, end - index)) continue;
    const owner = `a tool of ${other.source || 'another source'}`;
    return order
      ? `The text tells the model to ${order.verb} ${named.name}, ${owner}.`
      : `The text says how ${named.name}, ${owner}, is to be used.`;
  }
  return null;
}

/** The tool of another source that has exactly this name. */
export function otherWith(name: string, source: string, { byKey }: Neighbours): NamedTool | undefined {
  return byKey.get(nameKey(name))?.find((one) => one.source !== source && one.name === name);
}

const acts = /\b(?:you|set|change|append|add|replace|swap|use \S+ as|push|put|include|call)\b/i;

function versionless(name: string): string {
  return name.replace(/[_.-]?v?\d+$/i, '');
}

/** Whether the words name only this tool and tools of its own source. */
function speaksOfItself(words: string, name: string, source: string, { bySource }: Neighbours): boolean {
  if (/\b(?:this|the) (?:tool|function)\b/i.test(words) && !/\bthe \S+ (?:tool|server)\b/i.test(words)) return true;
  const named = words.match(/\b[a-z]\w*_\w+\b/gi) ?? [];
  // A tool may replace its own earlier version.
  if (named.length > 0 && named.every((one) => versionless(one) === versionless(name))) return true;
  const own = bySource.get(source);
  return (
    named.length > 0 &&
    named.every(
      (one) =>
        one === name || (bySource.size > 1 && own?.has(one)) || (own !== undefined && own.size > 1 && own.has(one)),
    )
  );
}
