import { foldMarks, toSeenText } from '../../../domain/safety/skeleton.ts';

/*
 * Street addresses in the formats of the shipped languages. Names of streets are not known, so a kind of street and a
 * house number must be there. `28 inch road bike` and `256 gb flash drive` have a unit or a kind of product where an
 * address has a name.
 */

const units =
  'gb|tb|mb|mhz|ghz|dpi|mm|cm|km|m|inch|inches|in|ft|foot|feet|speed|wheel|bay|pack|pcs?|piece|pieces|way|x|volt|v|watt|w|set|year|years|pair|pairs|gen|port|person|seater|lb|kg|g|ml|l|oz|tier|drawer|door|row|hole|pole|pin|core|channel|in|and|or|with|the|of|for|a|dvd|hard|usb|flash|disk|disc|ssd|external|internal|portable|network|tape|optical|thumb|pen|solid|impact|socket|square|hex|torx|quick|belt|chain|direct|front|rear|all|four|one|two|three';
const number = String.raw`(?<![\p{L}\d.,])\d{1,4}\s?[a-d]?(?:[/-]\d{1,4}[a-d]?)?`;
const after = String.raw`(?![\p{L}\d])`;
const product =
  'bike|bikes|bicycle|bicycles|race|racing|trip|map|maps|tyre|tyres|tire|tires|runner|running|shoe|shoes|wear|lamp|lamps|light|lights|sign|signs|fighter|art|style|photography|to|warrior|king|glide|bay|bays|enclosure|adapter|cable|case|shaft|belt|ratchet|socket|sockets|bit|bits|unit|wheel|home|view|food|hockey|legal';

/** House number, name, kind: `12 Oak Street`. A weaker kind needs a name before or something behind it. */
const english = [
  String.raw`${number}\s+(?!(?:${units})\s)(?:[\p{L}'.-]{2,}\s+){1,3}?(?:street|avenue|boulevard|road|lane|crescent)(?!\s+(?:${product})${after})${after}`,
  String.raw`${number}\s+(?!(?:${units})\s)(?:[\p{L}'.-]{3,}\s+){1,2}?(?:st|rd|ave|blvd|ln|drive|court|terrace|close|gardens|place|square|way)\.?,?\s+(?:apt|flat|unit|suite|\p{L}{3,}\s+[a-z]{1,2}\d|[a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2}|\d{5})`,
  String.raw`${number}\s+(?:high|main|church|station|park|mill|king|queen|north|south|east|west|market|bridge|spring|chapel)s?\s+(?:st|rd|ave|drive|court|terrace|close|gardens|place|way)\.?${after}(?!\s+(?:${product}))`,
  String.raw`\bp\.?\s?o\.?\s?box\s+\d|\bpostfach\s+\d|\bboite postale\s+\d|\bpostafiok\s+\d|\bpostovni prihradka\s+\d`,
];

/** Name and kind in one word, then the number: `Hauptstraße 12`, `Kerkstraat 12`, `Storgatan 12`. */
const endings =
  '(?<!sesam)(?<!milch)(?<!carrera)stra(?:ss|s)e|(?<=\\p{L}{2})str|gasse|(?<=\\p{L}{3})weg|(?<=\\p{L}{3})allee|straat|laan|gracht|gatan|(?<!re)(?<!alli)gata|vagen|vej|(?<!bri)(?<!rene)gade|veien|katu|(?<=[aeiouy]n)tie|caddesi|sokak|sokagi';
const trailing = String.raw`\.?,?\s+(?:no\.?\s*|nr\.?\s*)?\d{1,4}\s?[a-d]?(?:[/-]\d+)?(?![\p{L}\d.,:x-])(?!\s*(?:x|mm|cm|m|zoll|watt|w|volt|v|liter|l|kg|g|teilig|tlg|stuck|er|fach|d|und|bis)${after})`;
const germanic = [
  String.raw`(?<!\p{L})\p{L}{2,}(?:${endings})${trailing}`,
  // Weaker endings only before a postcode or with a preposition in front.
  String.raw`\p{L}{3,}(?:platz|ufer|damm|markt|plein|plads|torget)\s+\d{1,3}\s?[a-d]?,?\s+\d{4,5}\s+\p{L}{3}`,
  String.raw`(?<!\p{L})(?:am|an der|an den|auf der|im|in der|zum|zur|beim)\s+\p{L}{4,}\s+\d{1,3}\s?[a-d]?,?\s+\d{4,5}\s+\p{L}{3}`,
];

/** Kind, name, number: `ulice Masarykova 8`, `Calle Mayor 12`, `Via Roma 12`, `rue de la Paix 5`. */
const kinds =
  'ulice|ulica|ul\\.?|namesti|namestie|nam\\.|trida|trieda|nabrezi|calle|avenida|avda\\.?|carrer|passeig|placa|plaza|paseo|via|viale|piazza|corso|rua|praca|travessa|strada|str\\.|bulevardul|aleea|улица|ул\\.?|проспект|переулок|вулиця|вул\\.?|οδοσ|λεωφοροσ|allee des|rue';
const romanceSlavic = [
  String.raw`(?<!\p{L})(?:${kinds})\s+(?:(?:de|del|della|dei|da|do|dos|la|le|les|des|du)\s+)*\p{L}{3,}(?:\s+\p{L}{3,})?,?\s+(?:no?\.?\s*|nr\.?\s*)?\d{1,4}\s?[a-d]?(?:/\d+)?${after}(?!\s*(?:x|mm|cm|kg|g|ml|l|gb|tb|mhz|ghz|dpi|mb)${after})`,
  String.raw`${number}(?:\s+(?:bis|ter))?,?\s+(?:rue|avenue|av\.|boulevard|bd|impasse|chemin|quai|allee|ruelle|passage|route|cours)\s+(?!(?:bike|hybride)${after})\p{L}{2,}`,
  String.raw`${number}(?:\s+(?:bis|ter))?,?\s+place\s+(?:de|du|des|d)\s`,
];

/** Name, kind, number: `Petőfi utca 12`, `Rákóczi út 44`. */
const hungarian = [
  String.raw`\p{L}{2,}\s+(?:utca|(?<=i\s)ut|utja|tere|korut|krt\.?|koz|setany|fasor|rakpart|dulo)\s+\d{1,4}(?:/?[a-d])?\.?${after}(?!\s*(?:szemely|reszes|fos|cm|mm|m|kg|l|db|eves|utas|ora|perc)\p{L}*)`,
  String.raw`\p{L}{3,}\s+u\.\s*\d{1,3}(?![\p{L}\d])`,
  String.raw`\p{L}{3,}(?:\s+\p{L}{3,})?\s+(?:caddesi|sokak|sokagi|cad\.?|sok\.?|mahallesi)\s+(?:no\.?:?\s*)?\d`,
];

const cities =
  'praha|brno|ostrava|plzen|olomouc|liberec|bratislava|kosice|zilina|nitra|budapest|debrecen|szeged|pecs|gyor|miskolc|berlin|hamburg|munchen|koln|frankfurt|stuttgart|dresden|leipzig|wien|graz|linz|salzburg|zurich|basel|bern|genf|paris|lyon|marseille|toulouse|nice|nantes|bordeaux|lille|strasbourg|rouen|london|manchester|birmingham|leeds|glasgow|madrid|barcelona|valencia|sevilla|roma|milano|torino|napoli|lisboa|porto|amsterdam|rotterdam|utrecht|stockholm|goteborg|malmo|kobenhavn|aarhus|oslo|bergen|helsinki|tampere|istanbul|ankara|izmir|warszawa|krakow|gdansk|poznan|bucuresti|cluj|москва|киів|київ|αθηνα|θεσσαλονικη';
/** `Dlouhá 15 Praha`, `Lidická 33 602 00 Brno`, `1051 Budapest Sas utca 3`: a number before a town, and a word before it. */
const byTown = [
  String.raw`\p{L}{3,}\s+\d{1,4}(?:/\d+)?\s?[a-d]?,?\s+(?:\d{3}\s?\d{2}\s+|\d{4,5}\s+)?(?:${cities})${after}`,
  String.raw`\p{L}{3,}(?:ova|ska|cka|na|ni|ka|eho)\s+\d{1,4}(?:/\d+)?,?\s+\d{3}\s\d{2}\s+\p{L}{3}`,
];

const addressPattern = new RegExp(
  [...english, ...germanic, ...romanceSlavic, ...hungarian, ...byTown].join('|'),
  'u',
);

/** `út` and `tér` without accents are other words. */
const accented = /\p{L}{2,}\s+(?:út|tér)\s+\d{1,4}(?![\p{L}\d])(?!\s*(?:személy|részes|fős|cm|mm|m|kg))/u;

/** What an address has beside its number. Nearly all texts have none of it, and the patterns take long. */
const sign = new RegExp(
  `street|avenue|boulevard|road|lane|crescent|drive|court|terrace|close|gardens|place|square|way|box|post|(?<!\\p{L})(?:st|rd|ave|blvd|ln|bd|av|ut|utja|u|krt|cad|sok)(?!\\p{L})|str|weg|gasse|allee|platz|ufer|damm|markt|plein|plads|torg|gracht|laan|gat|vag|vej|gad|vei|katu|tie|caddesi|sok|${kinds}|impasse|chemin|quai|ruelle|passage|route|cours|utca|tere|kor|koz|setany|fasor|rakpart|dulo|ova|ska|cka|${cities}`,
  'u',
);

export const hasStreetAddress = (text: string): boolean => {
  if (!/\d/.test(text)) return false;
  const seen = toSeenText(text);
  const folded = foldMarks(seen);
  return (sign.test(folded) && addressPattern.test(folded)) || accented.test(seen);
};
