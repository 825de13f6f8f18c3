import type { pictures as english } from '../en/pictures.ts';

export const pictures: Record<keyof typeof english, string> = {
  'pictures.upload': 'Bilder als Dateien',
  'pictures.upload.lead':
    'Für Feeds, die Dateien statt Adressen nennen. Packen Sie alle Bilder in eine ZIP-Datei; deren Ordner sind egal.',
  'pictures.upload.drop': 'ZIP mit Bildern hier ablegen oder auswählen',
  'pictures.upload.hint': 'JPEG, PNG, GIF, WebP oder AVIF, je bis 10 MB. Der nächste Import nutzt sie.',
  'pictures.upload.count': '{count} {count|Bild liegt|Bilder liegen} hier.',
  'pictures.upload.none': 'Noch keine Bilder.',
  'pictures.upload.done': '{added} hinzugefügt, {replaced} ersetzt.',
  'pictures.upload.next': 'Laden Sie den Feed noch einmal hoch: Seine Produkte erhalten diese Bilder.',
  'pictures.upload.again': 'Mit Bildern neu importieren',
  'pictures.upload.refused': '{count} {count|Datei wurde|Dateien wurden} ausgelassen:',
  'pictures.upload.remove': 'Bilder entfernen',
  'pictures.upload.remove.title': 'Alle hochgeladenen Bilder entfernen?',
  'pictures.upload.remove.body':
    '{count} {count|Bild wird|Bilder werden} gelöscht, und mit ihnen die hochgeladenen Bilder von Bannern: Kampagnen, die eines zeigen, brauchen ein neues. Produkte behalten ihre ähnlichen Produkte bis zum nächsten Import. Das lässt sich nicht rückgängig machen.',
  'pictures.upload.removed': 'Die Bilder wurden entfernt.',
  'pictures.refusal.not-a-picture': 'kein Bild',
  'pictures.refusal.too-large': 'größer als 10 MB',
  'pictures.refusal.unreadable': 'beschädigt oder mit Passwort gepackt',
  'pictures.refusal.name-twice': 'eine zweite Datei dieses Namens',
  'pictures.baseUrl': 'Basisadresse der Bilder (optional)',
  'pictures.baseUrl.hint':
    'Für Feeds, die Bilder ohne Adresse nennen: Aus https://cdn.example/bilder/ und schuh.jpg wird eine Adresse.',
  'pictures.reasons': 'Warum Bilder fehlen',
  'pictures.reasons.count': '{count} {count|Variante|Varianten}',
  'pictures.looks': 'Wie Bilder verglichen werden',
  'pictures.looks.base': 'Produkte sind ähnlich, wenn ihre Bilder es sind.',
  'pictures.looks.short':
    'Kindred hat aus {pictures} Bildern gelernt, welche Produkte in Ihrem Shop zusammengehören.',
  'pictures.looks.why':
    'So, wie das Bildmodell sie sieht: Es gibt zu wenig, um daraus zu lernen, oder nichts Gelerntes ist bei zurückgehaltenen Produkten besser.',
  'pictures.looks.tried':
    'So, wie das Bildmodell sie sieht. Erprobt mit {field} von {pictures} Bildern: Wörter des Titels zählen {words}-mal so viel wie das Bild, und die Farbe {colour}-mal so viel, wie eine Box sagt.',
  'pictures.looks.learnt':
    'Kindred hat aus {pictures} Bildern und ihrem Feld {field} gelernt, welche Produkte in Ihrem Shop zusammengehören. Das Gelernte zählt {mix}, Wörter des Titels {words}-mal so viel wie das Bild, und die Farbe {colour}-mal so viel, wie eine Box sagt.',
  'pictures.looks.precision':
    'Test mit Produkten, die es nicht kannte: {now} von 10 ähnlichen Produkten gehören zusammen, vorher {before}.',
  'pictures.looks.newLabels':
    'Etwa {share} der neuen Bilder sind von einer Art, die der Shop noch nicht hatte. Dort gehören {now} von 10 zusammen, vorher {before}.',
  'pictures.looks.field': '{field} (Gewicht {weight})',
  'learnFrom.title': 'Woraus Ähnlichkeit gelernt wird',
  'learnFrom.lead':
    'Wählen Sie Felder, deren Werte ähnliche Produkte kennzeichnen, etwa die Kategorie. Der nächste Import lernt daraus und behält das Ergebnis nur, wenn es besser ist.',
  'learnFrom.inspected':
    'Nichts ist ausgewählt: Es gilt die erste Kategorie, die die meisten Produkte haben, sonst die erste Text-Facette.',
  'learnFrom.field': 'Feld',
  'learnFrom.weight': 'Gewicht von {field}',
  'learnFrom.add': 'Feld zum Lernen hinzufügen',
  'learnFrom.remove': '{field} entfernen',
  'pictures.notPublished': 'Importieren Sie einen Katalog; dann steht hier, welche Bilder fehlen.',
  'pictures.older': 'Eine neuere Version wird gerade geladen. Diese Liste ist von der Version davor.',
  'pictures.unknown': 'Nicht mehr aufgezeichnet. Importieren Sie noch einmal, um den Grund zu sehen.',
  'imports.pictures.missing': '{count} {count|Variante|Varianten} ohne Bild',
  'imports.pictures.title': 'Varianten ohne Bild',
  'imports.pictures.lead': '{missing} von {all} Varianten. Sie werden nur über ihren Text gefunden.',
  'faultCause.none-named': 'Der Feed nennt kein Bild.',
  'faultCause.left-out': 'Der Import sollte Bilder auslassen.',
  'faultCause.file-missing': 'Die Bilddatei wurde nicht hochgeladen.',
  'faultCause.address-answers': 'Die Adresse des Bildes antwortet mit Fehler {value}.',
  'faultCause.host-unreachable': '{value} ist nicht erreichbar.',
  'faultCause.private-host': '{value} liegt nicht im öffentlichen Internet.',
  'faultCause.too-large': 'Das Bild ist zu groß.',
  'faultCause.no-picture': 'Die Datei ist kein Bild einer bekannten Art.',
  'faultCause.damaged': 'Das Bild ist beschädigt.',
  'faultCause.other': 'Ein anderer Grund: {value}',
  'faultField.identifier': 'Kennung',
  'faultField.name': 'Name',
  'faultField.address': 'Adresse',
  'faultField.price': 'Preis',
  'faultCause.no-column':
    'Der Feed hat keine Spalte für {value}. Wählen Sie unter Zuordnung eine Spalte dafür.',
  'faultCause.no-value': 'So lässt sich das Produkt nicht verkaufen. Es fehlt: {value}.',
  'faultCause.unreadable-value': 'So lässt sich das Produkt nicht verkaufen. Nicht lesbar: {value}.',
  'faultCause.long-identifier': 'Die Kennung ist länger als {value} Zeichen.',
  'faultCause.no-web-address': 'Die Adresse {value} gehört zu keiner Webseite.',
  'faultCause.identifier-again':
    'Die Kennung kommt in Zeile {value} noch einmal vor. Die spätere Zeile wurde übernommen.',
  'faultCause.wrong-columns': 'Die Zeile hat {value} Spalten, der Kopf der Datei eine andere Zahl.',
  'faultCause.open-quote': 'Ein Anführungszeichen, das in dieser Zeile beginnt, wird nie geschlossen.',
  'faultCause.column-twice': 'Eine zweite Spalte heißt {value}. Sie hat eine Nummer bekommen.',
  'faultCause.forbidden-character': 'Die Spalte {value} enthält ein Zeichen, das kein Text haben darf (NUL).',
  'faultCause.too-long': 'Die Zeile ist länger als {value}.',
  'faultCause.not-utf8': 'Die Zeile ist kein Text in UTF-8.',
  'faultCause.not-json': 'Die Zeile ist kein JSON: {value}.',
  'faultCause.not-an-object': 'Die Zeile ist kein Objekt mit Feldern.',
  'faultCause.too-deep': 'Die Zeile ist tiefer als {value} Ebenen verschachtelt.',
  'faultCause.too-many-parts': 'Die Zeile hat mehr als {value} Felder.',
  'faultCause.no-handle': 'Die Zeile hat kein Handle.',
  'faultCause.no-sku': 'Die Zeile hat keine SKU.',
  'faultCause.too-many-rows': 'Das Produkt {value} hat zu viele Zeilen.',
  'faultCause.bare-ampersand': 'Statt „&amp;“ steht ein „&“. Es wurde so gelesen, wie es dasteht.',
  'faultCause.other-store-views':
    'Zeilen einzelner Store-Views wiederholen Produkte in einer anderen Sprache. Sie wurden ausgelassen.',
  'pictureNext.none-named':
    'Wählen Sie unter Zuordnung die Spalte des Bildes und importieren Sie noch einmal.',
  'pictureNext.left-out': 'Importieren Sie noch einmal mit Bildern.',
  'pictureNext.file-missing':
    'Laden Sie unter Quelle eine ZIP-Datei mit den Bildern hoch oder nennen Sie ihre Basisadresse; importieren Sie dann noch einmal.',
  'pictureNext.address-answers':
    'Öffnen Sie eine der Adressen im Browser, berichtigen Sie sie im Shop und importieren Sie noch einmal.',
  'pictureNext.host-unreachable': 'Prüfen Sie den Namen des Servers im Feed, oder versuchen Sie es später.',
  'pictureNext.private-host':
    'Wer den Dienst betreibt, kann es erlauben (KINDRED_ALLOW_PRIVATE). Oder laden Sie die Bilder als ZIP hoch.',
  'pictureNext.too-large': 'Nehmen Sie Bilder bis 10 MB und 40 Megapixel.',
  'pictureNext.no-picture':
    'Nehmen Sie JPEG, PNG, WebP, GIF, AVIF oder TIFF. Steht dort eine Webseite, braucht sie vielleicht eine Anmeldung.',
  'pictureNext.damaged': 'Exportieren Sie diese Bilder neu und importieren Sie noch einmal.',
  'pictureNext.other':
    'Importieren Sie noch einmal; bleibt es dabei, sieht der Betreiber des Dienstes ins Protokoll.',
};
