import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { inTransaction } from '#db/transaction.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { decimal, formatDecimal } from '#src/shared/decimal.ts'
import { type Changes, collectChanges, createCollector } from '#src/transactions/balances.ts'
import { type BulkLine, insertManyLines } from '#src/transactions/line-insert.repository.ts'
import { insertTransaction, listTransactionsById } from '#src/transactions/repository.ts'
import type { TransactionFields } from '#src/transactions/transaction.ts'
import { createTestApp } from '#test/support/app.ts'
import { dayFrom, seeded } from '#test/support/arbitraries.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

type Line = { readonly date: string; readonly amount: string; readonly fees: string; readonly description: string | null }

test('imports of whatever length write each line as its row has it, whatever lines have in common', async () => {
  const { deps } = await createTestApp()
  const app = await createTestApp({ deps: { plugins: { ...deps.plugins, brim: brokerPlugins } } })
  const user = await app.createUser()
  for (const [count, odd] of [
    [1, 0],
    [24, 23],
    [25, 7],
    [26, 25],
    [50, -1],
    [63, 40],
    [249, 248],
    [250, 7],
    [251, 250],
    [500, -1],
    [613, 400],
  ] as const) {
    const broker = await createBroker(app, user, { name: `Broker of ${count}`, allowCashOverdraft: true })
    const rows = Array.from({ length: count }, (_, index) => ({
      date: `2024-03-${String(1 + (index % 28)).padStart(2, '0')}`,
      amount: String(index + 1),
      fees: '0.5',
      description: index === odd ? "d'Or, no. 5" : 'in',
    }))
    const cells = rows.map(({ date, amount, fees, description }) => `${date},DEPOSIT,${amount},EUR,${fees},"${description}"`)
    const text = ['date,type,amount,currency,fees,description', ...cells].join('\n')
    const { id } = (await upload(app, user, broker, `${count}.csv`, text)).body
    const { body } = await app.call(user, 'POST', `/brokers/import/files/${id}/import`, {})
    expect([body.imported, body.issues]).toEqual([count, []])
    const listed = (await app.call(user, 'GET', `/transactions?broker_ids=${broker}&limit=1000`)).body as Line[]
    const byAmount = listed.toSorted((a, b) => Number(a.amount) - Number(b.amount))
    expect(byAmount.map(({ date, amount, fees, description }) => ({ date, amount, fees, description }))).toEqual(rows)
    const { balances } = (await app.call(user, 'GET', `/brokers/${broker}/summary`)).body
    expect(balances[0].amount).toBe(String((count * (count + 1)) / 2))
  }
})

const PLAIN: Omit<TransactionFields, 'brokerId'> = {
  ...{ type: 'DEPOSIT', date: '2024-03-01', time: null, settledOn: null, assetId: null, quantity: decimal('0'), price: null },
  ...{ priceCurrency: null, fxRate: null, amount: decimal('12.5'), currency: 'EUR', fees: decimal('0'), taxes: decimal('0') },
  ...{ costBasis: null, ratio: null, costShare: null, externalId: null, description: null, tags: [], lots: null, account: null },
}
const OTHERS: Partial<TransactionFields> = {
  ...{ type: 'BUY', date: '2024-03-02', time: '09:30', settledOn: '2024-03-04', quantity: decimal('3.25'), price: decimal('7') },
  ...{
    priceCurrency: 'USD',
    fxRate: decimal('0.9'),
    amount: decimal('-1'),
    currency: 'CHF',
    fees: decimal('1'),
    taxes: decimal('2'),
  },
  ...{
    costBasis: decimal('4'),
    ratio: '2:1',
    costShare: decimal('0.5'),
    externalId: 'N-1',
    description: "d'Or",
    tags: ['staking'],
  },
  ...{ account: 'Depot 2' },
}

test('a line that differs from all others in one thing is written with it, wherever it stands', async () => {
  const app = await createTestApp()
  const user = await app.createUser()
  const brokerId = await createBroker(app, user)
  const assetId = await createAsset(app, { symbol: 'ODD' })
  const origin = { brokerId, reportId: crypto.randomUUID(), createdBy: user.id, createdAt: '2024-05-01T00:00:00.000Z' }
  const plain: TransactionFields = { ...PLAIN, brokerId }
  const odd = (Object.keys(OTHERS) as (keyof TransactionFields)[]).map((name) => ({ fields: { ...plain, [name]: OTHERS[name] } }))
  const written = [...odd, { assetId }, { groupId: 'group' }, { sourceRow: 7 }]
  for (const [index, other] of written.entries()) {
    const base = { fields: plain, assetId: null, groupId: null, sourceRow: 1 }
    const at = (index * 53) % 300
    const lines = Array.from({ length: 300 }, (_, place) => (place === at ? { ...base, ...other } : base))
    const stored = await inTransaction(app.deps, async ({ db: tx }) => {
      await insertManyLines(tx, origin, lines, () => undefined)
      const { length } = lines
      const [last] = await tx.selectFrom('ledger_transaction').select('id').orderBy('id', 'desc').limit(1).execute()
      const ids = Array.from({ length }, (_, place) => (last?.id ?? 0) - length + 1 + place)
      const many = (await listTransactionsById(tx, ids)).toSorted((a, b) => a.id - b.id)
      await tx.deleteFrom('ledger_transaction').execute()
      const { fields, groupId, sourceRow, assetId } = { ...base, ...other }
      const { reportId, createdBy, createdAt } = origin
      const one = await insertTransaction(tx, { ...fields, assetId }, { groupId, reportId, sourceRow, createdBy, createdAt })
      await tx.deleteFrom('ledger_transaction').execute()
      return { many, one }
    })
    const bare = ({ id: _, ...line }: (typeof stored.many)[number]) => line
    expect([index, stored.many.length, bare(stored.many[at] ?? stored.one)]).toEqual([index, 300, bare(stored.one)])
    const others = stored.many.filter((_, place) => place !== at)
    expect(new Set(others.map((line) => Bun.inspect(bare(line)))).size).toBe(1)
  }
})

test('lines that differ in everything are written each as it is, in statements of as many values as there can be', async () => {
  const app = await createTestApp()
  const user = await app.createUser()
  const brokerId = await createBroker(app, user)
  const assetId = await createAsset(app, { symbol: 'ODD' })
  const origin = { brokerId, reportId: crypto.randomUUID(), createdBy: user.id, createdAt: '2024-05-01T00:00:00.000Z' }
  const lines = Array.from({ length: 613 }, (_, index): BulkLine => {
    const isOdd = index % 2 === 1
    const fields = { ...PLAIN, ...(isOdd ? OTHERS : {}), brokerId, externalId: `N-${index}` }
    return { fields, assetId: isOdd ? assetId : null, groupId: isOdd ? 'group' : null, sourceRow: index + 1 }
  })
  const { many, each } = await inTransaction(app.deps, async ({ db: tx }) => {
    const all = async () => {
      const ids = await tx.selectFrom('ledger_transaction').select('id').orderBy('id').execute()
      const found = await listTransactionsById(
        tx,
        ids.map(({ id }) => id),
      )
      await tx.deleteFrom('ledger_transaction').execute()
      return found.toSorted((a, b) => a.id - b.id).map(({ id: _, ...line }) => line)
    }
    await insertManyLines(tx, origin, lines, () => undefined)
    const many = await all()
    const { reportId, createdBy, createdAt } = origin
    for (const { fields, assetId, groupId, sourceRow } of lines)
      await insertTransaction(tx, { ...fields, assetId }, { groupId, reportId, sourceRow, createdBy, createdAt })
    return { many, each: await all() }
  })
  expect(many.length).toBe(613)
  expect(many).toEqual(each)
})

test('property: what many lines move together is what each of them moves', () => {
  const figure = fc.constantFrom('0', '1', '-2.5', '0.000000000001').map(decimal)
  const line = fc.record({
    ...{ date: dayFrom('2024-02-27', 4), assetId: fc.constantFrom(null, 1, 2), quantity: figure, amount: figure },
    currency: fc.constantFrom(null, 'EUR', 'USD'),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const [one, all]: [Changes, Changes] = [new Map(), new Map()]
      const collector = createCollector(all, 7)
      for (const { assetId, ...fields } of lines) {
        collectChanges(one, { brokerId: 7, assetId, ...fields })
        collector.add({ assetId, fields })
      }
      collector.end()
      expect(listed(all)).toEqual(listed(one))
    }),
    seeded(300),
  )
})

function listed(changes: Changes) {
  return [...changes].flatMap(([broker, units]) =>
    [...units].flatMap(([unit, days]) =>
      [...days].map(([day, change]) => `${broker} ${unit} ${day} ${formatDecimal(change)}`).sort(),
    ),
  )
}
