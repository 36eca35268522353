import { describe, expect, it } from 'vitest';
import { Tokenizer } from '#core/search/ranker/tokens.ts';
import { languageTable } from '#core/search/understanding/languages/tables.ts';
import { translate } from '#core/search/understanding/languages/translate.ts';
import { type QueryLanguage, queryLanguageSchema } from '#shared/domain/query-language.ts';

const tokenizer = new Tokenizer();
const units = (language: QueryLanguage, query: string) => translate(query, tokenizer.tokens(query), language);
/** The best English word of each part, and the table that has it. */
const best = (language: QueryLanguage, query: string) =>
  units(language, query).flatMap(({ parts }) => parts.map(([first]) => `${first?.english} ${first?.table}`));
const english = (language: QueryLanguage, query: string) =>
  units(language, query).flatMap(({ parts }) => parts.flatMap((part) => part.map((one) => one.english)));

describe('a translation', () => {
  it.each<[QueryLanguage, string, string[]]>([
    ['de', 'Rechnung löschen', ['invoice', 'delete']],
    ['fr', 'supprimer la facture', ['delete', 'invoice']],
    ['es', 'eliminar la factura', ['delete', 'invoice']],
    ['pt', 'excluir a fatura', ['delete', 'invoice']],
    ['it', 'elimina la fattura', ['delete', 'invoice']],
    ['pl', 'usuń fakturę', ['delete', 'invoice']],
    ['ru', 'удалить счёт', ['delete', 'invoice']],
    ['cs', 'smazat fakturu', ['delete', 'invoice']],
    ['tr', 'faturayı sil', ['invoice', 'delete']],
    ['ja', '請求書を削除する', ['invoice', 'delete']],
    ['ko', '청구서를 삭제해 줘', ['invoice', 'delete']],
    ['zh', '删除发票', ['delete', 'invoice']],
  ])('comes word by word in %s: %s', (language, query, words) => {
    const found = english(language, query);
    expect(words.filter((word) => !found.includes(word))).toEqual([]);
  });

  it('takes the longest phrase and says where it stands', () => {
    const [unit, ...rest] = units('fr', 'mettre à jour');
    expect({ unit, rest }).toMatchObject({ unit: { text: 'mettre a jour', start: 0, end: 13 }, rest: [] });
    expect(unit?.parts[0]?.[0]).toMatchObject({ english: 'update', table: 'concepts' });
  });

  it('finds a word by its stem where its form is in no table', () => {
    expect(languageTable('ru').has('удалите')).toBe(false);
    expect(best('ru', 'удалите')).toEqual(['delete ending']);
  });

  it('takes German compounds apart, each part a word of its own', () => {
    expect(best('de', 'Benutzergruppe')).toEqual(['user compound', 'group compound']);
  });

  it('gives at most three candidates with how sure each is', () => {
    for (const language of queryLanguageSchema.options) {
      for (const key of [...languageTable(language).keysWithPrefix('')].slice(0, 2000)) {
        const candidates = languageTable(language).candidates(key);
        expect(candidates.length, key).toBeGreaterThan(0);
        expect(candidates.length, key).toBeLessThanOrEqual(3);
        for (const { p, english } of candidates) {
          expect(english, key).toMatch(/\S/);
          expect(p, key).toBeGreaterThan(0);
          expect(p, key).toBeLessThanOrEqual(1);
        }
      }
    }
  });

  it('knows function words of the language', () => {
    const [zu, mit] = units('de', 'zu mit');
    expect([zu?.isFunction, mit?.isFunction]).toEqual([true, true]);
  });

  it('leaves out what no table has', () => {
    expect(units('de', 'Xyzzyqq')).toEqual([]);
    expect(units('ja', 'ヷヸヹ')).toEqual([]);
  });
});
