/** Platforms of loans: all that was lent in one currency is one asset with a price of 1. */
import { absolute, add, decimal, negate, ONE, ZERO } from '#src/shared/decimal.ts'
import { refuse } from './refuse.ts'
import type { Book } from './table/book.ts'
import type { Unit } from './table/columns.ts'
import type { AssetTerms, CashType, Terms } from './table/terms.ts'

/** The currency is that of `unit`, else the option `currency`. */
export type Money = { readonly amount: string | undefined; readonly unit?: Unit | string | undefined }

export type Lent = {
  /** Default: by the sign of the amount. */
  readonly direction?: 'BUY' | 'SELL'
  /** What was paid (negative) or received beside the principal. */
  readonly premium?: string
}

/** What the rows of a platform are booked as. Each throws RowRefusal for a row without an amount or a currency. */
export type Loans = {
  /** Money that was lent, or that came back: as many units as money. */
  readonly principal: (book: Book, money: Money, lent?: Lent) => void
  /** What is no longer to be had: sold for nothing. */
  readonly writeOff: (book: Book, money: Money) => void
  /** What the loans earn and cost. */
  readonly cash: (book: Book, type: CashType, money: Money, terms?: Terms) => void
}

/** The loans at a platform. */
export function loansOf(platform: string): Loans {
  let asset: AssetTerms = {}
  const assetIn = (currency: string) => {
    if (asset.currency === currency) return asset
    const name = `${platform} loans ${currency}`
    // Of the name, not of the cell, which would keep the text of the whole file.
    asset = { ref: name, name, type: 'LOAN', currency: name.slice(-currency.length) }
    return asset
  }
  const principal = (book: Book, { amount, unit }: Money, { direction, premium }: Lent = {}) => {
    if (amount === undefined) return refuse('no-amount', 'The row has no amount.')
    const size = decimal(amount)
    if (size === ZERO) return book.skip('no money moved')
    const isOut = direction === undefined ? size < ZERO : direction === 'BUY'
    const quantity = absolute(size)
    const signed = book.areSizes || !isOut ? quantity : negate(quantity)
    const paid = premium === undefined ? signed : add(signed, decimal(premium))
    const currency = currencyOf(book, unit)
    const figures = {
      asset: assetIn(currency),
      unit: currency,
      quoted: currency,
      quantity,
      amount: paid,
      price: premium === undefined ? ONE : undefined,
      fees: undefined,
      taxes: undefined,
    }
    return book.trade(figures, isOut ? 'BUY' : 'SELL')
  }
  return {
    principal,
    writeOff: (book, { amount, unit }) => {
      const currency = currencyOf(book, unit)
      const quantity = (amount ?? refuse('no-amount', 'The row has no amount.')).replace('-', '')
      book.trade({ asset: assetIn(currency), quantity, amount: '0', price: undefined, unit: currency, quoted: currency }, 'SELL')
    },
    cash: (book, type, { amount, unit }, terms) => {
      const currency = currencyOf(book, unit)
      book.cash(type, { asset: assetIn(currency), amount, unit: currency, ...terms })
    },
  }
}

function currencyOf({ options }: Book, unit: Money['unit']): string {
  const currency = typeof unit === 'object' ? unit.currency : (unit ?? options['currency'])
  if (typeof currency === 'string' && currency !== '') return currency
  return refuse('needs-option', 'Give the option "currency": the file does not say it.')
}
