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
};

/** What the audit reported of definitions that other people published. They are not in the repository, so nobody can repeat this. */
const published = [
  'We measured the audit once on definitions that other people published: test suites of scanners, demonstrations, benchmarks and articles, and tools',
  'of real servers. None of their texts are in the repository, so the figures here cannot be repeated from it. The sources were split into two halves. The',
  'misses of the first half were read before the rules were extended; the second half was measured once. After that, the model stopped reading values that are single words,',
  'such as addresses. The person who collected the definitions had read both halves. *Before* is the audit without rounds 10 to 12.',
  '',
  '| half | malicious reported before | now | harmless reported before | now |',
  '| --- | ---: | ---: | ---: | ---: |',
  '| read | 87 of 131 (66 %) | 109 of 131 (83 %) | 6 of 943 (0.6 %) | 19 of 943 (2.0 %) |',
  '| kept apart | 75 of 113 (66 %) | 77 of 113 (68 %) | 11 of 855 (1.3 %) | 15 of 855 (1.8 %) |',
  '',
  'Of the half that was kept apart, 20 malicious definitions recommend themselves or ask for one more plausible argument, and give no order. The audit',
  'reports 3 of them. Of the other 93 it reports 74 (80 %). It finds orders to leak data (27 of 33), orders to ignore what was said before (9 of 10) and',
  'hidden characters (6 of 7). The false positives stay below 5 % in both halves; the recall is below 90 % in both.',
  '',
  'The rule about orders that name tools came later and was not measured on these halves. On the rounds above it changes no verdict: their definitions are',
  'audited alone, and the rule needs the list of the server. On 872 tools of 29 real servers it reports none, with their whole lists or with half of each.',
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
    'the voices of a bank, of a startup, and of developers from Japan, Brazil and Turkey. Most of the malicious definitions are subtler than',
    'published attacks. A cell has malicious definitions reported, then harmless ones reported. *With the model* is the first reading by the rules and',
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
