const transactions = (n: number, figure: string) => (n === 1 ? '1 transaction' : `${figure} transactions`)

/** Of what comes after an import: its result, undo, deletion. */
export const importsAfterwards = {
  doneTitle: (n: number, figure: string) => `${transactions(n, figure)} imported`,
  doneAt: (when: string) => `Imported ${when}`,
  doneDuplicates: (n: number, figure: string) =>
    n === 1 ? '1 was there already and was left out.' : `${figure} were there already and were left out.`,
  doneOpenings: (n: number, figure: string) =>
    n === 1
      ? '1 position is opened that the report does not show being bought.'
      : `${figure} positions are opened that the report does not show being bought.`,
  doneSkipped: (n: number, figure: string) =>
    n === 1 ? '1 was left out as you chose.' : `${figure} were left out as you chose.`,
  doneAssets: (n: number, figure: string) => (n === 1 ? '1 asset is new.' : `${figure} assets are new.`),
  donePrices: (n: number, figure: string) => (n === 1 ? '1 price was stored.' : `${figure} prices were stored.`),
  seeTransactions: 'See the transactions',
  seeOverview: 'To the overview',
  another: 'Import another report',
  changes: 'What it changed',
  changesColumns: { what: 'Holding or cash', before: 'Without it', change: 'Change', after: 'Now' },
  next: 'What is left to do',
  allDone: 'Nothing: prices and rates are there.',

  undo: 'Undo this import',
  undoTitle: 'Undo the import?',
  undoLead: (file: string) => `Everything that came from ${file} is taken away again. The file stays and can be imported again.`,
  undoRefused: 'It cannot be undone just like that',
  undoGoes: (n: number, figure: string) => (n === 1 ? '1 transaction goes' : `${figure} transactions go`),
  undoAssets: (n: number, figure: string) =>
    n === 1 ? '1 asset that nothing else uses goes, too' : `${figure} assets that nothing else uses go, too`,
  undoChanges: 'What the undo changes',
  undoColumns: { what: 'Holding or cash', before: 'Now', change: 'Change', after: 'Afterwards' },
  undoForce: 'Undo it all the same',
  undone: 'The import is undone',
  undoneHelp: 'Nothing of it is left. You can change what is imported and import it again.',

  deleteTitle: 'Delete the report?',
  deleteLead: (file: string) => `${file} is deleted for ever.`,
  deleteKeeps: 'The transactions that it made stay.',
  deleteUndo: 'Take its transactions away, too',
  deleteYes: 'Delete the report',
  keep: 'Do not delete it',

  running: 'The import is running',
  runningHelp: 'You can leave this page. It goes on by itself.',
  failedJob: 'The import was not made',
}
