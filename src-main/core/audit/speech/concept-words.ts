/**
 * The words of each concept: what a word is about, so that a synonym counts as much. `send*` stands for every word that begins so,
 * `mot_de_passe` for words that follow each other.
 */
export type ConceptWords = Readonly<Partial<Record<string, string>>>;
