export const faults = {
  'fault.not-signed-in': 'Niemand ist angemeldet. Melden Sie sich an und versuchen Sie es noch einmal.',
  'fault.wrong-sign-in':
    'Adresse, Passwort oder Code stimmen nicht. Vergessen? Ihr Administrator kann das Passwort zurücksetzen.',
  'fault.code-needed':
    'Es fehlt noch ein Code. Geben Sie die sechs Ziffern ein, die die Authenticator-App zeigt.',
  'fault.too-many-attempts':
    'Zu viele Versuche. Versuchen Sie es in {seconds} {seconds|Sekunde|Sekunden} noch einmal.',
  'fault.wrong-password': 'Das Passwort stimmt nicht. Geben Sie Ihr eigenes Passwort noch einmal ein.',
  'fault.wrong-code':
    'Dieser Code passt nicht. Scannen Sie das Bild noch einmal und geben Sie den Code ein, der jetzt gezeigt wird. Geht die Uhr des Telefons richtig?',
  'fault.short-password': 'Ein Passwort hat mindestens {length} Zeichen.',
  'fault.weak-password':
    'Dieses Passwort ist leicht zu erraten. Nehmen Sie vier oder fünf Wörter, die nicht zusammengehören.',
  'fault.needs-https':
    'Das Portal ist ohne HTTPS geöffnet, und so behält ein Browser keine Sitzung. Schalten Sie HTTPS vor den Dienst.',
  'fault.not-our-page': 'Diese Anfrage kommt nicht aus dem Portal selbst. Laden Sie die Seite neu.',
  'fault.needs-merchandiser': 'Das darf nur ein Merchandiser. Fragen Sie einen Inhaber des Shops.',
  'fault.needs-owner': 'Das darf nur ein Inhaber. Fragen Sie einen Inhaber des Shops.',
  'fault.needs-administrator': 'Das darf nur, wer die Installation verwaltet. Fragen Sie dort nach.',
  'fault.set-up-link-gone':
    'Dieser Einrichtungslink gilt nicht mehr. Starten Sie den Dienst neu, um einen neuen zu bekommen.',
  'fault.invitation-gone': 'Diese Einladung gilt nicht mehr. Bitten Sie um eine neue.',
  'fault.invitation-password':
    'Diese Adresse hat schon ein Konto, und dies ist nicht ihr Passwort. Nehmen Sie die Einladung mit dem Passwort an, mit dem Sie sich anmelden.',
  'fault.address-known': '{email} hat schon ein Konto.',
  'fault.member-known': '{email} ist schon Mitglied.',
  'fault.last-owner':
    '{email} ist der einzige Inhaber dieses Shops. Machen Sie zuerst jemand anderen zum Inhaber.',
  'fault.not-there': 'Das gibt es nicht mehr, oder es gehört zu einem anderen Shop. Laden Sie die Seite neu.',
  'fault.name-taken': 'Den Namen {name} gibt es schon. Wählen Sie einen anderen.',
  'fault.name-stays': 'Der Name bleibt {name}: Shops und Kampagnen beziehen sich darauf.',
  'fault.in-use': '{name} wird verwendet von: {users}. Entfernen oder ändern Sie diese zuerst.',
  'fault.nothing-to-undo': 'Es gibt nichts rückgängig zu machen.',
  'fault.invalid': 'Nicht gespeichert. Bitte berichtigen:',
  'fault.missing': 'fehlt',
  'fault.unknown': 'eine Einstellung {name} gibt es nicht',
  'fault.not-one-of': 'muss eines davon sein: {allowed}',
  'fault.wrong-type': 'hat einen Wert der falschen Art',
  'fault.does-not-fit': 'ist nicht in einer verständlichen Form geschrieben',
  'fault.too-small': 'muss mindestens {limit} sein',
  'fault.too-large-number': 'darf höchstens {limit} sein',
  'fault.too-short': 'braucht mindestens {limit} Zeichen',
  'fault.too-long': 'darf höchstens {limit} Zeichen haben',
  'fault.too-few': 'braucht mindestens {limit} {limit|Eintrag|Einträge}',
  'fault.too-many-entries': 'darf höchstens {limit} {limit|Eintrag|Einträge} haben',
  'fault.unsafe-html': 'enthält {part}; das könnte im Shop ein Skript ausführen',
  'fault.unsafe-link': 'enthält den Link {link}; erlaubt sind nur http und https',
  'fault.unknown-field': 'der Katalog hat kein Filterfeld namens {field}',
  'fault.confirm-redirect':
    'Diese Weiterleitung leitet alle Kunden weiter. Veröffentlichen Sie sie auf ihrer Seite, wo sie bestätigt wird.',
  'fault.filter': 'der Filter ist ab dem Zeichen {position} nicht zu verstehen',
  'fault.until-before-from': 'das Ende muss nach dem Anfang liegen',
  'fault.page-above-maximum':
    'eine Seite darf nicht mehr Produkte haben, als höchstens abgefragt werden dürfen',
  'fault.rank-twice': 'jeder Schritt der Strategie braucht seinen eigenen Platz',
  'fault.no-words': 'enthält kein Wort und kann daher nie zutreffen',
  'fault.term-twice': 'bedeutet dasselbe wie {term} weiter oben',
  'fault.no-such-box': 'eine Box {name} gibt es nicht',
  'fault.import-running': 'Ein Import dieses Feeds läuft. Warten Sie, oder halten Sie ihn an.',
  'fault.import-ended': 'Der Import ist schon zu Ende.',
  'fault.import-not-waiting': 'Der Import wartet nicht mehr auf Freigabe.',
  'fault.version-gone':
    'Die Version, mit der er wartet, gibt es nicht mehr. Importieren Sie den Feed noch einmal.',
  'fault.no-source':
    'Es ist keine Quelle angegeben, und es wurde kein Feed mitgegeben. Geben Sie eine Adresse an, oder laden Sie eine Datei hoch.',
  'fault.unknown-format':
    'Das Format des Feeds ist nicht bekannt. Möglich sind JSON, NDJSON, CSV mit Kopfzeile oder Google-Merchant-XML; offen, gzip oder zip.',
  'fault.web-page':
    'Der Feed ist eine Webseite und kein Feed. Öffnen Sie die Adresse im Browser: Vielleicht braucht sie eine Anmeldung, oder sie ist umgezogen.',
  'fault.feed-unreadable': 'Der Feed {file} ist nicht lesbar. Prüfen Sie den Namen und die Rechte der Datei.',
  'fault.feed-changed':
    'Der Feed {file} wurde geändert, während er gelesen wurde. Importieren Sie ihn noch einmal, sobald er fertig geschrieben ist. Was live ist, blieb unverändert.',
  'fault.not-downloaded':
    'Der Feed {address} konnte nicht geladen werden ({why}). Prüfen Sie Adresse und Anmeldung des Feeds und importieren Sie noch einmal. Nichts wurde geändert.',
  'fault.private-address':
    '{host} liegt nicht im öffentlichen Internet und wird nicht abgefragt. Wer den Dienst betreibt, kann es erlauben (KINDRED_ALLOW_PRIVATE).',
  'fault.pictures-no-zip':
    'Die Datei ist keine lesbare ZIP-Datei. Packen Sie die Bilder ohne Passwort in eine ZIP-Datei und laden Sie sie noch einmal hoch.',
  'fault.pictures-outside':
    'Die ZIP-Datei nennt eine Datei außerhalb ihres Ordners. Packen Sie den Ordner der Bilder noch einmal. Nichts wurde geändert.',
  'fault.pictures-too-many':
    'Die ZIP-Datei enthält zu viel. Laden Sie sie in mehreren Teilen hoch. Nichts wurde geändert.',
  'fault.pictures-missing': 'Es gibt keine Datei mit Bildern. Wählen Sie eine ZIP-Datei.',
  'fault.pictures-no-room':
    'Ein Shop darf {pictures} Bilder hochladen, die {gigabytes} GB belegen. Entfernen Sie welche, oder bitten Sie den Betreiber um mehr. Nichts wurde geändert.',
  'fault.import-superseded': 'Ein späterer Import ist an seine Stelle getreten.',
  'fault.import-stopped': 'Er wurde angehalten. Was online ist, bleibt.',
  'fault.import-abandoned': 'Er war nicht fertig, als ein anderer begann.',
  'fault.import-broke':
    'Auf unserer Seite ist etwas schiefgegangen. Importieren Sie noch einmal; geht es wieder schief, sehen Sie ins Protokoll.',
  'fault.no-keywords': 'Der Feed enthält keine Suchbegriffe',
  'fault.feed-empty': 'Der Feed ist leer',
  'fault.no-products': 'Keine der {rows} Zeilen ist ein Produkt',
  'fault.vanishing': 'Dieser Import würde {removed} von {live} Varianten ({percent} %) entfernen',
  'fault.bad-rows': '{bad} von {rows} Zeilen ({percent} %) haben Fehler',
  'fault.nothing-here': 'Unter dieser Adresse gibt es nichts.',
  'fault.our-fault':
    'Auf unserer Seite ist etwas schiefgegangen. Nennen Sie bitte diese Anfragenummer, wenn Sie es melden: {requestId}',
};
