/** What makes a transaction of a type, as the interface says it; `{rule}` is one of the others. */
export const ledgerRules = {
  missing: 'Missing: {rule}.',
  notPossible: 'Not possible here: {rule}.',
  leaveOut: 'Leave it out: {rule}.',
  changesNothing: 'It changes nothing: {rule}.',
  buy: 'a BUY has an asset, quantity > 0 and amount <= 0',
  sell: 'a SELL has an asset and quantity < 0',
  dividend:
    'a DIVIDEND has an asset and either an amount other than 0 and quantity 0, or (in kind) quantity > 0 and amount 0, or (retained in the fund) a cost_basis, quantity 0 and amount 0',
  interest:
    'INTEREST has either an amount other than 0, or (in kind) an asset, quantity > 0 and amount 0, or (retained in the fund) an asset, a cost_basis, quantity 0 and amount 0',
  returnOfCapital: 'a RETURN_OF_CAPITAL has an asset, quantity 0 and an amount other than 0',
  deposit: 'a DEPOSIT has no asset, quantity 0 and amount > 0',
  withdrawal: 'a WITHDRAWAL has no asset, quantity 0 and amount < 0',
  fee: 'a FEE has either an amount other than 0, or (in kind) an asset, quantity < 0 and amount 0',
  tax: 'a TAX has either an amount other than 0, or (in kind) an asset, quantity < 0 and amount 0',
  transfer: 'a TRANSFER moves either an asset (quantity other than 0) or cash (amount other than 0)',
  fxConversion: 'an FX_CONVERSION leg has no asset, quantity 0 and an amount other than 0',
  split: 'a SPLIT has an asset, a quantity other than 0, or a ratio, and amount 0',
  exchange: 'an EXCHANGE leg has an asset, a quantity other than 0 and amount 0',
  adjustment:
    'an ADJUSTMENT has an asset, a quantity other than 0 (or a cost_basis other than 0, which changes what is held) and amount 0',
}
