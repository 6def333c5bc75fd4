import type { Words } from '../index.ts'

type Texts = Words['transactions']
const transactions = (n: number, figure: string) => (n === 1 ? '1 movimiento' : `${figure} movimientos`)

/** Of forms that change, delete, move, tag and paste transactions. */
export const transactionsWriting = {
  editTitle: (kind) => `Editar: ${kind}`,
  mayNotWrite: 'Puedes ver este bróker, pero no modificarlo.',
  legOfGroup:
    'Está registrado junto con otros, que deben seguir encajando. Para cambiarlos todos, elimínalos y añádelos de nuevo.',
  amountsHidden: 'Los importes están ocultos, y este formulario mostraría algunos.',
  changedMeanwhile: 'Alguien lo ha modificado entretanto',
  changedMeanwhileHelp: 'Aún no se ha guardado nada tuyo. Vuelve a guardar para conservar lo tuyo.',
  bothVersions: 'Lo tuyo y lo guardado',
  field: 'Campo',
  yours: 'Lo tuyo',
  storedNow: 'Guardado ahora',
  deleteTitle: (n, figure) => (n === 1 ? 'Eliminar este movimiento' : `Eliminar estos ${figure} movimientos`),
  inTheWay: 'Algo lo impide',
  nothingInTheWay: 'Nada lo impide',
  thisGoes: 'Esto se elimina',
  fromFile: 'Vino de un archivo importado. Si lo recuperas, ya no pertenecerá a ese archivo.',
  namedByOthers: (n, figure) =>
    `${n === 1 ? '1 movimiento más lo señala' : `${figure} movimientos más lo señalan`} como el lote vendido. Mientras falte, se venden otros lotes en su lugar.`,
  undoAfter: 'Podrás recuperarlo justo después.',
  noUndoHidden: 'Mientras los importes estén ocultos no se podrá recuperar después.',
  deleted: (n, figure) => (n === 1 ? '1 movimiento eliminado' : `${figure} movimientos eliminados`),
  gone: 'Eliminado',
  undoHelp: 'Una pulsación lo recupera, mientras esta página siga abierta.',
  undo: 'Deshacer',
  toList: 'Ir a los movimientos',
  restoreTitle: 'Recuperar',
  nothingToRestore: 'No hay nada que recuperar.',
  bulkTitles: {
    tag: (n, figure) => `Etiquetar ${transactions(n, figure)}`,
    move: (n, figure) => `Mover ${transactions(n, figure)}`,
    delete: (n, figure) => `Eliminar ${transactions(n, figure)}`,
  },
  nothingTicked: 'No hay nada seleccionado',
  tickFirst: 'Selecciona antes filas de la lista.',
  moveTo: 'A este bróker',
  seeChanges: 'Ver qué cambia',
  theseLines: 'Estos movimientos',
  willTag: (n, figure, tag) =>
    n === 1 ? `1 movimiento recibe la etiqueta ${tag}.` : `${figure} movimientos reciben la etiqueta ${tag}.`,
  willMove: (n, figure, broker) => (n === 1 ? `1 movimiento pasa a ${broker}.` : `${figure} movimientos pasan a ${broker}.`),
  willDelete: (n, figure) => (n === 1 ? 'Se elimina 1 movimiento.' : `Se eliminan ${figure} movimientos.`),
  withLegs: (n, figure) => (n === 1 ? 'Hay 1 más registrado junto con ellos.' : `Hay ${figure} más registrados junto con ellos.`),
  moveIsNew: 'Reciben nuevos ID y dejan de pertenecer al archivo del que vinieron.',
  pasteTitle: 'Pegar filas',
  pasteLead: 'Copia filas de una hoja de cálculo. Verás en qué se convierten antes de que se guarde nada.',
  rows: 'Filas',
  pasteHelp:
    'La primera fila puede nombrar las columnas: date, type, asset, quantity, price, fees, taxes, amount, currency, note, tags, broker. Sin ella: date, type, asset, quantity, price, fees, amount, currency, note. Como máximo, 200 filas.',
  checkRows: 'Comprobar las filas',
  noSuchBroker: (name) => `No existe ningún bróker ${name} que puedas modificar.`,
  whichInRow: (text) => `Varios activos coinciden con ${text}. Escribe el símbolo o el ISIN.`,
  noRows: 'No hay filas',
  rowsWrong: (n, figure) => (n === 1 ? 'Hay 1 fila por corregir' : `Hay ${figure} filas por corregir`),
  mendRows: 'No se ha guardado nada. Corrige las filas de abajo y compruébalas de nuevo.',
  rowsRead: (n, figure) => (n === 1 ? 'Se ha leído 1 fila' : `Se han leído ${figure} filas`),
  saveRows: (n, figure) => `Guardar ${transactions(n, figure)}`,
  row: 'Fila',
  computed: 'calculado',
  done: {
    added: (n, figure) => (n === 1 ? '1 movimiento guardado.' : `${figure} movimientos guardados.`),
    tagged: (n, figure) => (n === 1 ? '1 movimiento etiquetado.' : `${figure} movimientos etiquetados.`),
    moved: (n, figure) => (n === 1 ? '1 movimiento movido.' : `${figure} movimientos movidos.`),
    restored: (n, figure) => (n === 1 ? '1 movimiento recuperado.' : `${figure} movimientos recuperados.`),
  },
} satisfies Partial<Texts>
