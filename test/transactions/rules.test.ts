import { describe, expect, test } from 'bun:test'
import { decimal, formatDecimal, ZERO } from '#src/shared/decimal.ts'
import { completeTransaction } from '#src/transactions/rules.ts'
import { TRANSACTION_TYPES, type TransactionInput, type TransactionType } from '#src/transactions/transaction.ts'

type Given = { type: TransactionType; asset?: boolean; quantity?: string; amount?: string } & Record<
  string,
  string | boolean | undefined
>

const DECIMALS = new Set(['quantity', 'price', 'fxRate', 'amount', 'fees', 'taxes', 'costBasis', 'costShare'])

function complete({ asset = true, priceQuantity = '1', holding = '0', ...given }: Given) {
  const values = Object.entries(given).map(([field, value]) => [
    field,
    DECIMALS.has(field) && typeof value === 'string' ? decimal(value) : value,
  ])
  const input = {
    brokerId: 1,
    date: '2024-01-02',
    currency: 'EUR',
    ...Object.fromEntries(values),
    ...(asset ? { assetId: 7 } : {}),
  } as TransactionInput
  return completeTransaction(input, {
    lastDay: '2026-07-01',
    priceQuantity: decimal(String(priceQuantity)),
    holding: decimal(String(holding)),
  })
}

function refusal(given: Given): string[] {
  const result = complete(given)
  return result.ok ? [] : [result.code, ...result.faults.map((fault) => fault.pointer)]
}

function numbers(given: Given) {
  const result = complete(given)
  if (!result.ok) throw new Error(JSON.stringify(result))
  const { amount, price, fxRate, quantity, fees, taxes, priceCurrency, currency } = result.fields
  const text = (value: typeof price) => (value === null ? null : formatDecimal(value))
  return {
    amount: text(amount),
    price: text(price),
    fxRate: text(fxRate),
    quantity: text(quantity),
    fees: text(fees),
    taxes: text(taxes),
    priceCurrency,
    currency,
  }
}

/** api.md section 5: what each type takes. [asset, quantity, amount] of every allowed form. */
const ALLOWED: Record<
  TransactionType,
  readonly (readonly [asset: 'yes' | 'no', quantity: '+' | '-' | '0', amount: '+' | '-' | '0'])[]
> = {
  BUY: [
    ['yes', '+', '-'],
    ['yes', '+', '0'],
  ],
  SELL: [
    ['yes', '-', '+'],
    ['yes', '-', '0'],
  ],
  DIVIDEND: [
    ['yes', '0', '+'],
    ['yes', '0', '-'],
    ['yes', '+', '0'],
  ],
  INTEREST: [
    ['yes', '0', '+'],
    ['yes', '0', '-'],
    ['no', '0', '+'],
    ['no', '0', '-'],
    ['yes', '+', '0'],
  ],
  RETURN_OF_CAPITAL: [
    ['yes', '0', '+'],
    ['yes', '0', '-'],
  ],
  DEPOSIT: [['no', '0', '+']],
  WITHDRAWAL: [['no', '0', '-']],
  FEE: [
    ['yes', '0', '+'],
    ['yes', '0', '-'],
    ['no', '0', '+'],
    ['no', '0', '-'],
    ['yes', '-', '0'],
  ],
  TAX: [
    ['yes', '0', '+'],
    ['yes', '0', '-'],
    ['no', '0', '+'],
    ['no', '0', '-'],
    ['yes', '-', '0'],
  ],
  TRANSFER: [
    ['no', '0', '+'],
    ['no', '0', '-'],
    ['yes', '0', '+'],
    ['yes', '0', '-'],
    ['yes', '+', '0'],
    ['yes', '-', '0'],
  ],
  FX_CONVERSION: [
    ['no', '0', '+'],
    ['no', '0', '-'],
  ],
  SPLIT: [
    ['yes', '+', '0'],
    ['yes', '-', '0'],
  ],
  EXCHANGE: [
    ['yes', '+', '0'],
    ['yes', '-', '0'],
  ],
  ADJUSTMENT: [
    ['yes', '+', '0'],
    ['yes', '-', '0'],
  ],
}
const VALUES = { '+': '5', '-': '-5', '0': '0' } as const

describe('the table of types', () => {
  for (const type of TRANSACTION_TYPES) {
    test(`422 for every combination of asset, quantity and amount that is no ${type}, and only for those`, () => {
      const taken: string[] = []
      for (const asset of ['yes', 'no'] as const)
        for (const quantity of ['+', '-', '0'] as const)
          for (const amount of ['+', '-', '0'] as const) {
            const result = complete({ type, asset: asset === 'yes', quantity: VALUES[quantity], amount: VALUES[amount] })
            if (result.ok) taken.push(`${asset} ${quantity} ${amount}`)
            else expect(result.code, `${type} ${asset} ${quantity} ${amount}`).toMatch(/^transaction\/(invalid|amount-mismatch)$/)
          }
      expect(taken.sort()).toEqual(ALLOWED[type].map((form) => form.join(' ')).sort())
    })
  }

  test('a SELL may cost more than it brings: amount < 0 with fees above the proceeds', () => {
    expect(numbers({ type: 'SELL', quantity: '-10', price: '0.1', fees: '5' })).toMatchObject({ amount: '-4' })
  })

  test('an asset moves with its costs: a TRANSFER out with a fee takes the fee from the cash', () => {
    expect(numbers({ type: 'TRANSFER', quantity: '-10', fees: '5' })).toMatchObject({ amount: '-5', quantity: '-10' })
    expect(refusal({ type: 'TRANSFER', quantity: '-10', fees: '5', amount: '-6' })).toEqual(['transaction/invalid', '/amount'])
  })

  test('422 at /quantity, not at /amount, for a BUY with the sign of a SELL', () => {
    expect(refusal({ type: 'BUY', quantity: '-10', price: '5', amount: '-50' })).toEqual(['transaction/invalid', '/quantity'])
  })

  test('422 for a dividend without amount: the withheld tax alone is no dividend', () => {
    expect(refusal({ type: 'DIVIDEND', taxes: '3' })).toEqual(['transaction/invalid', '/amount'])
  })

  test('422 for fees or taxes below zero, and for any on a FEE or TAX', () => {
    expect(refusal({ type: 'DEPOSIT', asset: false, amount: '5', fees: '-1', taxes: '-2' })).toEqual([
      'transaction/invalid',
      '/fees',
      '/taxes',
    ])
    expect(refusal({ type: 'FEE', asset: false, amount: '-5', fees: '1' })).toEqual(['transaction/invalid', '/fees'])
  })

  test('422 for cash without a currency', () => {
    expect(refusal({ type: 'DEPOSIT', asset: false, amount: '5', currency: undefined })).toEqual([
      'transaction/invalid',
      '/currency',
    ])
  })

  test('422 for a cost_basis where there is a purchase or nothing comes in', () => {
    for (const given of [
      { type: 'BUY', quantity: '1', price: '1' },
      { type: 'ADJUSTMENT', quantity: '-1' },
      { type: 'DEPOSIT', asset: false, amount: '1' },
    ] as const)
      expect(refusal({ ...given, costBasis: '5' })).toEqual(['transaction/invalid', '/cost_basis'])
    for (const type of ['DIVIDEND', 'INTEREST', 'TRANSFER', 'ADJUSTMENT'] as const)
      expect(refusal({ type, quantity: '1', costBasis: '5' })).toEqual([])
  })

  test('422 for a cost_share that is not of an incoming EXCHANGE leg or not from 0 to 1', () => {
    expect(refusal({ type: 'EXCHANGE', quantity: '1', costShare: '1' })).toEqual([])
    expect(refusal({ type: 'EXCHANGE', quantity: '-1', costShare: '1' })).toEqual(['transaction/invalid', '/cost_share'])
    expect(refusal({ type: 'EXCHANGE', quantity: '1', costShare: '1.1' })).toEqual(['transaction/invalid', '/cost_share'])
    expect(refusal({ type: 'ADJUSTMENT', quantity: '1', costShare: '0.5' })).toEqual(['transaction/invalid', '/cost_share'])
  })

  test('422 with every fault of a line at once', () => {
    expect(
      refusal({ type: 'DEPOSIT', date: '2024-02-30', time: '25:00', settledOn: 'soon', currency: 'EURO', amount: '-1' }),
    ).toEqual(['transaction/invalid', '/date', '/time', '/settled_on', '/currency', '/asset_id', '/amount'])
  })
})

describe('dates, times and currencies', () => {
  test('dates from 1900 to the last day allowed', () => {
    const deposit = { type: 'DEPOSIT', asset: false, amount: '1' } as const
    for (const date of ['1900-01-01', '2024-02-29', '2026-07-01']) expect(refusal({ ...deposit, date })).toEqual([])
    for (const date of ['1899-12-31', '2023-02-29', '2026-07-02', '2024-1-2', '0000-00-00', '2024-01-02T00:00:00Z', ''])
      expect(refusal({ ...deposit, date }), date).toEqual(['transaction/invalid', '/date'])
    for (const settledOn of ['1900-01-01', '2026-09-01']) expect(refusal({ ...deposit, settledOn })).toEqual([])
  })

  test('times of day with or without seconds', () => {
    for (const time of ['00:00', '23:59:59', '14:03:05.123'])
      expect(refusal({ type: 'DEPOSIT', asset: false, amount: '1', time })).toEqual([])
    for (const time of ['24:00', '1:00', '12:60', 'noon'])
      expect(refusal({ type: 'DEPOSIT', asset: false, amount: '1', time })).toEqual(['transaction/invalid', '/time'])
  })

  test('currencies are ISO 4217 in upper case; coins and lower case are not', () => {
    for (const currency of ['EUR', 'JPY', 'DEM'])
      expect(refusal({ type: 'DEPOSIT', asset: false, amount: '1', currency }), currency).toEqual([])
    for (const currency of ['eur', 'BTC', 'EURO', ''])
      expect(refusal({ type: 'DEPOSIT', asset: false, amount: '1', currency }), currency).toEqual([
        'transaction/invalid',
        '/currency',
      ])
    expect(refusal({ type: 'BUY', quantity: '1', price: '1', amount: '-1', priceCurrency: 'XYZ' })).toContain('/price_currency')
  })
})

describe('price, rate and amount', () => {
  test('amount = -v(quantity) - fees - taxes when it is not given', () => {
    expect(numbers({ type: 'BUY', quantity: '10', price: '12.5', fees: '1', taxes: '0.5' })).toMatchObject({ amount: '-126.5' })
    expect(numbers({ type: 'SELL', quantity: '-10', price: '12.5', fees: '1', taxes: '0.5' })).toMatchObject({ amount: '123.5' })
    expect(numbers({ type: 'BUY', quantity: '10', price: '12.5', priceCurrency: 'USD', fxRate: '0.9', fees: '1' })).toMatchObject(
      { amount: '-113.5' },
    )
  })

  test('the amount is rounded once, not once a factor', () => {
    expect(numbers({ type: 'BUY', quantity: '0.000001', price: '0.0000005', priceCurrency: 'USD', fxRate: '3' }).amount).toBe(
      '-0.000000000002',
    )
  })

  test('price_quantity: 5,000 nominal at 98.5 % is 4,925; a contract of 100 at 2.5 is 250', () => {
    expect(numbers({ type: 'BUY', quantity: '5000', price: '98.5', priceQuantity: '100' })).toMatchObject({ amount: '-4925' })
    expect(numbers({ type: 'BUY', quantity: '1', price: '2.5', priceQuantity: '0.01' })).toMatchObject({ amount: '-250' })
    expect(numbers({ type: 'BUY', quantity: '5000', amount: '-4925', priceQuantity: '100' })).toMatchObject({ price: '98.5' })
  })

  test('the price is derived when absent, in its own currency when a rate is there', () => {
    expect(numbers({ type: 'BUY', quantity: '8', amount: '-101', fees: '1' })).toMatchObject({ price: '12.5' })
    expect(numbers({ type: 'SELL', quantity: '-8', amount: '99', fees: '1' })).toMatchObject({ price: '12.5' })
    expect(numbers({ type: 'BUY', quantity: '10', amount: '-90', priceCurrency: 'USD', fxRate: '0.9' })).toMatchObject({
      price: '10',
      fxRate: '0.9',
    })
    expect(numbers({ type: 'BUY', quantity: '10', amount: '-90', priceCurrency: 'USD' })).toMatchObject({
      price: null,
      fxRate: null,
    })
  })

  test('the rate is derived when price and amount are given', () => {
    expect(numbers({ type: 'BUY', quantity: '10', price: '10', priceCurrency: 'USD', amount: '-91', fees: '1' })).toMatchObject({
      fxRate: '0.9',
      priceCurrency: 'USD',
    })
  })

  test('a price in the currency of the amount needs no rate and keeps no price_currency', () => {
    expect(
      numbers({ type: 'BUY', quantity: '10', price: '10', priceCurrency: 'EUR', amount: '-100', fxRate: '1' }),
    ).toMatchObject({ priceCurrency: null, fxRate: null })
    expect(refusal({ type: 'BUY', quantity: '10', price: '10', amount: '-90', fxRate: '0.9' })).toEqual([
      'transaction/invalid',
      '/fx_rate',
    ])
    expect(refusal({ type: 'BUY', quantity: '10', price: '10', priceCurrency: 'USD', fxRate: '0' })).toEqual([
      'transaction/invalid',
      '/fx_rate',
    ])
  })

  test('422 for a foreign price with neither amount nor rate, and for neither amount nor price', () => {
    expect(refusal({ type: 'BUY', quantity: '10', price: '10', priceCurrency: 'USD' })).toEqual([
      'transaction/invalid',
      '/fx_rate',
    ])
    expect(refusal({ type: 'BUY', quantity: '10' })).toEqual(['transaction/invalid', '/amount'])
  })

  test('amount-mismatch beyond max(0.02, 0.2 % of gross); 0.5 % with a rate', () => {
    const mismatch = ['transaction/amount-mismatch', '/amount']
    const buy = (amount: string, price = '100') => refusal({ type: 'BUY', quantity: '10', price, amount })
    expect([buy('-1002'), buy('-998.01'), buy('-1002.1'), buy('-997.9')]).toEqual([[], [], mismatch, mismatch])
    expect([buy('-1.02', '0.1'), buy('-1.03', '0.1')]).toEqual([[], mismatch])
    const abroad = (amount: string) =>
      refusal({ type: 'BUY', quantity: '10', price: '100', priceCurrency: 'USD', fxRate: '0.9', amount })
    expect([abroad('-904.5'), abroad('-904.6'), abroad('-895.53'), abroad('-895.4')]).toEqual([[], mismatch, [], mismatch])
  })

  test('amount-mismatch is measured on the gross amount: fees and taxes are not price', () => {
    expect(refusal({ type: 'BUY', quantity: '10', price: '100', amount: '-1250', fees: '200', taxes: '50' })).toEqual([])
    expect(refusal({ type: 'BUY', quantity: '10', price: '100', amount: '-1250' })).toEqual([
      'transaction/amount-mismatch',
      '/amount',
    ])
  })

  test('amount-mismatch for the wrong sign, with and without a price, at home and abroad', () => {
    const mismatch = ['transaction/amount-mismatch', '/amount']
    expect(refusal({ type: 'SELL', quantity: '-10', amount: '-115' })).toEqual(mismatch)
    expect(refusal({ type: 'SELL', quantity: '-10', amount: '-115', price: '12.5', priceCurrency: 'USD' })).toEqual(mismatch)
    expect(refusal({ type: 'BUY', quantity: '10', amount: '0', price: '12.5', priceCurrency: 'USD' })).toEqual(mismatch)
    expect(refusal({ type: 'BUY', quantity: '10', amount: '-126', fees: '200' })).toEqual(mismatch)
  })

  test('a price so small that 12 places cannot tell it still fits its own amount', () => {
    const tiny = numbers({ type: 'BUY', quantity: '3000000000000', amount: '-10' })
    expect(tiny.price).toBe('0.000000000003')
    expect(refusal({ type: 'BUY', quantity: '3000000000000', amount: '-10', price: '0.000000000003' })).toEqual([])
    expect(refusal({ type: 'BUY', quantity: '3000000000000', amount: '-10', price: '0.000000000004' })).toEqual([
      'transaction/amount-mismatch',
      '/amount',
    ])
  })

  test('422 for a price or amount that would have more than 28 digits', () => {
    expect(refusal({ type: 'BUY', quantity: '1234567890123456', price: '1234567890123456' })).toEqual([
      'transaction/invalid',
      '/price',
    ])
    expect(refusal({ type: 'BUY', quantity: '0.000000000007', amount: '-1234567890123456789' })).toEqual([
      'transaction/invalid',
      '/amount',
    ])
  })

  test('422 for a rate, the change of a split or the sum of costs that would have more than 28 digits', () => {
    const foreign = { type: 'BUY', quantity: '60', price: '0.000000000003', priceCurrency: 'USD' } as const
    expect(refusal({ ...foreign, amount: `-${'9'.repeat(28)}` })).toEqual(['transaction/invalid', '/amount'])
    expect(refusal({ ...foreign, amount: `-${'9'.repeat(16)}` })).toEqual([])
    const pence = { type: 'BUY', quantity: '1', price: '1', priceCurrency: 'GBX', fxRate: '9'.repeat(28) } as const
    expect(refusal(pence)).toEqual(['transaction/invalid', '/fx_rate'])
    const costs = { type: 'TRANSFER', quantity: '1', fees: '9'.repeat(28), taxes: '0.000000000001' } as const
    expect(refusal(costs)).toEqual(['transaction/invalid', '/fees'])
    const split = { type: 'SPLIT', ratio: '999999999.999999999:1' } as const
    expect(refusal({ ...split, holding: '9999999999999999.999999999999' })).toEqual(['transaction/invalid', '/ratio'])
    expect(refusal({ ...split, holding: '12' })).toEqual([])
  })

  test('a trade that stands in the ledger is not measured again', () => {
    const input = {
      brokerId: 1,
      type: 'BUY',
      date: '2024-01-02',
      assetId: 7,
      quantity: decimal('10'),
      price: decimal('10'),
      amount: decimal('-100'),
      currency: 'EUR',
    } as const
    const facts = { lastDay: '2026-07-01', priceQuantity: decimal('100'), holding: ZERO }
    expect(completeTransaction(input, facts).ok).toBe(false)
    expect(completeTransaction(input, { ...facts, asStored: true }).ok).toBe(true)
  })
})

describe('pence and the like', () => {
  test('1,250 GBX are 12.5 GBP, in price, amount, costs and cost basis', () => {
    expect(numbers({ type: 'BUY', quantity: '10', price: '1250', amount: '-12600', fees: '100', currency: 'GBX' })).toMatchObject(
      { currency: 'GBP', price: '12.5', amount: '-126', fees: '1', priceCurrency: null },
    )
    const gift = complete({ type: 'ADJUSTMENT', quantity: '1', costBasis: '1250', currency: 'GBX' })
    expect(gift.ok && gift.fields.costBasis).toBe(decimal('12.5'))
  })

  test('a price in GBX of an amount in GBP is no foreign price; of one in EUR the rate is for a pound', () => {
    expect(
      numbers({ type: 'BUY', quantity: '10', price: '1250', priceCurrency: 'GBX', amount: '-125', currency: 'GBP' }),
    ).toMatchObject({ price: '12.5', priceCurrency: null })
    expect(
      numbers({
        type: 'BUY',
        quantity: '10',
        price: '1250',
        priceCurrency: 'GBX',
        amount: '-125',
        currency: 'GBP',
        fxRate: '0.01',
      }),
    ).toMatchObject({ fxRate: null })
    expect(numbers({ type: 'BUY', quantity: '10', price: '1250', priceCurrency: 'GBX', fxRate: '0.0117' })).toMatchObject({
      price: '12.5',
      priceCurrency: 'GBP',
      fxRate: '1.17',
      amount: '-146.25',
    })
    expect(
      numbers({ type: 'BUY', quantity: '10', price: '12.5', priceCurrency: 'USD', fxRate: '80', currency: 'GBX' }),
    ).toMatchObject({ currency: 'GBP', fxRate: '0.8', amount: '-100' })
  })

  test('ILA and ZAc too', () => {
    expect(numbers({ type: 'DEPOSIT', asset: false, amount: '250', currency: 'ILA' })).toMatchObject({
      currency: 'ILS',
      amount: '2.5',
    })
    expect(numbers({ type: 'DEPOSIT', asset: false, amount: '250', currency: 'ZAc' })).toMatchObject({
      currency: 'ZAR',
      amount: '2.5',
    })
  })

  test('422 where the ISO currency would need more than 12 places: nothing is rounded in silence', () => {
    expect(refusal({ type: 'DEPOSIT', asset: false, amount: '0.00000000001', currency: 'GBX' })).toEqual([
      'transaction/invalid',
      '/amount',
    ])
  })
})

describe('splits', () => {
  test('quantity from the ratio: 7 become 70, 10 become 1, 10 short become 20 short', () => {
    expect(numbers({ type: 'SPLIT', ratio: '10:1', holding: '7' })).toMatchObject({ quantity: '63', amount: '0' })
    expect(numbers({ type: 'SPLIT', ratio: '1:10', holding: '10' })).toMatchObject({ quantity: '-9' })
    expect(numbers({ type: 'SPLIT', ratio: '2:1', holding: '-10' })).toMatchObject({ quantity: '-10' })
    expect(numbers({ type: 'SPLIT', ratio: '1.5:1', holding: '3' })).toMatchObject({ quantity: '1.5' })
  })

  test('by 1:1 the units are those after a split already, whatever is held', () => {
    for (const holding of ['7', '0']) expect(numbers({ type: 'SPLIT', ratio: '1:1', holding })).toMatchObject({ quantity: '0' })
  })

  test('422 for a ratio that is none, with or without a quantity, and for a split without both', () => {
    for (const ratio of ['0:1', '1:0', 'ten', '10', '1:1:1', '-2:1', '1e3:1']) {
      expect(refusal({ type: 'SPLIT', ratio, holding: '7' }), ratio).toEqual(['transaction/invalid', '/ratio'])
      expect(refusal({ type: 'SPLIT', ratio, quantity: '7' }), ratio).toEqual(['transaction/invalid', '/ratio'])
    }
    expect(numbers({ type: 'SPLIT', ratio: '2:1' })).toMatchObject({ quantity: '0' })
    expect(refusal({ type: 'SPLIT' })).toEqual(['transaction/invalid', '/quantity'])
    expect(refusal({ type: 'BUY', quantity: '1', price: '1', ratio: '2:1' })).toEqual(['transaction/invalid', '/ratio'])
  })
})
