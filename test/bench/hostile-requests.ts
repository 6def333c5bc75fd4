/** Requests that are meant to hold everybody up, of a signed-in user; everything in them is made here. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>
export type Hostile = Readonly<Record<string, () => Promise<unknown>>>

const JSON_TYPE = { 'Content-Type': 'application/json' }
const HEAD = 'date,type,symbol,isin,name,quantity,price,amount,currency,external_id\n'
const ACCOUNT = 'Datum,Uhrze,Valutadatum,Produkt,ISIN,Beschreibung,FX,Änderung,,Saldo,,Order-ID\n'
const SINCE = 'currency=EUR&from=1900-01-01'
const SLOW_CHUNKS = 20

/** Brokers: one with 400 assets bought in 1900, one with 40,000 lines, one to be removed with as many. */
export async function prepare(ask: Ask) {
  const broker = async (name: string) => {
    const fields = { name, allow_cash_overdraft: true, allow_asset_shorting: true }
    return (
      await json<{ id: number }>(await ask('/brokers', { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(fields) }))
    ).id
  }
  const [old, large, doomed, files] = [await broker('Old'), await broker('Large'), await broker('Doomed'), await broker('Files')]
  await bring(ask, old, `${HEAD}${numbered(400, (n) => `1900-01-02,BUY,OLD${n},,Old ${n},1,1,-1,EUR,o${n}`)}`)
  for (const [id, name] of [[large, 'l'] as const, [doomed, 'd'] as const])
    await bring(ask, id, `${HEAD}${numbered(40_000, (n) => trade(n, name))}`)
  const report = await upload(ask, files, 'account.csv', `${ACCOUNT}${numbered(80_000, accountRow)}`)
  const small = await upload(ask, files, 'small.csv', `${HEAD}2024-01-02,DEPOSIT,,,,,,1,EUR,s\n`)
  const asset = { symbol: 'HOST', name: 'Host', type: 'STOCK', currency: 'EUR' }
  const { id } = await json<{ id: number }>(
    await ask('/assets', { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(asset) }),
  )
  return { old, large, doomed, files, report, small, asset: id }
}

type World = Awaited<ReturnType<typeof prepare>>

export function hostileRequests(ask: Ask, { old, large, doomed, files, report, small, asset }: World): Hostile {
  const get = (path: string) => async () => (await ask(path)).arrayBuffer()
  const send =
    (method: string, path: string, body: string, type = 'application/json') =>
    async () =>
      (await ask(path, { method, headers: { 'Content-Type': type }, body })).arrayBuffer()
  const [list, keys] = [many('{}', 1_000_000), (value: string) => record(500_000, value)]
  return {
    'breakdown of 400 assets since 1900': get(`/portfolio/performance/breakdown?by=asset&broker_ids=${old}&${SINCE}`),
    'history since 1900': get(`/portfolio/history?broker_ids=${old}&${SINCE}`),
    'the same, explained': get(`/portfolio/history?explain=true&broker_ids=${old}&${SINCE}`),
    'lots of 40,000 lines': get(`/portfolio/holdings?lots=true&broker_ids=${large}`),
    'gains of 40,000 lines, explained': get(`/portfolio/gains?explain=true&method=AVERAGE&broker_ids=${large}`),
    'chart since 1900': get(`/portfolio/charts/history.svg?broker_ids=${old}&${SINCE}`),
    'history since 1900 for ten slow readers': () =>
      Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          readSlowly(ask, `/portfolio/history?broker_ids=${old}&${SINCE}&to=20${10 + n}-12-31`),
        ),
      ),
    'transactions as CSV for a slow reader': () => readSlowly(ask, '/transactions?format=csv'),
    'parse of 80,000 rows': send('POST', `/brokers/import/files/${report}/parse`, '{"limit":1}'),
    'batch of 1,000,000 {}': send('POST', '/transactions/batch', `{"create":${list}}`),
    '1,000,000 chain_steps': send('POST', '/fx/providers/routes', `{"chain_steps":${list}}`),
    '500,000 unknown keys': send('POST', '/brokers', keys('1')),
    'asset_map of 500,000': send('POST', `/brokers/import/files/${small}/import`, `{"asset_map":${keys('1')}}`),
    'mapping.types of 500,000': send(
      'POST',
      `/brokers/import/files/${small}/parse`,
      `{"options":{"mapping":{"types":${keys('"BUY"')}}}}`,
    ),
    'a report of one row of 130,000 cells': () =>
      upload(ask, files, 'cells.csv', many('a', 130_000).slice(1, -1)).catch(() => {}),
    'a report of 300 rows of 60 long titles': () =>
      upload(ask, files, 'titles.csv', Array.from({ length: 300 }, () => many('Überschrift', 60).slice(1, -1)).join('\n')).catch(
        () => {},
      ),
    'a report of 58 columns of numbers that nobody knows': () =>
      upload(ask, files, 'numbers.csv', numbersOf(58, 900)).catch(() => {}),
    '47 MB of newlines as a report': () => upload(ask, files, 'lines.csv', HEAD + '\n'.repeat(47_000_000)).catch(() => {}),
    '16 MB of newlines as prices': send('PUT', `/assets/${asset}/prices`, `date,close\n${'\n'.repeat(15_900_000)}`, 'text/csv'),
    'removal of a broker with 40,000 lines': async () => (await ask(`/brokers/${doomed}`, { method: 'DELETE' })).arrayBuffer(),
  }
}

function numbered(count: number, row: (n: number) => string): string {
  return `${Array.from({ length: count }, (_, n) => row(n)).join('\n')}\n`
}

const dayOf = (n: number) =>
  `20${10 + (n % 14)}-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`

function trade(n: number, name: string): string {
  return `${dayOf(n)},${n % 3 === 2 ? 'SELL' : 'BUY'},T${n % 40},,Trade ${n % 40},${n % 3 === 2 ? -2 : 3},10,${n % 3 === 2 ? 20 : -30},EUR,${name}${n}`
}

function accountRow(n: number): string {
  const [year, month, day] = dayOf(n).split('-')
  return `${day}-${month}-${year},09:00,${day}-${month}-${year},,,Einzahlung,,EUR,"1,00",EUR,"${n},00",`
}

function many(item: string, count: number): string {
  return `[${Array.from({ length: count }, () => item).join(',')}]`
}

function record(count: number, value: string): string {
  return `{${Array.from({ length: count }, (_, n) => `"k${n}":${value}`).join(',')}}`
}

async function json<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

async function upload(ask: Ask, broker: number, name: string, text: string, rest = ''): Promise<number> {
  const body = new FormData()
  body.set('file', new File([text], name, { type: 'text/csv' }))
  return (await json<{ id: number }>(await ask(`/brokers/import/upload?broker_id=${broker}${rest}`, { method: 'POST', body }))).id
}

/** Uploads and imports, and waits for the job where there is one. */
async function bring(ask: Ask, broker: number, text: string): Promise<void> {
  const id = await upload(ask, broker, `${broker}.csv`, text)
  const path = `/brokers/import/files/${id}/import`
  const answer = await ask(path, { method: 'POST', headers: JSON_TYPE, body: '{"short":"allow"}' })
  if (!answer.ok) throw new Error(`the import failed: ${await answer.text()}`)
  const job = answer.headers.get('location')?.match(/\/jobs\/.+$/)?.[0]
  while (answer.status === 202 && job !== undefined) {
    const { state } = await json<{ state: string }>(await ask(job))
    if (state === 'succeeded') return
    if (state !== 'queued' && state !== 'running') throw new Error(`the import ${state}`)
    await Bun.sleep(100)
  }
}

async function readSlowly(ask: Ask, path: string): Promise<void> {
  const reader = (await ask(path)).body?.getReader()
  for (let chunk = 0; chunk < SLOW_CHUNKS && (await reader?.read())?.done === false; chunk++) await Bun.sleep(100)
  await reader?.cancel()
}

/** A table with a price and columns without names that could be its units or amounts. */
function numbersOf(columns: number, rows: number): string {
  const line = (first: string, cell: (n: number) => string) =>
    [first, ...Array.from({ length: columns }, (_, n) => cell(n))].join(';')
  const titles = line('Datum;Kurs', (n) => `N${n}`)
  return [titles, ...Array.from({ length: rows }, (_, row) => line('01.02.2024;7', (n) => String((row * n + 3) % 97)))].join('\n')
}
