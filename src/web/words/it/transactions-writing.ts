import type { Words } from '../index.ts'
import { some } from './plural.ts'

type Texts = Words['transactions']
const transactions = (n: number, figure: string) => some(n, figure, 'operazione', 'operazioni')

/** Of forms that change, delete, move, tag and paste transactions. */
export const transactionsWriting = {
  editTitle: (kind) => `Modifica: ${kind}`,
  mayNotWrite: 'Puoi consultare questo broker, ma non modificarlo.',
  legOfGroup:
    'È registrata insieme ad altre, con cui deve restare coerente. Per modificarle tutte, eliminale e inseriscile di nuovo.',
  amountsHidden: 'Gli importi sono nascosti, e questo modulo ne conterrebbe.',
  changedMeanwhile: 'Qualcuno l’ha modificata nel frattempo',
  changedMeanwhileHelp: 'I tuoi dati non sono ancora salvati. Salva di nuovo per registrarli.',
  bothVersions: 'I tuoi dati e quelli salvati',
  field: 'Campo',
  yours: 'I tuoi dati',
  storedNow: 'Salvati ora',
  deleteTitle: (n, figure) => (n === 1 ? 'Elimina questa operazione' : `Elimina queste ${figure} operazioni`),
  inTheWay: 'Qualcosa lo impedisce',
  nothingInTheWay: 'Nulla lo impedisce',
  thisGoes: 'Verrà eliminato',
  fromFile: 'Viene da un file importato. Se la recuperi, non farà più parte di quel file.',
  namedByOthers: (n, figure) =>
    `${some(n, figure, 'altra operazione la indica', 'altre operazioni la indicano')} come lotto venduto. Finché manca, al suo posto si considerano venduti altri lotti.`,
  undoAfter: 'Subito dopo puoi recuperarla.',
  noUndoHidden: 'Finché gli importi sono nascosti, dopo non si può recuperare.',
  deleted: (n, figure) => some(n, figure, 'operazione eliminata', 'operazioni eliminate'),
  gone: 'Eliminata',
  undoHelp: 'Basta un clic per recuperare tutto, finché questa pagina resta aperta.',
  undo: 'Annulla',
  toList: 'Alle operazioni',
  restoreTitle: 'Recupera',
  nothingToRestore: 'Non c’è nulla da recuperare.',
  bulkTitles: {
    tag: (n, figure) => `Etichetta per ${transactions(n, figure)}`,
    move: (n, figure) => `Sposta ${transactions(n, figure)}`,
    delete: (n, figure) => `Elimina ${transactions(n, figure)}`,
  },
  nothingTicked: 'Nessuna selezione',
  tickFirst: 'Seleziona prima qualche riga dell’elenco.',
  moveTo: 'A questo broker',
  seeChanges: 'Vedi cosa cambia',
  theseLines: 'Queste operazioni',
  willTag: (n, figure, tag) => `${some(n, figure, 'operazione riceve', 'operazioni ricevono')} l’etichetta ${tag}.`,
  willMove: (n, figure, broker) => `${some(n, figure, 'operazione passa', 'operazioni passano')} a ${broker}.`,
  willDelete: (n, figure) => (n === 1 ? '1 operazione verrà eliminata.' : `${figure} operazioni verranno eliminate.`),
  withLegs: (n, figure) =>
    n === 1 ? 'Un’altra è registrata insieme a queste.' : `Altre ${figure} sono registrate insieme a queste.`,
  moveIsNew: 'Ricevono nuovi ID e non fanno più parte del file da cui vengono.',
  pasteTitle: 'Incolla righe',
  pasteLead: 'Copia le righe da un foglio di calcolo. Vedi cosa diventano prima che venga salvato qualcosa.',
  rows: 'Righe',
  pasteHelp:
    'La prima riga può indicare le colonne: date, type, asset, quantity, price, fees, taxes, amount, currency, note, tags, broker. Senza: date, type, asset, quantity, price, fees, amount, currency, note. Al massimo 200 righe.',
  checkRows: 'Controlla le righe',
  noSuchBroker: (name) => `Non c’è un broker ${name} che puoi modificare.`,
  whichInRow: (text) => `Più strumenti corrispondono a ${text}. Scrivi il simbolo o l’ISIN.`,
  noRows: 'Non ci sono righe',
  rowsWrong: (n, figure) => some(n, figure, 'riga non va ancora bene', 'righe non vanno ancora bene'),
  mendRows: 'Non è stato salvato nulla. Correggi le righe qui sotto e controllale di nuovo.',
  rowsRead: (n, figure) => some(n, figure, 'riga letta', 'righe lette'),
  saveRows: (n, figure) => `Salva ${transactions(n, figure)}`,
  row: 'Riga',
  computed: 'calcolato',
  done: {
    added: (n, figure) => some(n, figure, 'operazione salvata.', 'operazioni salvate.'),
    tagged: (n, figure) => some(n, figure, 'operazione ha ricevuto l’etichetta.', 'operazioni hanno ricevuto l’etichetta.'),
    moved: (n, figure) => some(n, figure, 'operazione spostata.', 'operazioni spostate.'),
    restored: (n, figure) => some(n, figure, 'operazione recuperata.', 'operazioni recuperate.'),
  },
} satisfies Partial<Texts>
