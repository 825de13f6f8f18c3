import type { settings as en } from '../en/settings.ts';

export const settings: Record<keyof typeof en, string> = {
  'nav.settings': 'Shop-Einstellungen',
  'settings.title': 'Shop-Einstellungen',
  'settings.lead': 'Name, Adresse und Sprache des Shops und Wörter, die nur dieser Shop verwendet.',
  'settings.shop': 'Shop',
  'settings.url': 'Adresse des Shops',
  'settings.fixed': 'Der Kurzname {name} lässt sich nicht ändern.',
  'settings.languageChanged':
    'Kataloge und Suchbegriffe werden mit dem nächsten Import in der neuen Sprache aufgebaut. Nach dem Speichern importieren.',
  'shop.delete.heading': 'Shop löschen',
  'shop.delete.lead':
    'Den Shop mit allem, was dazugehört, und alle API-Schlüssel. Das lässt sich nicht rückgängig machen.',
  'shop.delete': 'Shop löschen',
  'shop.delete.title': '{name} löschen?',
  'shop.delete.body':
    'Aufrufe mit seinen Schlüsseln werden ab dann abgelehnt, Mitglieder verlieren den Zugang. Nur eine Sicherung bringt ihn zurück.',
  'shop.delete.datasets': '{count} {count|Katalog oder Liste|Kataloge und Listen} von Suchbegriffen',
  'shop.delete.boxes': '{count} {count|Box antwortet|Boxen antworten} nicht mehr',
  'shop.delete.campaigns': '{count} {count|Kampagne|Kampagnen}',
  'shop.delete.keys': '{count} {count|API-Schlüssel gilt|API-Schlüssel gelten} sofort nicht mehr',
  'shop.delete.type': 'Zur Bestätigung {name} eingeben',
  'shop.deleted': '{name} ist gelöscht',
  'words.synonyms': 'Synonyme',
  'words.synonyms.body':
    'Wörter, die in diesem Shop dasselbe bedeuten. Wer nach einem sucht, findet auch die anderen.',
  'words.synonyms.label': 'Gruppen von Synonymen',
  'words.synonyms.hint': 'Eine Gruppe je Zeile, zum Beispiel: Sofa, Couch, Polsterbank',
  'words.blocked': 'Gesperrte Wörter von {name}',
  'words.blocked.body': 'Werden nie vorgeschlagen. Wirkt mit der nächsten stündlichen Aktualisierung.',
  'words.blocked.label': 'Gesperrte Wörter',
  'words.blocked.hint': 'Ein Wort oder Ausdruck je Zeile.',
  'words.redirects': 'Weiterleitungen von Suchbegriffen',
  'words.redirects.body':
    'Wer nach einem dieser Begriffe sucht, kommt auf dessen Seite, und verwandte Suchbegriffe verlinken sie. Eine Weiterleitungskampagne hat Vorrang.',
  'words.redirects.label': 'Begriffe und Adressen',
  'words.redirects.hint':
    'Ein Begriff und seine Adresse je Zeile, zum Beispiel: Rückgabe, https://shop.example/rueckgabe',
  'words.import': 'CSV importieren',
  'words.export': 'CSV exportieren',
  'words.preview': 'Speichern fügt {added} hinzu und entfernt {removed} {removed|Zeile|Zeilen}.',
  'words.fault': 'Zeile {line}: {what}',
  'words.fault.too-few': 'Eine Gruppe braucht mindestens zwei Wörter.',
  'words.fault.too-many': 'Eine Gruppe hat höchstens 50 Wörter.',
  'words.fault.repeated': 'Das stand schon weiter oben.',
  'words.fault.several': 'Nur ein Wort oder Ausdruck je Zeile.',
  'words.fault.pair':
    'Ein Suchbegriff und eine Adresse sind nötig. Was ein Komma enthält, steht in Anführungszeichen.',
  'words.fault.address': 'Die Adresse muss mit http:// oder https:// beginnen.',
  'words.fault.quote': 'Ein Anführungszeichen ist nicht geschlossen.',
};
