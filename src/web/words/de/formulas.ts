import type { Words } from '../index.ts'

export const formulas: Words['formulas'] = {
  'sum of quantity x price / price_quantity x rate': 'Summe aus Stück × Kurs / Kurseinheit × Wechselkurs',
  'sum of quantity x price / price_quantity x rate x share, and of cash x rate':
    'Summe aus Stück × Kurs / Kurseinheit × Wechselkurs × Anteil und aus Guthaben × Wechselkurs',
  'quantity x price / price_quantity x rate': 'Stück × Kurs / Kurseinheit × Wechselkurs',
  'amount x rate': 'Betrag × Wechselkurs',
  'taxes x rate': 'Steuern × Wechselkurs',
  'fees x rate': 'Gebühren × Wechselkurs',
  'sum of balances x rate': 'Summe aus Salden × Wechselkurs',
  'what buying back cost': 'was der Rückkauf gekostet hat',
  'what the lot cost': 'was die Tranche gekostet hat',
  'what the short sale brought': 'was der Leerverkauf eingebracht hat',
  'what the sale brought': 'was der Verkauf eingebracht hat',
  'what was opened, at the rate of the closing, against what it was at its own':
    'was eröffnet wurde, zum Wechselkurs des Abschlusses, gegenüber dem zum eigenen Wechselkurs',
  'value at the start of the range + net_flows': 'Anfangswert des Zeitraums + Eingezahltes',
  'sum of what was held at the end of the last day': 'Summe dessen, was am Ende des letzten Tages da war',
  'sum of what was held at the end of the day before': 'Summe dessen, was am Ende des Vortages da war',
  'sum of what the transactions moved': 'Summe dessen, was die Buchungen bewegt haben',
  'sum of what the transactions moved, in the currency of the cash':
    'Summe dessen, was die Buchungen bewegt haben, in der Währung des Guthabens',
  'sum of what the open lots cost': 'Summe dessen, was die offenen Tranchen gekostet haben',
  'sum of what came in and went out': 'Summe dessen, was ein- und abgegangen ist',
  'sum of what came in and went out since the start of the range':
    'Summe dessen, was seit Beginn des Zeitraums ein- und abgegangen ist',
  'sum of value at the end - cost at the rate of the end': 'Summe aus Wert am Ende − Einstandswert zum Wechselkurs am Ende',
  'sum of the slices': 'Summe der Teile',
  'sum of the rows': 'Summe der Zeilen',
  'sum of the gains of what was sold': 'Summe der Gewinne aus Verkäufen',
  'sum of proceeds - cost - currency effect of what was sold': 'Summe aus Erlös − Einstandswert − Währungseffekt des Verkauften',
  'sum of gross x units now / units then, as later splits made them, x rate of now':
    'Summe aus Brutto × Stück jetzt / Stück damals (nach späteren Splits) × heutigem Wechselkurs',
  'sum of fees and taxes booked on it apart from trades':
    'Summe der Gebühren und Steuern, die außerhalb von Käufen und Verkäufen darauf gebucht wurden',
  'sum of dividends and interest, net': 'Summe der Dividenden und Zinsen, netto',
  'sum of dividends and interest, gross': 'Summe der Dividenden und Zinsen, brutto',
  'sum of currency effects of what was sold, of what is held, and of cash':
    'Summe der Währungseffekte des Verkauften, der Bestände und des Guthabens',
  'market_value / total value of the scope': 'Marktwert / Gesamtwert des Gezeigten',
  'less all taxes': 'abzüglich aller Steuern',
  'less all fees': 'abzüglich aller Gebühren',
  'fees and taxes of the transaction x part of its units': 'Gebühren und Steuern der Buchung × Teil ihrer Stückzahl',
  'taxes of the transaction x part of its units': 'Steuern der Buchung × Teil ihrer Stückzahl',
  'amount + fees + taxes, or the market value of what came in kind':
    'Betrag + Gebühren + Steuern, oder der Marktwert dessen, was in Stücken kam',
  'amount + fees + taxes, or the market value of the units': 'Betrag + Gebühren + Steuern, oder der Marktwert der Stücke',
  'cost in the currency of the asset at the rate of the day - cost_basis':
    'Einstandswert in der Währung des Wertpapiers zum Wechselkurs des Tages − Einstandswert',
  'product of (value at the end of a day + outflows) / (value at its begin + inflows), less 1; the values are those of the history. With scope assets a day is cut at each trade, and what was held before is worth the price of the trade then':
    'Produkt aus (Wert am Ende eines Tages + Abflüsse) / (Wert an seinem Beginn + Zuflüsse), minus 1; die Werte sind die des Verlaufs. Ohne Guthaben wird ein Tag bei jedem Handel geteilt, und was vorher da war, zählt dann zum Preis des Handels',
  'product of (value at the end of a day + outflows) / (value at its begin + inflows) since the start of the range, less 1; with scope assets a day is cut at each trade':
    'Produkt aus (Wert am Ende eines Tages + Abflüsse) / (Wert an seinem Beginn + Zuflüsse) seit Beginn des Zeitraums, minus 1; ohne Guthaben wird ein Tag bei jedem Handel geteilt',
  '(1 + twr) ^ (365 / days) - 1': '(1 + zeitgewichtete Rendite) ^ (365 / Tage) − 1',
  'the rate r at which the sum of payment / (1 + r) ^ (days / 365) is 0: -start_value, less each flow of net_flows on its day, +end_value':
    'der Satz r, bei dem die Summe aus Zahlung / (1 + r) ^ (Tage / 365) gleich 0 ist, mit den Zahlungen −Anfangswert, −jede Einzahlung an ihrem Tag, +Endwert',
  'sample standard deviation of the daily returns x root of 252':
    'Stichproben-Standardabweichung der Tagesrenditen × Wurzel aus 252',
  'mean / standard deviation of the daily returns x root of 252':
    'Mittel / Standardabweichung der Tagesrenditen × Wurzel aus 252',
  'mean / root mean square of the losses x root of 252': 'Mittel / quadratisches Mittel der Verluste × Wurzel aus 252',
  '1 - lowest / highest of the linked daily returns before it':
    '1 − Tiefstand / vorheriger Höchststand der verketteten Tagesrenditen',
}

export const terms: Words['terms'] = {
  pool: 'Pool',
  cash: 'Guthaben',
  'cash at the end': 'Guthaben am Ende',
  'cash at the start': 'Guthaben am Anfang',
  'cash of a transaction': 'Guthaben aus einer Buchung',
  amount: 'Betrag',
  disposal: 'Verkauf',
  closing: 'Abschluss',
  'closing transaction': 'Abschließende Buchung',
  'change of cost that no lot took': 'Änderung des Einstandswerts, die keiner Tranche gehört',
  'fees and taxes': 'Gebühren und Steuern',
  'added to the cost': 'Zum Einstandswert hinzugefügt',
  'units at the market value of the day': 'Stücke zum Marktwert des Tages',
  'opened, at the rate of the closing': 'Eröffnet, zum Wechselkurs des Abschlusses',
  'value at the start': 'Anfangswert',
  'value at the start, or cost': 'Anfangswert oder Einstandswert',
  'the same at the rate of the end': 'Dasselbe zum Wechselkurs am Ende',
  'proceeds before costs': 'Erlös vor Kosten',
  'cost before costs': 'Einstandswert vor Kosten',
  'currency effect': 'Währungseffekt',
  'currency effect of what was sold': 'Währungseffekt des Verkauften',
  'cost in the currency of the asset, at the rate of the day':
    'Einstandswert in der Währung des Wertpapiers, zum Wechselkurs des Tages',
  'payment of a year before': 'Zahlung vor einem Jahr',
  'SPLIT, not booked': 'Split, nicht gebucht',
}
