import type { importSentences as english } from '../en/import-sentences.ts'

export const importSentences: typeof english = {
  noPlugin:
    'Ningún importador reconoce este archivo. Comprueba que es un extracto de movimientos; para una tabla propia usa broker_generic_csv con options.mapping.',
  unknownImporter: 'Ningún importador lo conoce.',
  exportTable: 'Exporta los movimientos como CSV o Excel (XLSX).',
  alreadyImported: 'Este extracto ya está importado. Deshaz antes la importación para importarlo de nuevo.',
  notImported: 'Este extracto no está importado, así que no hay nada que deshacer.',
  nothingImported: 'No se ha importado nada. Divide el extracto en periodos más cortos o elige otro importador.',
  assetMap: 'La asignación de activos no encaja con este extracto.',
  accountMap: 'La asignación de cuentas no encaja con este extracto.',
  mappingFault: 'La asignación de columnas tiene un error o nombra columnas que no están entre los títulos.',
  mappingMissing: 'No se ha elegido una asignación de columnas para este extracto. Léelo o impórtalo antes con options.mapping.',
  mappingOther: 'La asignación de columnas elegida para este extracto no encaja con su cabecera.',
  fileGone: 'El archivo de este extracto ya no está; su entrada permanece. Vuelve a subir el archivo.',
  reportGone: 'El extracto se ha eliminado entretanto.',
  notYours:
    'Esta importación creó movimientos en un bróker en el que no puedes cambiarlos. Pídeselo a alguien que pueda cambiarlos todos.',
  otherRow: 'Pertenece a un evento del que otra fila no se puede leer: no se ha creado nada a partir de ella.',
  otherLeg: 'Otra fila del mismo grupo no se puede importar.',
  otherPart: 'Otra parte del mismo evento no se puede importar, así que no se importa nada de él: consulta el aviso de esa fila.',
  tooDeep: 'Depende de demasiadas otras que no se pueden importar: indica su cantidad.',
  leftOut: 'Omitida: pertenece a una fila que saca lo que no hay.',
  rowUnaccounted:
    'El importador no ha indicado qué ha sido de esta fila. No se ha creado nada a partir de ella: avísanos, por favor.',
  statedUnreadable: 'El importador indica un saldo, una posición o un cierre que no se puede leer; se ha omitido.',
  moreThanOnce: 'El archivo tiene esta línea más de una vez con el ID {id}; cuenta una sola vez.',
  idReused: 'El archivo usa el ID {id} para varias líneas; se importan sin él.',
  gap: 'Ningún extracto importado cubre del {first} al {last}: estos días están entre este archivo y {file}. Expórtalos también.',
  cutOff:
    'El propio archivo dice que hay más de lo que contiene ({first} a {last}). Exporta también el resto: en periodos más cortos.',
  emptyNamed: 'El archivo {file} está vacío.',
  tooManyRows: 'En conjunto, los archivos superan {n} MiB; no se ha guardado nada. Súbelos uno a uno.',
  tooManyTemplates: 'Puedes tener {n} plantillas. Elimina antes una.',
  yourTemplate: 'Tu plantilla «{name}» tiene esta cabecera.',
  noPluginAdvised:
    'Ningún importador reconoce este archivo. Comprueba que es un extracto de movimientos; para una tabla propia usa broker_generic_csv con options.mapping. {advice}',
  pluginsListed: 'La lista de extractos legibles dice dónde está el de cada bróker.',
  shortLeftOut:
    'Omitida: {what} Importa antes el extracto más antiguo y luego este otra vez, o deja que lo que falta se registre como posición inicial.',
  unitsMissing: 'Fila {row}: al final del {day} faltan {units} de {asset}.',
  cashMissing: 'Fila {row}: al final del {day} faltan {amount} {currency}.',
  fileChanged:
    'La mayoría de las fechas o de los números de este archivo no están escritos como los escribe {broker}, lo que ocurre cuando lo guarda una hoja de cálculo. Expórtalo de nuevo e impórtalo sin abrirlo.',
  fileChangedRow: 'No se ha importado: la mayor parte del archivo no se puede leer.',
  otherImporter: 'Se eligió {chosen} para leer este archivo, que parece de {other}: no elijas ningún importador, o «{code}».',
  currencyAssumed:
    'El extracto de {broker} no dice su moneda: los importes se toman en {currency}, la moneda de este bróker. Si es otra, indica la opción «{option}» del importador {code}; si la importación ya está hecha, deshazla antes.',
}
