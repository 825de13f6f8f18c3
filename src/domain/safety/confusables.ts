/*
 * Letters of other scripts that look like a Latin one, derived from Unicode's confusables.txt 10.0.0 (Unicode Technical
 * Standard #39): single letters of scripts whose words a reader could take for Latin ones. Letters that differ by a mark
 * only are left out, because marks are removed anyway.
 *
 * Copyright © 1991-2017 Unicode, Inc. All rights reserved. Distributed under the Terms of Use in
 * https://www.unicode.org/copyright.html; the licence is in UNICODE-LICENSE beside this file.
 */
const lookalikes: Readonly<Record<string, string>> = {
  a: 'ɑΑαАаᎪᗅꓮꭺ𐊠𖽀',
  b: 'ƀƂƃƄƅɓΒβБВЬбвьѢѣҌҍᏏᏴᏼᖯᗷꓐꞴꞵꮟ𐊂𐊡𐌁',
  c: 'ȼСсҪҫᏟᴄⲤⲥꓚꮯ𐊢𐌂𐐕𐐽𐔜',
  d: 'ƉƌɖɗԁᎠᏧᑯᗞᗪꓒꓓꭰꮷ',
  e: 'ɆɇΕεЕеҽҿᎬⴹꓰꬲꭼ𐊆𑢦𑢮𑣆𑣎',
  f: 'ƑƒϜϝքᖴᵮẝꓝꞘꞙꬵ𐊇𐊥𐔥𑢢𑣂',
  g: 'ƍǤǥɠɡԌԍցᏀᏳᏻᶃꓖꮐ',
  h: 'ĦħɦΗНнћҢңһӇӈӉӊհᎻᏂᏲᏺᕼⱧⱨⲎⲏꓧꚕꮋꮒ𐋏',
  i: 'ƖƗɨɩɪΙιІіӀᎥᵻᵼⲒⲓꙇꭵ𐐛𐑃𑢣𑢲𑣃𑣒',
  j: 'ɈɉʝͿϳЈјᎫᒍꓙꞲꭻ',
  k: 'ƙΚκКкҚқҞҟᏦᛕⱩⱪⲔⲕꓗꝀꝁꮶ𐔘',
  l: 'ƚǀɫɭӏᒪᛁⵏꓡꓲ𐊊𐌉𐔦𖼖𖼨',
  m: 'ΜμϺϻМмӍӎᎷᗰᛖⲘⲙꓟꮇ𐊰𐌑',
  n: 'ƝƞɲɳΝηոռᵰⲚⲛꓠ𐔓',
  o: 'ƟɵΘΟθοσОоѲѳӨөՕօჿᎾᏫᴏᴑⲞⲟⴱⵁⵔꓳꝊꝋꬽꬾꭴꮎꮻ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑢵𑣈𑣕𑣗',
  p: 'ƥΡρРрᏢᑭᵽⲢⲣꓑꮲ𐊕',
  q: 'ʠԛգզⵕ',
  r: 'ƦɍɼɽʀгғᎡᏒᖇᴦᵲⲅꓣꭇꭈꭱꮁꮢ𐒴𐓜𖼵',
  s: 'ƽʂЅѕՏտᏕᏚᵴꓢꜱꮥꮪ𐊖𐐠𐑈𑣁𖼺',
  t: 'ŦŧƭƮȾʈΤτТтҬҭᎢᵵⱦⲦⲧꓔꭲ𐊗𐊱𐌕𑢼𖼊',
  u: 'ɄʉʋυՍսᏌᑌᴜᵾꓴꞟꭎꭒꮜ𐓎𐓶𑢸𑣘𖽂',
  v: 'νѴѵᏙᐯᴠⴸꓦꛟꮩ𐔝𑜆𑢠𑣀𖼈',
  w: 'ɯѡѽԜԝաᎳᏔᴡꓪꝡꮃꮤ𑓅𑜊𑜎𑜏',
  x: 'ΧχХхҲҳᕁᕽᚷⲬⲭⵝꓫꞳꭓ𐊐𐊴𐌗𐔧',
  y: 'ƴɎɏɣʏΥγУуҮүҰұყᎩᎽᶌỿⲨⲩꓬꭚꭹꮍ𐊲𑢤𑣜𖽃',
  z: 'ƵƶȤȥʐΖζᏃᴢᵶꓜꮓ𑢩𑣄𑣉',
};

const latinByLookalike: ReadonlyMap<string, string> = new Map(
  Object.entries(lookalikes).flatMap(([latin, letters]) =>
    [...letters].map((letter) => [letter, latin] as const),
  ),
);

/** `роrn` in Cyrillic letters as a reader sees it. */
export const replaceLookalikes = (text: string): string =>
  text.replace(/[^\0-\x7f]/gu, (letter) => latinByLookalike.get(letter) ?? letter);
