import type { importsAfterwards as english } from '../en/imports-afterwards.ts'

export const importsAfterwards: typeof english = {
  doneTitle: (n, figure) => (n === 1 ? '1 movimiento importado' : `${figure} movimientos importados`),
  doneAt: (when) => `Importado: ${when}`,
  doneDuplicates: (n, figure) => (n === 1 ? '1 ya existía y se ha omitido.' : `${figure} ya existían y se han omitido.`),
  doneOpenings: (n, figure) =>
    n === 1
      ? 'Se ha abierto 1 posición cuya compra no aparece en el extracto.'
      : `Se han abierto ${figure} posiciones cuya compra no aparece en el extracto.`,
  doneSkipped: (n, figure) => (n === 1 ? '1 se ha omitido, como elegiste.' : `${figure} se han omitido, como elegiste.`),
  doneAssets: (n, figure) => (n === 1 ? '1 activo es nuevo.' : `${figure} activos son nuevos.`),
  donePrices: (n, figure) => (n === 1 ? 'Se ha guardado 1 precio.' : `Se han guardado ${figure} precios.`),
  seeTransactions: 'Ver los movimientos',
  seeOverview: 'Ir al resumen',
  another: 'Importar otro extracto',
  changes: 'Qué ha cambiado',
  changesColumns: { what: 'Posición o efectivo', before: 'Sin él', change: 'Cambio', after: 'Ahora' },
  next: 'Qué queda por hacer',
  allDone: 'Nada: los precios y los tipos de cambio están.',

  undo: 'Deshacer esta importación',
  undoTitle: '¿Deshacer la importación?',
  undoLead: (file) => `Todo lo que vino de ${file} se vuelve a quitar. El archivo permanece y se puede importar de nuevo.`,
  undoRefused: 'No se puede deshacer sin más',
  undoGoes: (n, figure) => (n === 1 ? 'Se elimina 1 movimiento' : `Se eliminan ${figure} movimientos`),
  undoAssets: (n, figure) =>
    n === 1
      ? 'También se elimina 1 activo que no se usa en nada más'
      : `También se eliminan ${figure} activos que no se usan en nada más`,
  undoChanges: 'Qué cambia al deshacer',
  undoColumns: { what: 'Posición o efectivo', before: 'Ahora', change: 'Cambio', after: 'Después' },
  undoForce: 'Deshacer de todos modos',
  undone: 'La importación se ha deshecho',
  undoneHelp: 'No queda nada de ella. Puedes cambiar lo que se importa e importarlo de nuevo.',

  deleteTitle: '¿Eliminar el extracto?',
  deleteLead: (file) => `${file} se elimina para siempre.`,
  deleteKeeps: 'Los movimientos que creó permanecen.',
  deleteUndo: 'Quitar también sus movimientos',
  deleteYes: 'Eliminar el extracto',
  keep: 'No eliminarlo',

  running: 'La importación está en curso',
  runningHelp: 'Puedes salir de esta página. Sigue por su cuenta.',
  failedJob: 'La importación no se ha hecho',
}
