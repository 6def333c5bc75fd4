import type { warned as english } from '../en/warned.ts'

export const warned: typeof english = {
  rateMissingHifo:
    'Non c’è un cambio da {from} a {to} in questa data o prima; gli importi in {left} non rientrano nei totali. HIFO non può confrontare i lotti pagati in questa valuta e li usa per ultimi.',
  rateMissing: 'Non c’è un cambio da {from} a {to} in questa data o prima; gli importi in {left} non rientrano nei totali.',
  ratesMissingHifo:
    'Non ci sono cambi verso {to} per questi giorni: {pairs}; gli importi in queste valute non rientrano nei totali. HIFO non può confrontare i lotti pagati in alcune di esse e li usa per ultimi.',
  ratesMissing: 'Non ci sono cambi verso {to} per questi giorni: {pairs}; gli importi in queste valute non rientrano nei totali.',
  currencyGains:
    'Non ci sono cambi verso {to} per questi giorni: {pairs}; per gli strumenti in queste valute non si può distinguere l’effetto dei prezzi da quello delle valute. Valori, costi e guadagni sono completi.',
  currencyGain:
    'Non c’è un cambio da {from} a {to} in questa data o prima: per gli strumenti in {of} non si può distinguere l’effetto dei prezzi da quello delle valute. Valori, costi e guadagni sono completi.',
  rateStale: 'L’ultimo cambio da {from} a {to} ha la data {day}.',
  ratesStale: 'Gli ultimi cambi verso {to} sono troppo vecchi in questi giorni: {pairs}.',
  closeMissing:
    'Non c’è una chiusura per {asset}; si usa il suo ultimo scambio, e nei giorni senza scambi non rientra nei totali.',
  closesMissing:
    'Non c’è una chiusura per {n} strumenti: {assets}; si usano i loro ultimi scambi, e nei giorni senza scambi questi non rientrano nei totali: {left}.',
  priceMissing: 'Non c’è un prezzo per {asset} in questa data o prima; non rientra nei totali.',
  pricesMissing: 'Non c’è un prezzo per {n} strumenti: {assets}; in questi giorni non rientrano nei totali.',
  priceOfTrade: 'Non c’è una chiusura per {asset}; si usa l’ultimo scambio ({day}).',
  pricesOfTrades: 'Non c’è una chiusura per {n} strumenti: {assets}; si usano i loro ultimi scambi.',
  priceStale: 'L’ultima chiusura di {asset} ha la data {day}.',
  pricesStale: 'Le ultime chiusure di {n} strumenti risalgono a più di una settimana fa: {assets}.',
  costUnknown:
    'Una parte di {asset} è entrata senza un acquisto, quindi il suo costo non è noto: indica il costo di carico nell’operazione in entrata.',
  costOfSoldUnknown:
    'Il costo di quanto venduto di {asset} non è noto: indica il costo di carico nell’operazione da cui proviene.',
  costsUnknown:
    'Il costo di {n} strumenti non è noto: {assets}. Una parte è entrata senza un acquisto: indica il costo di carico nelle operazioni in entrata.',
  expired:
    '{asset} è scaduto ({day}) ed è ancora in portafoglio. Se è scaduto senza valore, registra {units} unità al prezzo 0 in quella data ({type}); altrimenti l’esercizio o l’assegnazione.',
  severalExpired:
    'Sono in portafoglio {n} contratti scaduti: {assets}. Per ognuno scaduto senza valore registra la chiusura al prezzo 0 nel suo ultimo giorno; per gli altri l’esercizio o l’assegnazione.',
  lotUnknown:
    'L’operazione {id} indica il lotto {lot} di {asset}, di cui mancano {units} unità: se ne prendono altre secondo il metodo.',
  lotsUnknown: 'Le vendite di {n} strumenti indicano lotti che non ci sono: {assets}; se ne prendono altri secondo il metodo.',
  lotOrder:
    'I lotti di {asset} pagati in una valuta senza cambio si usano per ultimi: il loro costo in {currency} non è noto, quindi HIFO non può confrontarli con gli altri.',
  lotsOrder:
    'I lotti di {n} strumenti pagati in una valuta senza cambio si usano per ultimi: {assets}. Il loro costo in {currency} non è noto, quindi HIFO non può confrontarli con gli altri.',
  severalCurrencies:
    'I lotti di {asset} sono stati pagati in più valute, quindi hanno un costo comune solo nella valuta del riepilogo.',
  soForSeveral: 'Questo vale per {n} strumenti: {assets}.',
  noReturnOfSeveral:
    'Dalla data {day} non c’è un rendimento ponderato per il tempo: l’investimento non supera il debito. Inserisci i versamenti mancanti, indica che la liquidità del broker non è seguita, o guarda il report senza liquidità: lì gli acquisti contano come versamenti. In quella data la liquidità presso {n} broker è sotto zero: {brokers}.',
  noReturnOf:
    'Dalla data {day} non c’è un rendimento ponderato per il tempo: l’investimento non supera il debito. Inserisci i versamenti mancanti, indica che la liquidità del broker non è seguita, o guarda il report senza liquidità: lì gli acquisti contano come versamenti. In quella data la liquidità presso {broker} è sotto zero.',
  noReturn:
    'Dalla data {day} non c’è un rendimento ponderato per il tempo: l’investimento non supera il debito. Inserisci i versamenti mancanti, indica che la liquidità del broker non è seguita, o guarda il report senza liquidità: lì gli acquisti contano come versamenti.',
  noReturnOfAssets:
    'Dalla data {day} non c’è un rendimento ponderato per il tempo: le posizioni non valgono più di ciò che è stato venduto allo scoperto.',
  returnTooLarge:
    'Il rendimento ponderato per il tempo supera il 1.000% all’anno e non viene mostrato. Guarda gli importi e i prezzi dei primi giorni.',
  cashWithoutDeposits:
    'Per {broker} non sono noti versamenti, e la sua liquidità è sotto zero, il che riduce il totale. Inserisci i versamenti, o indica che la sua liquidità non è seguita.',
  cashesWithoutDeposits:
    'Per {n} broker non sono noti versamenti, e la loro liquidità è sotto zero, il che riduce il totale: {brokers}. Inserisci i versamenti, o indica che la loro liquidità non è seguita.',
  splitNotBooked:
    '{asset} è stato frazionato {ratio} ({day}), ma il frazionamento non è registrato presso {broker}: da allora le sue {units} unità contano come {after}. Registralo; oppure, se sono già le unità dopo il frazionamento, con il rapporto 1:1.',
  unitsRestated:
    '{asset} è stato frazionato {ratio} ({day}), e le operazioni precedenti sono già espresse in unità successive presso {broker}, come nei file esportati più tardi: fino ad allora contano in unità precedenti. Registra il frazionamento con il rapporto 1:1 per confermarlo.',
  splitUnclear:
    '{asset} è stato frazionato {ratio} ({day}), ma il frazionamento non è registrato presso {broker}, e le operazioni precedenti non concordano se siano in unità precedenti o successive: contano come sono. Registra il frazionamento; oppure, se sono già le unità dopo il frazionamento, con il rapporto 1:1.',
  theBroker: 'il broker «{name}»',
  someMore: '{some} e altri {n}',
}
