import { formatPlural } from './count.ts';

export const strings = {
  skillAnswers: {
    noSkillGetSearch: 'No skill to get: the search found none.',
    wholeSkill: 'the whole skill',
    leftOutOfFormatted: (cut: string) => `Left out of formatted_context, which holds max_tokens 1,500: ${cut}.`,
    skillToGet: 'Skill to get',
    formatSkillGet: 'Format of skill_get',
    format: (value: string) => `format ${value}`,
  },
  skillDetails: {
    detailsSkill: 'Details of the skill',
    skill: 'skill',
    whyMatches: 'Why it matches',
    onlyBody:
      'Only the body of this skill contains a word of the query. Bodies are searched when no field of any skill matches, and their scores have no shares.',
    tierWorthOnlyHighest: (tier: string, value: string, scoreRaw: string) =>
      `Tier ${tier}: ${value}, worth ${scoreRaw}. Only the highest tier of a skill counts.`,
    nameEqualsQuery: 'The name equals the query.',
    fromRawValueScore: 'From raw value to score',
    steps: 'Steps',
    corpus: 'Corpus',
    skillsAverageLengthTokens: (skills: string, averageLength: string) =>
      `${skills} skills · average length ${averageLength} tokens`,
    k1BOrderScore: (k1: string, b: string) => `k1 ${k1} · b ${b} · order: score, shorter name, name`,
    onlySkills: 'Only the skills that this persona can see',
    thisSkill: (length: number) => `this skill ${length}`,
  },
  skillRow: {
    scoreRelativeToCandidates: (score: number) => `Score ${score}, relative to the candidates of this response`,
  },
  skillScore: {
    gainFromBody: (gain: string) => `gain ${gain}: from the body`,
    gain: (gain: string, fieldPercentages: string) => `gain ${gain}: ${fieldPercentages}`,
    nameEqualsQuery: 'The name equals the query.',
    tierTexts: {
      full_name: 'the pattern matches the whole name',
      name_prefix: 'the pattern matches the start of the name',
      name_substring: 'the pattern matches inside the name',
      other_field: 'the pattern matches in the title, trigger, description or a tag',
      body: 'the pattern matches in the body only',
    },
    score: 'score',
    rawBm25: 'raw bm25',
    sqlitesBm25Lower: 'SQLite’s bm25(): lower is better',
    gain2: 'gain',
    rawSumContributionsAbove: '−raw: the sum of the contributions above',
    scoreRaw: 'score_raw',
    valueOfItsTier: 'value of its tier',
    valueOfExactName: 'value of an exact name',
  },
  skillsTask: {
    skillsTask: 'Skills for the task',
    noSkillMatches: 'No skill matches this task, so none is injected.',
    skillsInjectedOfMatches: (shown: number, candidates: string, topKUsed: number) =>
      `${formatPlural(shown, 'skill')} injected of ${candidates} matches; top_k allows ${topKUsed}.`,
    leftOutSkill: 'Left out: the skill does not fit the budget.',
    shortenedToFit: (cut: string) => `Shortened to fit: ${cut}.`,
    tokens: '{count} tokens ({estimator}); budget: {budget} (estimate)',
    tokensShortened: '{count} tokens ({estimator}), {before} before shortening; budget: {budget} (estimate)',
    estimateO200kBudget: (estimate: number, o200k: number) =>
      `estimate: ${estimate}, o200k: ${o200k}. The budget is skills.max_tokens (estimate).`,
    copyBlock: 'Copy the block',
    noBlock: 'No block.',
  },
  skillsTab: {
    scores: 'Scores',
    whatModelGets: 'What the model gets',
    task: 'As a task',
    thisPersonaNoLonger: 'This persona no longer exists. Select another one, or none.',
    skills: 'Skills',
    viewOfSkills: 'View of the skills',
    typeOnLeftQuery:
      'Type on the left. A query shows which skills skill_search finds, and why. A task shows which skills a run would start with.',
    stepsOfSkillSearch: 'The steps of skill_search, and its duration',
    taskTypeSkills: 'Task type of the skills',
    anyTaskType: 'any task type',
    ran: 'Ran as {effectiveSearchType}: {fallbackReason}.',
    skillsFound: 'Skills found',
    thisPersonaCanSee:
      'This persona can see no skill. List packs under skills.skill_packs in pegboard.yaml, and check that their scope matches the tenant and project of the persona.',
    noSkillMatches:
      'None of the {skills} skills that this persona can see matches “{query}”. A search finds a skill by its name, title, trigger, description and tags: put the words of the task there.',
  },
} as const;
