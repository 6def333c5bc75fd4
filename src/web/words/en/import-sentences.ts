/** What the interface says of files and imports, as it says it; `{name}` stands for what differs. */
export const importSentences = {
  noPlugin:
    'No import plugin recognises this file. Check that it is a transaction report; for a table of your own use broker_generic_csv with options.mapping.',
  unknownImporter: 'No importer knows it.',
  exportTable: 'Export the transactions as CSV or Excel (XLSX).',
  alreadyImported: 'This report is imported already. Undo the import first to import it again.',
  notImported: 'This report is not imported, so there is nothing to undo.',
  nothingImported: 'Nothing was imported. Split the report into shorter periods, or choose another import plugin.',
  assetMap: 'The asset map does not fit this report.',
  accountMap: 'The account map does not fit this report.',
  mappingFault: 'The mapping has a fault, or names columns that are not among the titles.',
  mappingMissing: 'No mapping was chosen for this report. Parse or import it with options.mapping first.',
  mappingOther: 'The mapping that was chosen for this report does not fit its header.',
  fileGone: 'The file of this report is not there any more; its row stays. Upload the file again.',
  reportGone: 'The report was deleted meanwhile.',
  notYours:
    'This import made transactions at a broker where you may not change them. Ask somebody to do it who may change all of them.',
  otherRow: 'Belongs to an event of which another row cannot be read: nothing was made of it.',
  otherLeg: 'Another leg of the same group cannot be imported.',
  otherPart: 'Another part of the same event cannot be imported, so nothing of it is: see the issue of that row.',
  tooDeep: 'It hangs on too many others that cannot be imported: give its quantity.',
  leftOut: 'Left out: it belongs to a row that takes out what is not there.',
  rowUnaccounted: 'The import plugin has not said what became of this row. Nothing was made of it: please report this.',
  statedUnreadable: 'The import plugin states a balance, a position or a close that cannot be read; it was left out.',
  moreThanOnce: 'The file has this line more than once under the id {id}; it counts once.',
  idReused: 'The file uses the id {id} for several lines; they are imported without it.',
  gap: 'No imported report covers {first} to {last}: these days are between this file and {file}. Export them, too.',
  cutOff: 'The file says itself that there is more than it holds ({first} to {last}). Export the rest, too: in shorter periods.',
  emptyNamed: 'The file {file} is empty.',
  tooManyRows: 'Together the files are larger than {n} MiB; nothing was stored. Upload them one by one.',
  tooManyTemplates: 'You may have {n} templates. Delete one first.',
  yourTemplate: 'Your template "{name}" has this header.',
  noPluginAdvised:
    'No import plugin recognises this file. Check that it is a transaction report; for a table of your own use broker_generic_csv with options.mapping. {advice}',
  pluginsListed: 'GET /brokers/import/plugins and `holdfast plugins list` say for each broker where its report is.',
  shortLeftOut:
    'Left out: {what} Import the older report and then this one again, or import it with opening=book, which books what is missing as an opening position.',
  unitsMissing: 'Row {row}: at the end of {day} {units} of {asset} are missing.',
  cashMissing: 'Row {row}: at the end of {day} {amount} {currency} are missing.',
  fileChanged:
    'Most days or numbers of this file are not written as {broker} writes them, as happens when a spreadsheet program saves it. Export it again and import it unopened.',
  fileChangedRow: 'Not imported: most of the file cannot be read.',
  otherImporter: '{chosen} was chosen to read this file, which looks like one of {other}: choose no importer, or "{code}".',
  currencyAssumed:
    'The report of {broker} does not say its currency: the amounts are taken as {currency}, the currency of this broker. If it is another one, give the option "{option}" of the importer {code}; undo the import first where it is done.',
}
