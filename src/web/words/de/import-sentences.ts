import type { importSentences as english } from '../en/import-sentences.ts'

export const importSentences: typeof english = {
  noPlugin:
    'Kein Importmodul erkennt diese Datei. Prüfen Sie, ob es ein Auszug mit Buchungen ist; für eine eigene Tabelle nehmen Sie broker_generic_csv mit options.mapping.',
  unknownImporter: 'Kein Importmodul kennt sie.',
  exportTable: 'Exportieren Sie die Buchungen als CSV oder Excel (XLSX).',
  alreadyImported:
    'Dieser Auszug ist schon importiert. Machen Sie den Import zuerst rückgängig, um ihn noch einmal zu importieren.',
  notImported: 'Dieser Auszug ist nicht importiert, daher gibt es nichts rückgängig zu machen.',
  nothingImported: 'Nichts wurde importiert. Teilen Sie den Auszug in kürzere Zeiträume oder wählen Sie ein anderes Importmodul.',
  assetMap: 'Die Zuordnung der Wertpapiere passt nicht zu diesem Auszug.',
  accountMap: 'Die Zuordnung der Konten passt nicht zu diesem Auszug.',
  mappingFault: 'Die Zuordnung der Spalten hat einen Fehler oder nennt Spalten, die nicht unter den Titeln sind.',
  mappingMissing:
    'Für diesen Auszug wurde keine Zuordnung der Spalten gewählt. Lesen oder importieren Sie ihn zuerst mit options.mapping.',
  mappingOther: 'Die für diesen Auszug gewählte Zuordnung der Spalten passt nicht zu seiner Kopfzeile.',
  fileGone: 'Die Datei dieses Auszugs ist nicht mehr da; sein Eintrag bleibt. Laden Sie die Datei noch einmal hoch.',
  reportGone: 'Der Auszug wurde inzwischen gelöscht.',
  notYours:
    'Dieser Import hat Buchungen bei einem Broker angelegt, bei dem Sie sie nicht ändern dürfen. Bitten Sie jemanden darum, der alle ändern darf.',
  otherRow: 'Gehört zu einem Vorgang, von dem eine andere Zeile nicht lesbar ist: Daraus wurde nichts angelegt.',
  otherLeg: 'Eine andere Zeile derselben Gruppe lässt sich nicht importieren.',
  otherPart:
    'Ein anderer Teil desselben Vorgangs lässt sich nicht importieren, daher auch nichts davon: siehe den Hinweis zu jener Zeile.',
  tooDeep: 'Sie hängt von zu vielen anderen ab, die sich nicht importieren lassen: Geben Sie die Stückzahl an.',
  leftOut: 'Weggelassen: Sie gehört zu einer Zeile, die ausbucht, was nicht da ist.',
  rowUnaccounted:
    'Das Importmodul hat nicht angegeben, was aus dieser Zeile wurde. Daraus wurde nichts angelegt: Bitte melden Sie das.',
  statedUnreadable:
    'Das Importmodul nennt einen Saldo, einen Bestand oder einen Schlusskurs, der nicht lesbar ist; er wurde weggelassen.',
  moreThanOnce: 'Die Datei enthält diese Zeile mehrmals unter der Kennung {id}; sie zählt einmal.',
  idReused: 'Die Datei verwendet die Kennung {id} für mehrere Zeilen; sie werden ohne Kennung importiert.',
  gap: 'Kein importierter Auszug deckt {first} bis {last} ab: Diese Tage liegen zwischen dieser Datei und {file}. Exportieren Sie auch diese.',
  cutOff:
    'Nach eigener Angabe enthält die Datei nicht alles ({first} bis {last}). Exportieren Sie auch den Rest: in kürzeren Zeiträumen.',
  emptyNamed: 'Die Datei {file} ist leer.',
  tooManyRows: 'Zusammen sind die Dateien größer als {n} MiB; nichts wurde gespeichert. Laden Sie sie einzeln hoch.',
  tooManyTemplates: 'Sie dürfen {n} Vorlagen haben. Löschen Sie zuerst eine.',
  yourTemplate: 'Ihre Vorlage „{name}“ hat diese Kopfzeile.',
  noPluginAdvised:
    'Kein Importmodul erkennt diese Datei. Prüfen Sie, ob es ein Auszug mit Buchungen ist; für eine eigene Tabelle nehmen Sie broker_generic_csv mit options.mapping. {advice}',
  pluginsListed: 'Die Liste der lesbaren Auszüge nennt für jeden Broker, wo sein Auszug zu finden ist.',
  shortLeftOut:
    'Ausgelassen: {what} Importieren Sie erst den älteren Auszug und dann diesen noch einmal, oder lassen Sie das Fehlende als Anfangsbestand buchen.',
  unitsMissing: 'Zeile {row}: Am Ende des {day} fehlen {units} Stück {asset}.',
  cashMissing: 'Zeile {row}: Am Ende des {day} fehlen {amount} {currency}.',
  fileChanged:
    'Die meisten Tage oder Zahlen dieser Datei sind nicht so geschrieben, wie {broker} sie schreibt; das geschieht, wenn ein Tabellenprogramm sie speichert. Exportieren Sie sie neu und importieren Sie sie ungeöffnet.',
  fileChangedRow: 'Nicht importiert: Der größte Teil der Datei ist nicht lesbar.',
  otherImporter:
    'Diese Datei sollte {chosen} lesen, sie sieht aber aus wie eine von {other}: Wählen Sie kein Importmodul oder „{code}“.',
  currencyAssumed:
    'Der Auszug von {broker} nennt seine Währung nicht: Die Beträge gelten als {currency}, die Währung dieses Brokers. Ist es eine andere, geben Sie die Option „{option}“ des Importmoduls {code} an; ist der Import schon geschehen, machen Sie ihn vorher rückgängig.',
}
