import type { experiments as en } from '../en/experiments.ts';

export const experiments: Record<keyof typeof en, string> = {
  'nav.experiments': 'Experimente',
  'experiments.title': 'Experimente',
  'experiments.lead':
    'Zeigen Sie eine Kampagne nur einem Teil der Kunden, und entscheiden Sie dann anhand der Zahlen.',
  'experiments.new': 'Neues Experiment',
  'experiments.start': 'Starten',
  'experiments.started': 'Das Experiment mit {name} läuft.',
  'experiments.campaign': 'Kampagne',
  'experiments.campaignHint':
    'Eine veröffentlichte Kampagne sieht ab sofort nur noch der gewählte Teil der Kunden.',
  'experiments.share': 'Kunden, die sie sehen',
  'experiments.shareHint':
    'Halb und halb gibt am schnellsten eine klare Antwort. Ein Kunde bleibt auf seiner Seite.',
  'experiments.duration': 'Dauer',
  'experiments.durationHint': 'Danach sieht sie niemand, bis Sie entscheiden.',
  'experiments.scope': '{share} der Kunden · {box}',
  'experiments.day': 'Tag {day} von {days}',
  'experiments.bought': '{carts} in den Warenkorb gelegt, {orders} bestellt',
  'experiments.wait':
    'Noch nichts zu vergleichen: Ergebnisse erscheinen, sobald Kunden beide Seiten gesehen haben.',
  'experiments.notStarted': 'Es hat noch nicht begonnen.',
  'experiments.over':
    'Die Zeit ist um, derzeit sieht sie niemand. Behalten Sie sie für alle, oder beenden Sie das Experiment.',
  'experiments.keep': 'Behalten',
  'experiments.kept': 'Alle sehen jetzt {name}.',
  'experiments.drop': 'Beenden',
  'experiments.dropped': '{name} ist pausiert. Niemand sieht sie.',
  'experiments.empty.title': 'Derzeit läuft kein Experiment',
  'experiments.next.title': 'Was als Nächstes ausprobiert werden könnte',
  'experiments.empty.body':
    'Probieren Sie eine Kampagne aus: Ein Teil der Kunden sieht sie, und Kindred vergleicht, was beide Seiten anklicken, in den Warenkorb legen und bestellen.',
  'experiments.try': 'Mit 50 % testen',
  'experiments.tryOf': 'Der Hälfte zeigen: {name}',
  'experiments.empty.needsCampaign': 'Ein Experiment probiert eine Kampagne aus. Legen Sie zuerst eine an.',
};
