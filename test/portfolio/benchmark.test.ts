import { expect, test } from 'bun:test'
import { type ByDay, openPortfolio } from '#test/support/portfolio-world.ts'
import { byClass } from './charts-svg.ts'

async function setUp(currency = 'EUR') {
  const { asset_id, line, book, price, rate, split, performance, ask } = await openPortfolio({ asset: { currency } })
  const query = `scope=assets&benchmark=${asset_id}&from=2024-06-04&to=2024-06-28`
  return {
    closes: price,
    addSplit: split,
    book: (...lines: object[]) => book(...lines.map((one) => ({ ...line, ...one }))),
    split: (date: string, ratio: string) => book({ broker_id: line.broker_id, asset_id, type: 'SPLIT', date, ratio }),
    rates: (list: ByDay) => rate('EUR', 'USD', list),
    async benchmark() {
      const report = await performance(query)
      const picture = await ask(`charts/performance.svg?currency=EUR&${query}&language=en`)
      const figure = byClass(picture.text, 'ink').findLast(({ text }) => text.startsWith('ACME'))?.text
      return { twr: report.benchmark?.twr, own: report.twr, figure }
    },
  }
}

const bought = { type: 'BUY', date: '2024-06-03', quantity: '3', price: '400' }

test('200 for 400, four for one, 110: 4 x 110 / 400 - 1 = 10 %, in the report and in the chart', async () => {
  const { closes, addSplit, book, split, benchmark } = await setUp()
  await closes({ '2024-06-03': '400', '2024-06-10': '102', '2024-06-28': '110' })
  await addSplit('2024-06-10', '4:1')
  await book(bought)
  await split('2024-06-10', '4:1')
  expect(await benchmark()).toEqual({
    twr: expect.closeTo(0.1, 12),
    own: expect.closeTo(0.1, 12),
    figure: 'ACME +10.0%',
  })
})

test('200 when the ledger tells of the split some days after the catalogue: counted once', async () => {
  const { closes, addSplit, book, split, benchmark } = await setUp()
  await closes({ '2024-06-03': '400', '2024-06-10': '102', '2024-06-28': '110' })
  await addSplit('2024-06-10', '4:1')
  await book(bought)
  await split('2024-06-12', '4:1')
  expect(await benchmark()).toMatchObject({ twr: expect.closeTo(0.1, 12), figure: 'ACME +10.0%' })
})

test('200 when only the ledger tells of the split, with a close of its day and without', async () => {
  for (const between of ['2024-06-10', '2024-06-11']) {
    const { closes, book, split, benchmark } = await setUp()
    await closes({ '2024-06-03': '400', [between]: '102', '2024-06-28': '110' })
    await book(bought)
    await split('2024-06-10', '4:1')
    expect(await benchmark()).toMatchObject({ twr: expect.closeTo(0.1, 12), own: expect.closeTo(0.1, 12) })
  }
})

test('200 when the last close is older than the split: nothing has changed', async () => {
  const { closes, addSplit, book, benchmark } = await setUp()
  await closes({ '2024-06-03': '400' })
  await addSplit('2024-06-10', '4:1')
  await book({ ...bought, date: '2024-06-20', price: '100' })
  expect(await benchmark()).toMatchObject({ twr: 0, figure: 'ACME 0.0%' })
})

test('200 without any close: trades before and after a split', async () => {
  const { addSplit, book, split, benchmark } = await setUp()
  await addSplit('2024-06-09', '4:1')
  await book(bought)
  await split('2024-06-10', '4:1')
  await book({ ...bought, date: '2024-06-28', price: '110' })
  expect(await benchmark()).toMatchObject({ twr: expect.closeTo(0.1, 12), figure: 'ACME +10.0%' })
})

test('200 for splits on the first and on the last day, one of them a consolidation, in another currency', async () => {
  const { closes, addSplit, rates, book, benchmark } = await setUp('USD')
  await rates({ '2024-06-03': '1.25', '2024-06-28': '1' })
  await closes({ '2024-06-02': '30', '2024-06-03': '90', '2024-06-04': '9', '2024-06-28': '40' })
  await addSplit('2024-06-03', '1:3')
  await addSplit('2024-06-04', '10:1')
  await addSplit('2024-06-28', '1:5')
  await book({ ...bought, date: '2024-06-05', price: '10' })
  const unit = ((40 * 10) / 5 / 1) * 1
  expect(await benchmark()).toMatchObject({ twr: expect.closeTo(unit / (90 / 1.25) - 1, 12) })
})
