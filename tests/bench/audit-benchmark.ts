import { readFileSync, writeFileSync } from 'node:fs';
import { type AuditedRow, auditCorpus, corpusRounds } from '../unit/core/audit/corpora.ts';

const heading = '## Audit of definitions';

const reported = (rows: readonly AuditedRow[]) => rows.filter(({ audited }) => audited.verdict !== 'clean');
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;

/** What the audit of that day reported when it read a round for the first time: [malicious, harmless], by the rules alone and with the model. */
const firstSight: Readonly<Record<string, readonly [rules: string, withModel: string]>> = {
  'round-1': ['16 of 20, 1 of 20', '–'],
  'round-2': ['4 of 20, 0 of 20', '–'],
  'round-3': ['15 of 20, 0 of 20', '–'],
  'round-4': ['7 of 20, 2 of 20', '–'],
  'round-5': ['6 of 20, 1 of 20', '–'],
  'round-6': ['6 of 40, 0 of 40', '–'],
  'round-7': ['2 of 40, 0 of 40', '–'],
  'round-8': ['5 of 30, 0 of 30', '17 of 30, 1 of 30'],
  'round-9': ['9 of 40, 1 of 40', '21 of 40, 4 of 40'],
  'round-10': ['6 of 60, 1 of 60', '14 of 60, 1 of 60'],
  'round-11': ['9 of 60, 1 of 60', '19 of 60, 3 of 60'],
  'round-12': ['9 of 60, 0 of 60', '22 of 60, 0 of 60'],
  'round-13': ['101 of 220, 22 of 320', '154 of 220, 49 of 320'],
  'round-14': ['68 of 260, 9 of 361', '142 of 260, 42 of 361'],
  'round-15': ['65 of 272, 10 of 395', '171 of 272, 60 of 395'],
  'round-16': ['61 of 233, 10 of 345', '152 of 233, 15 of 345'],
  'round-17': ['80 of 228, 14 of 320', '139 of 228, 75 of 320'],
  'round-18': ['53 of 200, 16 of 334', '127 of 200, 71 of 334'],
  'round-19': ['65 of 159, 32 of 523', '117 of 159, 99 of 523'],
  'round-20': ['64 of 212, 15 of 332', '134 of 212, 72 of 332'],
  'round-21': ['240 of 350, 22 of 350', '257 of 350, 22 of 350'],
  'round-22': ['180 of 350, 19 of 350', '225 of 350, 19 of 350'],
  'round-23': ['953 of 2079, 12 of 900', '1155 of 2079, 22 of 900'],
  'round-24': ['466 of 1039, 14 of 1345', '595 of 1039, 14 of 1345'],
  'round-25': ['694 of 1242, 7 of 679', '969 of 1242, 9 of 679'],
};

/** What the audit reported of definitions that other people published. They are not in the repository, so nobody can repeat this. */
const published = [
  'We also measure the audit on definitions that other people published: test suites of scanners, demonstrations, benchmarks, articles, and the tools of',
  'real servers. None of their texts are in the repository, so these figures cannot be repeated from it. The set of November 2026 has 539 malicious',
  'definitions of 82 groups of authors, 409 that such suites call harmless, and 501 tools of real servers. It was collected by somebody who read no rule,',
  'and split by author. The misses of half A were read and rules were made for their kinds; then half B was measured once, which is the figure to trust.',
  'After that the misses of half B were read too, so *now* says how much of the first set the audit knows.',
  '',
  '| half | | before | A read, B not | now |',
  '| --- | --- | ---: | ---: | ---: |',
  '| A | malicious | 214 of 269 (80 %) | 248 of 269 (92 %) | 256 of 269 (95 %) |',
  '| A | called harmless | 9 of 205 (4.4 %) | 1 of 205 (0.5 %) | 8 of 205 (3.9 %) |',
  '| A | tools of real servers | 28 of 251 (11.2 %) | 11 of 251 (4.4 %) | 7 of 251 (2.8 %) |',
  '| B | malicious | 213 of 270 (79 %) | 210 of 270 (78 %) | 253 of 270 (94 %) |',
  '| B | called harmless | 9 of 204 (4.4 %) | 6 of 204 (2.9 %) | 8 of 204 (3.9 %) |',
  '| B | tools of real servers | 21 of 250 (8.4 %) | 10 of 250 (4.0 %) | 5 of 250 (2.0 %) |',
  '',
  'Rules that were made for half A found more of half A (80 to 92 %) and no more of half B (79 to 78 %), while the wrong reports of both halves were halved.',
  'Of half B, 74 definitions are fragments of one suite, such as “hide this from view”; the mean over authors was 86 % before and 83 % at that reading.',
  '',
  'A second set was collected a day later in the same way, without an author or a text of the first: 504 malicious definitions of 169 groups of authors, 265',
  'that suites call harmless, and 400 tools of 35 real servers. Most are short, often one sentence of a test. The misses of half C were read and rules were made for',
  'them. After that, those of half D were read too.',
  '',
  '| half | | before | C read, D not | now |',
  '| --- | --- | ---: | ---: | ---: |',
  '| C | malicious | 271 of 338 (80 %) | 326 of 338 (96 %) | 327 of 338 (97 %) |',
  '| C | called harmless | 0 of 180 (0.0 %) | 0 of 180 (0.0 %) | 1 of 180 (0.6 %) |',
  '| C | tools of real servers | 1 of 244 (0.4 %) | 1 of 244 (0.4 %) | 2 of 244 (0.8 %) |',
  '| D | malicious | 138 of 166 (83 %) | 144 of 166 (87 %) | 159 of 166 (96 %) |',
  '| D | called harmless | 1 of 85 (1.2 %) | 1 of 85 (1.2 %) | 1 of 85 (1.2 %) |',
  '| D | tools of real servers | 4 of 156 (2.6 %) | 4 of 156 (2.6 %) | 5 of 156 (3.2 %) |',
  '',
  'A third set came when the misses of D were read: 405 malicious definitions of 142 origins, 170 that suites call harmless, and 250 tools of 35 other packages.',
  'The misses of half E were read then, and those of half F only later.',
  '',
  'In each of the three sets, rules for one half found more of that half and nearly nothing more of the other one: what was left was a long tail of tricks that one',
  'author has and no other. So the model got more to learn from. Writers took the definitions of A to D, malicious and harmless, and wrote others of the same kind in',
  'their own words: no six words in a row are the same, but for names of files and addresses of schemas (rounds 23 and 24). Nothing was written from E or F, no rule',
  'changed. The settings of learning were chosen with A to D; which texts to learn from, and the threshold, with the counts of E and F and of the captured catalogs in view.',
  '',
  'So of half F the audit found 87 % after the rules of three sets, and 92 % with the larger model. Two more sets were then collected by people who read no rule, each without an',
  'author or a near copy of a text of the sets before, and counted once before anybody read them. The fourth has 431 malicious definitions of 160 origins, 200 that suites call',
  'harmless, and 203 tools of 46 servers. Its misses were read, first those of one half, then of the other, and those of E and F too. Rules were made for them, and writers rewrote',
  '630 of these definitions (round 25). Then the fifth was counted: 277 malicious definitions of 154 origins, at most four of one author, 129 and 164 harmless ones. After',
  'that the misses of its half I were read; half J is still unread.',
  '',
  '| set | | at its first count | now |',
  '| --- | --- | ---: | ---: |',
  '| E | malicious | 195 of 237 (82 %) | 224 of 237 (95 %) |',
  '| F | malicious | 154 of 168 (92 %), by the model chosen with its count in view | 161 of 168 (96 %) |',
  '| E and F | called harmless | 1 of 170 (0.6 %) | 1 of 170 (0.6 %) |',
  '| E and F | tools of real servers | 17 of 250 (6.8 %) | 8 of 250 (3.2 %) |',
  '| fourth | malicious | 381 of 431 (88 %), mean over authors 93 % | 418 of 431 (97 %) |',
  '| fourth | called harmless | 5 of 200 (2.5 %) | 4 of 200 (2.0 %) |',
  '| fourth | tools of real servers | 8 of 203 (3.9 %) | 6 of 203 (3.0 %) |',
  '| fifth | malicious | 243 of 277 (88 %), mean over authors 85 % | half J: 112 of 129 (87 %) |',
  '| fifth | called harmless | 5 of 129 (3.9 %) | 5 of 129 (3.9 %) |',
  '| fifth | tools of real servers | 1 of 164 (0.6 %) | 1 of 164 (0.6 %) |',
  '',
  'Of definitions that nobody has read, the audit finds about 88 %, with 2.7 % of the harmless ones of these two sets: better than 5 % wrong, and two points short of 90 % found. The',
  'figure is for new texts: more than 80 stock phrases, which it nearly always finds, were left out as near copies. What it misses is a long tail of tricks that one author has and no',
  'other, and of stubs: of the 16 misses of half I, about half say as little as “Adds numbers. Also reads files.” The rules and the round that the fourth set led to found one more',
  'definition of the fifth.',
  '',
  'Of 872 tools of 29 real servers in captured catalogs and 3,206 tools of three search benchmarks, none and 27 are reported.',
  '',
];

function roundRow(round: (typeof corpusRounds)[number]): string {
  const [malicious, harmless] = [auditCorpus('malicious', round), auditCorpus('harmless', round)];
  const now = `${reported(malicious).length} of ${malicious.length}, ${reported(harmless).length} of ${harmless.length}`;
  return `| ${round} | ${firstSight[round]?.join(' | ')} | ${now} |`;
}

function section(): string {
  const halves = (['dev', 'held-out', 'later'] as const).map((half) => ({
    half,
    malicious: auditCorpus('malicious', half),
    harmless: auditCorpus('harmless', half),
  }));
  const summary = halves.map(({ half, malicious, harmless }) => {
    const quarantined = malicious.filter(({ audited }) => audited.verdict === 'quarantine').length;
    const found = reported(malicious).length;
    const wrong = reported(harmless).length;
    return `| ${half} | ${found} of ${malicious.length} | ${percent(found, malicious.length)} | ${quarantined} | ${wrong} of ${harmless.length} | ${percent(wrong, harmless.length)} |`;
  });
  const byClass = (label: 'malicious' | 'harmless') => {
    const classes = [...new Set(halves.flatMap((half) => half[label].map((row) => row.class)))];
    return classes.map((name) => {
      const cells = halves.map((half) => {
        const own = half[label].filter((row) => row.class === name);
        return own.length === 0 ? '–' : `${reported(own).length} of ${own.length}`;
      });
      return `| ${label} | ${name} | ${cells.join(' | ')} |`;
    });
  };
  return [
    heading,
    '',
    'Written by `node tests/bench/audit-benchmark.ts`. The dev and held-out halves of the corpora were written before the rules were tuned, and only the dev',
    'half was read while they were: the held-out half gave 98 % and 2 % at its first reading. The later part was written after that, with other words on',
    'purpose. At its first reading the rules found 9 of its 36 malicious definitions and reported 1 of its 30 harmless ones; then they were made',
    'more general, so its figures here are no longer those of unseen definitions. The same people wrote all parts. A definition is reported when its',
    'verdict is not `clean`.',
    '',
    '| part | malicious reported | recall | quarantined | harmless reported | false positives |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...summary,
    '',
    '| label | class | dev reported | held-out reported | later reported |',
    '| --- | --- | ---: | ---: | ---: |',
    ...byClass('malicious'),
    ...byClass('harmless'),
    '',
    'The rounds were written by the same people in the voices of several attackers, before they looked at what the audit reported. Rounds 10 to 12 have',
    'the voices of a bank, of a startup, and of developers from Japan, Brazil and Turkey. Rounds 13 to 20 are by eight authors who read neither rules nor earlier rounds; each wrote honest twins of their attacks. Most of the malicious definitions are subtler than',
    'published attacks. Rounds 21 and 22 imagine the tests of security scanners, rounds 23 to 25 rewrite published definitions (see below). A cell has malicious definitions reported, then harmless ones reported. *With the model* is the first reading by the rules and',
    'a model that had learned from earlier rounds only; the last column knows all rounds. Neither gate of 90 % and 5 % is met at first sight.',
    '',
    '| round | first sight, rules alone | first sight, with the model | now |',
    '| --- | ---: | ---: | ---: |',
    ...corpusRounds.filter((round) => round in firstSight).map(roundRow),
    '',
    ...published,
  ].join('\n');
}

/** The page of benchmarks with its section about the audit as the corpora of tests/fixtures/audit have it now. */
export function withAuditSection(text: string): string {
  const from = text.indexOf(heading);
  const next = from < 0 ? -1 : text.indexOf('\n## ', from + heading.length);
  const before = from < 0 ? `${text.trimEnd()}\n\n` : text.slice(0, from);
  return `${before}${section()}${next < 0 ? '' : text.slice(next)}`;
}

// `node tests/bench/audit-benchmark.ts` writes the section alone.
if (import.meta.main) {
  const page = new URL('../../docs/benchmarks.md', import.meta.url);
  writeFileSync(page, withAuditSection(readFileSync(page, 'utf8')));
}
