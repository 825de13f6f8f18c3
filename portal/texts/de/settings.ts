import type { settings as en } from '../en/settings.ts';

export const settings: Record<keyof typeof en, string> = {
  'nav.settings': 'Shop-Einstellungen',
  'settings.title': 'Shop-Einstellungen',
  'settings.lead': 'Name und Adresse des Shops und Wörter, die nur dieser Shop verwendet.',
  'settings.shop': 'Shop',
  'settings.url': 'Adresse des Shops',
  'settings.fixed': 'Kurzname {name}, Sprache des Katalogs {language}. Beide bleiben.',
  'words.synonyms': 'Synonyme',
  'words.synonyms.body':
    'Wörter, die in diesem Shop dasselbe bedeuten. Wer nach einem sucht, findet auch die anderen.',
  'words.synonyms.label': 'Gruppen von Synonymen',
  'words.synonyms.hint': 'Eine Gruppe je Zeile, zum Beispiel: Sofa, Couch, Polsterbank',
  'words.blocked': 'Gesperrte Wörter von {name}',
  'words.blocked.body': 'Werden ab dem nächsten Aufbau nie als verwandte Suchbegriffe vorgeschlagen.',
  'words.blocked.label': 'Gesperrte Wörter',
  'words.blocked.hint': 'Ein Wort oder Ausdruck je Zeile.',
  'words.import': 'CSV importieren',
  'words.export': 'CSV exportieren',
  'words.preview': 'Speichern fügt {added} hinzu und entfernt {removed} {removed|Zeile|Zeilen}.',
  'words.fault': 'Zeile {line}: {what}',
  'words.fault.too-few': 'Eine Gruppe braucht mindestens zwei Wörter.',
  'words.fault.too-many': 'Eine Gruppe hat höchstens 50 Wörter.',
  'words.fault.repeated': 'Das stand schon weiter oben.',
  'words.fault.several': 'Nur ein Wort oder Ausdruck je Zeile.',
  'words.fault.quote': 'Ein Anführungszeichen ist nicht geschlossen.',
};
