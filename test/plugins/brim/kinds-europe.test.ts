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
