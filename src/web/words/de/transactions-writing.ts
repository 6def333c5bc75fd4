import type { Words } from '../index.ts'

type Texts = Words['transactions']
const transactions = (n: number, figure: string) => (n === 1 ? '1 Buchung' : `${figure} Buchungen`)

/** Of forms that change, delete, move, tag and paste transactions. */
export const transactionsWriting = {
  editTitle: (kind) => `Ändern: ${kind}`,
  mayNotWrite: 'Sie dürfen diesen Broker ansehen, aber nicht ändern.',
  legOfGroup:
    'Sie ist zusammen mit anderen gebucht, die weiterhin dazu passen müssen. Um alle zu ändern, löschen Sie sie und geben Sie sie neu ein.',
  amountsHidden: 'Beträge sind verborgen, und dieses Formular würde welche enthalten.',
  changedMeanwhile: 'Jemand hat sie inzwischen geändert',
  changedMeanwhileHelp: 'Von Ihren Eingaben ist noch nichts gespeichert. Speichern Sie noch einmal, um sie zu übernehmen.',
  bothVersions: 'Ihre Eingaben und der gespeicherte Stand',
  field: 'Feld',
  yours: 'Ihre Eingabe',
  storedNow: 'Gespeichert',
  deleteTitle: (n, figure) => (n === 1 ? 'Diese Buchung löschen' : `Diese ${figure} Buchungen löschen`),
  inTheWay: 'Etwas steht im Weg',
  nothingInTheWay: 'Nichts steht im Weg',
  thisGoes: 'Das wird gelöscht',
  fromFile: 'Sie kam aus einer importierten Datei. Nach dem Zurückholen gehört sie nicht mehr zu dieser Datei.',
  namedByOthers: (n, figure) =>
    `${n === 1 ? '1 andere Buchung nennt' : `${figure} andere Buchungen nennen`} sie als verkaufte Tranche. Solange sie fehlt, gelten andere Tranchen als verkauft.`,
  undoAfter: 'Sie können sie gleich danach zurückholen.',
  noUndoHidden: 'Solange Beträge verborgen sind, lässt sie sich danach nicht zurückholen.',
  deleted: (n, figure) => (n === 1 ? '1 Buchung ist gelöscht' : `${figure} Buchungen sind gelöscht`),
  gone: 'Gelöscht',
  undoHelp: 'Ein Klick bringt alles zurück, solange diese Seite offen ist.',
  undo: 'Rückgängig',
  toList: 'Zu den Buchungen',
  restoreTitle: 'Zurückholen',
  nothingToRestore: 'Es gibt nichts zurückzuholen.',
  bulkTitles: {
    tag: (n, figure) => `Schlagwort für ${transactions(n, figure)}`,
    move: (n, figure) => `${transactions(n, figure)} verschieben`,
    delete: (n, figure) => `${transactions(n, figure)} löschen`,
  },
  nothingTicked: 'Nichts ausgewählt',
  tickFirst: 'Wählen Sie zuerst Zeilen der Liste aus.',
  moveTo: 'Zu diesem Broker',
  seeChanges: 'Änderungen ansehen',
  theseLines: 'Diese Buchungen',
  willTag: (n, figure, tag) =>
    n === 1 ? `1 Buchung erhält das Schlagwort ${tag}.` : `${figure} Buchungen erhalten das Schlagwort ${tag}.`,
  willMove: (n, figure, broker) => (n === 1 ? `1 Buchung geht zu ${broker}.` : `${figure} Buchungen gehen zu ${broker}.`),
  willDelete: (n, figure) => (n === 1 ? '1 Buchung wird gelöscht.' : `${figure} Buchungen werden gelöscht.`),
  withLegs: (n, figure) => (n === 1 ? '1 weitere ist damit zusammen gebucht.' : `${figure} weitere sind damit zusammen gebucht.`),
  moveIsNew: 'Sie erhalten neue IDs und gehören nicht mehr zu der Datei, aus der sie kamen.',
  pasteTitle: 'Zeilen einfügen',
  pasteLead: 'Kopieren Sie Zeilen aus einer Tabellenkalkulation. Sie sehen, was daraus wird, bevor etwas gespeichert wird.',
  rows: 'Zeilen',
  pasteHelp:
    'Die erste Zeile kann die Spalten nennen: date, type, asset, quantity, price, fees, taxes, amount, currency, note, tags, broker. Ohne sie: date, type, asset, quantity, price, fees, amount, currency, note. Höchstens 200 Zeilen.',
  checkRows: 'Zeilen prüfen',
  noSuchBroker: (name) => `Es gibt keinen Broker ${name}, den Sie ändern dürfen.`,
  whichInRow: (text) => `Mehrere Wertpapiere passen zu ${text}. Geben Sie das Symbol oder die ISIN an.`,
  noRows: 'Es gibt keine Zeilen',
  rowsWrong: (n, figure) => (n === 1 ? '1 Zeile stimmt noch nicht' : `${figure} Zeilen stimmen noch nicht`),
  mendRows: 'Nichts ist gespeichert. Ändern Sie die Zeilen unten und prüfen Sie sie noch einmal.',
  rowsRead: (n, figure) => (n === 1 ? '1 Zeile wurde gelesen' : `${figure} Zeilen wurden gelesen`),
  saveRows: (n, figure) => `${transactions(n, figure)} speichern`,
  row: 'Zeile',
  computed: 'berechnet',
  done: {
    added: (n, figure) => (n === 1 ? '1 Buchung ist gespeichert.' : `${figure} Buchungen sind gespeichert.`),
    tagged: (n, figure) =>
      n === 1 ? '1 Buchung hat das Schlagwort erhalten.' : `${figure} Buchungen haben das Schlagwort erhalten.`,
    moved: (n, figure) => (n === 1 ? '1 Buchung ist verschoben.' : `${figure} Buchungen sind verschoben.`),
    restored: (n, figure) => (n === 1 ? '1 Buchung ist wieder da.' : `${figure} Buchungen sind wieder da.`),
  },
} satisfies Partial<Texts>
