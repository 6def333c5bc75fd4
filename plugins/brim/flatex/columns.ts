/** The columns of the two files. */
import { after, day, isin, number, optional, text } from '#plugins/kit/index.ts'
import { MONEY_TITLES } from './orders.ts'

const titles = {
  date: day('Buchtag', 'Buchungstag'),
  settledOn: optional(day('Valuta')),
  id: text('TA-Nr.', 'TA.-Nr.', 'TA.Nr.'),
  info: text('Buchungsinformationen', 'Buchungsinformation'),
  description: text('Buchungsinformationen', 'Buchungsinformation'),
}

export const accountColumns = {
  ...titles,
  bank: text('BIC / BLZ', 'Empfänger'),
  iban: text('IBAN / Kontonummer', 'Zahlungspfl.'),
  amount: number('Betrag'),
  amountUnit: text(after('Betrag')),
  from: optional(text('Auftraggeberkonto')),
  to: optional(text('Konto')),
}

export const depotColumns = {
  ...titles,
  position: optional(text('Nummer')),
  isin: isin('ISIN'),
  name: text('Bezeichnung'),
  quantity: number('Nominal', 'Nominal (Stk.)'),
  measure: optional(text(after('Nominal'), after('Nominal (Stk.)'))),
  gross: optional(number('Betrag')),
  grossUnit: optional(text(after('Betrag'))),
  price: number('Kurs'),
  priceUnit: text(after('Kurs')),
  fx: optional(text('Devisenkurs')),
  depot: optional(text('Depot')),
  paid: optional(number(MONEY_TITLES[0])),
  paidUnit: optional(text(MONEY_TITLES[1])),
  paidRow: optional(text(MONEY_TITLES[2])),
}
