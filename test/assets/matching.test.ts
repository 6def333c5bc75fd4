import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { AssetDraft } from '#plugins/brim/contract.ts'
import { type CatalogueAsset, chooseAsset } from '#src/assets/matching.ts'
import { readDraft } from '#src/assets/wanted.ts'
import { ONE } from '#src/shared/decimal.ts'

const SAP = 'DE0007164600'
const APPLE = 'US0378331005'
const CUSIP = '037833100'

let nextId = 0
function asset(fields: Partial<CatalogueAsset> = {}): CatalogueAsset {
  nextId += 1
  const name = fields.name ?? `Asset ${nextId}`
  return {
    id: nextId,
    symbol: `S${nextId}`,
    name,
    nameKey: name.toLowerCase(),
    type: 'STOCK',
    currency: 'EUR',
    isin: null,
    exchange: null,
    priceQuantity: ONE,
    contractKey: null,
    archived: false,
    identifiers: [],
    used: false,
    traded: false,
    reported: false,
    verified: false,
    ...fields,
  }
}

function choose(draft: Omit<AssetDraft, 'ref'>, ...assets: CatalogueAsset[]): [string, number | null] {
  const { match, assetId } = chooseAsset(readDraft({ ref: 'x', ...draft }), assets)
  return [match, assetId]
}

describe('numbers', () => {
  test('exact by ISIN, whatever symbol, name and currency say', () => {
    const sap = asset({ isin: SAP, symbol: 'SAP', currency: 'EUR' })
    expect(choose({ isin: SAP, symbol: 'SAPG', name: 'Other name', currency: 'USD' }, asset({ symbol: 'SAPG' }), sap)).toEqual([
      'exact',
      sap.id,
    ])
    expect(choose({ isin: SAP.toLowerCase() }, sap)).toEqual(['exact', sap.id])
  })

  test('of several listings of an ISIN the one in the same currency, then at the same exchange', () => {
    const plain = asset({ isin: SAP, currency: 'USD' })
    const xetra = asset({ isin: SAP, exchange: 'XETR' })
    const paris = asset({ isin: SAP, exchange: 'XPAR' })
    expect(choose({ isin: SAP, currency: 'EUR', exchange: 'XPAR' }, plain, xetra, paris)).toEqual(['exact', paris.id])
    expect(choose({ isin: SAP, currency: 'USD', exchange: 'XPAR' }, plain, xetra, paris)).toEqual(['exact', plain.id])
    expect(choose({ isin: SAP, currency: 'GBP', exchange: 'XETR' }, plain, xetra, paris)).toEqual(['exact', xetra.id])
  })

  test('listings that fit equally well: the one in use, else the first, and only high', () => {
    const dollars = asset({ isin: SAP, currency: 'USD' })
    const francs = asset({ isin: SAP, currency: 'CHF' })
    expect(choose({ isin: SAP }, francs, dollars)).toEqual(['high', dollars.id])
    expect(choose({ isin: SAP }, dollars, { ...francs, used: true })).toEqual(['exact', francs.id])
    expect(choose({ isin: SAP }, { ...dollars, archived: true }, francs)).toEqual(['exact', francs.id])
  })

  test('a current ISIN goes before a former one', () => {
    const renamed = asset({ isin: APPLE, identifiers: [{ kind: 'ISIN', value: SAP }] })
    expect(choose({ isin: SAP, currency: 'EUR' }, renamed)).toEqual(['exact', renamed.id])
    const own = asset({ isin: SAP, currency: 'USD' })
    expect(choose({ isin: SAP, currency: 'EUR' }, renamed, own)).toEqual(['exact', own.id])
  })

  test('another ISIN or CUSIP is another asset, however equal the rest', () => {
    const same = { symbol: 'AAA', name: 'Same', currency: 'EUR', type: 'STOCK' } as const
    expect(choose({ ...same, isin: SAP }, asset({ ...same, isin: APPLE, exchange: 'XETR' }))).toEqual(['none', null])
    const identifiers = [{ kind: 'CUSIP', value: '594918104' }] as const
    expect(choose({ ...same, identifiers: [{ kind: 'CUSIP', value: CUSIP }] }, asset({ ...same, identifiers }))).toEqual([
      'none',
      null,
    ])
  })

  test('exact by CUSIP, FIGI, SEDOL or WKN', () => {
    for (const identifier of [
      { kind: 'CUSIP', value: CUSIP },
      { kind: 'FIGI', value: 'BBG000B9XRY4' },
      { kind: 'SEDOL', value: '0263494' },
      { kind: 'WKN', value: '716460' },
    ] as const) {
      const found = asset({ identifiers: [identifier] })
      expect([identifier.kind, ...choose({ name: 'Other', identifiers: [identifier] }, asset(), found)]).toEqual([
        identifier.kind,
        'exact',
        found.id,
      ])
    }
  })

  test('placeholders and numbers with a wrong check digit name nothing', () => {
    const zeros = { kind: 'CUSIP', value: '000000000' } as const
    expect(choose({ identifiers: [zeros] }, asset({ identifiers: [zeros] }))).toEqual(['none', null])
    expect(readDraft({ ref: 'x', isin: 'XX0000000009', symbol: '-', name: ' -- ' })).toMatchObject({ isin: null, name: null })
    expect(readDraft({ ref: 'x', isin: 'DE0007164601' })).toMatchObject({ isin: null, symbol: 'DE0007164601' })
  })
})

describe('symbols', () => {
  test('high with the same exchange or currency, in any letter case', () => {
    const acme = asset({ symbol: 'ACME', exchange: 'XETR', currency: 'EUR' })
    expect(choose({ symbol: 'acme', exchange: 'XETR', currency: 'USD' }, acme)).toEqual(['high', acme.id])
    expect(choose({ symbol: 'ACME', currency: 'EUR' }, acme)).toEqual(['high', acme.id])
    expect(choose({ symbol: 'ACME', currency: 'EUR', isin: SAP }, acme)).toEqual(['high', acme.id])
  })

  test('a quotation in pence is one in pounds', () => {
    const tesco = asset({ symbol: 'TSCO', currency: 'GBP' })
    expect(choose({ symbol: 'TSCO', currency: 'GBX' }, tesco)).toEqual(['high', tesco.id])
  })

  test('a former symbol counts as the symbol', () => {
    const meta = asset({ symbol: 'META', identifiers: [{ kind: 'TICKER', value: 'FB' }], currency: 'USD' })
    expect(choose({ symbol: 'fb', currency: 'USD' }, meta)).toEqual(['high', meta.id])
  })

  test('low and no id for a symbol alone, in another currency, or at another exchange under another name', () => {
    const acme = asset({ symbol: 'ACME', name: 'Acme', exchange: 'XETR', currency: 'EUR' })
    expect(choose({ symbol: 'ACME' }, acme)).toEqual(['low', null])
    expect(choose({ symbol: 'ACME', currency: 'USD' }, acme)).toEqual(['low', null])
    expect(choose({ symbol: 'ACME', currency: 'EUR', exchange: 'XPAR' }, acme)).toEqual(['low', null])
    expect(choose({ symbol: 'ACME', currency: 'EUR', exchange: 'XPAR', name: 'ACME' }, acme)).toEqual(['high', acme.id])
  })

  test('high for a symbol alone where the caller’s brokers use the asset and nothing contradicts', () => {
    const acme = asset({ symbol: 'ACME', exchange: 'XETR', used: true, traded: true })
    expect(choose({ symbol: 'ACME' }, acme, asset({ symbol: 'ACME' }))).toEqual(['high', acme.id])
    expect(choose({ symbol: 'ACME', currency: 'USD' }, acme)).toEqual(['low', null])
    expect(choose({ symbol: 'ACME', exchange: 'XPAR' }, acme)).toEqual(['low', null])
  })

  test('the currency of an asset of which there are payments only is theirs, and contradicts no trade', () => {
    const paid = asset({ symbol: 'ACME', used: true, traded: false })
    expect(choose({ symbol: 'ACME', currency: 'USD' }, paid)).toEqual(['high', paid.id])
    expect(choose({ symbol: 'ACME', currency: 'USD' }, { ...paid, used: false })).toEqual(['low', null])
    expect(choose({ symbol: 'ACME', currency: 'USD', exchange: 'XPAR' }, { ...paid, exchange: 'XETR' })).toEqual(['low', null])
  })

  test('an option, a bond or an index is no share of the same symbol', () => {
    for (const type of ['OPTION', 'BOND', 'INDEX', 'CRYPTO'] as const)
      expect([type, ...choose({ symbol: 'ACME', currency: 'EUR', type }, asset({ symbol: 'ACME' }))]).toEqual([
        type,
        'none',
        null,
      ])
    const fund = asset({ symbol: 'ACME', type: 'ETF' })
    expect(choose({ symbol: 'ACME', currency: 'EUR', type: 'STOCK' }, fund)).toEqual(['high', fund.id])
  })

  test('high, whatever the currency, for what the reports of the broker know by its symbol, or its name, alone', () => {
    const acme = asset({ symbol: 'ACME', name: 'Acme', currency: 'EUR', used: true, traded: true, reported: true })
    const byRef = (draft: AssetDraft, ...assets: CatalogueAsset[]) => {
      const { match, assetId } = chooseAsset(readDraft(draft), assets)
      return [match, assetId]
    }
    const bySymbol = { ref: 'ACME', symbol: 'ACME', currency: 'USD' } as const
    expect(byRef(bySymbol, acme)).toEqual(['high', acme.id])
    expect(byRef(bySymbol, { ...acme, used: false, traded: false })).toEqual(['high', acme.id])
    expect(byRef({ ref: 'Acme', name: 'Acme', currency: 'USD' }, acme)).toEqual(['high', acme.id])
    // Others use it; the report tells assets of one symbol apart by more; or the catalogue has the one in that currency.
    expect(byRef(bySymbol, { ...acme, reported: false })).toEqual(['low', null])
    expect(byRef({ ...bySymbol, ref: 'ACME USD' }, acme)).toEqual(['low', null])
    expect(byRef({ ...bySymbol, isin: SAP }, { ...acme, isin: APPLE })).toEqual(['none', null])
    expect(byRef({ ...bySymbol, exchange: 'XETR' }, { ...acme, exchange: 'XPAR' })).toEqual(['low', null])
    const dollars = { ...acme, id: acme.id + 1000, currency: 'USD' }
    expect(byRef(bySymbol, acme, dollars)).toEqual(['high', dollars.id])
    // It has two, and neither in this currency.
    expect(byRef({ ...bySymbol, currency: 'GBP' }, acme, dollars)).toEqual(['low', null])
  })

  test('low in another currency where something else tells the security of the broker’s reports apart from that of the symbol, or name', () => {
    const telus = asset({ symbol: 'T', name: 'Telus', currency: 'CAD', used: true, traded: true, reported: true })
    const match = (draft: AssetDraft, known: CatalogueAsset) => chooseAsset(readDraft(draft), [known]).match
    const bySymbol = { ref: 'T', symbol: 'T', currency: 'USD' } as const
    for (const more of [{ isin: SAP }, { exchange: 'XTSE' }]) {
      const known = { ...telus, ...more }
      expect(match({ ...bySymbol, name: 'AT&T' }, known)).toBe('low')
      expect(match(bySymbol, known)).toBe('low')
      expect(match({ ...bySymbol, name: 'TELUS' }, known)).toBe('high')
      expect(match({ ref: 'Telus', name: 'Telus', currency: 'USD' }, known)).toBe('low')
    }
    // A share of a symbol that a coin has, too.
    expect(match(bySymbol, { ...telus, type: 'CRYPTO' })).toBe('low')
    expect(match({ ...bySymbol, type: 'CRYPTO' }, { ...telus, type: 'OTHER' })).toBe('low')
  })

  test('low among equally good assets of different names, high among copies', () => {
    const [a, b] = [asset({ symbol: 'ACME', name: 'Acme SE' }), asset({ symbol: 'ACME', name: 'Acme Ltd' })]
    expect(choose({ symbol: 'ACME', currency: 'EUR' }, a, b)).toEqual(['low', null])
    expect(choose({ symbol: 'ACME', currency: 'EUR', name: 'acme ltd' }, a, b)).toEqual(['high', b.id])
    expect(choose({ symbol: 'ACME', currency: 'EUR' }, a, { ...b, used: true })).toEqual(['high', b.id])
    const copy = asset({ symbol: 'ACME', name: 'Acme SE' })
    expect(choose({ symbol: 'ACME', currency: 'EUR' }, copy, a)).toEqual(['high', a.id])
  })
})

describe('coins', () => {
  test('high by symbol and type, whatever the currency; the same currency first', () => {
    const euro = asset({ symbol: 'BTC', name: 'Bitcoin', type: 'CRYPTO', currency: 'EUR' })
    const dollar = asset({ symbol: 'BTC', name: 'Bitcoin', type: 'CRYPTO', currency: 'USD' })
    expect(choose({ symbol: 'BTC', type: 'CRYPTO', currency: 'GBP' }, euro)).toEqual(['high', euro.id])
    expect(choose({ symbol: 'btc', type: 'CRYPTO', currency: 'USD' }, euro, dollar)).toEqual(['high', dollar.id])
    expect(choose({ symbol: 'BTC', type: 'CRYPTO' }, dollar, euro)).toEqual(['high', euro.id])
  })

  test('low among coins of one symbol and different names', () => {
    const [a, b] = ['Uniswap', 'Unicorn'].map((name) => asset({ symbol: 'UNI', name, type: 'CRYPTO' })) as [
      CatalogueAsset,
      CatalogueAsset,
    ]
    expect(choose({ symbol: 'UNI', type: 'CRYPTO', currency: 'EUR' }, a, { ...b, currency: 'USD' })).toEqual(['low', null])
    expect(choose({ symbol: 'UNI', type: 'CRYPTO', name: 'Unicorn' }, a, b)).toEqual(['high', b.id])
  })

  test('low where one side does not say that it is a coin', () => {
    const coin = asset({ symbol: 'SOL', type: 'CRYPTO' })
    expect(choose({ symbol: 'SOL', currency: 'EUR' }, coin)).toEqual(['low', null])
    expect(choose({ symbol: 'SOL', currency: 'EUR', type: 'CRYPTO' }, asset({ symbol: 'SOL', type: 'OTHER' }))).toEqual([
      'low',
      null,
    ])
    expect(choose({ symbol: 'SOL', currency: 'EUR' }, { ...coin, used: true })).toEqual(['high', coin.id])
  })
})

describe('names', () => {
  test('high with the same currency, low alone; folded', () => {
    const cafe = asset({ name: 'Société du Café', nameKey: 'societe du cafe' })
    expect(choose({ name: ' SOCIETE  du cafe', currency: 'EUR' }, cafe)).toEqual(['high', cafe.id])
    expect(choose({ name: 'Société du Café' }, cafe)).toEqual(['low', null])
    expect(choose({ name: 'Société du Café', currency: 'USD' }, cafe)).toEqual(['low', null])
    expect(choose({ name: 'Société du Café' }, { ...cafe, used: true })).toEqual(['high', cafe.id])
  })

  test('low when the symbols differ, unless the asset’s is only its ISIN or name', () => {
    const fund = { name: 'World Fund', nameKey: 'world fund' }
    const draft = { name: 'World Fund', symbol: 'WLDA', currency: 'EUR' }
    expect(choose(draft, asset({ ...fund, symbol: 'WLDD' }))).toEqual(['low', null])
    const byIsin = asset({ ...fund, symbol: SAP, isin: SAP })
    expect(choose(draft, byIsin)).toEqual(['high', byIsin.id])
    const byName = asset({ ...fund, symbol: 'World Fund' })
    expect(choose(draft, byName)).toEqual(['high', byName.id])
  })
})

test('candidates come best first, each with its own match, at most ten', () => {
  const lows = Array.from({ length: 12 }, () => asset({ symbol: 'ACME', currency: 'USD' }))
  const best = asset({ symbol: 'ACME', currency: 'EUR', name: 'Acme' })
  const { match, candidates } = chooseAsset(readDraft({ ref: 'x', symbol: 'ACME', currency: 'EUR' }), [...lows, best])
  expect(match).toBe('high')
  expect(candidates).toHaveLength(10)
  expect(candidates[0]).toEqual({
    assetId: best.id,
    symbol: 'ACME',
    name: 'Acme',
    type: 'STOCK',
    isin: null,
    currency: 'EUR',
    exchange: null,
    match: 'high',
  })
  expect(candidates.slice(1).map((candidate) => [candidate.match, candidate.assetId])).toEqual(
    lows.slice(0, 9).map((low) => ['low', low.id]),
  )
})

const pool = <const T>(...values: T[]) => fc.constantFrom(...values)
const facts = {
  symbol: pool('AAA', 'BBB', 'aaa'),
  name: pool('Alpha', 'Beta', 'ALPHA'),
  currency: pool('EUR', 'USD', 'GBP'),
  type: pool('STOCK', 'ETF', 'CRYPTO', 'BOND', 'OTHER'),
} as const
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const drafts = fc.record({
  ref: fc.constant('x'),
  symbol: maybe(facts.symbol),
  name: maybe(facts.name),
  currency: maybe(facts.currency),
  type: maybe(facts.type),
  isin: maybe(pool(SAP, APPLE)),
  exchange: maybe(pool('XETR', 'XPAR')),
  identifiers: maybe(fc.array(fc.record({ kind: pool('CUSIP' as const), value: pool(CUSIP, '594918104') }), { maxLength: 1 })),
})
const catalogues = fc
  .array(
    fc.record({
      symbol: facts.symbol,
      name: facts.name,
      currency: facts.currency,
      type: facts.type,
      isin: fc.option(pool(SAP, APPLE)),
      exchange: fc.option(pool('XETR', 'XPAR')),
      used: fc.boolean(),
      traded: fc.boolean(),
      reported: fc.boolean(),
      archived: fc.boolean(),
      identifiers: fc.array(fc.record({ kind: pool('CUSIP' as const), value: pool(CUSIP, '594918104') }), { maxLength: 1 }),
    }),
    { maxLength: 8 },
  )
  .map((list) => list.map((fields, index) => asset({ ...fields, id: index + 1, nameKey: fields.name.toLowerCase() })))

test('property: the order in which assets come changes nothing', () => {
  fc.assert(
    fc.property(drafts, catalogues, fc.infiniteStream(fc.nat()), (draft, assets, random) => {
      const wanted = readDraft(draft)
      const shuffled = assets
        .map((entry) => ({ entry, rank: random.next().value }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ entry }) => entry)
      expect(chooseAsset(wanted, shuffled)).toEqual(chooseAsset(wanted, assets))
    }),
    { numRuns: 2_000 },
  )
})

test('property: taken unasked only on evidence, never against an ISIN or CUSIP', () => {
  fc.assert(
    fc.property(drafts, catalogues, (draft, assets) => {
      const { match, assetId, candidates } = chooseAsset(readDraft(draft), assets)
      expect(assetId !== null).toBe(match === 'exact' || match === 'high')
      expect(candidates.length === 0).toBe(match === 'none')
      for (const { assetId: id } of candidates) {
        const found = assets.find((entry) => entry.id === id) as CatalogueAsset
        const cusip = draft.identifiers?.[0]?.value
        const sameIsin = draft.isin !== undefined && found.isin === draft.isin
        if (draft.isin !== undefined && found.isin !== null) expect(sameIsin).toBe(true)
        const known = found.identifiers[0]?.value
        if (!sameIsin && cusip !== undefined && known !== undefined) expect(known).toBe(cusip)
      }
      const taken = assets.find((entry) => entry.id === assetId)
      if (!taken) return
      const same = (a: string | undefined, b: string | null) => a !== undefined && a.toLowerCase() === b?.toLowerCase()
      const number = same(draft.isin, taken.isin) || same(draft.identifiers?.[0]?.value, taken.identifiers[0]?.value ?? null)
      expect(number || same(draft.symbol, taken.symbol) || same(draft.name, taken.name)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
