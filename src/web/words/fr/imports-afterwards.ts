import type { importsAfterwards as english } from '../en/imports-afterwards.ts'
import { some } from './plural.ts'

/** Of what comes after an import: its result, undo, deletion. */
export const importsAfterwards: typeof english = {
  doneTitle: (n, figure) => some(n, figure, 'transaction importée', 'transactions importées'),
  doneAt: (when) => `Importé le ${when}`,
  doneDuplicates: (n, figure) => some(n, figure, 'était déjà là et a été écartée.', 'étaient déjà là et ont été écartées.'),
  doneOpenings: (n, figure) =>
    some(
      n,
      figure,
      'position est ouverte, dont le relevé ne montre pas l’achat.',
      'positions sont ouvertes, dont le relevé ne montre pas l’achat.',
    ),
  doneSkipped: (n, figure) => some(n, figure, 'a été écartée selon votre choix.', 'ont été écartées selon votre choix.'),
  doneAssets: (n, figure) => some(n, figure, 'nouvel actif.', 'nouveaux actifs.'),
  donePrices: (n, figure) => some(n, figure, 'cours enregistré.', 'cours enregistrés.'),
  seeTransactions: 'Voir les transactions',
  seeOverview: 'Vers la synthèse',
  another: 'Importer un autre relevé',
  changes: 'Ce qui a changé',
  changesColumns: { what: 'Position ou liquidités', before: 'Sans lui', change: 'Variation', after: 'Maintenant' },
  next: 'Ce qu’il reste à faire',
  allDone: 'Rien : les cours et les taux sont là.',

  undo: 'Annuler cet import',
  undoTitle: 'Annuler l’import ?',
  undoLead: (file) => `Tout ce qui vient du fichier ${file} est retiré. Le fichier reste et pourra être importé de nouveau.`,
  undoRefused: 'L’import ne peut pas être annulé tel quel',
  undoGoes: (n, figure) => some(n, figure, 'transaction disparaît', 'transactions disparaissent'),
  undoAssets: (n, figure) =>
    some(n, figure, 'actif que rien d’autre n’utilise disparaît aussi', 'actifs que rien d’autre n’utilise disparaissent aussi'),
  undoChanges: 'Ce que change l’annulation',
  undoColumns: { what: 'Position ou liquidités', before: 'Maintenant', change: 'Variation', after: 'Ensuite' },
  undoForce: 'Annuler quand même',
  undone: 'L’import est annulé',
  undoneHelp: 'Il n’en reste rien. Vous pouvez modifier ce qui est importé, puis l’importer de nouveau.',

  deleteTitle: 'Supprimer le relevé ?',
  deleteLead: (file) => `Le fichier ${file} est supprimé définitivement.`,
  deleteKeeps: 'Les transactions qu’il a créées restent.',
  deleteUndo: 'Retirer aussi ses transactions',
  deleteYes: 'Supprimer le relevé',
  keep: 'Ne pas le supprimer',

  running: 'L’import est en cours',
  runningHelp: 'Vous pouvez quitter cette page. Il continue tout seul.',
  failedJob: 'L’import n’a pas eu lieu',
}
