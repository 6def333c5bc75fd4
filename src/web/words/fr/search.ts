import type { Words } from '../index.ts'

export const search: Words['search'] = {
  title: 'Recherche',
  titleOf: (text) => `Recherche : ${text}`,
  label: 'Que cherchez-vous ?',
  help: 'Des mots, un symbole, un ISIN, une date (2026-06-30) ou un montant.',
  submit: 'Rechercher',
  none: (text) => `Aucun résultat pour « ${text} ».`,
  noneHelp: 'Essayez avec moins de mots, ou d’autres. La recherche se limite à ce que vous pouvez voir.',
  partial: 'Seuls les transactions et les fichiers les plus récents ont été parcourus.',
  assets: 'Actifs',
  brokers: 'Courtiers',
  transactions: 'Transactions',
  reports: 'Fichiers importés',
  pages: 'Pages',
  held: 'détenu',
  archived: 'archivé',
  shown: (shown, total) => `${shown} sur ${total}`,
}
