import type { warned as english } from '../en/warned.ts'

export const warned: typeof english = {
  rateMissingHifo:
    'Es gibt keinen Wechselkurs von {from} in {to} für diesen Tag oder davor; Beträge in {left} fehlen in den Summen. HIFO kann darin bezahlte Tranchen nicht vergleichen und nimmt sie zuletzt.',
  rateMissing: 'Es gibt keinen Wechselkurs von {from} in {to} für diesen Tag oder davor; Beträge in {left} fehlen in den Summen.',
  ratesMissingHifo:
    'Für diese Tage gibt es keine Wechselkurse in {to}: {pairs}; Beträge in diesen Währungen fehlen in den Summen. HIFO kann Tranchen, die in einigen davon bezahlt wurden, nicht vergleichen und nimmt sie zuletzt.',
  ratesMissing: 'Für diese Tage gibt es keine Wechselkurse in {to}: {pairs}; Beträge in diesen Währungen fehlen in den Summen.',
  currencyGains:
    'Für diese Tage gibt es keine Wechselkurse in {to}: {pairs}; bei Wertpapieren in diesen Währungen lässt sich nicht trennen, was Kurse und was Währungen bewirkt haben. Werte, Einstandswerte und Gewinne sind vollständig.',
  currencyGain:
    'Es gibt keinen Wechselkurs von {from} in {to} für diesen Tag oder davor: Bei Wertpapieren in {of} lässt sich nicht trennen, was Kurse und was Währungen bewirkt haben. Werte, Einstandswerte und Gewinne sind vollständig.',
  rateStale: 'Der letzte Wechselkurs von {from} in {to} ist vom {day}.',
  ratesStale: 'Die letzten Wechselkurse in {to} sind an diesen Tagen zu alt: {pairs}.',
  closeMissing:
    'Für {asset} gibt es keinen Schlusskurs; verwendet wird der letzte Handel, und an Tagen ohne einen solchen fehlt der Bestand in den Summen.',
  closesMissing:
    'Für {n} Wertpapiere gibt es keinen Schlusskurs: {assets}; verwendet wird ihr jeweils letzter Handel, und an Tagen ohne einen solchen fehlen diese in den Summen: {left}.',
  priceMissing: 'Für {asset} gibt es keinen Kurs von diesem Tag oder davor; der Bestand fehlt in den Summen.',
  pricesMissing: 'Für {n} Wertpapiere gibt es keinen Kurs: {assets}; an diesen Tagen fehlen sie in den Summen.',
  priceOfTrade: 'Für {asset} gibt es keinen Schlusskurs; verwendet wird der letzte Handel vom {day}.',
  pricesOfTrades: 'Für {n} Wertpapiere gibt es keinen Schlusskurs: {assets}; verwendet wird ihr jeweils letzter Handel.',
  priceStale: 'Der letzte Schlusskurs von {asset} ist vom {day}.',
  pricesStale: 'Die letzten Schlusskurse von {n} Wertpapieren sind mehr als eine Woche alt: {assets}.',
  costUnknown:
    'Ein Teil von {asset} kam ohne Kauf hinzu, daher ist der Einstandswert unbekannt: Tragen Sie ihn bei der eingehenden Buchung ein.',
  costOfSoldUnknown:
    'Für das, was von {asset} verkauft wurde, ist kein Einstandswert bekannt: Tragen Sie ihn bei der Buchung ein, mit der es hinzukam.',
  costsUnknown:
    'Der Einstandswert von {n} Wertpapieren ist unbekannt: {assets}. Ein Teil davon kam ohne Kauf hinzu: Tragen Sie den Einstandswert bei den eingehenden Buchungen ein.',
  expired:
    '{asset} ist am {day} ausgelaufen und noch im Bestand. Falls wertlos verfallen, buchen Sie an diesem Tag {type} von {units} zum Kurs 0; sonst, was ausgeübt oder zugeteilt wurde.',
  severalExpired:
    '{n} ausgelaufene Kontrakte sind noch im Bestand: {assets}. Buchen Sie für jeden, der wertlos verfallen ist, am letzten Tag die Schließung zum Kurs 0; sonst, was ausgeübt oder zugeteilt wurde.',
  lotUnknown:
    'Buchung {id} nennt die Tranche {lot} von {asset}, von der {units} Stück nicht da sind: Nach der Methode werden andere genommen.',
  lotsUnknown:
    'Verkäufe von {n} Wertpapieren nennen Tranchen, die nicht da sind: {assets}; nach der Methode werden andere genommen.',
  lotOrder:
    'Tranchen von {asset}, die in einer Währung ohne Wechselkurs bezahlt wurden, werden zuletzt genommen: Ihr Einstandswert in {currency} ist unbekannt, daher kann HIFO sie nicht mit den anderen vergleichen.',
  lotsOrder:
    'Tranchen von {n} Wertpapieren, die in einer Währung ohne Wechselkurs bezahlt wurden, werden zuletzt genommen: {assets}. Ihr Einstandswert in {currency} ist unbekannt, daher kann HIFO sie nicht mit den anderen vergleichen.',
  severalCurrencies:
    'Die Tranchen von {asset} wurden in mehreren Währungen bezahlt; einen gemeinsamen Einstandswert haben sie daher nur in der Währung der Zusammenfassung.',
  soForSeveral: 'Das gilt für {n} Wertpapiere: {assets}.',
  noReturnOfSeveral:
    'Ab {day} gibt es keine zeitgewichtete Rendite: Es ist nicht mehr angelegt als geschuldet. Geben Sie die fehlenden Einzahlungen ein, stellen Sie ein, dass das Guthaben des Brokers nicht geführt wird, oder sehen Sie sich den Bericht ohne Guthaben an: Dort zählen Käufe als Einzahlungen. An diesem Tag liegt das Guthaben bei {n} Brokern unter null: {brokers}.',
  noReturnOf:
    'Ab {day} gibt es keine zeitgewichtete Rendite: Es ist nicht mehr angelegt als geschuldet. Geben Sie die fehlenden Einzahlungen ein, stellen Sie ein, dass das Guthaben des Brokers nicht geführt wird, oder sehen Sie sich den Bericht ohne Guthaben an: Dort zählen Käufe als Einzahlungen. An diesem Tag liegt das Guthaben bei {broker} unter null.',
  noReturn:
    'Ab {day} gibt es keine zeitgewichtete Rendite: Es ist nicht mehr angelegt als geschuldet. Geben Sie die fehlenden Einzahlungen ein, stellen Sie ein, dass das Guthaben des Brokers nicht geführt wird, oder sehen Sie sich den Bericht ohne Guthaben an: Dort zählen Käufe als Einzahlungen.',
  noReturnOfAssets:
    'Ab {day} gibt es keine zeitgewichtete Rendite: Die Bestände sind nicht mehr wert als das, was leer verkauft wurde.',
  returnTooLarge:
    'Die zeitgewichtete Rendite beträgt mehr als 1.000 % im Jahr und wird daher nicht gezeigt. Sehen Sie sich die Beträge und Kurse der ersten Tage an.',
  cashWithoutDeposits:
    'Für {broker} sind keine Einzahlungen bekannt, und das Guthaben liegt unter null, was die Summe senkt. Geben Sie die Einzahlungen ein oder stellen Sie ein, dass das Guthaben nicht geführt wird.',
  cashesWithoutDeposits:
    'Für {n} Broker sind keine Einzahlungen bekannt, und ihre Guthaben liegen unter null, was die Summe senkt: {brokers}. Geben Sie die Einzahlungen ein oder stellen Sie ein, dass ihre Guthaben nicht geführt werden.',
  splitNotBooked:
    '{asset} hatte am {day} einen Split {ratio}, der bei {broker} nicht gebucht ist: Die {units} Stück zählen seitdem als {after}. Buchen Sie ihn; oder, falls es schon die Stück nach dem Split sind, mit dem Verhältnis 1:1.',
  unitsRestated:
    '{asset} hatte am {day} einen Split {ratio}, und die Käufe und Verkäufe davor sind bei {broker} schon in Stück danach angegeben, wie in später exportierten Dateien: Bis dahin zählen sie in Stück davor. Buchen Sie ihn mit dem Verhältnis 1:1, um das zu bestätigen.',
  splitUnclear:
    '{asset} hatte am {day} einen Split {ratio}, der bei {broker} nicht gebucht ist, und die Käufe und Verkäufe davor sind teils in Stück davor, teils in Stück danach angegeben: Sie zählen, wie sie sind. Buchen Sie den Split; oder, falls es schon die Stück nach dem Split sind, mit dem Verhältnis 1:1.',
  theBroker: 'Broker „{name}“',
  someMore: '{some} und {n} weitere',
}
