import type { ledgerRules as english } from '../en/ledger-rules.ts'

export const ledgerRules: typeof english = {
  missing: 'Manquant : {rule}.',
  notPossible: 'Impossible ici : {rule}.',
  leaveOut: 'À laisser vide : {rule}.',
  changesNothing: 'Cela ne change rien : {rule}.',
  buy: 'un achat a un actif, une quantité > 0 et un montant <= 0',
  sell: 'une vente a un actif et une quantité < 0',
  dividend:
    'un dividende a un actif et soit un montant différent de 0 et une quantité 0, soit (en nature) une quantité > 0 et un montant 0, soit (capitalisé dans le fonds) un prix de revient, une quantité 0 et un montant 0',
  interest:
    'des intérêts ont soit un montant différent de 0, soit (en nature) un actif, une quantité > 0 et un montant 0, soit (capitalisés dans le fonds) un actif, un prix de revient, une quantité 0 et un montant 0',
  returnOfCapital: 'un remboursement de capital a un actif, une quantité 0 et un montant différent de 0',
  deposit: 'un versement n’a pas d’actif, une quantité 0 et un montant > 0',
  withdrawal: 'un retrait n’a pas d’actif, une quantité 0 et un montant < 0',
  fee: 'des frais ont soit un montant différent de 0, soit (en nature) un actif, une quantité < 0 et un montant 0',
  tax: 'un impôt a soit un montant différent de 0, soit (en nature) un actif, une quantité < 0 et un montant 0',
  transfer: 'un transfert porte soit sur un actif (quantité différente de 0), soit sur des liquidités (montant différent de 0)',
  fxConversion: 'une partie d’une conversion de devises n’a pas d’actif, une quantité 0 et un montant différent de 0',
  split: 'une division a un actif, une quantité différente de 0 ou un rapport, et un montant 0',
  exchange: 'une partie d’un échange de titres a un actif, une quantité différente de 0 et un montant 0',
  adjustment:
    'un ajustement a un actif, une quantité différente de 0 (ou un prix de revient différent de 0, qui modifie ce qui est détenu) et un montant 0',
}
