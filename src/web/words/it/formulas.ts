import type { Words } from '../index.ts'

export const formulas: Words['formulas'] = {
  'sum of quantity x price / price_quantity x rate': 'somma di quantità × prezzo / unità di quotazione × cambio',
  'sum of quantity x price / price_quantity x rate x share, and of cash x rate':
    'somma di quantità × prezzo / unità di quotazione × cambio × quota, e di liquidità × cambio',
  'quantity x price / price_quantity x rate': 'quantità × prezzo / unità di quotazione × cambio',
  'amount x rate': 'importo × cambio',
  'taxes x rate': 'imposte × cambio',
  'fees x rate': 'commissioni × cambio',
  'sum of balances x rate': 'somma dei saldi × cambio',
  'what buying back cost': 'quanto è costato il riacquisto',
  'what the lot cost': 'quanto è costato il lotto',
  'what the short sale brought': 'quanto ha reso la vendita allo scoperto',
  'what the sale brought': 'quanto ha reso la vendita',
  'what was opened, at the rate of the closing, against what it was at its own':
    'quanto è stato aperto, al cambio della chiusura, rispetto al proprio cambio',
  'value at the start of the range + net_flows': 'valore all’inizio del periodo + versamenti netti',
  'sum of what was held at the end of the last day': 'somma di quanto era in portafoglio alla fine dell’ultimo giorno',
  'sum of what was held at the end of the day before': 'somma di quanto era in portafoglio alla fine del giorno prima',
  'sum of what the transactions moved': 'somma di quanto hanno mosso le operazioni',
  'sum of what the transactions moved, in the currency of the cash':
    'somma di quanto hanno mosso le operazioni, nella valuta della liquidità',
  'sum of what the open lots cost': 'somma del costo di carico dei lotti aperti',
  'sum of what came in and went out': 'somma di quanto è entrato e uscito',
  'sum of what came in and went out since the start of the range': 'somma di quanto è entrato e uscito dall’inizio del periodo',
  'sum of value at the end - cost at the rate of the end': 'somma di valore alla fine − costo di carico al cambio della fine',
  'sum of the slices': 'somma delle parti',
  'sum of the rows': 'somma delle righe',
  'sum of the gains of what was sold': 'somma dei guadagni di quanto è stato venduto',
  'sum of proceeds - cost - currency effect of what was sold':
    'somma di ricavo − costo di carico − effetto cambio di quanto è stato venduto',
  'sum of gross x units now / units then, as later splits made them, x rate of now':
    'somma di lordo × quantità attuale / quantità di allora (dopo i frazionamenti successivi) × cambio attuale',
  'sum of fees and taxes booked on it apart from trades':
    'somma di commissioni e imposte registrate a parte da acquisti e vendite',
  'sum of dividends and interest, net': 'somma di dividendi e interessi, netti',
  'sum of dividends and interest, gross': 'somma di dividendi e interessi, lordi',
  'sum of currency effects of what was sold, of what is held, and of cash':
    'somma degli effetti cambio di quanto è stato venduto, di quanto è in portafoglio e della liquidità',
  'market_value / total value of the scope': 'valore di mercato / valore totale di quanto è mostrato',
  'less all taxes': 'meno tutte le imposte',
  'less all fees': 'meno tutte le commissioni',
  'fees and taxes of the transaction x part of its units': 'commissioni e imposte dell’operazione × parte della sua quantità',
  'taxes of the transaction x part of its units': 'imposte dell’operazione × parte della sua quantità',
  'amount + fees + taxes, or the market value of what came in kind':
    'importo + commissioni + imposte, o il valore di mercato di quanto è arrivato in titoli',
  'amount + fees + taxes, or the market value of the units': 'importo + commissioni + imposte, o il valore di mercato dei titoli',
  'cost in the currency of the asset at the rate of the day - cost_basis':
    'costo di carico nella valuta dello strumento al cambio del giorno − costo di carico',
  'product of (value at the end of a day + outflows) / (value at its begin + inflows), less 1; the values are those of the history. With scope assets a day is cut at each trade, and what was held before is worth the price of the trade then':
    'prodotto di (valore alla fine di un giorno + uscite) / (valore al suo inizio + entrate), meno 1; i valori sono quelli dell’andamento. Senza liquidità un giorno è diviso a ogni scambio, e quanto c’era prima vale allora il prezzo dello scambio',
  'product of (value at the end of a day + outflows) / (value at its begin + inflows) since the start of the range, less 1; with scope assets a day is cut at each trade':
    'prodotto di (valore alla fine di un giorno + uscite) / (valore al suo inizio + entrate) dall’inizio del periodo, meno 1; senza liquidità un giorno è diviso a ogni scambio',
  '(1 + twr) ^ (365 / days) - 1': '(1 + rendimento ponderato nel tempo) ^ (365 / giorni) − 1',
  'the rate r at which the sum of payment / (1 + r) ^ (days / 365) is 0: -start_value, less each flow of net_flows on its day, +end_value':
    'il tasso r al quale la somma di pagamento / (1 + r) ^ (giorni / 365) è 0, con i pagamenti −valore iniziale, −ogni versamento nel suo giorno, +valore finale',
  'sample standard deviation of the daily returns x root of 252':
    'deviazione standard campionaria dei rendimenti giornalieri × radice di 252',
  'mean / standard deviation of the daily returns x root of 252':
    'media / deviazione standard dei rendimenti giornalieri × radice di 252',
  'mean / root mean square of the losses x root of 252': 'media / media quadratica delle perdite × radice di 252',
  '1 - lowest / highest of the linked daily returns before it':
    '1 − minimo / massimo precedente dei rendimenti giornalieri concatenati',
}

export const terms: Words['terms'] = {
  pool: 'Insieme di lotti',
  cash: 'Liquidità',
  'cash at the end': 'Liquidità alla fine',
  'cash at the start': 'Liquidità all’inizio',
  'cash of a transaction': 'Liquidità di un’operazione',
  amount: 'Importo',
  disposal: 'Cessione',
  closing: 'Chiusura',
  'closing transaction': 'Operazione di chiusura',
  'change of cost that no lot took': 'Variazione di costo che nessun lotto ha assorbito',
  'fees and taxes': 'Commissioni e imposte',
  'added to the cost': 'Aggiunto al costo',
  'units at the market value of the day': 'Titoli al valore di mercato del giorno',
  'opened, at the rate of the closing': 'Aperto, al cambio della chiusura',
  'value at the start': 'Valore iniziale',
  'value at the start, or cost': 'Valore iniziale, o costo',
  'the same at the rate of the end': 'Lo stesso al cambio della fine',
  'proceeds before costs': 'Ricavo prima dei costi',
  'cost before costs': 'Costo prima delle spese',
  'currency effect': 'Effetto cambio',
  'currency effect of what was sold': 'Effetto cambio di quanto è stato venduto',
  'cost in the currency of the asset, at the rate of the day':
    'Costo di carico nella valuta dello strumento, al cambio del giorno',
  'payment of a year before': 'Pagamento di un anno prima',
  'SPLIT, not booked': 'Frazionamento, non registrato',
}
