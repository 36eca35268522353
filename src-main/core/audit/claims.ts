import { allArguments } from './all-arguments.ts';
import { type AuditRule, auditFinding } from './audit-rule.ts';
import { ownName } from './neighbours.ts';
import { spacedName } from './purpose.ts';
import { isNegated } from './reading/mentions.ts';
import { sentencesOf } from './reading/sentences.ts';

/** Names of tools that take something away for good. */
const destroys =
  /^(?:\w+ )?(?:delete|remove|drop|purge|wipe|erase|destroy|truncate|kill|terminate|overwrite|uninstall|revoke|transfer|pay|withdraw)\b/;
const readOnly =
  /(?:^|[.!\n(]\s*)(?:(?:this|the) (?:tool|function|operation|call) (?:is|runs|works)(?: \w+)? |it is |a |an |safe,? |strictly |purely )*read[- ]only\b(?! (?:mode|replica|access|token|scope|user|copy|db|database|flag|attribute|file))/i;

/** Names of tools that change something for others. */
const changes = /^(?:create|update|write|send|post|insert|upload|modify|edit|publish|deploy|commit|push|merge)\b/;

interface Claim {
  /** What a sentence promises. */
  readonly promise: RegExp;
  /** What another sentence does all the same. */
  readonly breach: RegExp;
  readonly why: string;
}

const claims: readonly Claim[] = [
  {
    promise:
      /\bread[- ]only\b(?! (?:mode|replica|access|token|scope|user|copy|db|database|flag|attribute|file))|\bdry[- ]run only\b|\bnothing is (?:modified|changed|written|deleted)\b|\bno side effects\b|\bsafe and reversible\b/,
    breach:
      /\b(?:(?:deletes|removes|drops|wipes|purges|erases|truncates|overwrites|destroys) (?:all |the |any |every |old |stale |it|them)|runs? (?:drop|delete|truncate) |hard delete|(?:is|are|get) (?:then |also )?(?:permanently )?(?:deleted|removed|wiped|erased|purged) (?:after|as|when|once|from)|applies (?:the|all|it)\b)/,
    why: 'The text promises that nothing is changed, and says that something is.',
  },
  {
    promise:
      /\b(?:entirely|completely|fully|purely|strictly|100 ?%|works?|runs?) (?:offline|locally)\b|\bnothing leaves\b|\bnever leaves? (?:your|the|this) (?:machine|device|computer)\b|\bno (?:network|internet)(?: access| connection| calls?)?\b/,
    breach:
      /\b(?:uploads|sends|posts|transmits|forwards|streams) (?:the|it|them|all|every|your|a copy|its|each|results?|data)\b[^.]{0,60}\b(?:to|at|for)\b/,
    why: 'The text promises that nothing leaves the computer, and says that something does.',
  },
];

/** Definitions that contradict themselves: a tool that deletes by its name and calls itself read-only, a promise that the next sentence breaks. */
export const contraryClaims: AuditRule = ({ tool, purpose }) => {
  if (tool.is_text || purpose.meetsAttacks) return [];
  const name = ownName(tool);
  const description = (tool.description ?? '').slice(0, 5000);
  const found = (place: string, excerpt: string, why: string) => [
    auditFinding('capability_mismatch', { weight: 'soft', place, excerpt, why }),
  ];
  const spoken = spacedName(name.slice(0, 200)).toLowerCase();
  if (changes.test(spoken) && isHinted(tool.annotations)) {
    return found(
      'annotations/readOnlyHint',
      name,
      'Its name says that the tool changes something, but the tool calls itself read-only.',
    );
  }
  if (destroys.test(spoken)) {
    const why =
      'Its name says that the tool does something that cannot be undone, but the tool calls itself read-only.';
    const claim = readOnly.exec(description);
    if (claim) return found('description', `${name}: ${claim[0].trim()}`, why);
    if (isHinted(tool.annotations)) return found('annotations/readOnlyHint', name, why);
  }
  const sentences = sentencesOf(description);
  const more = purpose.computes ? sentences.find(({ lower }) => doesMore.test(lower)) : undefined;
  if (more)
    return found(
      'description',
      more.text,
      'Its name says that the tool only computes or looks something up, but its description says that it does more.',
    );
  if (readOnly.test(description)) {
    const argument = [...allArguments(tool)].find((one) =>
      takesAway.test(spacedName(one.name.slice(0, 200)).toLowerCase()),
    );
    if (argument)
      return found(
        argument.place,
        argument.name,
        'The tool calls itself read-only, but has an argument that deletes something.',
      );
  }
  for (const { promise, breach, why } of claims) {
    const promised = sentences.find(({ lower }) => promise.test(lower));
    if (!promised) continue;
    for (const { lower, text } of sentences) {
      const match = breach.exec(lower);
      if (!match || isNegated(text, match.index) || conditional.test(lower.slice(0, match.index))) continue;
      return found('description', `${promised.text} … ${text}`, why);
    }
  }
  return [];
};

const doesMore =
  /^(?:it |and )?also (?:reads|writes|sends|uploads|deletes|executes|collects|posts|copies) (?:(?:all|any|every|local|other|your|the|user'?s?) )*(?:files?|everything|data|disks?|folders?|systems?|results?|inputs?|commands?|messages?|e-?mails?|user\b|it\b|them\b)/;
const takesAway =
  /^(?:delete|remove|drop|purge|wipe|erase|destroy|truncate|overwrite)(?: (?:flag|all|it|now|records?|files?|rows?|data))?$/;

/** What another tool, a mode or the user does. */
const conditional = /\b(?:if|unless|when|which|that|use|mode|flag|instead|whether)\b/;

function isHinted(annotations: unknown): boolean {
  return (
    typeof annotations === 'object' &&
    annotations !== null &&
    'readOnlyHint' in annotations &&
    annotations.readOnlyHint === true
  );
}
