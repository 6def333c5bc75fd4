import { expect, test } from 'bun:test'
import { createTestApp, type TestApp, type TestUser } from '#test/support/app.ts'
import { createReader } from '#test/support/web.ts'

const NAME = '<img src=x onerror=alert(1)>.txt'

async function put(app: TestApp, user: TestUser, name: string, text: string): Promise<string> {
  const body = new FormData()
  body.append('file', new File([text], name, { type: 'text/plain' }))
  const headers = { Cookie: `session=${user.token}`, 'Sec-Fetch-Site': 'same-origin' }
  const answer = await app.app.request('/api/v1/uploads', { method: 'POST', body, headers })
  const { id }: { id: string } = await answer.json()
  return id
}

test('files are listed, renamed, described and deleted by who put them there, and are nobody else’s', async () => {
  const app = await createTestApp()
  const [user, stranger] = [await app.createUser(), await app.createUser()]
  const reader = createReader(app, user)
  expect((await reader.get('/files')).text).toContain('No file yet')
  const id = await put(app, user, NAME, 'a note\n')
  const list = await reader.get('/files')
  expect([list.text.includes(NAME), list.html.includes('<img src=x')]).toEqual([true, false])
  const page = await reader.get(`/files/${id}`)
  expect([page.h1, page.counts.has('img')]).toEqual([NAME, false])
  const wrong = await reader.submit(page, { values: { '/filename': 'a.exe' }, press: 'Save' })
  expect([wrong.status, wrong.html.includes('aria-invalid="true"')]).toEqual([422, true])
  const values = { '/filename': 'note.txt', '/description': 'For the tax office' }
  expect((await reader.submit(wrong, { values, press: 'Save' })).headers.get('location')).toBe(`/files/${id}?saved=1`)
  expect((await app.call(user, 'GET', `/uploads/${id}`)).body).toMatchObject({
    filename: 'note.txt',
    description: 'For the tax office',
  })
  expect((await createReader(app, stranger).get(`/files/${id}`)).status).toBe(404)
  const gone = await reader.submit(await reader.get(`/files/${id}`), { press: 'Delete this file' })
  expect([gone.headers.get('location'), (await reader.get(`/files/${id}`)).status]).toEqual(['/files?deleted=1', 404])
})

test('a file is put there by the form of the page, and what is wrong with one is said there', async () => {
  const app = await createTestApp()
  const user = await app.createUser()
  const reader = createReader(app, user)
  const page = await reader.get('/files')
  const put = (file: File) => reader.submit(page, { press: 'Upload', files: [file] })
  const sent = await put(new File(['date;amount\n'], 'table.csv', { type: 'text/csv' }))
  const there = await reader.follow(sent)
  expect([sent.status, there.status, there.h1]).toEqual([303, 200, 'table.csv'])
  const { body } = await app.call(user, 'GET', '/uploads')
  expect(body).toMatchObject([{ filename: 'table.csv', size: 12 }])
  expect((await reader.get('/files')).text).toContain('12 byte of 1.1 GB')
  const refused = await put(new File(['#!/bin/sh\nrm -r /\n'], 'run.sh', { type: 'text/plain' }))
  expect([refused.status >= 400, refused.h1, refused.counts.get('h1')]).toEqual([true, 'Files', 1])
  expect((await app.call(user, 'GET', '/uploads')).body).toHaveLength(1)
})
