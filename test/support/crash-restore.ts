/** A service that is killed while it makes or restores backups: its data are those of before or those of the backup, whole. */
import { Database } from 'bun:sqlite'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { formOf, type Running, SOURCE, startBinary } from './binary.ts'
import { faultsOf } from './crash.ts'

const ACCOUNT = { username: 'otto', password: 'quiet-harbour-lantern-42' }
const ENV = { JWT_SECRET: 'a-secret-of-the-test-0123456789-abcdef', OFFLINE: 'true', LOG_LEVEL: 'info' }
const LINES = 300
type Client = ReturnType<Running['client']>

/** A data folder with one backup, and the lines that it has now and had then. */
export type Vault = {
  readonly folder: string
  readonly command: readonly string[]
  backup: string
  saved: ReadonlySet<string>
  now: Set<string>
  round: number
  /** Lines that were ever written. */
  written: number
  /** How often the data of the backup, and those of before, were there after a kill. */
  readonly ended: { restored: number; stayed: number }
}

export function createVault(folder: string, command: readonly string[] = SOURCE): Vault {
  return {
    folder,
    command,
    backup: '',
    saved: new Set(),
    now: new Set(),
    round: 0,
    written: 0,
    ended: { restored: 0, stayed: 0 },
  }
}

/** Adds lines, restores the backup (or makes one: every third time) and kills the service `milliseconds` later; says what is not as it should be. */
export async function crashRestore(vault: Vault, milliseconds: number): Promise<string[]> {
  const service = await startBinary(vault.folder, ENV, { command: vault.command })
  const client = service.client()
  vault.round += 1
  if (vault.round === 1) await begin(vault, client)
  else await client('POST', '/auth/login', ACCOUNT)
  await addLines(vault, client, 20)
  const isBackup = vault.round % 3 === 0
  const work = isBackup
    ? client('POST', '/backup')
    : client('POST', '/backup/restore', { id: vault.backup, password: ACCOUNT.password })
  const answered = work.then(
    ({ status }) => status,
    () => 0,
  )
  await Bun.sleep(milliseconds)
  await service.stop('SIGKILL')
  return await judge(vault, isBackup ? 0 : await answered)
}

async function begin(vault: Vault, client: Client): Promise<void> {
  await client('POST', '/auth/register', { ...ACCOUNT, email: 'otto@example.org' })
  await client('POST', '/auth/login', ACCOUNT)
  await client('POST', '/brokers', { name: 'Main' })
  await addLines(vault, client, LINES)
  for (let n = 0; n < 5; n += 1) await client('POST', '/uploads', formOf('a.csv', `a,${n}\n`.repeat(5_000)))
  await client('POST', '/backup')
  for (let turn = 0; vault.backup === '' && turn < 1_200; turn += 1) {
    vault.backup = (await client('GET', '/backup')).body[0]?.id ?? ''
    await Bun.sleep(50)
  }
  vault.saved = new Set(vault.now)
}

async function addLines(vault: Vault, client: Client, count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => `line ${vault.written + index}`)
  vault.written += count
  const line = { broker_id: 1, type: 'DEPOSIT', date: '2024-01-02', amount: '1', currency: 'EUR' }
  const create = names.map((external_id) => ({ ...line, external_id }))
  const { status, text } = await client('POST', '/transactions/batch', { create })
  if (status >= 300) throw new Error(`${status} ${text}`)
  for (const name of names) vault.now.add(name)
}

/** Starts it once more, which finishes what was committed, and looks at what is there. */
async function judge(vault: Vault, acknowledged: number): Promise<string[]> {
  const service = await startBinary(vault.folder, ENV, { command: vault.command })
  await service.stop()
  const data = join(vault.folder, 'data')
  const database = new Database(join(data, 'holdfast.db'))
  const rows = database.query<{ name: string }, []>('SELECT external_id AS name FROM ledger_transaction').all()
  database.close()
  const there = new Set(rows.map(({ name }) => name))
  const [isThen, isNow] = [vault.saved, vault.now].map((wanted) => there.size === wanted.size && there.isSubsetOf(wanted))
  const faults =
    isThen || isNow
      ? []
      : [`${there.size} lines are there, neither the ${vault.saved.size} of then nor the ${vault.now.size} of now`]
  if (acknowledged === 200 && !isThen) faults.push('a restore was acknowledged, and the data are those of before')
  vault.ended[isThen ? 'restored' : 'stayed'] += 1
  if (isThen) vault.now = new Set(vault.saved)
  const left = readdirSync(data).filter((name) => name === 'restore.json' || name === 'restore.json.part')
  return [...faults, ...left.map((name) => `${name} is left`), ...(await faultsOf(vault.folder))]
}
