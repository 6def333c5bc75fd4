import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { SCOPES } from '#src/shared/scopes.ts'
import { type Answer, createTestApp, type TestApp, type TestUser } from '#test/support/app.ts'
import { type DescribedOperation, describedOperations, fillPath } from '#test/support/described.ts'
import { createBroker } from '#test/support/factories.ts'
import { makeToken } from '#test/support/tokens.ts'

/** Stands in every text of the broker: no answer to a stranger may hold it. */
const MARK = 'zanzibar'
const REPORT = `date,type,amount,currency,description\n2026-01-02,DEPOSIT,1000,EUR,${MARK}\n`
const LATER_REPORT = `date,type,amount,currency,description\n2026-01-03,DEPOSIT,7,EUR,${MARK}\n`
const UNKNOWN = '0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11'
const ROLES = ['VIEWER', 'EDITOR', 'OWNER'] as const

type Role = (typeof ROLES)[number]
type Scene = Awaited<ReturnType<typeof setScene>>
type Values = Readonly<Record<string, string | number>>
type Case = {
  readonly needs: Role
  /** What stands for the path parameters; default: the broker. */
  readonly values?: (scene: Scene) => Values
  readonly query?: (scene: Scene) => string
  readonly body?: (scene: Scene) => unknown
  /** Statuses when the role is large enough; default: 2xx. */
  readonly answers?: readonly number[]
}

const line = (scene: Scene) => ({ broker_id: scene.brokerId, type: 'DEPOSIT', date: '2026-01-05', amount: '5', currency: 'EUR' })
const reportForm = () => {
  const form = new FormData()
  form.set('file', new File([LATER_REPORT], `${MARK}-2.csv`))
  return form
}
const ofLine = (scene: Scene) => ({ id: scene.lineId })
const ofReport = (scene: Scene) => ({ id: scene.reportId })
const ofMember = (scene: Scene) => ({ id: scene.brokerId, user_id: scene.other.id })

/** Every operation on one broker, the smallest role that may call it, and a request that is good but for the role. */
const CASES: Readonly<Record<string, Case>> = {
  getBroker: { needs: 'VIEWER' },
  getBrokerSummary: { needs: 'VIEWER' },
  getBrokerIcon: { needs: 'VIEWER' },
  changeBroker: { needs: 'EDITOR', body: () => ({ name: 'Renamed' }) },
  changeBrokers: { needs: 'EDITOR', body: (scene) => ({ ids: [scene.brokerId], change: { description: 'Renamed' } }) },
  deleteBroker: { needs: 'OWNER' },
  listAccess: { needs: 'VIEWER' },
  includeBroker: { needs: 'VIEWER', body: () => ({ included: false }) },
  grantAccess: { needs: 'OWNER', body: (scene) => ({ user_id: scene.newcomer.id, role: 'VIEWER' }) },
  changeAccess: { needs: 'OWNER', values: ofMember, body: () => ({ role: 'EDITOR' }) },
  revokeAccess: { needs: 'OWNER', values: ofMember },
  createTransaction: { needs: 'EDITOR', body: line },
  applyTransactionBatch: { needs: 'EDITOR', body: (scene) => ({ create: [line(scene)] }) },
  getTransaction: { needs: 'VIEWER', values: ofLine },
  changeTransaction: { needs: 'EDITOR', values: ofLine, body: () => ({ description: 'changed' }) },
  deleteTransaction: { needs: 'EDITOR', values: ofLine },
  uploadReport: { needs: 'EDITOR', query: (scene) => `?broker_id=${scene.brokerId}`, body: reportForm },
  reportReceived: { needs: 'EDITOR', body: (scene) => ({ broker_id: scene.brokerId, file_ids: [UNKNOWN] }), answers: [404] },
  getReport: { needs: 'VIEWER', values: ofReport },
  downloadReport: { needs: 'VIEWER', values: ofReport },
  peekReport: { needs: 'VIEWER', values: ofReport },
  deleteReport: { needs: 'EDITOR', values: ofReport },
  parseReport: { needs: 'EDITOR', values: ofReport, body: () => ({}) },
  importReport: { needs: 'EDITOR', values: ofReport, body: () => ({}) },
  undoImport: { needs: 'EDITOR', values: ofReport, body: () => ({}), answers: [409] },
}

/** Operations of the same rooms that are not about one broker: they show what the caller may see. */
const LISTS = [
  'listBrokers',
  'createBroker',
  'listTransactions',
  'listTransactionsCsv',
  'listTransactionProposals',
  'getTransactionsAsBeancount',
  'getTransactionsAsJournal',
  'listReports',
  'listReceivedReports',
  'receiveReports',
  'listImportPlugins',
  'listImportTemplates',
  'putImportTemplate',
  'deleteImportTemplate',
]
const ROOMS = ['brokers', 'access', 'transactions', 'imports']
const operations = new Map(describedOperations.map((operation) => [operation.id, operation]))

function operationOf(id: string): DescribedOperation {
  const operation = operations.get(id)
  if (!operation) throw new Error(`There is no operation ${id}.`)
  return operation
}

async function setScene() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const admin = await app.createUser({ username: 'admin' })
  const actors = {
    OWNER: await app.createUser({ username: 'owner' }),
    EDITOR: await app.createUser({ username: 'editor' }),
    VIEWER: await app.createUser({ username: 'viewer' }),
    stranger: await app.createUser({ username: 'stranger' }),
    'superuser without a role': admin,
  }
  const elsewhere = await createBroker(app, actors.OWNER, { name: 'Elsewhere' })
  const everything = ['read', 'write', 'import', 'share'] as const
  const narrowed = await makeToken(app, actors.OWNER, everything, { broker_ids: [elsewhere] })
  const other = await app.createUser({ username: 'other' })
  const newcomer = await app.createUser({ username: 'newcomer' })
  const members = [[actors.EDITOR, 'EDITOR'] as const, [actors.VIEWER, 'VIEWER'] as const, [other, 'VIEWER'] as const]
  const brokerId = await createBroker(app, actors.OWNER, { name: MARK, members })
  const icon = new FormData()
  icon.set('file', new File(['<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"></svg>'], 'icon.svg'))
  const image = await app.call(actors.OWNER, 'POST', '/uploads', icon)
  await app.call(actors.OWNER, 'PATCH', `/brokers/${brokerId}`, { icon: image.body.id, description: MARK })
  const created = await app.call(actors.OWNER, 'POST', '/transactions', {
    ...{ broker_id: brokerId, type: 'DEPOSIT', date: '2026-01-01', amount: '10', currency: 'EUR' },
    ...{ description: MARK, tags: [MARK], external_id: MARK },
  })
  const removed = await app.createUser({ username: 'removed' })
  await app.call(actors.OWNER, 'POST', `/brokers/${brokerId}/access`, { user_id: removed.id, role: 'OWNER' })
  await app.call(actors.OWNER, 'DELETE', `/brokers/${brokerId}/access/${removed.id}`)
  const strangers = {
    ...{ stranger: actors.stranger, 'superuser without a role': admin, 'removed member': removed },
    'token of the OWNER for another broker': { ...actors.OWNER, token: narrowed.text },
    'token of a stranger': { ...actors.stranger, token: (await makeToken(app, actors.stranger, everything)).text },
  }
  const form = new FormData()
  form.set('file', new File([REPORT], `${MARK}.csv`))
  const report = await app.call(actors.OWNER, 'POST', `/brokers/import/upload?broker_id=${brokerId}`, form)
  expect([image.status, created.status, report.status]).toEqual([201, 201, 201])
  return {
    app,
    actors,
    strangers,
    other,
    newcomer,
    brokerId,
    lineId: created.body.id as number,
    reportId: report.body.id as string,
  }
}

function callAs(
  scene: Scene,
  user: TestUser,
  operation: DescribedOperation,
  values?: Values,
  brokerId?: number,
): Promise<Answer> {
  const kind = CASES[operation.id]
  const seen = brokerId === undefined ? scene : { ...scene, brokerId }
  const path = fillPath(operation, values ?? kind?.values?.(seen) ?? { id: seen.brokerId })
  return scene.app.call(user, operation.method, path + (kind?.query?.(seen) ?? ''), kind?.body?.(seen))
}

/** Everything that a refused request must leave as it was. */
async function stateOf({ store, deps }: TestApp): Promise<string> {
  const tables = [
    'broker',
    'broker_access',
    'ledger_transaction',
    'balance_day',
    'balance_month',
    'report',
    'asset',
    'upload',
  ] as const
  const rows = await Promise.all(tables.map((table) => store.reader.selectFrom(table).selectAll().execute()))
  const files = [...new Bun.Glob('*/*').scanSync(deps.folders.root)].sort()
  return JSON.stringify([rows, files])
}

test('every operation of the broker rooms is in the matrix', () => {
  const described = describedOperations.filter((entry) => ROOMS.includes(entry.operation.tags[0] ?? '')).map((entry) => entry.id)
  expect(described.sort()).toEqual([...Object.keys(CASES), ...LISTS].sort())
})

test('403 for a member whose role is too small, naming the role needed, and nothing changes', async () => {
  const scene = await setScene()
  const before = await stateOf(scene.app)
  let refused = 0
  for (const [id, kind] of Object.entries(CASES)) {
    for (const role of ROLES.slice(0, ROLES.indexOf(kind.needs))) {
      const { status, body } = await callAs(scene, scene.actors[role], operationOf(id))
      expect([id, role, status, body?.code, body?.role_needed]).toEqual([id, role, 403, 'broker/role-too-small', kind.needs])
      refused += 1
    }
  }
  expect(await stateOf(scene.app)).toBe(before)
  expect(refused).toBeGreaterThan(15)
})

test('404 for a stranger, superuser or not, a removed member and a token for other brokers, exactly as if there were nothing; nothing changes', async () => {
  const scene = await setScene()
  const before = await stateOf(scene.app)
  for (const id of Object.keys(CASES)) {
    for (const [actor, user] of Object.entries(scene.strangers)) {
      const strange = await callAs(scene, user, operationOf(id))
      const missingId = id.endsWith('Report') || id === 'undoImport' ? crypto.randomUUID() : 987_654
      const missing = await callAs(scene, user, operationOf(id), { id: missingId, user_id: scene.other.id }, 987_654)
      const comparable = ({ status, body }: Answer) => ({ id, actor, status, ...body, instance: '', request_id: '' })
      expect([id, actor, strange.status]).toEqual([id, actor, 404])
      expect(comparable(strange)).toEqual(comparable(missing))
      expect(strange.text).not.toContain(MARK)
    }
  }
  expect(await stateOf(scene.app)).toBe(before)
})

for (const [id, kind] of Object.entries(CASES)) {
  test(`${id} for a token with the scope that the document names, of a user with the least role`, async () => {
    const scene = await setScene()
    const [scope] = operationOf(id).operation.security.flatMap((way) => way['token'] ?? [])
    const { text } = await makeToken(
      scene.app,
      scene.actors[kind.needs],
      SCOPES.filter((one) => one === scope),
    )
    const answer = await callAs(scene, { ...scene.actors[kind.needs], token: text }, operationOf(id))
    expect([answer.status, answer.status < 300 || kind.answers?.includes(answer.status) === true]).toEqual([answer.status, true])
  })
  for (const role of ROLES.slice(ROLES.indexOf(kind.needs))) {
    test(`${kind.answers?.join(' or ') ?? '2xx'} from ${id} for ${role}`, async () => {
      const scene = await setScene()
      const answer = await callAs(scene, scene.actors[role], operationOf(id))
      if (kind.answers) expect(kind.answers).toContain(answer.status)
      else if (answer.status < 200 || answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
    })
  }
}

test('a removed member is a stranger with the very next request', async () => {
  const scene = await setScene()
  const { app, actors, brokerId } = scene
  const read = () => app.call(actors.EDITOR, 'GET', `/brokers/${brokerId}`)
  expect((await read()).status).toBe(200)
  await app.call(actors.OWNER, 'DELETE', `/brokers/${brokerId}/access/${actors.EDITOR.id}`)
  expect((await read()).status).toBe(404)
})

test('no answer of any operation that only reads shows a stranger anything of the broker', async () => {
  const scene = await setScene()
  const { app, actors, brokerId } = scene
  const reading = describedOperations.filter((entry) => entry.method === 'GET' && entry.id !== 'watchJob')
  let seenByOwner = 0
  for (const operation of reading) {
    const takesBrokers = (operation.operation.parameters ?? []).some((parameter) => parameter.name === 'broker_ids')
    for (const query of ['', ...(takesBrokers ? [`?broker_ids=${brokerId}`] : [])]) {
      const path = fillPath(operation, CASES[operation.id]?.values?.(scene) ?? { id: brokerId }) + query
      for (const [actor, user] of Object.entries(scene.strangers)) {
        const answer = await app.call(user, 'GET', path)
        expect([operation.id, actor, answer.text.includes(MARK)]).toEqual([operation.id, actor, false])
        expect(answer.status).toBeLessThan(500)
      }
      if ((await app.call(actors.OWNER, 'GET', path)).text.includes(MARK)) seenByOwner += 1
    }
  }
  expect(seenByOwner).toBeGreaterThanOrEqual(7)
})
