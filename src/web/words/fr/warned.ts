import type { warned as english } from '../en/warned.ts'

export const warned: typeof english = {
  rateMissingHifo:
    'Aucun taux de change de {from} en {to} à cette date ou avant ; les montants en {left} sont exclus des totaux. HIFO ne peut pas comparer les lots payés dans cette devise, et les prend en dernier.',
  rateMissing: 'Aucun taux de change de {from} en {to} à cette date ou avant ; les montants en {left} sont exclus des totaux.',
  ratesMissingHifo:
    'Aucun taux de change en {to} pour ces dates : {pairs} ; les montants dans ces devises sont exclus des totaux. HIFO ne peut pas comparer les lots payés dans certaines d’entre elles, et les prend en dernier.',
  ratesMissing: 'Aucun taux de change en {to} pour ces dates : {pairs} ; les montants dans ces devises sont exclus des totaux.',
  currencyGains:
    'Aucun taux de change en {to} pour ces dates : {pairs} ; pour les actifs dans ces devises, l’effet des cours et celui des devises ne peuvent être distingués. Valeurs, prix de revient et gains sont complets.',
  currencyGain:
    'Aucun taux de change de {from} en {to} à cette date ou avant : pour les actifs en {of}, l’effet des cours et celui des devises ne peuvent être distingués. Valeurs, prix de revient et gains sont complets.',
  rateStale: 'Le dernier taux de change de {from} en {to} date du {day}.',
  ratesStale: 'Les derniers taux de change en {to} sont trop anciens à ces dates : {pairs}.',
  closeMissing:
    'Aucune clôture pour {asset} ; sa dernière transaction est utilisée, et aux dates sans transaction cet actif est exclu des totaux.',
  closesMissing:
    'Aucune clôture pour {n} actifs : {assets} ; leurs dernières transactions sont utilisées, et aux dates sans transaction ceux-ci sont exclus des totaux : {left}.',
  priceMissing: 'Aucun cours pour {asset} à cette date ou avant ; cet actif est exclu des totaux.',
  pricesMissing: 'Aucun cours pour {n} actifs : {assets} ; à ces dates, ils sont exclus des totaux.',
  priceOfTrade: 'Aucune clôture pour {asset} ; la dernière transaction, du {day}, est utilisée.',
  pricesOfTrades: 'Aucune clôture pour {n} actifs : {assets} ; leurs dernières transactions sont utilisées.',
  priceStale: 'La dernière clôture de l’actif {asset} date du {day}.',
  pricesStale: 'Les dernières clôtures de {n} actifs datent de plus d’une semaine : {assets}.',
  costUnknown:
    'Une partie de l’actif {asset} est entrée sans achat, si bien que son prix de revient est inconnu : indiquez-le dans la transaction entrante.',
  costOfSoldUnknown:
    'Le prix de revient de ce qui a été vendu de l’actif {asset} est inconnu : indiquez-le dans la transaction qui l’a fait entrer.',
  costsUnknown:
    'Le prix de revient de {n} actifs est inconnu : {assets}. Une partie est entrée sans achat : indiquez le prix de revient dans les transactions entrantes.',
  expired:
    '{asset} a expiré le {day} et est encore détenu. S’il a expiré sans valeur, comptabilisez une transaction {type} de {units} au prix 0 à cette date ; sinon, ce qui a été exercé ou assigné.',
  severalExpired:
    '{n} contrats détenus ont expiré : {assets}. Pour chacun de ceux qui ont expiré sans valeur, comptabilisez sa clôture au prix 0 à son dernier jour ; sinon, ce qui a été exercé ou assigné.',
  lotUnknown:
    'La transaction {id} désigne le lot {lot} de l’actif {asset}, dont {units} unités ne sont pas là : d’autres sont prises selon la méthode.',
  lotsUnknown: 'Des ventes de {n} actifs désignent des lots qui ne sont pas là : {assets} ; d’autres sont pris selon la méthode.',
  lotOrder:
    'Les lots de l’actif {asset} payés dans une devise sans taux de change sont pris en dernier : leur prix de revient en {currency} est inconnu, et HIFO ne peut pas les comparer aux autres.',
  lotsOrder:
    'Les lots de {n} actifs payés dans une devise sans taux de change sont pris en dernier : {assets}. Leur prix de revient en {currency} est inconnu, et HIFO ne peut pas les comparer aux autres.',
  severalCurrencies:
    'Les lots de l’actif {asset} ont été payés en plusieurs devises : ils n’ont un prix de revient commun que dans la devise de la synthèse.',
  soForSeveral: 'C’est le cas pour {n} actifs : {assets}.',
  noReturnOfSeveral:
    'À partir du {day}, il n’y a pas de rendement pondéré par le temps : le montant investi ne dépasse pas les dettes. Saisissez les versements manquants, ou indiquez que les liquidités du courtier ne sont pas suivies, ou affichez le rapport sans les liquidités : les achats y comptent comme des versements. Ce jour-là, les liquidités chez {n} courtiers sont négatives : {brokers}.',
  noReturnOf:
    'À partir du {day}, il n’y a pas de rendement pondéré par le temps : le montant investi ne dépasse pas les dettes. Saisissez les versements manquants, ou indiquez que les liquidités du courtier ne sont pas suivies, ou affichez le rapport sans les liquidités : les achats y comptent comme des versements. Ce jour-là, les liquidités chez {broker} sont négatives.',
  noReturn:
    'À partir du {day}, il n’y a pas de rendement pondéré par le temps : le montant investi ne dépasse pas les dettes. Saisissez les versements manquants, ou indiquez que les liquidités du courtier ne sont pas suivies, ou affichez le rapport sans les liquidités : les achats y comptent comme des versements.',
  noReturnOfAssets:
    'À partir du {day}, il n’y a pas de rendement pondéré par le temps : ce qui est détenu ne vaut pas plus que ce qui a été vendu à découvert.',
  returnTooLarge:
    'Le rendement pondéré par le temps dépasse 1 000 % par an et n’est pas affiché. Vérifiez les montants et les prix des premiers jours.',
  cashWithoutDeposits:
    'Aucun versement n’est connu chez {broker}, et les liquidités y sont négatives, ce qui diminue le total. Saisissez les versements, ou indiquez que ses liquidités ne sont pas suivies.',
  cashesWithoutDeposits:
    'Aucun versement n’est connu chez {n} courtiers, et leurs liquidités sont négatives, ce qui diminue le total : {brokers}. Saisissez les versements, ou indiquez que leurs liquidités ne sont pas suivies.',
  splitNotBooked:
    '{asset} a été divisé {ratio} le {day}, ce qui n’est pas comptabilisé chez {broker} : ses {units} unités comptent pour {after} depuis. Comptabilisez la division ; ou, si ce sont déjà les unités d’après, avec le rapport 1:1.',
  unitsRestated:
    '{asset} a été divisé {ratio} le {day}, et les opérations d’avant sont déjà exprimées en unités d’après chez {broker}, comme dans les fichiers exportés plus tard\u202f: jusque-là, elles comptent en unités d’avant. Comptabilisez la division avec le rapport 1:1 pour le confirmer.',
  splitUnclear:
    '{asset} a été divisé {ratio} le {day}, ce qui n’est pas comptabilisé chez {broker}, et les opérations d’avant ne disent pas toutes la même chose\u202f: les unités d’avant ou celles d’après. Elles comptent telles quelles. Comptabilisez la division\u202f; ou, si ce sont déjà les unités d’après, avec le rapport 1:1.',
  theBroker: 'le courtier « {name} »',
  someMore: '{some} et {n} de plus',
}
