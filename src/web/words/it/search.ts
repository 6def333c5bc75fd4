import type { Words } from '../index.ts'

export const search: Words['search'] = {
  title: 'Cerca',
  titleOf: (text) => `Cerca: ${text}`,
  label: 'Cosa cercare',
  help: 'Parole, un simbolo, un ISIN, una data (2026-06-30) o un importo.',
  submit: 'Cerca',
  none: (text) => `Nessun risultato per «${text}».`,
  noneHelp: 'Prova con meno parole o con altre. La ricerca riguarda solo ciò che puoi vedere.',
  partial: 'La ricerca ha riguardato solo le operazioni e i file più recenti.',
  assets: 'Strumenti',
  brokers: 'Broker',
  transactions: 'Operazioni',
  reports: 'File importati',
  pages: 'Pagine',
  held: 'in portafoglio',
  archived: 'archiviato',
  shown: (shown, total) => `${shown} di ${total}`,
}
