import { describe, expect, it } from 'vitest';
import { readEvalTools } from '#core/evaluation/run-evaluation.ts';
import { buildRankerIndex } from '#core/search/ranker/build-index.ts';
import { explainRankerScore, explainRankerTerms } from '#core/search/ranker/explain-score.ts';
import { defaultParameters } from '#core/search/ranker/parameters.ts';
import { prepareQuery } from '#core/search/ranker/prepare-query.ts';
import { rankTools } from '#core/search/ranker/rank.ts';
import { thesaurusWith } from '#core/search/ranker/thesaurus/groups.ts';
import { variantText } from '#shared/domain/variant-text.ts';

type Tool = readonly [name: string, description: string];

const shop: readonly Tool[] = [
  ['billing.create_invoice', 'Creates a new invoice for a customer'],
  ['billing.delete_invoice', 'Deletes an invoice'],
  ['billing.refund_payment', 'Refunds a payment to the customer'],
  ['users.list_users', 'Lists all users'],
  ['users.delete_user', 'Deletes a user'],
  ['files.upload_file', 'Uploads a file to a folder'],
  ['weather.forecast', 'Weather forecast for a city'],
];

async function searcher(tools: readonly Tool[], languages = true) {
  const lines = tools.map(([name, description]) =>
    JSON.stringify({ name, description, inputSchema: { type: 'object' } }),
  );
  const read = readEvalTools(lines.join('\n'), 'tools.jsonl');
  const index = await buildRankerIndex(read, {
    parameters: defaultParameters,
    thesaurus: thesaurusWith([]),
    understanding: { languages, meaning: false },
  });
  return (query: string) => {
    const prepared = prepareQuery(index, query);
    const { tools: found, scores } = rankTools(index, prepared);
    const hits = Array.from(found, (id, i) => ({ name: read[id]?.name ?? '', score: scores[i] ?? 0 }));
    hits.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
    const ranking = { tools: found.slice(), scores: scores.slice() };
    return { index, prepared, hits, best: hits[0]?.name, ranking };
  };
}

describe('a query in another language', () => {
  it.each([
    ['de', 'Lösche die Rechnung', 'billing.delete_invoice'],
    ['fr', 'rembourser un paiement au client', 'billing.refund_payment'],
    ['es', 'subir un archivo a la carpeta', 'files.upload_file'],
    ['pt', 'criar uma nova fatura para o cliente', 'billing.create_invoice'],
    ['it', 'elimina un utente', 'users.delete_user'],
    ['pl', 'usuń użytkownika', 'users.delete_user'],
    ['ru', 'создать счёт для клиента', 'billing.create_invoice'],
    ['cs', 'zobraz seznam uživatelů', 'users.list_users'],
    ['tr', 'faturayı sil', 'billing.delete_invoice'],
    ['ja', '請求書を作成する', 'billing.create_invoice'],
    ['ko', '파일을 폴더에 업로드', 'files.upload_file'],
    ['zh', '删除用户', 'users.delete_user'],
  ])('finds tools described in English (%s): %s', async (language, query, name) => {
    const { best, prepared } = (await searcher(shop))(query);
    expect([prepared.query.language, best]).toEqual([language, name]);
  });

  it('matches nothing where languages are switched off', async () => {
    const { hits, prepared } = (await searcher(shop, false))('Lösche die Rechnung');
    expect([prepared.query.language, hits]).toEqual([null, []]);
  });

  it('says which word became which, by which table, and how sure that is', async () => {
    const { index, prepared, ranking } = (await searcher(shop))('Lösche die Rechnung');
    const invoice = explainRankerTerms(index, prepared).find(({ text }) => text === 'rechnung');
    const [variant] = invoice?.variants ?? [];
    expect(variant).toMatchObject({
      word: 'invoice',
      kind: 'translation',
      translation: { language: 'de', of: 'Rechnung', english: 'invoice', table: 'concepts', p: 1 },
    });
    expect(variant && variantText(variant)).toBe('German: Rechnung → invoice (concepts, 100 %)');
    const scores = { ...rankTools(index, prepared), ...ranking };
    const score = explainRankerScore({ kind: 'pegboard', index, query: prepared, scores }, 'billing.delete_invoice');
    const sum = score.terms.reduce((total, { contribution }) => total + contribution, 0);
    expect(sum).toBeCloseTo(score.sum, 12);
    expect(score.raw).toBeCloseTo(Math.max(...ranking.scores), 12);
  });

  it('is as rare as what its words match through, not as an unknown word', async () => {
    const { index, prepared } = (await searcher(shop))('Lösche die Rechnung');
    const term = prepared.terms.find((one) => one.term.word === 'rechnung');
    expect(term?.idf).toBe(index.idfOfStem('invoic'));
  });

  it('keeps words that are in quotes and English words as they are', async () => {
    const { prepared } = (await searcher(shop))('lösche den User "Rechnung"');
    const words = prepared.terms.map(({ term }) => [term.word, term.quoted, term.translations.length > 0]);
    expect(words).toContainEqual(['user', false, false]);
    expect(words.find(([word]) => word === 'rechnung')?.[1]).toBe(true);
  });
});

describe('a catalog in another language', () => {
  const catalogs: readonly {
    readonly tools: readonly Tool[];
    readonly queries: readonly (readonly [string, string])[];
  }[] = [
    {
      tools: [
        ['rechnung_erstellen', 'Erstellt eine neue Rechnung für einen Kunden'],
        ['rechnung_loeschen', 'Löscht eine Rechnung'],
        ['benutzer_auflisten', 'Listet alle Benutzer auf'],
        ['create_invoice', 'Creates a new invoice'],
        ['wetter', 'Wettervorhersage für eine Stadt'],
      ],
      queries: [
        ['neue Rechnung für den Kunden', 'rechnung_erstellen'],
        ['Benutzer auflisten', 'benutzer_auflisten'],
        ['Wettervorhersage', 'wetter'],
      ],
    },
    {
      tools: [
        ['tenki', '天気予報を取得する'],
        ['seikyu', '請求書を作成する'],
        ['sakujo', '請求書を削除する'],
        ['create_invoice', 'Creates a new invoice'],
      ],
      queries: [
        ['明日の天気', 'tenki'],
        ['請求書を作成', 'seikyu'],
        ['請求書を削除してください', 'sakujo'],
      ],
    },
    {
      tools: [
        ['счета', 'Создать счёт для клиента'],
        ['пользователи', 'Список пользователей'],
        ['create_invoice', 'Creates a new invoice'],
      ],
      queries: [
        ['создать счёт', 'счета'],
        ['список пользователей', 'пользователи'],
      ],
    },
  ];

  it('is found by its own words, beside tools described in English', async () => {
    for (const { tools, queries } of catalogs) {
      for (const languages of [true, false]) {
        const search = await searcher(tools, languages);
        for (const [query, name] of queries)
          expect([query, languages, search(query).best]).toEqual([query, languages, name]);
      }
    }
  });
});

describe('a query in English', () => {
  it('is scored to the last bit as if there were no other languages', async () => {
    const [on, off] = [await searcher(shop), await searcher(shop, false)];
    for (const query of [
      'delete the invoice',
      'list users please',
      'forecst for Los Angeles',
      'upload "Rechnung.pdf" to a folder',
      'die',
    ]) {
      const [one, other] = [on(query), off(query)];
      expect(one.hits).toEqual(other.hits);
      expect(explainRankerTerms(one.index, one.prepared)).toEqual(explainRankerTerms(other.index, other.prepared));
    }
  });
});
