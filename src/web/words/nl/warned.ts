import type { warned as en } from '../en/warned.ts'

/** What reports warn of; `{name}` stands for what differs. */
export const warned: typeof en = {
  rateMissingHifo:
    'Er is geen wisselkoers van {from} naar {to} op of voor deze dag; bedragen in {left} tellen niet mee in de totalen. HIFO kan lots die daarin zijn betaald niet vergelijken en gebruikt ze als laatste.',
  rateMissing:
    'Er is geen wisselkoers van {from} naar {to} op of voor deze dag; bedragen in {left} tellen niet mee in de totalen.',
  ratesMissingHifo:
    'Er zijn geen wisselkoersen naar {to} voor deze dagen: {pairs}; bedragen in deze valuta’s tellen niet mee in de totalen. HIFO kan lots die in sommige daarvan zijn betaald niet vergelijken en gebruikt ze als laatste.',
  ratesMissing:
    'Er zijn geen wisselkoersen naar {to} voor deze dagen: {pairs}; bedragen in deze valuta’s tellen niet mee in de totalen.',
  currencyGains:
    'Er zijn geen wisselkoersen naar {to} voor deze dagen: {pairs}; wat koersen en wat valuta’s met beleggingen in deze valuta’s hebben gedaan, is niet te scheiden. Waarden, kostprijzen en resultaten zijn volledig.',
  currencyGain:
    'Er is geen wisselkoers van {from} naar {to} op of voor deze dag: wat koersen en wat valuta’s met beleggingen in {of} hebben gedaan, is niet te scheiden. Waarden, kostprijzen en resultaten zijn volledig.',
  rateStale: 'De laatste wisselkoers van {from} naar {to} is van {day}.',
  ratesStale: 'De laatste wisselkoersen naar {to} zijn op deze dagen te oud: {pairs}.',
  closeMissing:
    'Er is geen slotkoers voor {asset}; de laatste transactie wordt gebruikt, en op dagen zonder een transactie telt de positie niet mee in de totalen.',
  closesMissing:
    'Er is geen slotkoers voor {n} beleggingen: {assets}; hun laatste transacties worden gebruikt, en op dagen zonder een transactie tellen deze niet mee in de totalen: {left}.',
  priceMissing: 'Er is geen koers voor {asset} op of voor deze dag; de positie telt niet mee in de totalen.',
  pricesMissing: 'Er is geen koers voor {n} beleggingen: {assets}; op deze dagen tellen ze niet mee in de totalen.',
  priceOfTrade: 'Er is geen slotkoers voor {asset}; de laatste transactie van {day} wordt gebruikt.',
  pricesOfTrades: 'Er is geen slotkoers voor {n} beleggingen: {assets}; hun laatste transacties worden gebruikt.',
  priceStale: 'De laatste slotkoers van {asset} is van {day}.',
  pricesStale: 'De laatste slotkoersen van {n} beleggingen zijn meer dan een week oud: {assets}.',
  costUnknown:
    'Een deel van {asset} is zonder aankoop binnengekomen, dus de kostprijs is onbekend: vul bij de binnenkomende transactie een kostprijs in.',
  costOfSoldUnknown:
    'Wat van {asset} is verkocht, heeft geen bekende kostprijs: vul een kostprijs in bij de transactie waarmee het binnenkwam.',
  costsUnknown:
    'Van {n} beleggingen is de kostprijs onbekend: {assets}. Een deel ervan is zonder aankoop binnengekomen: vul bij de binnenkomende transacties een kostprijs in.',
  expired:
    '{asset} is op {day} verlopen en staat nog open. Is het waardeloos verlopen, boek dan op die dag {type} van {units} tegen koers 0; anders wat is uitgeoefend of toegewezen.',
  severalExpired:
    'Er staan {n} verlopen contracten open: {assets}. Boek voor elk contract dat waardeloos is verlopen op de laatste dag wat het sluit, tegen koers 0; anders wat is uitgeoefend of toegewezen.',
  lotUnknown:
    'Transactie {id} noemt lot {lot} van {asset}, waarvan {units} stuks er niet zijn: volgens de methode worden andere gebruikt.',
  lotsUnknown: 'Verkopen van {n} beleggingen noemen lots die er niet zijn: {assets}; volgens de methode worden andere gebruikt.',
  lotOrder:
    'Lots van {asset} die zijn betaald in een valuta zonder wisselkoers, worden als laatste gebruikt: hun kostprijs in {currency} is onbekend, dus HIFO kan ze niet met de andere vergelijken.',
  lotsOrder:
    'Lots van {n} beleggingen die zijn betaald in een valuta zonder wisselkoers, worden als laatste gebruikt: {assets}. Hun kostprijs in {currency} is onbekend, dus HIFO kan ze niet met de andere vergelijken.',
  severalCurrencies:
    'De lots van {asset} zijn in meerdere valuta’s betaald en hebben daarom alleen in de valuta van de samenvatting een gezamenlijke kostprijs.',
  soForSeveral: 'Dit geldt voor {n} beleggingen: {assets}.',
  noReturnOfSeveral:
    'Vanaf {day} is er geen tijdgewogen rendement: er is niet meer belegd dan de schuld. Voer de ontbrekende stortingen in, geef aan dat de cash van de broker niet wordt bijgehouden, of bekijk het zonder cash (scope=assets): daar zijn aankopen de inleg. Op die dag staat de cash van {n} brokers onder nul: {brokers}.',
  noReturnOf:
    'Vanaf {day} is er geen tijdgewogen rendement: er is niet meer belegd dan de schuld. Voer de ontbrekende stortingen in, geef aan dat de cash van de broker niet wordt bijgehouden, of bekijk het zonder cash (scope=assets): daar zijn aankopen de inleg. Op die dag staat de cash van {broker} onder nul.',
  noReturn:
    'Vanaf {day} is er geen tijdgewogen rendement: er is niet meer belegd dan de schuld. Voer de ontbrekende stortingen in, geef aan dat de cash van de broker niet wordt bijgehouden, of bekijk het zonder cash (scope=assets): daar zijn aankopen de inleg.',
  noReturnOfAssets: 'Vanaf {day} is er geen tijdgewogen rendement: de posities zijn niet meer waard dan wat short is verkocht.',
  returnTooLarge:
    'Het tijdgewogen rendement is hoger dan 1.000% per jaar en wordt niet getoond. Controleer de bedragen en koersen van de eerste dagen.',
  cashWithoutDeposits:
    'Van {broker} zijn geen stortingen bekend en de cash staat onder nul, wat het totaal verlaagt. Voer de stortingen in, of geef aan dat de cash niet wordt bijgehouden.',
  cashesWithoutDeposits:
    'Van {n} brokers zijn geen stortingen bekend en hun cash staat onder nul, wat het totaal verlaagt: {brokers}. Voer de stortingen in, of geef aan dat hun cash niet wordt bijgehouden.',
  splitNotBooked:
    '{asset} is op {day} gesplitst ({ratio}), maar bij {broker} is dat niet geboekt: {units} stuks tellen vanaf dan als {after}. Boek de splitsing, of boek haar met de verhouding 1:1 als het al de stuks van erna zijn.',
  unitsRestated:
    '{asset} is op {day} gesplitst ({ratio}), en de aan- en verkopen van ervoor staan bij {broker} al in stuks van erna, zoals in bestanden die later zijn geëxporteerd: tot dan tellen ze in stuks van ervoor. Boek de splitsing met de verhouding 1:1 om dat te bevestigen.',
  splitUnclear:
    '{asset} is op {day} gesplitst ({ratio}), maar bij {broker} is dat niet geboekt, en de aan- en verkopen van ervoor staan deels in stuks van ervoor en deels van erna: ze tellen zoals ze zijn. Boek de splitsing, of boek haar met de verhouding 1:1 als het al de stuks van erna zijn.',
  /** What stands within the others. */
  theBroker: 'de broker “{name}”',
  someMore: '{some} en nog {n}',
}
