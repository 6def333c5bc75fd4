import type { importSentences as en } from '../en/import-sentences.ts'

/** What the interface says of files and imports; `{name}` stands for what differs. */
export const importSentences: typeof en = {
  noPlugin:
    'Geen enkele importmodule herkent dit bestand. Controleer of het een transactierapport is; geef voor een eigen tabel aan wat de kolommen zijn.',
  unknownImporter: 'Geen enkele importmodule kent het.',
  exportTable: 'Exporteer de transacties als CSV of Excel (XLSX).',
  alreadyImported: 'Dit rapport is al geïmporteerd. Maak de import eerst ongedaan om het opnieuw te importeren.',
  notImported: 'Dit rapport is niet geïmporteerd, dus er is niets ongedaan te maken.',
  nothingImported: 'Er is niets geïmporteerd. Splits het rapport in kortere perioden, of kies een andere importmodule.',
  assetMap: 'De toewijzing van beleggingen past niet bij dit rapport.',
  accountMap: 'De toewijzing van rekeningen past niet bij dit rapport.',
  mappingFault: 'De kolomindeling bevat een fout, of noemt kolommen die niet in de kopregel staan.',
  mappingMissing: 'Voor dit rapport is geen kolomindeling gekozen. Geef eerst aan wat de kolommen zijn.',
  mappingOther: 'De kolomindeling die voor dit rapport is gekozen, past niet bij de kopregel.',
  fileGone: 'Het bestand van dit rapport is er niet meer; de vermelding blijft staan. Upload het bestand opnieuw.',
  reportGone: 'Het rapport is intussen verwijderd.',
  notYours:
    'Deze import heeft transacties gemaakt bij een broker waar je ze niet mag wijzigen. Vraag iemand die ze allemaal mag wijzigen om het te doen.',
  otherRow: 'Hoort bij een gebeurtenis waarvan een andere rij niet kan worden gelezen: er is niets van gemaakt.',
  otherLeg: 'Een andere boeking van dezelfde groep kan niet worden geïmporteerd.',
  otherPart:
    'Een ander deel van dezelfde gebeurtenis kan niet worden geïmporteerd, dus het geheel ook niet: zie de opmerking bij die rij.',
  tooDeep: 'Het hangt af van te veel andere die niet kunnen worden geïmporteerd: geef het aantal op.',
  leftOut: 'Weggelaten: het hoort bij een rij die wegneemt wat er niet is.',
  rowUnaccounted:
    'De importmodule heeft niet gezegd wat er van deze rij is geworden. Er is niets van gemaakt: meld dit alsjeblieft.',
  statedUnreadable:
    'De importmodule vermeldt een saldo, een positie of een slotkoers die niet kan worden gelezen; die is weggelaten.',
  moreThanOnce: 'Het bestand bevat deze regel meer dan eens met de id {id}; de regel telt één keer.',
  idReused: 'Het bestand gebruikt de id {id} voor meerdere regels; ze worden zonder die id geïmporteerd.',
  gap: 'Geen geïmporteerd rapport beslaat {first} tot {last}: deze dagen liggen tussen dit bestand en {file}. Exporteer ze ook.',
  cutOff: 'Het bestand zegt zelf dat er meer is dan erin staat ({first} tot {last}). Exporteer ook de rest: in kortere perioden.',
  emptyNamed: 'Het bestand {file} is leeg.',
  tooManyRows: 'Samen zijn de bestanden groter dan {n} MiB; er is niets opgeslagen. Upload ze één voor één.',
  tooManyTemplates: 'Je mag {n} sjablonen hebben. Verwijder er eerst een.',
  yourTemplate: 'Je sjabloon “{name}” heeft deze kopregel.',
  noPluginAdvised:
    'Geen enkele importmodule herkent dit bestand. Controleer of het een transactierapport is; geef voor een eigen tabel aan wat de kolommen zijn. {advice}',
  pluginsListed: 'De lijst met leesbare rapporten noemt voor elke broker waar het rapport te vinden is.',
  shortLeftOut:
    'Weggelaten: {what} Importeer eerst het oudere rapport en dan dit opnieuw, of laat wat ontbreekt als beginpositie boeken.',
  unitsMissing: 'Rij {row}: aan het einde van {day} ontbreken {units} stuks van {asset}.',
  cashMissing: 'Rij {row}: aan het einde van {day} ontbreekt {amount} {currency}.',
  fileChanged:
    'De meeste datums of getallen van dit bestand zijn niet geschreven zoals {broker} ze schrijft; dat gebeurt als een rekenprogramma het opslaat. Exporteer het opnieuw en importeer het ongeopend.',
  fileChangedRow: 'Niet geïmporteerd: het grootste deel van het bestand is niet te lezen.',
  otherImporter:
    '{chosen} is gekozen om dit bestand te lezen, maar het lijkt er een van {other}: kies geen importmodule, of "{code}".',
  currencyAssumed:
    'Het rapport van {broker} noemt zijn valuta niet: de bedragen gelden als {currency}, de valuta van deze broker. Is het een andere, geef dan de optie "{option}" van de importmodule {code}; maak de import eerst ongedaan als die al gedaan is.',
}
