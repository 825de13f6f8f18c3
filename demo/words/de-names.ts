import type { Kind } from '../drawing/product.ts';
import type { Names } from './words.ts';

/** Decides the ending of adjectives; `p`: plural. */
type GrammaticalGender = 'm' | 'f' | 'n' | 'p';

type Name = { readonly noun: string; readonly gender: GrammaticalGender };

const m = (noun: string): Name => ({ noun, gender: 'm' });
const f = (noun: string): Name => ({ noun, gender: 'f' });
const n = (noun: string): Name => ({ noun, gender: 'n' });
const p = (noun: string): Name => ({ noun, gender: 'p' });

export const names: Names<Name> = {
  trainers: [p('flache Turnschuhe'), p('knöchelhohe Turnschuhe'), p('Laufschuhe')],
  boots: [p('Chelsea-Stiefel'), p('Schnürstiefel'), p('Gummistiefel'), p('Stiefeletten mit Absatz')],
  't-shirt': [n('Rundhals-T-Shirt'), n('Langarm-T-Shirt'), n('T-Shirt mit V-Ausschnitt')],
  hoodie: [m('Kapuzenpullover'), f('Kapuzenjacke'), n('Sweatshirt')],
  dress: [n('Kleid in A-Linie'), n('Trägerkleid'), n('Hemdblusenkleid')],
  handbag: [f('Tragetasche'), f('Henkeltasche'), f('Beuteltasche'), f('Schultertasche')],
  backpack: [m('klassischer Rucksack'), m('Rolltop-Rucksack'), m('eckiger Rucksack')],
  watch: [f('runde Armbanduhr'), f('eckige Armbanduhr'), f('Armbanduhr mit Stoppfunktion')],
  hat: [f('Baseballkappe'), m('Fischerhut'), f('Bommelmütze'), m('Hut mit breiter Krempe')],
  mug: [f('gerade Tasse'), f('bauchige Tasse'), f('hohe Tasse')],
  lamp: [
    f('Tischlampe mit Kegelschirm'),
    f('Pilz-Tischlampe'),
    f('Schreibtischlampe'),
    f('Dreibein-Tischlampe'),
  ],
  chair: [m('Esszimmerstuhl'), m('Sessel'), m('Barhocker'), m('Schalenstuhl')],
  cushion: [n('eckiges Kissen'), n('rundes Kissen'), n('Kissen mit Quasten')],
  vase: [f('Flaschenvase'), f('Amphorenvase'), f('Kugelvase'), f('Zylindervase')],
};

/** What shoppers call them. Every name of a kind that is not in its gender is left out of such searches. */
export const kinds: Readonly<Record<Kind, Name>> = {
  trainers: p('Turnschuhe'),
  boots: p('Stiefel'),
  't-shirt': n('T-Shirt'),
  hoodie: m('Kapuzenpullover'),
  dress: n('Kleid'),
  handbag: f('Handtasche'),
  backpack: m('Rucksack'),
  watch: f('Armbanduhr'),
  hat: f('Mütze'),
  mug: f('Tasse'),
  lamp: f('Tischlampe'),
  chair: m('Stuhl'),
  cushion: n('Kissen'),
  vase: f('Vase'),
};

const endings: Readonly<Record<GrammaticalGender, string>> = { m: 'er', f: 'e', n: 'es', p: 'e' };

/** `gestreift` → `gestreiftes` for a T-Shirt; no adjective stays none. */
export const decline = (adjective: string, { gender }: Name): string =>
  adjective === '' ? '' : `${adjective}${endings[gender]}`;
