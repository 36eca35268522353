import { type RankerParameters, rankerFieldSchema } from '#shared/domain/ranker-explanation.ts';

/** The parts of a tool that are searched, in the order in which an index keeps them. */
export const rankerFields = rankerFieldSchema.options;

/** Tuned on three labelled sets, where all of them are on a flat optimum; docs/benchmarks.md has what each is worth. */
export const defaultParameters: RankerParameters = {
  weights: {
    name: 2,
    namespace: 2,
    title: 1.5,
    tags: 0.75,
    phrases: 0.75,
    first_sentence: 1,
    description: 0.3,
    argument_names: 0.8,
    argument_descriptions: 0.25,
    enum_values: 0.5,
  },
  k1: 1.2,
  b: 0.6,
  stem: 0.85,
  prefix: 0.5,
  thesaurus: 0.4,
  thesaurus_unknown: 0.6,
  edit: 0.5,
  translation: 0.95,
  other_translation: 0.7,
  translation_known: 0.6,
  translation_thesaurus: 0.4,
  request_word: 0.5,
  function_word: 0,
  quoted: 0.4,
  repetition: 0.3,
  query_coverage: 0.5,
  name_coverage: 0.4,
  namespace: 0.2,
  bigram: 0.9,
  meaning: 0.7,
  meaning_alone: 0.3,
  meaning_weights: {
    name: 1,
    namespace: 0.3,
    title: 1,
    tags: 0.5,
    phrases: 0.5,
    first_sentence: 1,
    description: 0.4,
    argument_names: 0.3,
    argument_descriptions: 0.1,
    enum_values: 0,
  },
};
