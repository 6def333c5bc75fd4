/** The recorded reports, when they are there: totals are computed a second time straight from the raw attributes. */
import { expect, test } from 'bun:test'
import { ibkr } from '#plugins/brim/ibkr/index.ts'
import { parseNumber, readCsv } from '#plugins/kit/index.ts'
import { add, type Decimal, decimal, formatDecimal, multiply, negate, ZERO } from '#src/shared/decimal.ts'
import { accountedFor, cashOf, checkResult, holdingsOf, parseSample, texts } from '#test/support/importers.ts'
import { describeSamples, sampleAt, samplesOf } from '#test/support/samples.ts'

const names = samplesOf('ibkr', '*.xml')
const tables = samplesOf('ibkr')
const at = (name: string) => sampleAt(`ibkr/${name}`)
const read = (name: string) => parseSample(ibkr, at(name))

type Raw = { readonly name: string; readonly get: (attribute: string) => string; readonly number: (attribute: string) => Decimal }

/** The counted elements of a file: executions, and details (summaries only when there are no details). */
async function rawElements(file: string): Promise<Raw[]> {
  const text = await Bun.file(at(file)).text()
  const all = [...text.matchAll(/<(\w+)\s+([^<>]*?)\/?>/g)].map(([, name = '', inside = '']) => {
    const attributes = new Map([...inside.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value] as const))
    const get = (attribute: string) => attributes.get(attribute) ?? ''
    return { name, get, number: (attribute: string) => decimal(get(attribute) || '0') }
  })
  const summaryOnly = !all.some((raw) => raw.name === 'CashTransaction' && raw.get('levelOfDetail') !== 'SUMMARY')
  return all.filter((raw) => raw.get('levelOfDetail') !== 'SUMMARY' || (summaryOnly && raw.name === 'CashTransaction'))
}

/** Files whose net cash was made unrecognisable by their publisher and does not follow from their own proceeds. */
const NET_CASH_SPOILT = ['flex-osa-vtandchill-2025.xml']

function tradeCash(raw: Raw, file: string): [string, Decimal][] {
  const [currency, commission] = [raw.get('currency'), raw.number('ibCommission')]
  const feeCurrency = raw.get('ibCommissionCurrency')
  if (raw.get('assetCategory') === 'CASH')
    return [
      [raw.get('symbol').slice(0, 3), raw.number('quantity')],
      [currency, raw.number('proceeds')],
      [feeCurrency, commission],
    ]
  if (raw.get('assetCategory') === 'CFD') return [[currency, add(raw.number('proceeds'), raw.number('netCash'))]]
  if (raw.get('netCash') === '')
    return [[currency, add(negate(multiply(raw.number('quantity'), raw.number('tradePrice'))), commission)]]
  return [[currency, NET_CASH_SPOILT.includes(file) ? add(raw.number('proceeds'), commission) : raw.number('netCash')]]
}

function rawCash(elements: readonly Raw[], file: string): Record<string, string> {
  const sums = new Map<string, Decimal>()
  const parts = elements.flatMap((raw): [string, Decimal][] => {
    if (raw.name === 'Trade') return tradeCash(raw, file)
    if (raw.name === 'CashTransaction') return [[raw.get('currency'), raw.number('amount')]]
    if (raw.name === 'SalesTax') return [[raw.get('currency'), raw.number('salesTax')]]
    return raw.name === 'CorporateAction' ? [[raw.get('currency'), raw.number('proceeds')]] : []
  })
  for (const [currency, amount] of parts) sums.set(currency, add(sums.get(currency) ?? ZERO, amount))
  return texts(sums)
}

function rawHoldings(elements: readonly Raw[]): Record<string, string> {
  const isinOf = (raw: Raw) => [raw.get('isin'), raw.get('securityID')].find((text) => /^[A-Z]{2}\w{10}$/.test(text)) ?? ''
  const isins = new Map(elements.filter((raw) => isinOf(raw)).map((raw) => [raw.get('conid'), isinOf(raw)]))
  const sums = new Map<string, Decimal>()
  for (const raw of elements) {
    if ((raw.name !== 'Trade' && raw.name !== 'CorporateAction') || raw.get('assetCategory') === 'CASH') continue
    const key = isinOf(raw) || isins.get(raw.get('conid')) || raw.get('symbol').replace(/ +/g, ' ')
    sums.set(key, add(sums.get(key) ?? ZERO, raw.number('quantity')))
  }
  return texts(sums)
}

/** What another importer makes of the file, a security, a booking and a conversion each counting as one item. */
const UPSTREAM_ITEMS: Readonly<Record<string, number>> = {
  'flex-pp-03.xml': 1,
  'flex-pp-04.xml': 2,
  'flex-pp-05.xml': 6,
  'flex-pp-07.xml': 2,
  'flex-pp-08.xml': 3,
  'flex-pp-10.xml': 3,
  'flex-pp-11.xml': 2,
  'flex-pp-15.xml': 4,
  'flex-pp-17.xml': 6,
  'flex-pp-20.xml': 5,
  'flex-pp-23.xml': 4,
  'flex-pp-24.xml': 19,
  'flex-pp-28.xml': 1,
}

describeSamples('recorded Flex Queries', () => {
  for (const name of names) {
    test(`${name}: recognised, every row accounted for, cash and quantities as in the raw attributes`, async () => {
      const { file, confidence, result } = await read(name)
      const raw = await rawElements(name)
      expect(confidence).toBeGreaterThan(0.8)
      expect(accountedFor(file, result)).toEqual([])
      expect(checkResult(result)).toEqual([])
      expect(result.issues.filter((issue) => issue.severity === 'error')).toEqual([])
      expect(cashOf(result)).toEqual(rawCash(raw, name))
      expect(holdingsOf(result)).toEqual(rawHoldings(raw))
    })
  }

  for (const [name, items] of Object.entries(UPSTREAM_ITEMS)) {
    test(`${name}: as many securities and bookings as another importer finds`, async () => {
      const { result } = await read(name)
      const bookings = new Set(result.transactions.map((draft) => draft.group ?? draft.rows.join()))
      expect(result.assets.length + bookings.size).toBe(items)
    })
  }

  test('flex-pp-05.xml gives exactly these balances and holdings', async () => {
    const { result } = await read('flex-pp-05.xml')
    expect(cashOf(result)).toEqual({ EUR: '-1275.25', USD: '-2850.98' })
    const isins = new Map(result.assets.map((asset) => [asset.ref, asset.isin ?? '']))
    const held = Object.fromEntries(Object.entries(holdingsOf(result)).map(([ref, quantity]) => [isins.get(ref), quantity]))
    expect(held).toEqual({ US88579Y1010: '7', US12514G1085: '25' })
  })

  test('white space before the end changes nothing in any file', async () => {
    for (const name of names) {
      const text = await Bun.file(at(name)).text()
      const spaced = new TextEncoder().encode(text.replace('</FlexQueryResponse>', ' \n \t</FlexQueryResponse>'))
      expect((await parseSample(ibkr, spaced, { filename: name })).result).toEqual((await read(name)).result)
    }
  })

  test('the publisher of flex-osa-vtandchill-2025.xml changed net cash: each such row is pointed out', async () => {
    const { result } = await read('flex-osa-vtandchill-2025.xml')
    const rows = result.issues.filter((issue) => issue.code === 'net-cash-differs').map((issue) => issue.row)
    expect(rows).toEqual([4, 5, 6, 7, 8])
  })
})

/** Cash per currency of a CSV, straight from the cells: which cells count is stated per format, nothing else is read. */
async function csvCash(file: string): Promise<Record<string, string>> {
  const { rows } = readCsv(await Bun.file(at(file)).text())
  const sums = new Map<string, Decimal>()
  const book = (currency: string | undefined, cell: string | undefined) => {
    const text = parseNumber(cell, 'dot') ?? '0'
    const [whole = '0', places = ''] = text.split('.')
    sums.set(
      currency ?? '',
      add(sums.get(currency ?? '') ?? ZERO, decimal(places === '' ? whole : `${whole}.${places.slice(0, 12)}`)),
    )
  }
  for (const { cells } of rows) {
    if (file.startsWith('transaction-history'))
      book('GBP', cells[0] === 'Transaction History' && cells[1] === 'Data' ? cells[11] : '0')
    else if (file.startsWith('activity')) statementCash(cells, book)
    else if (file === 'flexcsv-dividends-etg.csv') book(cells[5], cells[4])
    else if (file === 'flexcsv-trades-etg.csv' && cells[2] !== '' && cells[0] === 'BUY') {
      book(cells[6], `-${cells[5]}`)
      book(cells[8], cells[7])
    } else if (file === 'flexcsv-tradegit.csv' && cells[0] !== 'ClientAccountID') {
      const worth = formatDecimal(multiply(decimal(cells[9] ?? '0'), decimal(cells[10] ?? '0')))
      book(cells[1], cells[8] === 'SELL' ? worth : `-${worth}`)
      book(cells[1], cells[11])
    }
  }
  return texts(sums)
}

function statementCash(cells: readonly string[], book: (currency: string | undefined, cell: string | undefined) => void): void {
  if (cells[1] !== 'Data') return
  const [section, , third] = cells
  if (section === 'Trades' && third === 'Order') {
    if (cells[3] === 'Forex') book(cells[5]?.slice(0, 3), cells[7])
    book(cells[4], cells[10])
    book(cells[4], cells[11])
  }
  if (third === 'Total') return
  if (section === 'Fees') book(cells[3], cells[6])
  if (['Dividends', 'Withholding Tax', 'Interest', 'Deposits & Withdrawals'].includes(section ?? '')) book(third, cells[5])
}

describeSamples('recorded CSV reports', () => {
  for (const name of tables) {
    test(`${name}: recognised, every row accounted for, cash as in the cells`, async () => {
      const { file, confidence, result } = await read(name)
      expect(confidence).toBeGreaterThan(0.8)
      expect(accountedFor(file, result)).toEqual([])
      expect(checkResult(result)).toEqual([])
      expect(cashOf(result)).toEqual(await csvCash(name))
      const errors = result.issues.filter((issue) => issue.severity === 'error').map((issue) => `${issue.row} ${issue.code}`)
      const unnamed = ['10 security-missing', '11 security-missing', '12 security-missing']
      expect(errors).toEqual(name === 'flexcsv-trades-etg.csv' ? unnamed : [])
    })
  }

  test('holdings: what is left of each security', async () => {
    const held = async (name: string) => holdingsOf((await read(name)).result)
    expect(await held('flexcsv-trades-etg.csv')).toEqual({ CH0111762537: '7', US9220427424: '323' })
    expect(await held('flexcsv-tradegit.csv')).toEqual({})
    expect(await held('activity-tradegit.csv')).toEqual({})
    expect(await held('activity-trading-records.csv')).toEqual({ SPY: '2' })
    expect(await held('activity-stocks-fixture.csv')).toEqual({ US0378331005: '24' })
    expect(await held('transaction-history-gbp.csv')).toEqual({ CNX1: '2' })
  })
})
