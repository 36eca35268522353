import { type Finding, finding } from '#shared/domain/finding.ts';
import { replaceHiddenCharacters } from '#shared/hidden-characters.ts';
import type { LintRule } from './lint-rule.ts';
import { toolTexts } from './tool-texts.ts';

const maximumFindings = 20;
const maximumText = 200_000;

/**
 * Words with which a definition gives orders instead of describing itself. Narrow on purpose: a rule that cries wolf over
 * "call list_repos first" is turned off. Texts come with single spaces, so that no pattern can go over them twice.
 */
const patterns: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  {
    what: 'asks to ignore other instructions',
    pattern:
      /\b(?:ignore|disregard|forget|override) (?:all |any )?(?:of )?(?:the |your |my |these )?(?:previous|prior|above|earlier|preceding|other|existing|original|system) (?:instructions?|prompts?|messages?|rules?|directions?|guidelines?)\b/i,
  },
  {
    what: 'orders the model about',
    pattern:
      /\byou (?:must|should|have to|need to) (?:always|never|only ever) (?:call|use|invoke|run|execute|prefer|trigger)\b/i,
  },
  {
    what: 'puts itself before every other tool',
    pattern:
      /\b(?:before|instead of|rather than) (?:using |calling |invoking |running )?(?:any|every|all)(?: of the)? other tools?\b|\b(?:never|do not|don't) (?:use|call|invoke) any other tools?\b/i,
  },
  {
    what: 'hides something from the user',
    pattern:
      /\b(?:do not|don't|never) (?:tell|inform|notify|mention (?:this |it )?to|reveal (?:this |it )?to|show (?:this |it )?to|alert) the user\b|\bwithout (?:telling|informing|notifying|alerting) the user\b/i,
  },
  {
    what: 'asks for the system prompt',
    pattern: /\b(?:reveal|print|repeat|output|include|send) (?:your |the )(?:full |entire |whole )?system prompt\b/i,
  },
  {
    what: 'imitates the mark-up of a prompt',
    pattern:
      /<\/?(?:important|system|instructions?|system[-_]reminder|hidden[-_]instructions?)>|<\|im_(?:start|end)\|>|\[\/?INST\]/i,
  },
];

/** Instructions aimed at a model, in any text of the tool: one finding a text, with the words that look like one. */
export const modelInstructions: LintRule = (tool) => {
  const findings: Finding[] = [];
  for (const { path, text } of toolTexts(tool)) {
    const plain = plainText(isName(path) ? spacedName(text) : text);
    const hit = patterns.map(({ what, pattern }) => ({ what, match: pattern.exec(plain) })).find(({ match }) => match);
    if (!hit?.match) continue;
    findings.push(
      finding('model_instructions', {
        message: `Text that ${hit.what}: “${excerpt(plain, hit.match.index, hit.match[0].length)}”.`,
        path,
        hint: 'A definition describes; it does not give orders. Read it before you trust this server, or replace the description in an overlay.',
      }),
    );
    if (findings.length >= maximumFindings) break;
  }
  return findings;
};

/** Whether the text is a name, of the tool or of a property: its words are run together. */
function isName(path: string): boolean {
  return path === 'name' || /\/properties\/[^/]+$/.test(path);
}

/** `ignore_previousInstructions.now` as words. */
function spacedName(text: string): string {
  return text.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_.\-/:]+/g, ' ');
}

/** Without hidden characters, which could split the words, and with single spaces. */
function plainText(text: string): string {
  return replaceHiddenCharacters(text.slice(0, maximumText), () => '').replace(/\s+/g, ' ');
}

function excerpt(text: string, index: number, length: number): string {
  const start = Math.max(0, index - 20);
  const end = Math.min(text.length, index + length + 30);
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
}
