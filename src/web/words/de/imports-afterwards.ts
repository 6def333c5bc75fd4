import type { importsAfterwards as english } from '../en/imports-afterwards.ts'

const transactions = (n: number, figure: string) => (n === 1 ? '1 Buchung' : `${figure} Buchungen`)

export const importsAfterwards: typeof english = {
  doneTitle: (n, figure) => `${transactions(n, figure)} importiert`,
  doneAt: (when) => `Importiert ${when}`,
  doneDuplicates: (n, figure) =>
    n === 1 ? '1 war schon da und wurde weggelassen.' : `${figure} waren schon da und wurden weggelassen.`,
  doneOpenings: (n, figure) =>
    n === 1
      ? '1 Anfangsbestand ist gebucht, dessen Kauf nicht im Auszug steht.'
      : `${figure} Anfangsbestände sind gebucht, deren Käufe nicht im Auszug stehen.`,
  doneSkipped: (n, figure) =>
    n === 1 ? '1 wurde auf Ihren Wunsch weggelassen.' : `${figure} wurden auf Ihren Wunsch weggelassen.`,
  doneAssets: (n, figure) => (n === 1 ? '1 Wertpapier ist neu.' : `${figure} Wertpapiere sind neu.`),
  donePrices: (n, figure) => (n === 1 ? '1 Kurs wurde gespeichert.' : `${figure} Kurse wurden gespeichert.`),
  seeTransactions: 'Buchungen ansehen',
  seeOverview: 'Zur Übersicht',
  another: 'Weiteren Auszug importieren',
  changes: 'Was sich dadurch geändert hat',
  changesColumns: { what: 'Bestand oder Guthaben', before: 'Ohne Import', change: 'Änderung', after: 'Jetzt' },
  next: 'Was noch zu tun ist',
  allDone: 'Nichts: Kurse und Wechselkurse sind da.',

  undo: 'Import rückgängig machen',
  undoTitle: 'Import rückgängig machen?',
  undoLead: (file) =>
    `Alles, was aus ${file} kam, wird wieder entfernt. Die Datei bleibt und kann noch einmal importiert werden.`,
  undoRefused: 'Der Import lässt sich nicht ohne Weiteres rückgängig machen',
  undoGoes: (n, figure) => (n === 1 ? '1 Buchung verschwindet' : `${figure} Buchungen verschwinden`),
  undoAssets: (n, figure) =>
    n === 1
      ? '1 Wertpapier, das sonst nirgends verwendet wird, verschwindet mit'
      : `${figure} Wertpapiere, die sonst nirgends verwendet werden, verschwinden mit`,
  undoChanges: 'Was sich dadurch ändert',
  undoColumns: { what: 'Bestand oder Guthaben', before: 'Jetzt', change: 'Änderung', after: 'Danach' },
  undoForce: 'Trotzdem rückgängig machen',
  undone: 'Der Import ist rückgängig gemacht',
  undoneHelp: 'Nichts davon ist übrig. Sie können ändern, was importiert wird, und den Import wiederholen.',

  deleteTitle: 'Auszug löschen?',
  deleteLead: (file) => `${file} wird endgültig gelöscht.`,
  deleteKeeps: 'Die Buchungen daraus bleiben.',
  deleteUndo: 'Auch die Buchungen daraus entfernen',
  deleteYes: 'Auszug löschen',
  keep: 'Nicht löschen',

  running: 'Der Import läuft',
  runningHelp: 'Sie können diese Seite verlassen. Er läuft weiter.',
  failedJob: 'Der Import ist nicht gelungen',
}
