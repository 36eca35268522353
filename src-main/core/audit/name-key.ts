/** Letters of other scripts, and digits, that look like a Latin letter. */
const letters: readonly (readonly [latin: string, others: string])[] = [
  ['a', 'аαɑ⍺ａ'],
  ['b', 'Ььƅ'],
  ['c', 'сϲⅽᴄ'],
  ['d', 'ԁⅾɗ'],
  ['e', 'еёєҽ℮ｅ'],
  ['f', 'ƒſϝ'],
  ['g', 'ɡց'],
  ['h', 'һհ'],
  ['i', 'іїıɩιⅰ'],
  ['j', 'јϳ'],
  ['k', 'кκ'],
  ['l', 'ⅼӏاl'],
  ['m', 'мⅿ'],
  ['n', 'пոηи'],
  ['o', 'оοօօסഠ०０'],
  ['p', 'рρ'],
  ['q', 'ԛգ'],
  ['r', 'гᴦя'],
  ['s', 'ѕꜱ'],
  ['t', 'тτ'],
  ['u', 'υսц'],
  ['v', 'νѵⅴ'],
  ['w', 'ԝѡա'],
  ['x', 'хχⅹ'],
  ['y', 'уүγ'],
  ['z', 'ᴢ'],
];

const lookAlikes: ReadonlyMap<string, string> = new Map(
  letters.flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
);

const otherLetter = /\P{ASCII}/u;

/** A text with look-alike letters as the Latin ones, in lower case and without accents that NFKC keeps apart. */
export function latinLook(text: string): string {
  if (!otherLetter.test(text)) return text;
  return [...text.normalize('NFKC')]
    .map((letter) => lookAlikes.get(letter) ?? lookAlikes.get(letter.toLowerCase()) ?? letter)
    .join('');
}

/** What is left of a name without case, separators and look-alike letters: `Read-Fіle` → `readfile`. */
export function nameKey(name: string): string {
  return latinLook(name.slice(0, 1000).normalize('NFKC'))
    .toLowerCase()
    .replace(/[\p{P}\p{Z}\p{C}\p{Sm}]+/gu, '');
}
