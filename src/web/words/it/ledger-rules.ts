import type { ledgerRules as english } from '../en/ledger-rules.ts'

export const ledgerRules: typeof english = {
  missing: 'Manca un dato: {rule}.',
  notPossible: 'Qui non è possibile: {rule}.',
  leaveOut: 'Da omettere: {rule}.',
  changesNothing: 'Non cambia nulla: {rule}.',
  buy: 'un acquisto (BUY) ha uno strumento, quantità > 0 e importo ≤ 0',
  sell: 'una vendita (SELL) ha uno strumento e quantità < 0',
  dividend:
    'un dividendo (DIVIDEND) ha uno strumento e un importo diverso da 0 con quantità 0, oppure (pagato in unità) quantità > 0 e importo 0, oppure (trattenuto nel fondo) un costo di carico, quantità 0 e importo 0',
  interest:
    'gli interessi (INTEREST) hanno un importo diverso da 0, oppure (pagati in unità) uno strumento, quantità > 0 e importo 0, oppure (trattenuti nel fondo) uno strumento, un costo di carico, quantità 0 e importo 0',
  returnOfCapital: 'un rimborso di capitale (RETURN_OF_CAPITAL) ha uno strumento, quantità 0 e un importo diverso da 0',
  deposit: 'un versamento (DEPOSIT) non ha strumento, ha quantità 0 e importo > 0',
  withdrawal: 'un prelievo (WITHDRAWAL) non ha strumento, ha quantità 0 e importo < 0',
  fee: 'una commissione (FEE) ha un importo diverso da 0, oppure (pagata in unità) uno strumento, quantità < 0 e importo 0',
  tax: 'un’imposta (TAX) ha un importo diverso da 0, oppure (pagata in unità) uno strumento, quantità < 0 e importo 0',
  transfer: 'un trasferimento (TRANSFER) sposta uno strumento (quantità diversa da 0) oppure liquidità (importo diverso da 0)',
  fxConversion: 'una parte di un cambio valuta (FX_CONVERSION) non ha strumento, ha quantità 0 e un importo diverso da 0',
  split: 'un frazionamento (SPLIT) ha uno strumento, una quantità diversa da 0 o un rapporto, e importo 0',
  exchange: 'una parte di un concambio (EXCHANGE) ha uno strumento, una quantità diversa da 0 e importo 0',
  adjustment:
    'una rettifica (ADJUSTMENT) ha uno strumento, una quantità diversa da 0 (o un costo di carico diverso da 0, che modifica ciò che è in portafoglio) e importo 0',
}
