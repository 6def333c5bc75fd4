/** What moves between two accounts that one file names. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const TITLES = 'date,type,symbol,asset_type,quantity,price,amount,currency,account,group,cost_basis'
const fileOf = (...lines: readonly string[]) => `${[TITLES, ...lines].join('\n')}\n`
const BOUGHT = ['2024-01-02,DEPOSIT,,,,,1000,EUR,Main,,', '2024-01-03,BUY,LANT,STOCK,10,5,,EUR,Main,,']
const SOLD = '2024-03-01,SELL,LANT,STOCK,-4,6,,EUR,Depot 2,,'
const OUT = '2024-02-01,TRANSFER,LANT,STOCK,-4,,,,Main,,'
const IN = '2024-02-01,TRANSFER,LANT,STOCK,4,,,,Depot 2,,'

async function setUp() {
  const { deps } = await createTestApp()
  const app = await createTestApp({ deps: { plugins: { ...deps.plugins, brim: brokerPlugins } } })
  const user = await app.createUser()
  const imported = async (...lines: readonly string[]) => {
    const broker = await createBroker(app, user, { name: `Broker ${Bun.randomUUIDv7()}` })
    const done = await upload(app, user, broker, 'own.csv', fileOf(...lines), '&import=true')
    expect([done.status, done.body.result?.issues]).toEqual([201, []])
    const listed = await app.call(user, 'GET', `/transactions?broker_ids=${broker}&types=TRANSFER&order=date_asc&limit=1000`)
    const gains = await app.call(user, 'GET', `/portfolio/gains?broker_ids=${broker}&currency=EUR`)
    return { moves: listed.body as { group_id: string | null; quantity: string; amount: string }[], gains: gains.text }
  }
  return { app, user, imported }
}

test('what goes out of one account and comes into another is one group, whichever row is first: its cost goes along', async () => {
  const { imported } = await setUp()
  for (const rows of [
    [OUT, IN],
    [IN, OUT],
  ]) {
    const { moves, gains } = await imported(...BOUGHT, ...rows, SOLD)
    expect([moves.length, new Set(moves.map(({ group_id }) => group_id)).size, moves[0]?.group_id === null]).toEqual([
      2,
      1,
      false,
    ])
    expect(gains).toContain('"cost":"20"')
  }
})

test('a group that the file itself makes of two accounts stays one; cash moves alike', async () => {
  const { imported } = await setUp()
  const grouped = [OUT, IN].map((row) => row.replace(/,,$/, ',g,'))
  const cash = ['2024-02-02,TRANSFER,,,,,-50,EUR,Main,,', '2024-02-02,TRANSFER,,,,,50,EUR,Depot 2,,']
  const { moves } = await imported(...BOUGHT, ...grouped, ...cash)
  expect([...Map.groupBy(moves, ({ group_id }) => group_id).values()].map((legs) => legs.length)).toEqual([2, 2])
})

test('what may be another move stays alone: another day, size or account, a stated value, or too many of one side', async () => {
  const { imported } = await setUp()
  const alone = async (...rows: readonly string[]) =>
    (await imported(...BOUGHT, ...rows)).moves.every(({ group_id }) => group_id === null)
  expect(await alone(OUT, IN.replace('02-01', '02-02'))).toBe(true)
  expect(await alone(OUT, IN.replace(',4,', ',3,'))).toBe(true)
  expect(await alone(OUT, IN.replace('Depot 2', 'Main'))).toBe(true)
  expect(await alone(OUT, IN.replace('Depot 2', ''))).toBe(true)
  expect(await alone(OUT, IN.replace(',,,,Depot 2,,', ',,,EUR,Depot 2,,33'))).toBe(true)
  expect(await alone(OUT, OUT, IN)).toBe(true)
  expect(await alone(OUT, IN, OUT, IN.replace('Depot 2', 'Depot 3'))).toBe(true)
})

test('property: of as many equal moves out of one account as into another each is one pair that cancels out', async () => {
  const { imported } = await setUp()
  const move = fc.record({ day: fc.integer({ min: 1, max: 28 }), size: fc.constantFrom('0.5', '1', '1.25') })
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 6 }), fc.boolean(), async (moves, isInFirst) => {
      const rows = moves.flatMap(({ day, size }) => {
        const date = `2024-02-${String(day).padStart(2, '0')}`
        const legs = [`${date},TRANSFER,LANT,STOCK,-${size},,,,Main,,`, `${date},TRANSFER,LANT,STOCK,${size},,,,Depot 2,,`]
        return isInFirst ? legs.reverse() : legs
      })
      const found = Map.groupBy((await imported(...BOUGHT, ...rows)).moves, ({ group_id }) => group_id)
      expect([found.has(null), found.size]).toEqual([false, moves.length])
      for (const legs of found.values())
        expect([legs.length, legs.reduce((sum, { quantity }) => sum + Number(quantity), 0)]).toEqual([2, 0])
    }),
    { numRuns: 10 },
  )
})
