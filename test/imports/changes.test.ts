/** What the preview says will change is what the import changes, whatever stands in the ledger before. */
import { expect, test } from 'bun:test'
import type { z } from '@hono/zod-openapi'
import fc from 'fast-check'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { UndoAnswer } from '#src/imports/booking/undo.schema.ts'
import type { Changes } from '#src/imports/preview/changes.schema.ts'
import { Preview } from '#src/imports/preview/preview.schema.ts'
import { ImportAnswer } from '#src/imports/schema.ts'
import { add, type Decimal, decimal, formatDecimal, ZERO } from '#src/shared/decimal.ts'
import { createTestApp } from '#test/support/app.ts'
import { dayFrom, decimalText, seeded } from '#test/support/arbitraries.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const HEAD = 'date,type,symbol,asset_type,quantity,price,amount,currency,ratio,group,external_id\n'
const size = decimalText(3, 4).filter((text) => !/^[0.]*$/.test(text))
const line = fc.record({
  kind: fc.constantFrom('DEPOSIT', 'WITHDRAWAL', 'BUY', 'SELL', 'DIVIDEND', 'SPLIT', 'FX', 'NAMED'),
  symbol: fc.constantFrom('LANT', 'HARB', 'QUAY'),
  date: dayFrom('2024-01-20', 30),
  size,
})
type Line = { readonly kind: string; readonly symbol: string; readonly date: string; readonly size: string }

function rowOf({ kind, symbol, date, size }: Line, key: string): string {
  const asset = `${symbol},STOCK`
  if (kind === 'DEPOSIT' || kind === 'WITHDRAWAL') return `${date},${kind},,,,,${size},EUR,,,\n`
  if (kind === 'NAMED') return `${date},DEPOSIT,,,,,${size},USD,,,id-${key}\n`
  if (kind === 'BUY' || kind === 'SELL') return `${date},${kind},${asset},${size},2,,EUR,,,\n`
  if (kind === 'DIVIDEND') return `${date},DIVIDEND,${asset},,,${size},EUR,,,\n`
  if (kind === 'SPLIT') return `${date},SPLIT,${asset},,,,,2:1,,\n`
  return `${date},FX_CONVERSION,,,,,-${size},EUR,,g${key},\n${date},FX_CONVERSION,,,,,${size},USD,,g${key},\n`
}

async function setUp(flags: Parameters<typeof createBroker>[2]) {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const fresh = async () => {
    const broker = await createBroker(app, user, flags)
    const send = async (name: string, text: string) => (await upload(app, user, broker, name, text)).body.id as string
    const call = (id: string, operation: string, body: object = {}) =>
      app.call(user, 'POST', `/brokers/import/files/${id}/${operation}`, body)
    /** Balances and holdings added up from the lines. */
    const state = async () => {
      const units = new Map<string, Decimal>()
      const lines = (await app.call(user, 'GET', `/transactions?broker_ids=${broker}&limit=1000`)).body
      for (const { currency, amount, asset_id, quantity } of lines) {
        if (currency != null) units.set(currency, add(units.get(currency) ?? ZERO, decimal(amount)))
        if (asset_id != null) units.set(`#${asset_id}`, add(units.get(`#${asset_id}`) ?? ZERO, decimal(quantity)))
      }
      return units
    }
    return { broker, send, call, state }
  }
  return { ...app, app, user, fresh }
}

type Shown = z.infer<typeof Changes>
const figuresOf = ({ assets, cash }: Shown) => [
  ...assets.map(({ name, before, change, after }) => [name, before, change, after]),
  ...cash.map(({ currency, before, change, after }) => [currency, before, change, after]),
]

/** The changes from one state to another, as the answers write them. */
function between(before: ReadonlyMap<string, Decimal>, after: ReadonlyMap<string, Decimal>) {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((unit) => {
    const [from, to] = [before.get(unit) ?? ZERO, after.get(unit) ?? ZERO]
    return from === to ? [] : [[unit, formatDecimal(from), formatDecimal(to)]]
  })
}

const unitsOf = ({ assets, cash }: Shown) =>
  [
    ...assets.map(({ asset_id, before, after }) => [`#${asset_id}`, before, after]),
    ...cash.map(({ currency, before, after }) => [currency, before, after]),
  ].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))

test('preview, dry run, import and undo of random reports over random ledgers say the changes that there are', async () => {
  const { fresh } = await setUp({ allowAssetShorting: true, allowCashOverdraft: true })
  const lines = fc.array(line, { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(lines, lines, fc.integer({ min: 0, max: 8 }), fc.boolean(), async (first, second, overlap, again) => {
      const { send, call, state } = await fresh()
      const old = first.map((entry, index) => rowOf(entry, `a${index}`))
      await call(await send('first.csv', HEAD + old.join('')), 'import', {})
      const rows = [...old.slice(0, overlap), ...second.map((entry, index) => rowOf(entry, `b${index}`))]
      const id = await send('second.csv', HEAD + rows.join(''))
      const choice = again ? { duplicates: 'import' } : {}
      const before = await state()
      const preview = again ? undefined : (await call(id, 'parse')).as(Preview)
      const dry = (await call(id, 'import', { ...choice, dry_run: true })).as(ImportAnswer)
      expect(await state()).toEqual(before)
      const answer = await call(id, 'import', choice)
      if (answer.status !== 200) {
        expect(answer.body.code).toBe(dry.refused?.code)
        return
      }
      const done = answer.as(ImportAnswer)
      const after = await state()
      expect([dry.refused, unitsOf(done.changes)]).toEqual([null, between(before, after)])
      expect(figuresOf(dry.changes)).toEqual(figuresOf(done.changes))
      if (preview !== undefined) {
        expect(figuresOf(preview.changes)).toEqual(figuresOf(done.changes))
        expect(preview.transactions.filter(({ outcome }) => outcome === 'import').length).toBe(done.imported)
      }
      const undone = (await call(id, 'undo')).as(UndoAnswer)
      expect(unitsOf(undone.changes)).toEqual(between(after, before))
      expect([undone.transactions_removed, await state()]).toEqual([done.imported, before])
    }),
    seeded(25),
  )
}, 60_000)

test('what happens to each row is said, and rows left out as short change nothing', async () => {
  const { fresh } = await setUp({ allowCashOverdraft: true })
  const { send, call, state } = await fresh()
  const sale = '2024-03-05,SELL,LANT,STOCK,3,2,,EUR,,,\n'
  const deposit = '2024-03-06,DEPOSIT,,,,,5,EUR,,,\n'
  await call(await send('first.csv', HEAD + deposit), 'import')
  const id = await send('second.csv', `${HEAD}${sale}${deposit}2024-03-07,DEPOSIT,,,,,7,EUR,,,\n`)
  const preview = (await call(id, 'parse')).as(Preview)
  expect(preview.transactions.map(({ row, outcome }) => [row, outcome])).toEqual([
    [2, 'left-out'],
    [3, 'duplicate'],
    [4, 'import'],
  ])
  expect([preview.changes.cash[0]?.after, preview.balances]).toEqual(['12', [{ currency: 'EUR', amount: '12' }]])
  const done = (await call(id, 'import', { short: 'leave-out' })).as(ImportAnswer)
  expect(figuresOf(done.changes)).toEqual([['EUR', '5', '7', '12']])
  expect([...(await state())]).toEqual([['EUR', decimal('12')]])
  expect(figuresOf((await call(id, 'parse')).as(Preview).changes)).toEqual([])
})
