/* Violence against a group, degrading words for a group, and insults of a person. */

const groups = `jews?|jewish people|muslims?|blacks|black people|gays|gay people|lesbians|homosexuals|transgenders|trans people|immigrants|refugees|migrants|foreigners|gyps(?:y|ies)|arabs|asians|mexicans|christians|women|disabled people|juden?|moslems?|schwarzen?|schwulen?|auslander|fluchtlinge|zigeuner|turken|frauen|juifs?|arabes|musulmans|homosexuels|femmes|judios|negros|musulmanes|mujeres|ebrei|neri|musulmani|donne|zsidok(?:at)?|ciganyok(?:at)?|noket`;
const violence = `kill|killing|murder|murdering|gas|gassing|exterminate|lynch|lynching|behead|rape|raping|hate|hating|deport|tote|totet|toten|vergast|vergasen|umbringen|hasse|hassen|tuer|tuez|gazer|matar|maten|odio|odiar|uccidere|odiare|oljetek|megolni|gyulolom`;
const fillers = `(?:(?:all|the|every|those|these|you|alle|die|tous|les|todos|todas|los|las|tutti|gli|i|az?|minden)\\s+)*`;
const degrading = `scum|vermin|subhumans?|filth|filthy|disgusting|rats|cockroaches|parasites?|inferior|worthless|trash|abschaum|ungeziefer|untermenschen|racaille|vermine|escoria|basura|feccia|soprededek|mocskosak`;
const insults = `slut|whore|bitch|bastard|cunt|pedophile|pedo|rapist|nazi|terrorist|faggot|retard|hure|nutte|schlampe|arschloch|pute|salope|connard|puta|zorra|cabron|puttana|stronzo|kurva|ribanc|orospu`;
const articles = `(?:(?:all|such|a|an|the|eine?|une?|una?|egy|bir)\\s+)*`;

/** Violence against a group, degrading words for a group, and insults of a person. The text has no accents. */
const abusePatterns = [
  `(?:${violence})\\s+${fillers}(?:${groups})`,
  `(?:${groups})\\s+(?:toten|vergasen|umbringen|hassen|abschieben|megolni)`,
  `(?:${groups})\\s+(?:are|sind|sont|son|sono)\\s+${articles}(?:${degrading}|${insults})`,
  `(?:filthy|stinking|disgusting|subhuman|dreckige[nr]?|mocskos)\\s+(?:${groups})`,
  `(?:is|are|ist|est|es|you|du)\\s+${articles}(?:${insults})s?`,
].map((pattern) => new RegExp(`(?<!\\p{L})${pattern}(?!\\p{L})`, 'u'));

/** Words of which an abusive text holds at least one: most texts need no pattern. */
const triggers: ReadonlySet<string> = new Set(
  `${groups}|${insults}`.replaceAll(/\(\?:.*?\)|\?/g, '|').split(/[|\s]+/),
);

/** `text` is in lower case and has no accents. */
export const isAbusiveSentence = (text: string): boolean =>
  listLetterWords(text).some(
    (word) => triggers.has(word) || triggers.has(word.slice(0, -1)) || /^(gyp|zsid|cig)/.test(word),
  ) && abusePatterns.some((pattern) => pattern.test(listLetterWords(text).join(' ')));

const listLetterWords = (text: string): string[] => text.split(/[^\p{L}]+/u);
