import type { ledgerRules as en } from '../en/ledger-rules.ts'

/** What makes a transaction of a type; `{rule}` is one of the others. */
export const ledgerRules: typeof en = {
  missing: 'Er ontbreekt iets: {rule}.',
  notPossible: 'Hier niet mogelijk: {rule}.',
  leaveOut: 'Laat dit weg: {rule}.',
  changesNothing: 'Dit verandert niets: {rule}.',
  buy: 'een aankoop (BUY) heeft een belegging, aantal > 0 en bedrag <= 0',
  sell: 'een verkoop (SELL) heeft een belegging en aantal < 0',
  dividend:
    'een dividend (DIVIDEND) heeft een belegging en ofwel een bedrag anders dan 0 en aantal 0, ofwel (in natura) aantal > 0 en bedrag 0, ofwel (ingehouden in het fonds) een kostprijs, aantal 0 en bedrag 0',
  interest:
    'rente (INTEREST) heeft ofwel een bedrag anders dan 0, ofwel (in natura) een belegging, aantal > 0 en bedrag 0, ofwel (ingehouden in het fonds) een belegging, een kostprijs, aantal 0 en bedrag 0',
  returnOfCapital: 'een terugbetaling van kapitaal (RETURN_OF_CAPITAL) heeft een belegging, aantal 0 en een bedrag anders dan 0',
  deposit: 'een storting (DEPOSIT) heeft geen belegging, aantal 0 en bedrag > 0',
  withdrawal: 'een opname (WITHDRAWAL) heeft geen belegging, aantal 0 en bedrag < 0',
  fee: 'kosten (FEE) hebben ofwel een bedrag anders dan 0, ofwel (in natura) een belegging, aantal < 0 en bedrag 0',
  tax: 'belasting (TAX) heeft ofwel een bedrag anders dan 0, ofwel (in natura) een belegging, aantal < 0 en bedrag 0',
  transfer: 'een overboeking (TRANSFER) verplaatst ofwel een belegging (aantal anders dan 0), ofwel cash (bedrag anders dan 0)',
  fxConversion: 'een deel van een valutawissel (FX_CONVERSION) heeft geen belegging, aantal 0 en een bedrag anders dan 0',
  split: 'een splitsing (SPLIT) heeft een belegging, een aantal anders dan 0 of een verhouding, en bedrag 0',
  exchange: 'een deel van een omruiling (EXCHANGE) heeft een belegging, een aantal anders dan 0 en bedrag 0',
  adjustment:
    'een correctie (ADJUSTMENT) heeft een belegging, een aantal anders dan 0 (of een kostprijs anders dan 0, die verandert wat je hebt) en bedrag 0',
}
