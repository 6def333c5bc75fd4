import type { importsAfterwards as en } from '../en/imports-afterwards.ts'

const transactions = (n: number, figure: string) => (n === 1 ? '1 transactie' : `${figure} transacties`)

/** Of what comes after an import: its result, undo, deletion. */
export const importsAfterwards: typeof en = {
  doneTitle: (n, figure) => `${transactions(n, figure)} geïmporteerd`,
  doneAt: (when) => `Geïmporteerd op ${when}`,
  doneDuplicates: (n, figure) => (n === 1 ? '1 was er al en is weggelaten.' : `${figure} waren er al en zijn weggelaten.`),
  doneOpenings: (n, figure) =>
    n === 1
      ? '1 positie is geopend waarvan het rapport de aankoop niet toont.'
      : `${figure} posities zijn geopend waarvan het rapport de aankoop niet toont.`,
  doneSkipped: (n, figure) =>
    n === 1 ? '1 is weggelaten, zoals je hebt gekozen.' : `${figure} zijn weggelaten, zoals je hebt gekozen.`,
  doneAssets: (n, figure) => (n === 1 ? '1 belegging is nieuw.' : `${figure} beleggingen zijn nieuw.`),
  donePrices: (n, figure) => (n === 1 ? '1 koers is opgeslagen.' : `${figure} koersen zijn opgeslagen.`),
  seeTransactions: 'Transacties bekijken',
  seeOverview: 'Naar het overzicht',
  another: 'Nog een rapport importeren',
  changes: 'Wat er is veranderd',
  changesColumns: { what: 'Positie of cash', before: 'Zonder', change: 'Verandering', after: 'Nu' },
  next: 'Wat er nog te doen is',
  allDone: 'Niets: koersen en wisselkoersen zijn er.',

  undo: 'Import ongedaan maken',
  undoTitle: 'Import ongedaan maken?',
  undoLead: (file) => `Alles wat uit ${file} komt, wordt weer weggehaald. Het bestand blijft en kan opnieuw worden geïmporteerd.`,
  undoRefused: 'Het kan niet zomaar ongedaan worden gemaakt',
  undoGoes: (n, figure) => (n === 1 ? '1 transactie gaat weg' : `${figure} transacties gaan weg`),
  undoAssets: (n, figure) =>
    n === 1
      ? 'Ook 1 belegging die verder nergens wordt gebruikt, gaat weg'
      : `Ook ${figure} beleggingen die verder nergens worden gebruikt, gaan weg`,
  undoChanges: 'Wat er dan verandert',
  undoColumns: { what: 'Positie of cash', before: 'Nu', change: 'Verandering', after: 'Daarna' },
  undoForce: 'Toch ongedaan maken',
  undone: 'De import is ongedaan gemaakt',
  undoneHelp: 'Er is niets van over. Je kunt aanpassen wat wordt geïmporteerd en het opnieuw importeren.',

  deleteTitle: 'Rapport verwijderen?',
  deleteLead: (file) => `${file} wordt voorgoed verwijderd.`,
  deleteKeeps: 'De transacties die eruit komen, blijven staan.',
  deleteUndo: 'Ook de transacties ervan verwijderen',
  deleteYes: 'Rapport verwijderen',
  keep: 'Niet verwijderen',

  running: 'De import loopt',
  runningHelp: 'Je kunt deze pagina verlaten. Het gaat vanzelf verder.',
  failedJob: 'De import is niet gelukt',
}
