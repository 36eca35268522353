import type { QueryTerm } from '#shared/domain/search-result.ts';
import type { BySkillField, SkillScore } from '#shared/domain/skill-tools.ts';
import { quotePhrase } from '../../search/query-words.ts';
import { boundedScore, saturate, sqliteIdf } from '../../search/score.ts';
import type { TextAnalysis } from '../../search/text-analysis.ts';
import type { SkillCorpus } from '../store/skill-store.ts';
import type { StoredSkill } from '../store/stored-skill.ts';
import type { SkillCandidate, SkillCandidates } from './skill-candidates.ts';
import type { SkillScope } from './skill-scope.ts';

/** Every word of the query: its stem, in how many skills it occurs, its idf, or why it was not searched. */
export function explainSkillTerms(scope: SkillScope, found: SkillCandidates, corpus: SkillCorpus): QueryTerm[] {
  const { table } = found;
  const searched = found.words.map(({ text, indexTerm }) => {
    const frequency = table === null ? 0 : scope.store.documentFrequency(table, quotePhrase(text));
    return {
      text,
      index_term: indexTerm,
      document_frequency: frequency,
      idf: sqliteIdf(corpus.skills, frequency),
      dropped: null,
    };
  });
  const dropped = found.dropped.map(({ text, reason }) => ({
    text,
    index_term: null,
    document_frequency: 0,
    idf: 0,
    dropped: reason,
  }));
  return [...searched, ...dropped];
}

/** The arithmetic behind each hit, enough to compute its score again. */
export function explainSkillHits(
  scope: SkillScope,
  found: SkillCandidates,
  hits: readonly SkillCandidate[],
  terms: readonly QueryTerm[],
  corpus: SkillCorpus,
): SkillScore[] {
  const searched = terms.filter(({ dropped }) => dropped === null);
  const inFields = found.table === 'skills_fts' && scope.analysis;
  const analysed = inFields
    ? analyse(
        scope.analysis,
        hits.map(({ skill }) => skill),
        searched.map(({ text }) => text),
      )
    : [];
  return hits.map(({ raw_bm25, score_raw, tier }, i): SkillScore => {
    if (raw_bm25 === null) return tier === null ? { kind: 'exact', score_raw: 1 } : { kind: 'regex', tier, score_raw };
    const own = analysed[i];
    const gain = Math.max(-raw_bm25, 0);
    const fts = { kind: 'fts' as const, raw_bm25, gain, score_raw: boundedScore(raw_bm25) };
    if (!own) return { ...fts, length: null, terms: [] };
    const average = corpus.tokens / corpus.skills;
    return {
      ...fts,
      length: own.length,
      terms: searched.map((term, at) => termShare(term, own.frequencies[at] ?? none, own.length, average)),
    };
  });
}

const none: BySkillField = { name: 0, title: 0, trigger: 0, description: 0, tags: 0 };

/** SQLite's tokenizer over the five fields: the analysis has three columns, so each skill goes through it twice. */
function analyse(analysis: TextAnalysis, skills: readonly StoredSkill[], words: readonly string[]) {
  const first = analysis.analyse(
    skills.map(({ name, trigger, tags }) => ({ name, description: trigger, tags: JSON.stringify(tags) })),
    words,
  );
  const second = analysis.analyse(
    skills.map(({ title, description }) => ({ name: title ?? '', description: description ?? '', tags: '' })),
    words,
  );
  return skills.map((_, i) => ({
    length: (first[i]?.length ?? 0) + (second[i]?.length ?? 0),
    frequencies: words.map((_word, at): BySkillField => {
      const [one, two] = [first[i]?.frequencies[at], second[i]?.frequencies[at]];
      return {
        name: one?.name ?? 0,
        trigger: one?.description ?? 0,
        tags: one?.tags ?? 0,
        title: two?.name ?? 0,
        description: two?.description ?? 0,
      };
    }),
  }));
}

function termShare(term: QueryTerm, tf: BySkillField, length: number, average: number) {
  const total = Object.values(tf).reduce((sum, count) => sum + count, 0);
  const saturated = total === 0 ? 0 : saturate(total, length, average);
  const contribution = term.idf * saturated;
  const share = (count: number) => (total === 0 ? 0 : (contribution * count) / total);
  return {
    term: term.text,
    matched: total > 0,
    tf,
    idf: term.idf,
    saturated,
    contribution,
    shares: {
      name: share(tf.name),
      title: share(tf.title),
      trigger: share(tf.trigger),
      description: share(tf.description),
      tags: share(tf.tags),
    },
  };
}
