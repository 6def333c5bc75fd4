import type { ledgerRules as english } from '../en/ledger-rules.ts'

export const ledgerRules: typeof english = {
  missing: 'Falta un dato: {rule}.',
  notPossible: 'Aquí no es posible: {rule}.',
  leaveOut: 'Déjalo vacío: {rule}.',
  changesNothing: 'No cambia nada: {rule}.',
  buy: 'una compra (BUY) tiene un activo, cantidad > 0 e importe ≤ 0',
  sell: 'una venta (SELL) tiene un activo y cantidad < 0',
  dividend:
    'un dividendo (DIVIDEND) tiene un activo y, o bien un importe distinto de 0 y cantidad 0, o bien (en especie) cantidad > 0 e importe 0, o bien (retenido en el fondo) un coste de adquisición, cantidad 0 e importe 0',
  interest:
    'los intereses (INTEREST) tienen, o bien un importe distinto de 0, o bien (en especie) un activo, cantidad > 0 e importe 0, o bien (retenidos en el fondo) un activo, un coste de adquisición, cantidad 0 e importe 0',
  returnOfCapital: 'una devolución de capital (RETURN_OF_CAPITAL) tiene un activo, cantidad 0 y un importe distinto de 0',
  deposit: 'un depósito (DEPOSIT) no tiene activo, y tiene cantidad 0 e importe > 0',
  withdrawal: 'una retirada (WITHDRAWAL) no tiene activo, y tiene cantidad 0 e importe < 0',
  fee: 'una comisión (FEE) tiene, o bien un importe distinto de 0, o bien (en especie) un activo, cantidad < 0 e importe 0',
  tax: 'un impuesto (TAX) tiene, o bien un importe distinto de 0, o bien (en especie) un activo, cantidad < 0 e importe 0',
  transfer: 'un traspaso (TRANSFER) mueve un activo (cantidad distinta de 0) o efectivo (importe distinto de 0)',
  fxConversion: 'una parte de un cambio de divisa (FX_CONVERSION) no tiene activo, y tiene cantidad 0 y un importe distinto de 0',
  split: 'un split (SPLIT) tiene un activo, una cantidad distinta de 0 o una proporción, e importe 0',
  exchange: 'una parte de un canje (EXCHANGE) tiene un activo, una cantidad distinta de 0 e importe 0',
  adjustment:
    'un ajuste (ADJUSTMENT) tiene un activo, una cantidad distinta de 0 (o un coste de adquisición distinto de 0, que cambia lo que hay en cartera) e importe 0',
}
