/** Kinds of rows of brokers and banks in Europe that are documented and in no fixture, with figures of our own. */
import { documented } from './documented.ts'

const DEGIRO = 'Fecha,Hora,Fecha valor,Producto,ISIN,Descripción,Tipo,Variación,,Saldo,,ID Orden'
documented('degiro', 'taxes of dividends and moves of cash in Spanish, distributions of funds in Dutch', DEGIRO, {
  [`04-03-2025,07:12,03-03-2025,FERRO SA,ES0000000014,Dividendo,,EUR,"10,00",EUR,"18,10",
04-03-2025,07:11,03-03-2025,FERRO SA,ES0000000014,Impuesto sobre dividendo,,EUR,"-1,90",EUR,"8,10",`]: 'DIVIDEND 8.1 EUR',
  [`04-04-2025,07:12,03-04-2025,FERRO SA,ES0000000014,Dividendo,,EUR,"20,00",EUR,"16,20",
04-04-2025,07:11,03-04-2025,FERRO SA,ES0000000014,Retención del impuesto,,EUR,"-3,80",EUR,"-3,80",`]: 'DIVIDEND 16.2 EUR',
  '05-03-2025,07:10,05-03-2025,,,Transferencia a cuenta de efectivo,,EUR,"0,00",EUR,"8,10",':
    'left out: moved between the trading account and its own cash account at the bank: the balance counts both',
  '06-03-2025,07:10,06-03-2025,VELD FONDS,NL0000000015,Fondsuitkering,,EUR,"4,25",EUR,"12,35",': 'DIVIDEND 4.25 EUR',
})

const COINBASE =
  'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes,Sender Address,Recipient Address'
documented('coinbase', 'trades of its exchange without a custodian, in two rows a second apart', COINBASE, {
  [`d2,2025-08-11 19:08:21 UTC,Retail Mgx Dex Trade,USDC,40,USD,$1.00,$40.00,$40.20,0.20,,,
d1,2025-08-11 19:08:20 UTC,Retail Mgx Dex Trade,BTC,-0.0004,USD,$100000.00,-$40.00,-$39.80,0.20,,,`]:
    'SELL -0.0004 BTC 39.8 USD; BUY 40 USDC -39.8 USD',
  'd3,2025-08-11 19:08:20 UTC,Retail Mgx Dex Trade,BTC,-0.0004,USD,$100000.00,-$40.00,-$39.80,0.20,,,': 'error convert-unclear',
  'd4,2025-08-12 10:00:00 UTC,Retail MGX DEX Send,USDC,-5,USD,$1.00,-$5.00,-$5.00,$0.00,,,': 'TRANSFER -5 USDC',
  'd5,2025-08-13 10:00:00 UTC,Retail MGX DEX Buy,WIDG,10,USD,$2.00,$20.00,$20.30,$0.30,,,': 'BUY 10 WIDG -20.3 USD fees 0.3',
})
