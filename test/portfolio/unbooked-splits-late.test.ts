/** A split that a broker books late, by what it held on the day of the split, against the same one before it is booked. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { addDays } from '#src/shared/date.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

const [FIRST, LENGTH, AT, OLD] = ['2024-01-01', 110, 20, 40]
const day = (index: number) => addDays(FIRST, index)

const trades = fc.array(
  fc.record({ at: fc.integer({ min: 1, max: LENGTH - 1 }), isSale: fc.boolean(), size: fc.integer({ min: 1, max: 9 }) }),
  { maxLength: 6 },
)

test('a split that is booked days or weeks after its day changes no value, gain or return of any day, and ends the warning', async () => {
  await fc.assert(
    fc.asyncProperty(trades, fc.integer({ min: 0, max: 85 }), fc.constantFrom(2, 4), async (moves, late, ratio) => {
      const { broker_id, asset_id, line, book, price, split, ask } = await openPortfolio({
        today: day(LENGTH),
        broker: { allowAssetShorting: true, allowCashOverdraft: true },
      })
      const levelOn = (at: number) => (at < AT ? 100 * ratio : 100)
      const lines = moves.map(({ at, isSale, size }) => {
        const trade = isSale ? { type: 'SELL', quantity: `-${size}` } : { type: 'BUY', quantity: `${size}` }
        return { ...line, ...trade, date: day(at), price: `${levelOn(at)}` }
      })
      await book({ ...line, type: 'BUY', date: FIRST, quantity: `${OLD}`, price: `${100 * ratio}` }, ...lines)
      await price(Object.fromEntries(Array.from({ length: LENGTH }, (_, at) => [day(at), `${levelOn(at) + (at % 3)}`])))
      await split(day(AT), `${ratio}:1`)
      const held = moves.reduce((units, { at, isSale, size }) => (at < AT ? units + (isSale ? -size : size) : units), OLD)
      const read = async () => {
        const get = async (path: string) => (await ask(`${path}currency=EUR`)).body
        const { points, warnings } = await get('history?interval=daily&scope=assets&')
        const { gain, twr, mwr, max_drawdown, volatility } = await get('performance?scope=assets&')
        const { disposals } = await get('gains?')
        return {
          warned: warnings.filter(({ code }: { code: string }) => code === 'split-not-booked').length,
          values: points.map(({ value }: { value: string }) => value),
          returns: [gain, twr, mwr, max_drawdown, volatility],
          gains: disposals.map((one: { gain: string }) => one.gain),
        }
      }
      const before = await read()
      expect(before.warned).toBe(1)
      await book({ broker_id, asset_id, type: 'SPLIT', date: day(AT + late), quantity: `${held * (ratio - 1)}` })
      expect(await read()).toEqual({ ...before, warned: 0 })
    }),
    { numRuns: Number(process.env['RUNS'] ?? 15) },
  )
}, 300_000)
