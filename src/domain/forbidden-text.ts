import { tokenize } from './normal-form.ts';

/** Why a text is never suggested, whatever a catalogue or an operator says. */
export type ForbiddenReason = 'sexual content about minors' | 'abuse';

/**
 * Two kinds of text are never suggested: sexual words together with words for minors, and abuse of persons or groups.
 * The lists leave out words with a common harmless meaning (`pedal`, `spic and span`). Longer lists of offensive words,
 * which a catalogue may override, belong to the guards of the keywords.
 */
export const findForbidden = (text: string, language: string): ForbiddenReason | null =>
  findForbiddenAmong(text, readObfuscatedWords(text, language));

/** The same for callers that have read the words of the text. */
export const findForbiddenAmong = (text: string, words: readonly string[]): ForbiddenReason | null => {
  if (isAboutMinors(text, words)) return 'sexual content about minors';
  return words.some((word) => slurs.has(word)) || isAbusive(foldText(text)) ? 'abuse' : null;
};

/** The words of a text in normal form, together with what `p0rn`, `s e x` and `seeex` are meant to read. */
export const readObfuscatedWords = (text: string, language: string): readonly string[] => {
  const plain = tokenize(text, language);
  const variants = [replaceDigits(text), joinSingleLetters(text), joinSingleLetters(replaceDigits(text))];
  const others = variants
    .filter((variant) => variant !== text)
    .flatMap((variant) => tokenize(variant, language));
  return [...new Set([...plain, ...others, ...plain.map(squeezeLetters)])];
};

const languages = ['en', 'de', 'fr', 'es', 'it', 'hu', 'tr'] as const;

/** All normal forms of the words, so that one list serves every language. */
const listWords = (words: string): ReadonlySet<string> =>
  new Set(
    words
      .trim()
      .split(/\s+/)
      .flatMap((word) => [word, ...languages.flatMap((language) => tokenize(word, language))]),
  );

const sexualWords = listWords(`
  sex sexy sexual porn porno pornography nsfw nude nudes nudity naked topless erotic erotica fetish orgasm masturbate
  masturbation masturbating blowjob handjob dildo horny milf incest rape raping rapist fuck fucking cock cunt pussy penis
  vagina anal cum cumshot creampie gangbang bdsm bondage striptease upskirt whore slut prostitute molest
  molesting
  nackt nackte nackter ficken fick ficke fickt fickst gefickt ficker arschficken arschficker wichsen wichse wichst wichser
  gewichst fotze fotzen titten hurensohn huren schwanzlutscher schwanzlutschen erotik pornos hure nutte nutten orgasmus
  vergewaltigung vergewaltigen
  sexe sexuel baiser pute salope violer érotique
  desnudo desnuda sexo follar puta violar violación pornografía
  nudo nuda sesso scopare puttana stupro pornografia
  meztelen szex szexi pornó baszás kurva
  çıplak seks sikiş orospu tecavüz
  naakt neuken hoer verkrachting
  ruchanie kurwa gwałt foder estupro pelada`);

/** `word` is in normal form. */
export const isSexualWord = (word: string): boolean =>
  sexualWords.has(word) || /porn|hentai|^xxx$/.test(word);

const minorWords = listWords(`
  child children kid kids minor minors underage teen teens teenage teenager teenagers preteen preteens lolita loli
  schoolgirl schoolgirls schoolboy schoolboys girl girls boy boys toddler toddlers infant infants baby babies
  kinder mädchen junge jungs minderjährig minderjährige minderjähriger schülerin schulmädchen säugling
  enfant enfants fille filles fillette fillettes garçon garçons mineur mineure mineures bébé collégienne écolière
  niño niña niños niñas menor menores colegiala bebé adolescente adolescentes
  bambino bambina bambini bambine minorenne minorenni ragazzina ragazzine ragazzino scolaretta
  gyerek gyerekek gyermek kislány kislányok kisfiú kiskorú tini csecsemő iskoláslány
  çocuk çocuklar kız reşit bebek liseli
  kinderen meisje meisjes jongetje minderjarig minderjarige schoolmeisje kleuter
  dziecko dzieci dziewczynka chłopiec nieletnia nieletni niemowlę uczennica
  criança crianças menino menina meninos meninas`);

/** Words that mean the sexual abuse of minors by themselves. */
const childAbuseWords = listWords(`
  pedo pedophile pedophilia paedophile paedophilia paedo pedobear jailbait lolicon shotacon pthc nambla
  pädophil pädophiler pädophile pädophilie pédophile pédophilie pédopornographie pedofilia pedopornografia pedofil`);

/** `teenporn`, `nakedkids`: written as one word. `sex` is left out because of `unisex`. */
const isCompound = (word: string): boolean =>
  /porn|hentai|xxx|fuck|naked/.test(word) &&
  /child|kid|teen|schoolgirl|underage|toddler|kinder|lolita|gyerek|enfant/.test(word);

const isAboutMinors = (text: string, words: readonly string[]): boolean => {
  if (words.some((word) => childAbuseWords.has(word) || isCompound(word))) return true;
  const plainText = squeezeLetters(replaceDigits(text));
  return (
    words.some(isSexualWord) && (words.some((word) => minorWords.has(word)) || agePattern.test(plainText))
  );
};

/** An age below 18, or words that say so. */
const agePattern =
  /(?<!\d)(?:[1-9]|1[0-7])\s*-?\s*(?:yo|y\/o|yrs?|years?|jahre?|jährige?|ans|años|anni|éves|yaşında|jaar|lat|anos)(?!\p{L})|under\s*(?:age|18|16|14)|barely\s+legal/iu;

/** Slurs without another common meaning. */
const slurs = listWords(`
  nigger niggers nigga niggas niglet kike kikes faggot faggots wetback wetbacks raghead ragheads towelhead sandnigger
  gook gooks slanteye jigaboo beaner beaners mongoloid untermensch judensau kanake kanaken schwuchtel schwuchteln
  neger negern negers negerin negerinnen niggah niggaz schlitzauge schlitzaugen spastics spast spasti missgeburt missgeburten
  bougnoule bougnoules youpin youpins négresse négresses sudaca sudacas maricón maricones frocio cigánybűnözés zsidózás ibne czarnuch`);

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

const isAbusive = (sentence: string): boolean =>
  sentence
    .split(' ')
    .some((word) => triggers.has(word) || triggers.has(word.slice(0, -1)) || /^(gyp|zsid|cig)/.test(word)) &&
  abusePatterns.some((pattern) => pattern.test(sentence));

const foldText = (text: string): string =>
  replaceDigits(text)
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}]+/gu, ' ');

const letterByDigit: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** `p0rn`, `s3x`: digits and signs in a word with at least as many letters. `53X` is a model. */
const replaceDigits = (text: string): string =>
  text.replace(/\S+/gu, (word) => {
    const signs = word.match(/[013457@$!]/g)?.length ?? 0;
    const letters = word.match(/\p{L}/gu)?.length ?? 0;
    return signs === 0 || letters < signs
      ? word
      : word.replace(/[013457@$!]/g, (sign) => letterByDigit[sign] ?? sign);
  });

/** `s e x`, `p.o.r.n`: single letters in a row. */
const joinSingleLetters = (text: string): string =>
  text.replace(/(?<!\p{L})(?:\p{L}[\s.*_-]+){2,}\p{L}(?!\p{L})/gu, (letters) =>
    letters.replace(/[\s.*_-]/g, ''),
  );

/** `seeex`: letters that stand three times or more. */
const squeezeLetters = (word: string): string => word.replace(/(\p{L})\1{2,}/gu, '$1');
