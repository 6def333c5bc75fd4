import type { Words } from '../index.ts'

export const formulas: Words['formulas'] = {
  'sum of quantity x price / price_quantity x rate': 'somme de quantité × cours / unité de cotation × taux de change',
  'sum of quantity x price / price_quantity x rate x share, and of cash x rate':
    'somme de quantité × cours / unité de cotation × taux de change × part, et de liquidités × taux de change',
  'quantity x price / price_quantity x rate': 'quantité × cours / unité de cotation × taux de change',
  'amount x rate': 'montant × taux de change',
  'taxes x rate': 'impôts × taux de change',
  'fees x rate': 'frais × taux de change',
  'sum of balances x rate': 'somme des soldes × taux de change',
  'what buying back cost': 'ce que le rachat a coûté',
  'what the lot cost': 'ce que le lot a coûté',
  'what the short sale brought': 'ce que la vente à découvert a rapporté',
  'what the sale brought': 'ce que la vente a rapporté',
  'what was opened, at the rate of the closing, against what it was at its own':
    'ce qui a été ouvert, au taux de change de la clôture, par rapport à son propre taux',
  'value at the start of the range + net_flows': 'valeur au début de la période + apports nets',
  'sum of what was held at the end of the last day': 'somme de ce qui était détenu à la fin du dernier jour',
  'sum of what was held at the end of the day before': 'somme de ce qui était détenu à la fin de la veille',
  'sum of what the transactions moved': 'somme de ce que les opérations ont fait varier',
  'sum of what the transactions moved, in the currency of the cash':
    'somme de ce que les opérations ont fait varier, dans la devise des liquidités',
  'sum of what the open lots cost': 'somme de ce que les lots ouverts ont coûté',
  'sum of what came in and went out': 'somme de ce qui est entré et sorti',
  'sum of what came in and went out since the start of the range':
    'somme de ce qui est entré et sorti depuis le début de la période',
  'sum of value at the end - cost at the rate of the end':
    'somme de valeur à la fin − prix de revient au taux de change de la fin',
  'sum of the slices': 'somme des parts',
  'sum of the rows': 'somme des lignes',
  'sum of the gains of what was sold': 'somme des gains de ce qui a été vendu',
  'sum of proceeds - cost - currency effect of what was sold':
    'somme de produit − prix de revient − effet de change de ce qui a été vendu',
  'sum of gross x units now / units then, as later splits made them, x rate of now':
    'somme de brut × quantité actuelle / quantité d’alors (après les divisions ultérieures) × taux de change actuel',
  'sum of fees and taxes booked on it apart from trades': 'somme des frais et impôts portés dessus, hors achats et ventes',
  'sum of dividends and interest, net': 'somme des dividendes et intérêts, nets',
  'sum of dividends and interest, gross': 'somme des dividendes et intérêts, bruts',
  'sum of currency effects of what was sold, of what is held, and of cash':
    'somme des effets de change de ce qui a été vendu, de ce qui est détenu et des liquidités',
  'market_value / total value of the scope': 'valeur de marché / valeur totale de ce qui est montré',
  'less all taxes': 'moins tous les impôts',
  'less all fees': 'moins tous les frais',
  'fees and taxes of the transaction x part of its units': 'frais et impôts de l’opération × part de sa quantité',
  'taxes of the transaction x part of its units': 'impôts de l’opération × part de sa quantité',
  'amount + fees + taxes, or the market value of what came in kind':
    'montant + frais + impôts, ou la valeur de marché de ce qui est venu en titres',
  'amount + fees + taxes, or the market value of the units': 'montant + frais + impôts, ou la valeur de marché des titres',
  'cost in the currency of the asset at the rate of the day - cost_basis':
    'prix de revient dans la devise de l’actif au taux de change du jour − prix de revient',
  'product of (value at the end of a day + outflows) / (value at its begin + inflows), less 1; the values are those of the history. With scope assets a day is cut at each trade, and what was held before is worth the price of the trade then':
    'produit de (valeur à la fin d’un jour + sorties) / (valeur à son début + entrées), moins 1 ; les valeurs sont celles de l’historique. Sans les liquidités, un jour est coupé à chaque opération, et ce qui était détenu avant vaut alors le prix de l’opération',
  'product of (value at the end of a day + outflows) / (value at its begin + inflows) since the start of the range, less 1; with scope assets a day is cut at each trade':
    'produit de (valeur à la fin d’un jour + sorties) / (valeur à son début + entrées) depuis le début de la période, moins 1 ; sans les liquidités, un jour est coupé à chaque opération',
  '(1 + twr) ^ (365 / days) - 1': '(1 + rendement pondéré par le temps) ^ (365 / jours) − 1',
  'the rate r at which the sum of payment / (1 + r) ^ (days / 365) is 0: -start_value, less each flow of net_flows on its day, +end_value':
    'le taux r auquel la somme de paiement / (1 + r) ^ (jours / 365) est nulle, avec les paiements −valeur au début, −chaque apport en son jour, +valeur à la fin',
  'sample standard deviation of the daily returns x root of 252':
    'écart-type d’échantillon des rendements quotidiens × racine de 252',
  'mean / standard deviation of the daily returns x root of 252':
    'moyenne / écart-type des rendements quotidiens × racine de 252',
  'mean / root mean square of the losses x root of 252': 'moyenne / moyenne quadratique des pertes × racine de 252',
  '1 - lowest / highest of the linked daily returns before it':
    '1 − plus bas / plus haut précédent des rendements quotidiens enchaînés',
}

export const terms: Words['terms'] = {
  pool: 'Ensemble de lots',
  cash: 'Liquidités',
  'cash at the end': 'Liquidités à la fin',
  'cash at the start': 'Liquidités au début',
  'cash of a transaction': 'Liquidités d’une opération',
  amount: 'Montant',
  disposal: 'Cession',
  closing: 'Clôture',
  'closing transaction': 'Opération de clôture',
  'change of cost that no lot took': 'Variation du prix de revient qu’aucun lot n’a prise',
  'fees and taxes': 'Frais et impôts',
  'added to the cost': 'Ajouté au prix de revient',
  'units at the market value of the day': 'Titres à la valeur de marché du jour',
  'opened, at the rate of the closing': 'Ouvert, au taux de change de la clôture',
  'value at the start': 'Valeur au début',
  'value at the start, or cost': 'Valeur au début, ou prix de revient',
  'the same at the rate of the end': 'Le même au taux de change de la fin',
  'proceeds before costs': 'Produit avant frais',
  'cost before costs': 'Prix de revient avant frais',
  'currency effect': 'Effet de change',
  'currency effect of what was sold': 'Effet de change de ce qui a été vendu',
  'cost in the currency of the asset, at the rate of the day':
    'Prix de revient dans la devise de l’actif, au taux de change du jour',
  'payment of a year before': 'Versement d’un an plus tôt',
  'SPLIT, not booked': 'Division, non enregistrée',
}
