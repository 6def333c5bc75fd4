import type { Words } from '../index.ts'

export const search: Words['search'] = {
  title: 'Zoeken',
  titleOf: (text) => `Zoeken: ${text}`,
  label: 'Waar zoek je naar?',
  help: 'Woorden, een symbool, een ISIN, een dag (2026-06-30) of een bedrag.',
  submit: 'Zoeken',
  none: (text) => `Niets gevonden voor “${text}”.`,
  noneHelp: 'Probeer minder of andere woorden. Er wordt alleen gezocht in wat je mag zien.',
  partial: 'Er is alleen in de nieuwste transacties en bestanden gezocht.',
  assets: 'Beleggingen',
  brokers: 'Brokers',
  transactions: 'Transacties',
  reports: 'Geïmporteerde bestanden',
  pages: 'Pagina’s',
  held: 'in bezit',
  archived: 'gearchiveerd',
  shown: (shown, total) => `${shown} van ${total}`,
}
