import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Tokenizer } from '#core/search/ranker/tokens.ts';

const words = (text: string) => new Tokenizer().words(text);

describe('words for the ranker', () => {
  it.each([
    ['createPullRequest', ['create', 'pull', 'request']],
    ['list_pull-requests.all', ['list', 'pull', 'requests', 'all']],
    ['parseHTTPResponse', ['parse', 'http', 'response']],
    ['getURLs for PRs', ['get', 'urls', 'for', 'prs']],
    ['s3 k8s oauth2Token', ['s', '3', 'k', '8', 's', 'oauth', '2', 'token']],
    ['Get_GitHubRepo', ['get', 'git', 'hub', 'repo']],
  ])('split the identifiers of %j', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it.each([
    ['Übergröße naïve café', ['ubergrosse', 'naive', 'cafe']],
    ['znajdź zdjęcie Łódź', ['znajdz', 'zdjecie', 'lodz']],
    ['znajdź'.normalize('NFD'), ['znajdz']],
    ['ＡＰＩ　ｋｅｙ ４２', ['api', 'key', '42']],
    ['① ﬁle', ['1', 'file']],
    ['Привет МИР', ['привет', 'мир']],
  ])('are lower case, without accents, compatibility forms as usual ones: %j', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it('are single characters and pairs in Chinese, Japanese and Korean', () => {
    expect(words('天気予報')).toEqual(['天', '気', '予', '報', '天気', '気予', '予報']);
    expect(words('データをgetする')).toEqual([
      ...['デ', 'ー', 'タ', 'を', 'デー', 'ータ', 'タを'],
      'get',
      ...['す', 'る', 'する'],
    ]);
    expect(words('ﾃﾞｰﾀ')).toEqual(words('データ'));
    expect(words('날씨')).toEqual(['날', '씨', '날씨']);
  });

  it('take no harm from emoji, marks and control characters', () => {
    expect(words('🎉 deploy👩‍💻it 1️⃣ e\u0301\u0000x \u0301')).toEqual(['deploy', 'it', '1', 'e', 'x']);
    expect(words('!? … — ()')).toEqual([]);
  });

  it('are cut at 64 characters', () => {
    expect(words('a'.repeat(1000))).toEqual(['a'.repeat(64)]);
  });

  it('stand where they say, in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const tokenizer = new Tokenizer();
        const tokens = tokenizer.tokens(text);
        expect(tokens.map((token) => token.word)).toEqual(tokenizer.words(text));
        for (const { word, start, end } of tokens) {
          expect([word.length > 0, start < end, end <= text.length]).toEqual([true, true, true]);
          // The stretch alone gives the word again, alone or among the parts of its CJK run.
          expect(tokenizer.words(text.slice(start, end))).toContain(word);
        }
      }),
      { numRuns: 500 },
    );
  });
});
