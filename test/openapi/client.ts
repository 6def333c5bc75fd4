/** A program that uses the generated client, as someone's front end would: it is compiled and run by `openapi.test.ts`. */

import type { components, paths } from 'holdfast-api'
import createClient from 'openapi-fetch'

const [baseUrl = '', username = '', password = ''] = process.argv.slice(2)
const stranger = createClient<paths>({ baseUrl })

const login = await stranger.POST('/auth/login', { body: { username, password } })
if (!login.data) throw new Error(login.error.detail)
const name: string = login.data.user.username
const cookie = login.response.headers.get('set-cookie')?.split(';')[0] ?? ''
const client = createClient<paths>({ baseUrl, headers: { Cookie: cookie } })

const created = await client.POST('/brokers', { body: { name: 'Harbour', currency: 'EUR' } })
if (!created.data) throw new Error(created.error.detail)
const broker: components['schemas']['Broker'] = created.data

const written = await client.POST('/transactions', {
  body: { broker_id: broker.id, type: 'DEPOSIT', date: '2026-01-02', amount: '12.5', currency: 'EUR', tags: ['first'] },
})
if (!written.data) throw new Error(written.error.detail)
const amount: string = written.data.amount

const list = await client.GET('/transactions', { params: { query: { broker_ids: [broker.id], types: ['DEPOSIT'], limit: 10 } } })
const lines = list.data ?? []
const ids: number[] = lines.map((line) => line.id)

const refused = await client.GET('/brokers/{id}', { params: { path: { id: 999_999 } } })
const code: string | undefined = refused.error?.code

const form = { file: new Blob(['date,text\n2026-01-02,hello\n'], { type: 'text/csv' }) }
const stored = await client.POST('/uploads', {
  body: { file: '' },
  bodySerializer: () => {
    const data = new FormData()
    data.append('file', form.file, 'notes.csv')
    return data
  },
})
if (!stored.data) throw new Error(stored.error.detail)

process.stdout.write(JSON.stringify({ name, amount, ids, code, type: stored.data.content_type }))
