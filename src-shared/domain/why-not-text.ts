import { assertNever } from '../assert-never.ts';
import { withheldText } from './approval.ts';
import type { EditedField, WhyNotReason } from './why-not.ts';

/** A reason in a sentence or two: what happened, and what decides it. For people who may see everything. */
export function whyNotText(
  reason: WhyNotReason,
  { tool, query }: { readonly tool: string; readonly query: string },
): string {
  switch (reason.kind) {
    case 'unknown_name':
      return reason.did_you_mean.length === 0
        ? `There is no tool “${tool}”.`
        : `There is no tool “${tool}”. Did you mean ${reason.did_you_mean.join(', ')}?`;
    case 'source_disabled':
      return `Its source ${reason.source} is disabled, so its tools are out of the catalog.`;
    case 'not_approved':
      return `${withheldText(reason.withheld)} No search finds it until somebody approves it: pegboard review.`;
    case 'denied_by_policy':
      return `${policyText(reason)} No search of this caller can find it.`;
    case 'hidden_by_persona':
      return reason.pattern === null
        ? `Persona ${reason.persona} does not see it: no pattern of visible_tools matches its name.`
        : `Persona ${reason.persona} does not see it: hidden_tools has “${reason.pattern}”.`;
    case 'blank_query':
      return 'The query is blank, and a blank query finds nothing.';
    case 'always_loaded':
      return `It is always in the prompt (${reason.mode_reason.detail}), so the search leaves it out. ${withBoard(reason.rank)}`;
    case 'not_deferred':
      return `Nothing defers it (${reason.mode_reason.detail}), so it is in the prompt and the search leaves it out. ${withBoard(reason.rank)}`;
    case 'other_name':
      return reason.differs_by_case
        ? `exact tells upper and lower case apart: the name is ${tool}.`
        : `exact finds a tool by its whole name only, and the name is ${tool}.`;
    case 'pattern_does_not_match':
      return `The pattern ${cut(reason.pattern)} matches neither its name nor its description nor one of its tags.`;
    case 'no_common_term':
      return `It has no word of “${cut(query)}” that counts, in any form.`;
    case 'earlier_step_answered':
      return `${count(reason.candidates, 'tool has', 'tools have')} every word of the query, so tools with only some of them were not asked for. It lacks ${reason.missing.map((word) => `“${word}”`).join(', ')}.`;
    case 'lower_tier':
      return `It is number ${reason.rank}: the pattern matches ${tiers[reason.tier]}, and ${reason.ahead.map(({ tier, tools }) => `${tools} ${tools === 1 ? 'tool' : 'tools'} by ${tiers[tier]}`).join(', ')} come first.`;
    case 'cut_by_limit':
      return `It is number ${reason.rank}, and ${reason.by === 'request' ? `the limit is ${reason.limit}` : `max_search_results in pegboard.yaml is ${reason.limit}`}.`;
    case 'ranked_behind':
      return `It matches, but ${count(reason.rank - 1, 'tool matches', 'tools match')} better: it is number ${reason.rank}, and ${reason.limit} are shown.`;
    case 'too_weak':
      return `It would be number ${reason.rank}, but it fits the query poorly, and tool_search.weak_results is “drop”.`;
    case 'found':
      return reason.rank === 1
        ? 'It is found: the first result.'
        : `It is found: number ${reason.rank} of the results.`;
    default:
      return assertNever(reason);
  }
}

const tiers = {
  full_name: 'its whole name',
  name_prefix: 'the start of its name',
  name_substring: 'a part of its name',
  description_or_tags: 'its description or tags',
} as const;

function policyText({ by, rule, missing_tags }: Extract<WhyNotReason, { kind: 'denied_by_policy' }>): string {
  const whose = by === 'workspace' ? 'The policy of the workspace' : 'The policy of this search';
  switch (rule) {
    case 'denied_tools':
      return `${whose} denies it: denied_tools has its name.`;
    case 'allowed_tools':
      return `${whose} denies it: allowed_tools does not have its name.`;
    case 'require_tags':
      return `${whose} denies it: it lacks the tag ${missing_tags.map((tag) => `“${tag}”`).join(', ')} of require_tags.`;
  }
}

function withBoard(rank: number | null): string {
  return rank === null ? 'It would not match either.' : `With those included it would be number ${rank}.`;
}

function count(number: number, one: string, many: string): string {
  return number === 1 ? `One ${one}` : `${number} ${many}`;
}

function cut(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120).toWellFormed()}…` : text;
}

/** What an edit adds to, as people say it. */
export const editedFieldText: Readonly<Record<EditedField, string>> = {
  phrases: 'search phrase',
  tags: 'tags',
  usage_hint: 'usage hint',
  description: 'description',
  first_sentence: 'first sentence',
};
