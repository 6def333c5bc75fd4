import type { importSentences as english } from '../en/import-sentences.ts'

export const importSentences: typeof english = {
  noPlugin:
    'Nessun modulo di importazione riconosce questo file. Controlla che sia un estratto con operazioni; per una tabella tua usa broker_generic_csv con options.mapping.',
  unknownImporter: 'Nessun modulo di importazione lo conosce.',
  exportTable: 'Esporta le operazioni in CSV o Excel (XLSX).',
  alreadyImported: 'Questo estratto è già importato. Per importarlo di nuovo, prima annulla l’importazione.',
  notImported: 'Questo estratto non è importato, quindi non c’è nulla da annullare.',
  nothingImported:
    'Non è stato importato nulla. Dividi l’estratto in periodi più brevi, o scegli un altro modulo di importazione.',
  assetMap: 'L’abbinamento degli strumenti non corrisponde a questo estratto.',
  accountMap: 'L’abbinamento dei conti non corrisponde a questo estratto.',
  mappingFault: 'L’abbinamento delle colonne ha un errore, o cita colonne che non sono tra i titoli.',
  mappingMissing:
    'Per questo estratto non è stato scelto un abbinamento delle colonne. Prima leggilo o importalo con options.mapping.',
  mappingOther: 'L’abbinamento delle colonne scelto per questo estratto non corrisponde alla sua intestazione.',
  fileGone: 'Il file di questo estratto non c’è più; resta la sua voce. Carica di nuovo il file.',
  reportGone: 'L’estratto è stato eliminato nel frattempo.',
  notYours:
    'Questa importazione ha creato operazioni presso un broker dove non puoi modificarle. Chiedilo a qualcuno che può modificarle tutte.',
  otherRow: 'Fa parte di un evento di cui un’altra riga non si può leggere: non ne è stato creato nulla.',
  otherLeg: 'Un’altra riga dello stesso gruppo non si può importare.',
  otherPart: 'Un’altra parte dello stesso evento non si può importare, quindi nemmeno il resto: vedi la nota di quella riga.',
  tooDeep: 'Dipende da troppe altre che non si possono importare: indica la sua quantità.',
  leftOut: 'Tralasciata: fa parte di una riga che toglie ciò che non c’è.',
  rowUnaccounted:
    'Il modulo di importazione non ha detto cosa ne è stato di questa riga. Non ne è stato creato nulla: segnalalo, per favore.',
  statedUnreadable:
    'Il modulo di importazione riporta un saldo, una posizione o una chiusura illeggibile, che è stata tralasciata.',
  moreThanOnce: 'Il file contiene più volte questa riga con l’ID {id}; conta una volta.',
  idReused: 'Il file usa l’ID {id} per più righe; vengono importate senza.',
  gap: 'Nessun estratto importato copre il periodo da {first} a {last}: sono i giorni tra questo file e {file}. Esporta anche questi.',
  cutOff: 'Il file stesso dice che non contiene tutto (da {first} a {last}). Esporta anche il resto, in periodi più brevi.',
  emptyNamed: 'Il file {file} è vuoto.',
  tooManyRows: 'Insieme i file superano {n} MiB; non è stato salvato nulla. Caricali uno per uno.',
  tooManyTemplates: 'Puoi avere {n} modelli. Eliminane prima uno.',
  yourTemplate: 'Il tuo modello «{name}» ha questa intestazione.',
  noPluginAdvised:
    'Nessun modulo di importazione riconosce questo file. Controlla che sia un estratto con operazioni; per una tabella tua usa broker_generic_csv con options.mapping. {advice}',
  pluginsListed: 'L’elenco degli estratti leggibili indica dove trovare quello di ogni broker.',
  shortLeftOut:
    'Tralasciata: {what} Importa prima l’estratto più vecchio e poi di nuovo questo, oppure fai registrare ciò che manca come posizione di apertura.',
  unitsMissing: 'Riga {row}: a fine giornata ({day}) mancano {units} unità di {asset}.',
  cashMissing: 'Riga {row}: a fine giornata ({day}) mancano {amount} {currency}.',
  fileChanged:
    'La maggior parte delle date o dei numeri di questo file non è scritta come la scrive {broker}, come accade quando lo salva un foglio di calcolo. Esportalo di nuovo e importalo senza aprirlo.',
  fileChangedRow: 'Non importata: la maggior parte del file non si può leggere.',
  otherImporter:
    'Per leggere questo file è stato scelto {chosen}, ma sembra uno di {other}: non scegliere alcun modulo di importazione, oppure «{code}».',
  currencyAssumed:
    'L’estratto di {broker} non dice la sua valuta: gli importi sono presi in {currency}, la valuta di questo broker. Se è un’altra, indica l’opzione «{option}» del modulo di importazione {code}; se l’importazione è già fatta, annullala prima.',
}
