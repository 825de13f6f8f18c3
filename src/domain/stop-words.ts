/** Stop words of the supported languages, in normal form. */
const stopWords = new Set(
  [
    'a an and are as at by for from in into is it no not of off on or out over per so than that the this to up with without your you',
    'am auf aus bei bis das dem den der des die ein eine für fur im in ist mit nach nicht oder ohne und von vom zu zum zur',
    'au aux avec ce dans de du en et est la le les ou par pas pour sans sur un une',
    'con de del el en es la las lo los no o para por sin su un una y',
    'al alla con da dal dei del della di e ed i il la le lo nel per senza su un una',
    'a az egy es hogy is meg nem vagy',
    'bir ile icin ve veya',
    'a do i k ke na o od po pro s se u v ve z ze za',
  ].flatMap((words) => words.split(' ')),
);

export const isStopWord = (word: string): boolean => stopWords.has(word.toLowerCase());
