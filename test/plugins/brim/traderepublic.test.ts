/** Trade Republic: what its export tells in several rows, on rows of our own. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { tradeRepublic } from '#plugins/brim/traderepublic/index.ts'
import { seeded } from '#test/support/arbitraries.ts'
import { cashOf, holdingsOf, parseSample } from '#test/support/importers.ts'

const TITLES =
  'datetime,date,account_type,category,type,asset_class,name,symbol,shares,price,amount,fee,tax,currency,description,transaction_id'
const [RAIL, MILLS, CANAL, FORGE] = ['US0000001018', 'US0000001034', 'US0000001042', 'US0000001067']

type Cells = Partial<
  Record<'at' | 'account' | 'symbol' | 'shares' | 'price' | 'amount' | 'fee' | 'tax' | 'assetClass' | 'currency', string>
>

/** A row of a day; `what` is its category and its type. */
function row(day: string, what: string, cells: Cells = {}): string {
  const [category, type] = what.split('/')
  const { at = `${day}T09:00:00.000Z`, account = 'DEFAULT', symbol = '', shares, price, amount, fee, tax } = cells
  const name = symbol === '' ? '' : `Invented ${symbol}`
  const known = [at, day, account, category, type, cells.assetClass ?? (symbol && 'STOCK'), name, symbol]
  return [...known, shares, price, amount, fee, tax, cells.currency ?? (amount === undefined ? '' : 'EUR'), '', ''].join()
}

/** The drafts as `type asset quantity amount fees taxes reverses`, the errors by row, the codes of warnings, cash and units. */
async function read(...rows: readonly string[]) {
  const { result } = await parseSample(tradeRepublic, `${[TITLES, ...rows].join('\n')}\n`)
  const booked = result.transactions.map(({ type, asset, quantity, amount, fees, taxes, reverses }) =>
    [type, asset ?? '-', quantity ?? '-', amount ?? '-', fees ?? '-', taxes ?? '-', reverses ?? '-'].join(' '),
  )
  const errors = result.issues.filter(({ severity }) => severity === 'error')
  const warnings = result.issues.filter(({ severity }) => severity === 'warning')
  return {
    booked,
    errors: Object.fromEntries(errors.map((issue) => [issue.row, issue.code])),
    warnings: warnings.map(({ code }) => code),
    cash: cashOf(result),
    held: holdingsOf(result),
  }
}

test('the side of plans, round-ups and saveback follows from the signs', async () => {
  const types = ['SAVINGS_PLAN_EXECUTED', 'BENEFITS_SPARE_CHANGE_EXECUTION', 'BENEFITS_SAVEBACK_EXECUTION']
  for (const type of types) {
    const bought = row('2025-03-03', `TRADING/${type}`, { symbol: RAIL, shares: '2.5', price: '20', amount: '-50.00' })
    const sold = row('2025-03-04', `TRADING/${type}`, { symbol: RAIL, shares: '-0.5', price: '22', amount: '11.00' })
    expect((await read(bought, sold)).booked).toEqual([`BUY ${RAIL} 2.5 -50 - - -`, `SELL ${RAIL} -0.5 11 - - -`])
  }
})

test('a trade whose type and signs contradict each other is refused, and one for nothing goes by its units', async () => {
  const trade = (type: string, shares: string, amount: string) =>
    row('2025-03-03', `TRADING/${type}`, { symbol: RAIL, shares, amount })
  const wrong = await read(
    trade('SELL', '2', '40.00'),
    trade('BUY', '2', '40.00'),
    trade('BUY', '-2', '-40.00'),
    trade('SELL', '-2', '-40.00'),
    trade('SAVINGS_PLAN_EXECUTED', '2', '40.00'),
    trade('BUY', '-2', '0.00'),
  )
  expect(wrong.booked).toEqual([])
  expect(Object.values(wrong.errors)).toEqual(Array(6).fill('unexpected-sign'))
  expect((await read(trade('SELL', '-2', '0.00'))).booked).toEqual([`SELL ${RAIL} -2 0 - - -`])
})

test('cash of each kind that is known moves the balance by amount, fee and tax', async () => {
  const types = 'COUPON_PAYMENT EXCHANGE ADDITIONAL_INCOME COMPENSATION ROUND_UP_FEE ROUND_UP_SAVINGS_FEE'.split(' ')
  const cents = fc.integer({ min: 1, max: 900 })
  const property = fc.asyncProperty(
    fc.constantFrom(...types),
    fc.constantFrom('', RAIL),
    fc.tuple(cents, cents, cents),
    async (type, symbol, sizes) => {
      const [amount = '', fee = '', tax = ''] = sizes.map((size) => (size / 100).toFixed(2))
      const isFee = type.endsWith('_FEE')
      const cells = { symbol, amount: isFee ? '0.00' : amount, fee: `-${fee}`, tax: `-${tax}` }
      const { cash, errors } = await read(row('2025-03-03', `CASH/${type}`, cells))
      const sum = (isFee ? 0 : sizes[0]) - sizes[1] - sizes[2]
      expect([cash, errors]).toEqual([sum === 0 ? {} : { EUR: String(sum / 100) }, {}])
    },
  )
  await fc.assert(property, seeded(100))
})

test('money whose purpose the report does not say is refused with its sum, and units under a name of cash are not lost', async () => {
  const types = 'CAPITAL_INC_CASH INSTRUCTION OTHER_EXECUTION PAYMENT MANUAL CFD_ORDER CITI_TRADING TRADING_CITI CRYPTO_TRADING'
  const rows = types.split(' ').map((type) => row('2025-03-03', `CASH/${type}`, { amount: '-12.50', fee: '-1.00' }))
  const { booked, errors } = await read(...rows)
  expect([booked, Object.values(errors)]).toEqual([[], rows.map(() => 'unclear-cash')])
  const { result } = await parseSample(tradeRepublic, `${TITLES}\n${rows[0]}\n`)
  expect(result.issues[0]?.detail).toContain('-13.5 EUR')
  const units = await read(row('2025-03-03', 'CORPORATE_ACTION/EXCHANGE', { symbol: RAIL, shares: '-3' }))
  expect(units.errors).toEqual({ 2: 'unknown-type' })
})

test('one security for another: the rows of a day are a pair, several pairs differ in their moment', async () => {
  const kinds = ['SHARE_EXCHANGE', 'ADR_DISCONTINUATION', 'REORGANISATION', 'REVERSE_SPLIT', 'TAX_EXCHANGE', 'MERGER']
  for (const kind of kinds) {
    const leg = (symbol: string, shares: string, hour: string) =>
      row('2025-03-03', `CORPORATE_ACTION/${kind}`, { symbol, shares, at: `2025-03-09T${hour}:00:00.000Z` })
    const pair = [leg(RAIL, '-2500', '22'), leg(MILLS, '3.84', '23')]
    const single = [`EXCHANGE ${RAIL} -2500 - - - -`, `EXCHANGE ${MILLS} 3.84 - - - -`]
    expect((await read(...pair)).booked).toEqual(single)
    const two = await read(leg(RAIL, '-7', '10'), leg(CANAL, '-5', '11'), leg(FORGE, '5', '11'), leg(MILLS, '14', '10'))
    expect(two.held).toEqual({ [RAIL]: '-7', [MILLS]: '14', [CANAL]: '-5', [FORGE]: '5' })
    expect(two.booked.filter((draft) => draft.includes(RAIL) || draft.includes(MILLS))).toEqual([
      `EXCHANGE ${RAIL} -7 - - - -`,
      `EXCHANGE ${MILLS} 14 - - - -`,
    ])
    const alone = await read(leg(RAIL, '-7', '10'))
    expect([alone.booked, alone.errors]).toEqual([[], { 2: 'no-pair' }])
  }
})

test('a merger for money is a sale of the units that go; money beside an exchange, or without units, is refused', async () => {
  const out = row('2025-03-03', 'CORPORATE_ACTION/MERGER', { symbol: RAIL, shares: '-8' })
  const into = row('2025-03-03', 'CORPORATE_ACTION/MERGER', { symbol: MILLS, shares: '3' })
  const paid = row('2025-03-07', 'CASH/MERGER', { symbol: RAIL, amount: '112.00', tax: '-3.16' })
  expect((await read(out, paid)).booked).toEqual([`SELL ${RAIL} -8 108.84 - 3.16 -`])
  expect((await read(paid)).errors).toEqual({ 2: 'unclear-event' })
  // Half a year apart they are of two events.
  const early = row('2024-08-03', 'CASH/MERGER', { symbol: RAIL, amount: '112.00' })
  expect((await read(early, out)).booked).toEqual([])
  const both = await read(out, into, paid)
  expect([both.booked, new Set(Object.values(both.errors))]).toEqual([[], new Set(['unclear-event'])])
  for (const kind of ['OFFER', 'LIQUIDATION_PROCEEDS']) {
    const cash = row('2025-03-07', `CASH/${kind}`, { symbol: RAIL, amount: '40.00' })
    const units = row('2025-03-07', `CORPORATE_ACTION/${kind}`, { symbol: RAIL, shares: '-8' })
    expect((await read(cash)).errors).toEqual({ 2: 'unclear-event' })
    expect((await read(units, cash)).booked).toEqual([`SELL ${RAIL} -8 40 - - -`])
  }
})

test('units that are taken back and given again come once; what nothing takes back is refused', async () => {
  const action = (kind: string, shares: string, price = '') =>
    row('2025-03-03', `CORPORATE_ACTION/${kind}`, { symbol: RAIL, shares, price })
  for (const kind of ['STOCK_DIVIDEND', 'SPIN_OFF']) {
    const three = [action(kind, '0.4'), action(`${kind}_CANCELLED`, '-0.4'), action(kind, '0.4')]
    expect((await read(...three)).held).toEqual({ [RAIL]: '0.4' })
    expect((await read(...three.slice(0, 2))).held).toEqual({})
    expect((await read(action(`${kind}_CANCELLED`, '-0.4'))).errors).toEqual({ 2: 'nothing-to-cancel' })
    expect((await read(action(`${kind}_CANCELLED`, '0.4'))).errors).toEqual({ 2: 'nothing-to-cancel' })
  }
  expect((await read(action('SPIN_OFF', '5'))).warnings).toEqual(['cost-not-divided'])
  const { result } = await parseSample(tradeRepublic, `${TITLES}\n${action('STOCK_DIVIDEND', '0.4', '21')}\n`)
  expect(result.transactions.map(({ type, costBasis, currency }) => [type as string, costBasis, currency])).toEqual([
    ['DIVIDEND', '8.4', 'EUR'],
  ])
})

test('what became worthless is sold for nothing', async () => {
  const gone = row('2025-03-03', 'CORPORATE_ACTION/WORTHLESS', { symbol: RAIL, shares: '-15' })
  const back = row('2025-03-03', 'CORPORATE_ACTION/WORTHLESS_CANCELLED', { symbol: RAIL, shares: '15' })
  expect((await read(gone)).booked).toEqual([`SELL ${RAIL} -15 0 - - -`])
  expect((await read(gone, back)).booked).toEqual([])
  expect((await read(row('2025-03-03', 'CORPORATE_ACTION/WORTHLESS', { symbol: RAIL, shares: '15' }))).errors).toEqual({
    2: 'nothing-to-cancel',
  })
})

const dividend = (day: string, amount: string, tax = '', symbol = RAIL) =>
  row(day, 'CASH/DIVIDEND', { symbol, shares: '10', amount, tax })

test('a negative dividend takes back the nearest payment of its security, amount and tax; any other stays a correction', async () => {
  const { booked, cash } = await read(
    dividend('2025-03-28', '-8.40', '2.10'),
    dividend('2025-03-10', '8.40', '-2.10'),
    dividend('2025-03-10', '8.40', '-1.10'),
    dividend('2025-03-10', '8.40', '-2.10', MILLS),
  )
  expect(booked).toEqual([
    `DIVIDEND ${RAIL} - -6.3 - 2.1 same`,
    `DIVIDEND ${RAIL} - 6.3 - 2.1 -`,
    `DIVIDEND ${RAIL} - 7.3 - 1.1 -`,
    `DIVIDEND ${MILLS} - 6.3 - 2.1 -`,
  ])
  expect(cash).toEqual({ EUR: '13.6' })
  // Twice, of a payment that was made once, and of one that came later.
  const more = [dividend('2025-03-10', '8.40'), dividend('2025-03-11', '-8.40'), dividend('2025-03-12', '-8.40')]
  const twice = await read(...more, dividend('2025-03-13', '8.40'))
  expect(twice.booked.map((draft) => draft.split(' ').slice(3).join(' '))).toEqual([
    '8.4 - - -',
    '-8.4 - - same',
    '-8.4 - - -',
    '8.4 - - -',
  ])
})

test('units of a reinvested dividend are bought with the negative dividend of the days around', async () => {
  const units = (day: string) => row(day, 'CORPORATE_ACTION/DIVIDEND_REINVESTMENT', { symbol: RAIL, shares: '0.73' })
  const paid = dividend('2025-03-10', '31.50', '-8.30')
  const { booked, cash, held } = await read(dividend('2025-03-14', '-23.20'), paid, units('2025-03-12'))
  expect(booked).toEqual([`DIVIDEND ${RAIL} - 23.2 - 8.3 -`, `BUY ${RAIL} 0.73 -23.2 - - -`])
  expect([cash, held]).toEqual([{}, { [RAIL]: '0.73' }])
  // A reversal pays for nothing.
  const taken = await read(paid, dividend('2025-03-11', '-31.50', '8.30'), units('2025-03-12'))
  expect([taken.errors, taken.held]).toEqual([{ 4: 'unclear-reinvestment' }, {}])
  const late = await read(units('2025-03-12'), dividend('2025-03-30', '-23.20'))
  expect([late.booked, late.errors]).toEqual([[`DIVIDEND ${RAIL} - -23.2 - - -`], { 2: 'unclear-reinvestment' }])
  // What may have paid for the units is not booked without them.
  const unsure = await read(units('2025-03-12'), dividend('2025-03-13', '-23.20'), dividend('2025-03-14', '-3.20'))
  expect(unsure.booked).toEqual([])
  expect(unsure.errors).toEqual({ 2: 'unclear-reinvestment', 3: 'event-incomplete', 4: 'event-incomplete' })
})

test('a code that is no ISIN is refused where the row says that it is no coin', async () => {
  const bought = (symbol: string, assetClass: string) =>
    row('2025-03-03', 'TRADING/BUY', { symbol, assetClass, shares: '1', amount: '-20.00' })
  expect((await read(bought('RAIL', 'STOCK'))).errors).toEqual({ 2: 'invalid-isin' })
  expect((await read(bought('RAIL', 'CRYPTO'))).held).toEqual({ RAIL: '1' })
})

test('a purchase at an IPO costs what was paid before less what came back, where its units and price say so', async () => {
  const order = row('2025-07-01', 'CASH/IPO_SUBSCRIPTION', { symbol: RAIL, amount: '-300.00' })
  const back = row('2025-07-03', 'CASH/IPO_SUBSCRIPTION', { symbol: RAIL, amount: '120.00' })
  const bought = row('2025-07-03', 'TRADING/BUY', { symbol: RAIL, shares: '9', price: '20', fee: '-1.00', currency: 'EUR' })
  expect((await read(bought, back, order)).booked).toEqual([`BUY ${RAIL} 9 -181 1 - -`])
  const codes = async (...rows: readonly string[]) => Object.values((await read(...rows)).errors)
  expect(await codes(order, bought)).toEqual(['unclear-subscription', 'unclear-subscription'])
  expect(await codes(order, back)).toEqual(['no-amount', 'no-amount'])
  expect(await codes(bought)).toEqual(['no-amount'])
})

test('the money of a stock perk pays for its purchase, and a coin is known by its code', async () => {
  const perk = row('2025-03-03', 'CASH/STOCKPERK', { symbol: RAIL, amount: '15.00' })
  const bought = row('2025-03-03', 'TRADING/BUY', { symbol: RAIL, shares: '0.75', price: '20', amount: '-15.00' })
  const coin = row('2025-03-03', 'TRADING/BUY', { symbol: 'BTC', assetClass: 'CRYPTO', shares: '0.001', amount: '-60.00' })
  const { booked, cash, held } = await read(perk, bought, coin)
  expect(booked[0]).toBe(`INTEREST ${RAIL} - 15 - - -`)
  expect([cash, held]).toEqual([{ EUR: '-60' }, { [RAIL]: '0.75', BTC: '0.001' }])
})

test('a redemption whose rows of units have costs, or come back, is refused; other units than the money is for are named', async () => {
  const units = (shares: string, cells: Cells = {}) =>
    row('2025-06-10', 'CORPORATE_ACTION/REDEMPTION', { symbol: RAIL, shares, ...cells })
  const paid = row('2025-06-12', 'CASH/FINAL_MATURITY', { symbol: RAIL, shares: '50', amount: '50.00' })
  const sold = [`SELL ${RAIL} -50 50 - - -`]
  expect(await read(units('-50'), paid)).toMatchObject({ booked: sold, errors: {}, warnings: [] })
  expect(await read(units('-50'), paid, units('-30'))).toMatchObject({ booked: sold, warnings: ['redemption-without-money'] })
  const charged = await read(units('-50', { fee: '-1.00' }), paid)
  expect([charged.booked, charged.errors]).toEqual([[], { 2: 'unclear-event', 3: 'unclear-event' }])
  expect((await read(units('-50'), units('50'), paid)).booked).toEqual([])
})

test('a negative dividend near units that takes a payment back, or is near two rows of units, is refused with them', async () => {
  const paid = (amount: string) => row('2025-02-03', 'CASH/DIVIDEND', { symbol: RAIL, shares: '5', amount })
  const units = (shares: string) => row('2025-02-04', 'CORPORATE_ACTION/DIVIDEND_REINVESTMENT', { symbol: RAIL, shares })
  const unclear = 'unclear-reinvestment'
  const both = await read(paid('5.00'), paid('-5.00'), units('0.25'))
  expect([both.booked, both.errors]).toEqual([[`DIVIDEND ${RAIL} - 5 - - -`], { 3: unclear, 4: unclear }])
  const twice = await read(paid('-5.00'), units('0.25'), units('0.5'))
  expect([twice.booked, twice.errors]).toEqual([[], { 2: 'event-incomplete', 3: unclear, 4: unclear }])
})
