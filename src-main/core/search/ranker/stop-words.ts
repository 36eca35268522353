/** Words that say nothing about what a tool does. */
export const functionWords: ReadonlySet<string> = new Set(
  `a about above after again all also am an and any are aren as at be because been before being below between both but by
  can cannot could couldn d did didn do does doesn doing don during each either else etc ever every few for from further
  had hadn has hasn have haven having he hence her here hers herself him himself his how however i if in into is isn it
  its itself just ll m may me might mightn mine more most must mustn my myself neither no nor not now o of off on once
  only onto or other our ours ourselves out over own per perhaps quite rather re s same shall shan she should shouldn
  since so some such t than that the their theirs them themselves then there these they this those though through thus to
  too under until up upon us ve very via was wasn we were weren what whatever when where whether which while who whom
  whose why will with within without won would wouldn y yet you your yours yourself yourselves`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Words with which a request is put: they say little, but a tool may be named after one. */
export const requestWords: ReadonlySet<string> = new Set(
  `want wants wanted wanting need needs needed needing like likes please pls help helps helping give gives giving given
  tell tells telling let lets show shows showing shown find finds finding found know knows knowing get gets getting got
  make makes making made use uses using used provide provides providing try trying look looks looking see seeing thank
  thanks hi hello hey interested able wish hope curious wondering wonder possible recommend suggest assist able going
  go really actually currently specific various different new good best great additionally furthermore lastly well
  something anything everything someone somebody thing things way ways ll im ive id kind sort lot lots bit`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

export type WordKind = 'function' | 'request' | 'content';

/** What kind of word this is, for its weight in a query. */
export function wordKind(word: string): WordKind {
  if (functionWords.has(word)) return 'function';
  return requestWords.has(word) ? 'request' : 'content';
}
