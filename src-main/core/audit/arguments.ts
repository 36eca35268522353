import { allArguments } from './all-arguments.ts';
import { type AuditRule, auditFinding, findingsUpTo, type Weight } from './audit-rule.ts';
import { isForeignSecret } from './foreign-secrets.ts';
import { ownName } from './neighbours.ts';
import { allOfIt, talkWord } from './orders/data-words.ts';
import { type Purpose, spacedName } from './purpose.ts';
import { isNegated } from './reading/mentions.ts';

const maximumFindings = 20;

/** What only a model knows: its conversation, its prompt, its tools, its thoughts. */
const insides =
  /\b(?:(?:conversation|chat|message|dialogue?|session|prompt)s? (?:history|logs?|contexts?|transcripts?)|(?:user|previous|prior|past|recent|all) (?:messages|prompts|tool calls|conversations?)|tool calls? (?:history|log)|system (?:prompt|message|instructions?)|chain of thought|internal monologue|scratchpad|(?:model|llm|assistant|full|conversation) context|available tools|tools? list|sidenotes?|side notes?|hidden \w+)\b/;
/** What nobody needs in order to compute or to look something up. */
const secret =
  /\b(?:(?:ssh )?private keys?|api keys?|passwords?|secrets?|credentials?|env(?:ironment)?(?: vars?| variables?)?|cookies?|access tokens?|ssh keys?|tokens?)\b/;
/** A secret that opens more than the service of the tool. */
const ofUser = /\b(?:user'?s?|login|master|bank|email|e-mail|admin\w*|your own)\b/;
const power = /\b(?:commands?|cmd|shell|exec|script|webhooks?|callback(?: url)?|sql|eval)\b/;
/** The same where a description openly says that it is run. */
const runsAnything = /^(?:exec|cmd|shell|command|shell command|post command|pre command|eval|hook|post hook)$/;
const executes =
  /\b(?:shell|system|os|bash) commands?\b(?:[^.]{0,30}\b(?:execute|run)|$| for\b)|\b(?:execute|run)s? (?:a |any |this )?(?:shell |system |os )?commands?\b/;
const runsCommands =
  /\b(?:shell|bash|terminal|commands?|cmd|scripts?|exec\w*|runs?|running|install\w*|packages?|sandbox|console|ssh|powershell|docker|containers?|ci|pipelines?|builds?|tests?|tasks?|jobs?|process\w*|cron|schedul\w+|hooks?|deploy\w*|watch\w*|launch\w*|start\w*)\b/;
const location = /\b(?:paths?|files?|urls?|uris?|hosts?|directory|folder)\b/;
const loose =
  /^(?:context|feedback|notes?|memo|metadata|meta|extras?|extra info|trace|telemetry|debug|comments?|remarks?|user (?:data|info)|personal info|auth|proof|background)$/;

/** Names that say what the argument is misused for. */
const harm =
  /^(?:exfil\w*(?: \w+)?|c2(?: \w+)?|backdoor\w*|attackers?(?: \w+)?|stolen \w+|steal \w+|victims?(?: \w+)?|leaked \w+|hidden payload)$/;

/** Arguments that do not fit what the tool is for, and that no description explains. */
export const strangeArguments: AuditRule = ({ tool, purpose }) => {
  if (purpose.meetsAttacks) return [];
  const { findings, add } = findingsUpTo(maximumFindings);
  const definition = spacedName(
    `${ownName(tool)} ${tool.title ?? ''} ${opening(tool.description ?? '')}`,
  ).toLowerCase();
  for (const { name, schema, place } of allArguments(tool)) {
    const described = schema?.description ?? schema?.title;
    const description = typeof described === 'string' ? described.slice(0, 2000) : '';
    const spoken = spacedName(name.slice(0, 200)).toLowerCase().trim();
    const found =
      schema?.type !== 'boolean' && isForeignSecret(spoken, description, definition)
        ? foreign
        : strangeness(spoken, description, purpose);
    if (!found) continue;
    add(
      auditFinding('capability_mismatch', {
        ...found,
        place,
        excerpt: description === '' ? name : `${name}: ${description}`,
      }),
    );
  }
  // One loose argument is common, and several in a tool that computes are not.
  const [first, second] = findings;
  if (first && second && findings.every(({ severity }) => severity === 'info')) {
    return [{ ...first, severity: 'warning' }, ...findings.slice(1)];
  }
  return findings;
};

/** What a description says before it explains arguments: those would excuse themselves. */
function opening(description: string): string {
  return (
    /^[\s\S]{0,400}?(?=\n\s*\n|\n\s*(?:args?|arguments|parameters|inputs?)\b|$)/i.exec(
      description.slice(0, 400),
    )?.[0] ?? ''
  );
}

const foreign = {
  weight: 'soft',
  why: 'The argument takes a secret or private data that have nothing to do with what the tool is for.',
} as const;

function strangeness(name: string, description: string, purpose: Purpose): { weight: Weight; why: string } | null {
  const lower = description.toLowerCase();
  const talk = talkWord.exec(lower);
  const asksForTalk = talk !== null && allOfIt.test(talk[0]) && !isNegated(lower, talk.index);
  // Somebody may print a side note: without a word about it, it is for what the model knows.
  const isSideNote = description !== '' && /^(?:side ?notes?)$/.test(name);
  if (!purpose.converses && ((insides.test(name) && !isSideNote) || asksForTalk)) {
    return {
      weight: 'soft',
      why: 'The argument takes what only the model knows: its conversation, its prompt or its thoughts.',
    };
  }
  if (harm.test(name))
    return { weight: 'soft', why: 'The name of the argument says that it is there to steal or to attack.' };
  if (runsAnything.test(name) && executes.test(lower) && !runsCommands.test(purpose.words)) {
    return { weight: 'soft', why: 'The argument takes a command or an address that the tool does not need.' };
  }
  if (!purpose.computes) return null;
  if (secret.test(name)) {
    return {
      weight: description === '' || ofUser.test(lower) ? 'soft' : 'hint',
      why: 'The argument takes a secret that the tool does not need.',
    };
  }
  if (power.test(name)) {
    return {
      weight: description === '' ? 'soft' : 'hint',
      why: 'The argument takes a command or an address that the tool does not need.',
    };
  }
  if (description !== '') return null;
  if (location.test(name))
    return { weight: 'hint', why: 'The argument takes a file or an address, and nothing explains why.' };
  return loose.test(name) ? { weight: 'hint', why: 'The argument takes any text, and nothing explains why.' } : null;
}
