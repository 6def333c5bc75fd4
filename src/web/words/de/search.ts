import type { Words } from '../index.ts'

export const search: Words['search'] = {
  title: 'Suche',
  titleOf: (text) => `Suche: ${text}`,
  label: 'Wonach Sie suchen',
  help: 'Wörter, ein Symbol, eine ISIN, ein Tag (2026-06-30) oder ein Betrag.',
  submit: 'Suchen',
  none: (text) => `Nichts passt zu „${text}“.`,
  noneHelp: 'Versuchen Sie es mit weniger oder anderen Wörtern. Durchsucht wird nur, was Sie sehen dürfen.',
  partial: 'Nur die neuesten Buchungen und Dateien wurden durchsucht.',
  assets: 'Wertpapiere',
  brokers: 'Broker',
  transactions: 'Buchungen',
  reports: 'Importierte Dateien',
  pages: 'Seiten',
  held: 'im Bestand',
  archived: 'archiviert',
  shown: (shown, total) => `${shown} von ${total}`,
}
