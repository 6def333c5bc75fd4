import type { importsAfterwards as english } from '../en/imports-afterwards.ts'
import { some } from './plural.ts'

/** Of what comes after an import: its result, undo, deletion. */
export const importsAfterwards: typeof english = {
  doneTitle: (n, figure) => some(n, figure, 'operazione importata', 'operazioni importate'),
  doneAt: (when) => `Importato: ${when}`,
  doneDuplicates: (n, figure) =>
    n === 1 ? '1 era già presente ed è stata tralasciata.' : `${figure} erano già presenti e sono state tralasciate.`,
  doneOpenings: (n, figure) =>
    n === 1
      ? '1 posizione è stata aperta perché l’estratto non ne mostra l’acquisto.'
      : `${figure} posizioni sono state aperte perché l’estratto non ne mostra l’acquisto.`,
  doneSkipped: (n, figure) =>
    n === 1 ? '1 è stata tralasciata, come hai scelto.' : `${figure} sono state tralasciate, come hai scelto.`,
  doneAssets: (n, figure) => some(n, figure, 'strumento è nuovo.', 'strumenti sono nuovi.'),
  donePrices: (n, figure) => some(n, figure, 'prezzo salvato.', 'prezzi salvati.'),
  seeTransactions: 'Vedi le operazioni',
  seeOverview: 'Alla panoramica',
  another: 'Importa un altro estratto',
  changes: 'Cosa è cambiato',
  changesColumns: { what: 'Posizione o liquidità', before: 'Senza', change: 'Variazione', after: 'Ora' },
  next: 'Cosa resta da fare',
  allDone: 'Niente: prezzi e cambi ci sono.',

  undo: 'Annulla questa importazione',
  undoTitle: 'Annullare l’importazione?',
  undoLead: (file) => `Tutto ciò che viene da ${file} viene tolto. Il file resta e si può importare di nuovo.`,
  undoRefused: 'Non si può annullare così semplicemente',
  undoGoes: (n, figure) => some(n, figure, 'operazione scompare', 'operazioni scompaiono'),
  undoAssets: (n, figure) =>
    n === 1 ? 'Scompare anche 1 strumento che nient’altro usa' : `Scompaiono anche ${figure} strumenti che nient’altro usa`,
  undoChanges: 'Cosa cambia annullando',
  undoColumns: { what: 'Posizione o liquidità', before: 'Ora', change: 'Variazione', after: 'Dopo' },
  undoForce: 'Annulla comunque',
  undone: 'L’importazione è annullata',
  undoneHelp: 'Non ne resta nulla. Puoi cambiare cosa importare e importare di nuovo.',

  deleteTitle: 'Eliminare l’estratto?',
  deleteLead: (file) => `${file} viene eliminato per sempre.`,
  deleteKeeps: 'Le operazioni che ha creato restano.',
  deleteUndo: 'Togli anche le sue operazioni',
  deleteYes: 'Elimina l’estratto',
  keep: 'Non eliminarlo',

  running: 'L’importazione è in corso',
  runningHelp: 'Puoi lasciare questa pagina. Continua da sola.',
  failedJob: 'L’importazione non è stata eseguita',
}
