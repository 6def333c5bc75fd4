import type { Words } from '../index.ts'

export const demo: Words['demo'] = {
  title: 'Mit erfundenen Daten ausprobieren',
  lead: 'Sehen Sie jede Seite gefüllt, bevor Sie eigene Daten eingeben.',
  what: 'Zwei Broker, zehn erfundene Wertpapiere mit Kursen und Buchungen aus zwei Jahren in zwei Währungen. Mit einem Klick ist alles wieder weg.',
  make: 'Mit erfundenen Daten füllen',
  isThere:
    'Die erfundenen Daten sind da. Beim Entfernen werden ihre beiden Broker mit allem, was Sie darin geändert haben, und ihre Wertpapiere gelöscht. Alles andere bleibt unberührt.',
  remove: 'Erfundene Daten entfernen',
  notEmpty:
    'Sie haben eigene Broker. Erfundene Daten würden sich mit ihnen vermischen, daher gibt es sie nur für ein leeres Portfolio.',
  left: 'Etwas bleibt, weil andere Buchungen sich darauf beziehen.',
  homeBroker: 'Hafenbank (Demo)',
  abroadBroker: 'Gezeiten-Broker (Demo)',
}
