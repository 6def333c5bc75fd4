import type { Words } from '../index.ts'

export const formulas: Words['formulas'] = {
  'sum of quantity x price / price_quantity x rate': 'som van aantal × koers / koerseenheid × wisselkoers',
  'sum of quantity x price / price_quantity x rate x share, and of cash x rate':
    'som van aantal × koers / koerseenheid × wisselkoers × deel, en van cash × wisselkoers',
  'quantity x price / price_quantity x rate': 'aantal × koers / koerseenheid × wisselkoers',
  'amount x rate': 'bedrag × wisselkoers',
  'taxes x rate': 'belasting × wisselkoers',
  'fees x rate': 'kosten × wisselkoers',
  'sum of balances x rate': 'som van saldi × wisselkoers',
  'what buying back cost': 'wat het terugkopen kostte',
  'what the lot cost': 'wat de lot kostte',
  'what the short sale brought': 'wat de shortverkoop opbracht',
  'what the sale brought': 'wat de verkoop opbracht',
  'what was opened, at the rate of the closing, against what it was at its own':
    'wat geopend werd, tegen de wisselkoers van de sluiting, vergeleken met de eigen wisselkoers',
  'value at the start of the range + net_flows': 'waarde aan het begin van de periode + inleg',
  'sum of what was held at the end of the last day': 'som van wat er was aan het einde van de laatste dag',
  'sum of what was held at the end of the day before': 'som van wat er was aan het einde van de dag ervoor',
  'sum of what the transactions moved': 'som van wat de transacties veranderden',
  'sum of what the transactions moved, in the currency of the cash':
    'som van wat de transacties veranderden, in de valuta van de cash',
  'sum of what the open lots cost': 'som van wat de open lots kostten',
  'sum of what came in and went out': 'som van wat erin en eruit ging',
  'sum of what came in and went out since the start of the range': 'som van wat er sinds het begin van de periode in en uit ging',
  'sum of value at the end - cost at the rate of the end':
    'som van waarde aan het einde − kostprijs tegen de wisselkoers van het einde',
  'sum of the slices': 'som van de delen',
  'sum of the rows': 'som van de rijen',
  'sum of the gains of what was sold': 'som van de winst op wat verkocht werd',
  'sum of proceeds - cost - currency effect of what was sold':
    'som van opbrengst − kostprijs − valuta-effect van wat verkocht werd',
  'sum of gross x units now / units then, as later splits made them, x rate of now':
    'som van bruto × aantal nu / aantal toen (na latere splitsingen) × wisselkoers van nu',
  'sum of fees and taxes booked on it apart from trades':
    'som van de kosten en belastingen die er buiten aan- en verkopen op geboekt zijn',
  'sum of dividends and interest, net': 'som van dividend en rente, netto',
  'sum of dividends and interest, gross': 'som van dividend en rente, bruto',
  'sum of currency effects of what was sold, of what is held, and of cash':
    'som van de valuta-effecten van wat verkocht werd, van wat er is en van cash',
  'market_value / total value of the scope': 'marktwaarde / totale waarde van wat getoond wordt',
  'less all taxes': 'min alle belastingen',
  'less all fees': 'min alle kosten',
  'fees and taxes of the transaction x part of its units': 'kosten en belasting van de transactie × deel van het aantal',
  'taxes of the transaction x part of its units': 'belasting van de transactie × deel van het aantal',
  'amount + fees + taxes, or the market value of what came in kind':
    'bedrag + kosten + belasting, of de marktwaarde van wat in eenheden kwam',
  'amount + fees + taxes, or the market value of the units': 'bedrag + kosten + belasting, of de marktwaarde van de eenheden',
  'cost in the currency of the asset at the rate of the day - cost_basis':
    'kostprijs in de valuta van de belegging tegen de wisselkoers van de dag − kostprijs',
  'product of (value at the end of a day + outflows) / (value at its begin + inflows), less 1; the values are those of the history. With scope assets a day is cut at each trade, and what was held before is worth the price of the trade then':
    'product van (waarde aan het einde van een dag + uitgaand) / (waarde aan het begin + ingaand), min 1; de waarden zijn die van het verloop. Zonder cash wordt een dag bij elke handel geknipt, en wat er al was telt dan tegen de prijs van die handel',
  'product of (value at the end of a day + outflows) / (value at its begin + inflows) since the start of the range, less 1; with scope assets a day is cut at each trade':
    'product van (waarde aan het einde van een dag + uitgaand) / (waarde aan het begin + ingaand) sinds het begin van de periode, min 1; zonder cash wordt een dag bij elke handel geknipt',
  '(1 + twr) ^ (365 / days) - 1': '(1 + tijdgewogen rendement) ^ (365 / dagen) − 1',
  'the rate r at which the sum of payment / (1 + r) ^ (days / 365) is 0: -start_value, less each flow of net_flows on its day, +end_value':
    'het percentage r waarbij de som van betaling / (1 + r) ^ (dagen / 365) gelijk is aan 0, met als betalingen −beginwaarde, −elke inleg op zijn dag, +eindwaarde',
  'sample standard deviation of the daily returns x root of 252':
    'steekproefstandaardafwijking van de dagrendementen × wortel van 252',
  'mean / standard deviation of the daily returns x root of 252':
    'gemiddelde / standaardafwijking van de dagrendementen × wortel van 252',
  'mean / root mean square of the losses x root of 252': 'gemiddelde / kwadratisch gemiddelde van de verliezen × wortel van 252',
  '1 - lowest / highest of the linked daily returns before it':
    '1 − laagste / hoogste ervoor van de aaneengeschakelde dagrendementen',
}

export const terms: Words['terms'] = {
  pool: 'Pool',
  cash: 'Cash',
  'cash at the end': 'Cash aan het einde',
  'cash at the start': 'Cash aan het begin',
  'cash of a transaction': 'Cash van een transactie',
  amount: 'Bedrag',
  disposal: 'Verkoop',
  closing: 'Sluiting',
  'closing transaction': 'Sluitende transactie',
  'change of cost that no lot took': 'Wijziging van de kostprijs die geen lot opnam',
  'fees and taxes': 'Kosten en belasting',
  'added to the cost': 'Bij de kostprijs opgeteld',
  'units at the market value of the day': 'Eenheden tegen de marktwaarde van de dag',
  'opened, at the rate of the closing': 'Geopend, tegen de wisselkoers van de sluiting',
  'value at the start': 'Waarde aan het begin',
  'value at the start, or cost': 'Waarde aan het begin, of kostprijs',
  'the same at the rate of the end': 'Hetzelfde tegen de wisselkoers van het einde',
  'proceeds before costs': 'Opbrengst vóór kosten',
  'cost before costs': 'Kostprijs vóór kosten',
  'currency effect': 'Valuta-effect',
  'currency effect of what was sold': 'Valuta-effect van wat verkocht werd',
  'cost in the currency of the asset, at the rate of the day':
    'Kostprijs in de valuta van de belegging, tegen de wisselkoers van de dag',
  'payment of a year before': 'Uitkering van een jaar eerder',
  'SPLIT, not booked': 'Splitsing, niet geboekt',
}
