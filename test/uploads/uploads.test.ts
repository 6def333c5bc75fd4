import { expect, spyOn, test } from 'bun:test'
import { readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from '@hono/zod-openapi'
import { inTransaction } from '#db/transaction.ts'
import { removeIconsOf } from '#src/brokers/service.ts'
import { sweepLitter } from '#src/system/sweep.ts'
import { receiveFile } from '#src/uploads/file-store.service.ts'
import { Upload } from '#src/uploads/schema.ts'
import { deleteUserUploads, openUpload, removeUploadFiles, requireOwnImage } from '#src/uploads/service.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/app.ts'
import { CSV, ELF, GIF, JPEG, PDF, PNG, SVG } from './samples.ts'

const UUID = '0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11'

function formOf(content: Uint8Array, filename: string, fields: Record<string, string> = {}, type = ''): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(content)], { type }), filename)
  return form
}

async function setup(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options)
  const admin = await app.createUser()
  const anna = await app.createUser()
  const bert = await app.createUser()
  const upload = (user: TestUser, content: Uint8Array, filename: string, fields?: Record<string, string>) =>
    app.call(user, 'POST', '/uploads', formOf(content, filename, fields))
  return { ...app, admin, anna, bert, upload }
}

async function setSetting(app: Pick<TestApp, 'store'>, key: string, value: number) {
  await app.store.writer
    .insertInto('setting')
    .values({ key, value: JSON.stringify(value), updated_at: '2026-01-01T00:00:00.000Z', updated_by: null })
    .execute()
}

async function stored(app: Pick<TestApp, 'store' | 'deps'>) {
  const rows = await app.store.writer.selectFrom('upload').select('id').orderBy('id').execute()
  const files = readdirSync(app.deps.folders.uploads).sort()
  return { rows: rows.map((row) => row.id), files, temporary: readdirSync(app.deps.folders.temporary) }
}
const NOTHING = { rows: [], files: [], temporary: [] }

async function iconOf(app: Pick<TestApp, 'store'>, user: TestUser, uploadId: string) {
  const time = '2026-01-01T00:00:00.000Z'
  const broker = { name: 'A', name_key: 'a', icon: uploadId, created_by: user.id, created_at: time, updated_at: time }
  await app.store.writer.insertInto('broker').values(broker).execute()
}

test('201 with the record, its Location, one row and one file named by the id', async () => {
  const app = await setup({ clock: () => new Date('2026-06-30T09:15:00Z') })
  const answer = await app.upload(app.anna, PNG, 'C:\\pictures\\logo "1".png', { description: '  My logo ' })
  expect(answer.status).toBe(201)
  const upload = answer.as(Upload)
  expect(upload).toEqual({
    id: upload.id,
    filename: 'logo "1".png',
    content_type: 'image/png',
    size: PNG.byteLength,
    sha256: new Bun.CryptoHasher('sha256').update(PNG).digest('hex'),
    description: 'My logo',
    url: `/api/v1/uploads/file/${upload.id}`,
    uploaded_by: app.anna.id,
    created_at: '2026-06-30T09:15:00.000Z',
    updated_at: '2026-06-30T09:15:00.000Z',
  })
  expect(answer.headers.get('location')).toBe(`/api/v1/uploads/${upload.id}`)
  expect(await stored(app)).toEqual({ rows: [upload.id], files: [upload.id], temporary: [] })
})

test('201 below the base path of a proxy, with addresses that have it', async () => {
  const app = await setup({ env: { BASE_PATH: '/money' } })
  const answer = await app.upload(app.anna, PNG, 'a.png')
  expect(answer.headers.get('location')).toBe(`/money/api/v1/uploads/${answer.body.id}`)
  expect(answer.body.url).toBe(`/money/api/v1/uploads/file/${answer.body.id}`)
})

test('201 twice for the same bytes: each is a file of its own', async () => {
  const app = await setup()
  const [first, second] = [await app.upload(app.anna, PNG, 'a.png'), await app.upload(app.anna, PNG, 'a.png')]
  expect(first.body.id).not.toBe(second.body.id)
  expect((await stored(app)).files.length).toBe(2)
})

test('201 once for a repeated Idempotency-Key', async () => {
  const app = await setup()
  const body = await new Response(formOf(PNG, 'a.png')).bytes()
  const boundary = /--([^\r]+)/.exec(new TextDecoder().decode(body))?.[1]
  const headers = {
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
    'Content-Length': String(body.byteLength),
    'Idempotency-Key': 'k1',
  }
  const [first, second] = [
    await app.call(app.anna, 'POST', '/uploads', body, headers),
    await app.call(app.anna, 'POST', '/uploads', body, headers),
  ]
  expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id])
  expect((await stored(app)).rows).toEqual([first.body.id])
})

test('415 for programs, contradictions and unknown types: no row and no file', async () => {
  const app = await setup()
  expect((await app.upload(app.anna, ELF, 'notes.txt')).body).toMatchObject({ status: 415, code: 'upload/executable' })
  expect((await app.upload(app.anna, PNG, 'a.csv')).body).toMatchObject({ status: 415, code: 'upload/type-mismatch' })
  expect((await app.upload(app.anna, CSV, 'a.md')).body).toMatchObject({ status: 415, code: 'upload/type-unsupported' })
  const declared = await app.call(app.anna, 'POST', '/uploads', formOf(PNG, 'a.png', {}, 'application/pdf'))
  expect(declared.body).toMatchObject({ status: 415, code: 'upload/type-mismatch' })
  expect((await app.call(app.anna, 'POST', '/uploads', { file: 'x' })).body.code).toBe('request/content-type')
  expect(await stored(app)).toEqual(NOTHING)
})

test('422 for an empty file, a name that is none, and a form without a file: no row and no file', async () => {
  const app = await setup()
  const empty = await app.upload(app.anna, new Uint8Array(0), 'a.csv')
  expect(empty.body).toMatchObject({ status: 422, code: 'upload/empty', errors: [{ pointer: '/form/file' }] })
  expect((await app.upload(app.anna, PNG, '..')).body).toMatchObject({ status: 422, code: 'upload/filename' })
  const without = new FormData()
  without.append('description', 'x')
  expect((await app.call(app.anna, 'POST', '/uploads', without)).body).toMatchObject({ status: 422, code: 'request/invalid' })
  expect((await app.upload(app.anna, PNG, 'a.png', { owner: '1' })).body.errors).toMatchObject([{ pointer: '/form/owner' }])
  expect((await app.upload(app.anna, PNG, 'a.png', { description: 'x'.repeat(501) })).status).toBe(422)
  expect(await stored(app)).toEqual(NOTHING)
})

test('413 over the limit of the settings, over the quota, and for a second file that fills it: no row and no file', async () => {
  const app = await setup()
  await setSetting(app, 'upload_max_mb', 1)
  const large = new Uint8Array(1024 * 1024 + 1).fill(65)
  expect((await app.upload(app.anna, large, 'a.txt')).body).toMatchObject({ status: 413, code: 'upload/too-large' })
  expect(await stored(app)).toEqual(NOTHING)
  await setSetting(app, 'storage_quota_mb_per_user', 1)
  const half = large.subarray(0, 600_000)
  expect((await app.upload(app.anna, half, 'a.txt')).status).toBe(201)
  const before = await stored(app)
  expect((await app.upload(app.anna, half, 'b.txt')).body).toMatchObject({ status: 413, code: 'upload/quota' })
  expect(await stored(app)).toEqual(before)
  expect((await app.upload(app.bert, half, 'b.txt')).status).toBe(201)
})

test('413 for one of two files that come at the same time and only fit alone', async () => {
  const app = await setup()
  await setSetting(app, 'storage_quota_mb_per_user', 1)
  const half = new Uint8Array(600_000).fill(65)
  const answers = await Promise.all([app.upload(app.anna, half, 'a.txt'), app.upload(app.anna, half, 'b.txt')])
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 413])
  const { rows, files, temporary } = await stored(app)
  expect([rows.length, files.length, temporary.length]).toEqual([1, 1, 0])
})

test('413 counts broker reports into the quota', async () => {
  const app = await setup()
  await setSetting(app, 'storage_quota_mb_per_user', 1)
  await iconOf(app, app.anna, (await app.upload(app.anna, PNG, 'a.png')).body.id)
  const { id } = await app.store.writer.selectFrom('broker').select('id').executeTakeFirstOrThrow()
  const report = { id: UUID, broker_id: id, filename: 'r', sha256: 'x', content_type: 'text/csv', status: 'uploaded' as const }
  await app.store.writer
    .insertInto('report')
    .values({ ...report, size: 1024 * 1024, uploaded_by: app.anna.id, uploaded_at: '2026-01-01T00:00:00.000Z' })
    .execute()
  expect((await app.upload(app.anna, PNG, 'b.png')).body.code).toBe('upload/quota')
})

test('507 when the disk is full: no row and no file', async () => {
  const app = await setup()
  symlinkSync('/dev/full', join(app.deps.folders.temporary, UUID))
  const spy = spyOn(crypto, 'randomUUID').mockReturnValue(UUID)
  const answer = await app.upload(app.anna, PNG, 'a.png').finally(() => spy.mockRestore())
  expect(answer.body).toMatchObject({ status: 507, code: 'storage/full' })
  expect(await stored(app)).toEqual(NOTHING)
})

test('500 when the row cannot be written: the file goes too', async () => {
  const app = await setup()
  app.store.writer.sqlite.run("CREATE TRIGGER refuse BEFORE INSERT ON upload BEGIN SELECT RAISE(ABORT, 'no'); END")
  expect((await app.upload(app.anna, PNG, 'a.png')).status).toBe(500)
  expect(await stored(app)).toEqual(NOTHING)
})

test('200 with one’s own files only, newest first, in pages that neither repeat nor miss one', async () => {
  let second = 0
  const app = await setup({ clock: () => new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(second++ / 4))) })
  const made: { id: string; created_at: string }[] = []
  for (let index = 0; index < 5; index += 1) made.push((await app.upload(app.anna, PNG, `${index}.png`)).body)
  const keys = made.map(({ created_at, id }) => `${created_at} ${id}`)
  await app.upload(app.bert, PNG, 'other.png')
  const seen: string[] = []
  let path = '/uploads?limit=2&count=true'
  while (path !== '') {
    const page = await app.call(app.anna, 'GET', path)
    expect(page.headers.get('x-total-count')).toBe('5')
    seen.push(...page.as(z.array(Upload)).map((upload) => upload.id))
    path = /<\/api\/v1(.*)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
  }
  expect(seen).toEqual(
    keys
      .toSorted()
      .map((key) => key.split(' ')[1] ?? '')
      .toReversed(),
  )
  expect((await app.call(app.anna, 'GET', '/uploads')).headers.has('x-total-count')).toBe(false)
  expect((await app.call(app.anna, 'GET', '/uploads?cursor=x')).body.code).toBe('request/cursor')
})

test('200 with everyone’s files for a superuser, 403 for others', async () => {
  const app = await setup()
  await app.upload(app.anna, PNG, 'a.png')
  await app.upload(app.bert, PNG, 'b.png')
  expect((await app.call(app.admin, 'GET', '/uploads?all=true&count=true')).body.length).toBe(2)
  expect((await app.call(app.admin, 'GET', '/uploads')).body).toEqual([])
  expect((await app.call(app.anna, 'GET', '/uploads?all=true')).body).toMatchObject({ status: 403, code: 'auth/superuser-only' })
})

test('404 for another user’s file exactly as for one that does not exist, on every operation', async () => {
  const app = await setup()
  const { id } = (await app.upload(app.anna, PNG, 'a.png')).body
  for (const user of [app.bert, app.admin]) {
    for (const [method, prefix, body] of [
      ['GET', '/uploads/', undefined],
      ['PATCH', '/uploads/', { filename: 'b.png' }],
      ['DELETE', '/uploads/', undefined],
      ['GET', '/uploads/file/', undefined],
    ] as const) {
      const [foreign, missing] = [
        await app.call(user, method, prefix + id, body),
        await app.call(user, method, prefix + UUID, body),
      ]
      expect([foreign.status, foreign.body.code, foreign.body.detail]).toEqual([404, 'upload/not-found', missing.body.detail])
    }
  }
  expect((await app.call(app.anna, 'GET', '/uploads/not-a-uuid')).status).toBe(404)
  expect((await app.call(app.anna, 'GET', '/uploads/file/..%2f..%2fholdfast.db')).status).toBe(404)
  expect((await app.call(app.anna, 'GET', `/uploads/${id}`)).as(Upload).filename).toBe('a.png')
})

test('401 without a session, on every operation', async () => {
  const app = await setup()
  const { id } = (await app.upload(app.anna, PNG, 'a.png')).body
  for (const path of ['/uploads', `/uploads/${id}`, `/uploads/file/${id}`, '/uploads/plugin/brim/degiro/icon.svg'])
    expect((await app.call(null, 'GET', path)).status).toBe(401)
  expect((await app.call(null, 'POST', '/uploads', formOf(PNG, 'a.png'))).status).toBe(401)
})

test('200 with a new name and description; absent keeps, null clears', async () => {
  const app = await setup()
  const { id } = (await app.upload(app.anna, JPEG, 'a.jpg', { description: 'x' })).body
  const renamed = await app.call(app.anna, 'PATCH', `/uploads/${id}`, { filename: 'folder/b.JPEG' })
  expect(renamed.as(Upload)).toMatchObject({ filename: 'b.JPEG', description: 'x', content_type: 'image/jpeg' })
  expect((await app.call(app.anna, 'PATCH', `/uploads/${id}`, { description: null })).body.description).toBeNull()
  expect((await app.call(app.anna, 'GET', `/uploads/${id}`)).body).toMatchObject({ filename: 'b.JPEG', description: null })
})

test('422 for a new name that its type does not have, for none, and for fields that do not exist', async () => {
  const app = await setup()
  const { id } = (await app.upload(app.anna, JPEG, 'a.jpg')).body
  for (const filename of ['a.exe', 'a.png', 'a.jpg.html', '..', ''])
    expect((await app.call(app.anna, 'PATCH', `/uploads/${id}`, { filename })).body).toMatchObject({
      status: 422,
      errors: [{ pointer: '/filename' }],
    })
  expect((await app.call(app.anna, 'PATCH', `/uploads/${id}`, { content_type: 'text/html' })).status).toBe(422)
  expect((await app.call(app.anna, 'PATCH', `/uploads/${id}`, { description: 'x'.repeat(501) })).status).toBe(422)
  expect((await app.call(app.anna, 'GET', `/uploads/${id}`)).body.filename).toBe('a.jpg')
})

test('204 takes the row and the file; 409 while it is an icon', async () => {
  const app = await setup()
  const { id } = (await app.upload(app.anna, PNG, 'a.png')).body
  await iconOf(app, app.anna, id)
  expect((await app.call(app.anna, 'DELETE', `/uploads/${id}`)).body).toMatchObject({ status: 409, code: 'upload/in-use' })
  expect((await stored(app)).files).toEqual([id])
  await app.store.writer.updateTable('broker').set({ icon: null }).execute()
  expect((await app.call(app.anna, 'DELETE', `/uploads/${id}`)).status).toBe(204)
  expect(await stored(app)).toEqual(NOTHING)
  expect((await app.call(app.anna, 'GET', `/uploads/file/${id}`)).status).toBe(404)
})

test('200 with the bytes as they came, inline for images and PDF, else and on request as attachment', async () => {
  const app = await setup()
  const cases = [
    [PNG, 'a.png', 'image/png', 'inline; filename=a.png'],
    [GIF, 'a.gif', 'image/gif', 'inline; filename=a.gif'],
    [SVG, 'a.svg', 'image/svg+xml', 'inline; filename=a.svg'],
    [PDF, 'a.pdf', 'application/pdf', 'inline; filename=a.pdf'],
    [CSV, 'ü.csv', 'text/csv', `attachment; filename=_.csv; filename*=UTF-8''%C3%BC.csv`],
  ] as const
  for (const [content, filename, type, disposition] of cases) {
    const { id, sha256 } = (await app.upload(app.anna, content, filename)).body
    const answer = await app.call(app.anna, 'GET', `/uploads/file/${id}`)
    expect(Buffer.from(answer.bytes).equals(content)).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': type,
      'content-length': String(content.byteLength),
      'content-disposition': disposition,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      etag: `"${sha256}"`,
    })
    const download = await app.call(app.anna, 'GET', `/uploads/file/${id}?download=true`)
    expect(download.headers.get('content-disposition')).toBe(disposition.replace('inline', 'attachment'))
  }
})

test('206 for one range, 416 outside the file, the whole for several, and If-Range', async () => {
  const app = await setup()
  const { id, sha256 } = (await app.upload(app.anna, PNG, 'a.png')).body
  const get = (headers: Record<string, string>) => app.call(app.anna, 'GET', `/uploads/file/${id}`, undefined, headers)
  const size = PNG.byteLength
  const ranges = [
    ['bytes=0-7', 0, 8],
    ['bytes=8-', 8, size],
    ['bytes=-5', size - 5, size],
    ['bytes=0-999999', 0, size],
    ['bytes=-999999', 0, size],
  ] as const
  for (const [range, start, end] of ranges) {
    const answer = await get({ Range: range })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end - 1}/${size}`])
    expect(Buffer.from(answer.bytes).equals(PNG.subarray(start, end))).toBe(true)
    expect(answer.headers.get('content-length')).toBe(String(end - start))
  }
  for (const range of [`bytes=${size}-`, 'bytes=-0', 'bytes=999999-1000000']) {
    const answer = await get({ Range: range })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
    expect(answer.body.code).toBe('request/range')
  }
  for (const range of ['bytes=0-1,4-5', 'bytes=5-2', 'bytes=-', 'lines=0-1', 'bytes=a-b']) {
    const answer = await get({ Range: range })
    expect([answer.status, answer.bytes.byteLength]).toEqual([200, size])
  }
  expect((await get({ Range: 'bytes=0-7', 'If-Range': `"${sha256}"` })).status).toBe(206)
  expect((await get({ Range: 'bytes=0-7', 'If-Range': '"another"' })).status).toBe(200)
})

test('304 for the bytes that the client has', async () => {
  const app = await setup()
  const { id, sha256 } = (await app.upload(app.anna, PNG, 'a.png')).body
  const again = await app.call(app.anna, 'GET', `/uploads/file/${id}`, undefined, { 'If-None-Match': `"x", W/"${sha256}"` })
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', `"${sha256}"`])
})

test('404 and an error in the log when the bytes are gone from the disk', async () => {
  const app = await setup()
  const { id } = (await app.upload(app.anna, PNG, 'a.png')).body
  await removeUploadFiles(app.deps, [id])
  expect((await app.call(app.anna, 'GET', `/uploads/file/${id}`)).status).toBe(404)
  app.deps.log.flush()
  expect(app.logged.join('')).toContain('the file of an upload is missing')
})

const plugin = { code: 'degiro', assets: { 'icon.svg': '<svg/>', 'docs/deep.svg': '<svg/>' } }

test('200 with a plugin’s own file for ever, the slash written as it is or encoded; 304', async () => {
  const app = await setup({ deps: { plugins: { brim: [plugin] } as never } })
  for (const path of [
    'degiro/icon.svg',
    'DEGIRO/icon.svg',
    'degiro%2Ficon.svg',
    'degiro/icon.svg?v=1',
    'degiro/docs%2Fdeep.svg',
  ]) {
    const answer = await app.call(app.anna, 'GET', `/uploads/plugin/brim/${path}`)
    expect([path, answer.status, answer.text]).toEqual([path, 200, '<svg/>'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    const again = await app.call(app.anna, 'GET', `/uploads/plugin/brim/${path}`, undefined, {
      'If-None-Match': answer.headers.get('etag') ?? '',
    })
    expect(again.status).toBe(304)
  }
})

test('404 for everything that is no plugin’s own file: there is no way out', async () => {
  const app = await setup({ deps: { plugins: { brim: [plugin] } as never } })
  const paths = [
    'brim/degiro/other.svg',
    'brim/nobody/icon.svg',
    'brim/degiro',
    'brim/icon.svg',
    'brim/degiro/constructor',
    'brim/degiro/__proto__',
    'brim/degiro/toString',
    'brim/..%2f..%2f..%2fpackage.json',
    'brim/../../package.json',
    'brim/%2e%2e/%2e%2e/package.json',
    'brim/degiro/..%2f..%2fpackage.json',
    'brim/degiro%2f..%2fdegiro%2ficon.svg',
    'brim/degiro//icon.svg',
    'brim/%00',
    'brim/degiro/icon.svg%00',
    'brim/%ff/icon.svg',
    '..%2fsrc/main.ts',
    'fx/degiro/icon.svg',
    'assets/degiro/icon.svg',
    'other/degiro/icon.svg',
  ]
  for (const path of paths) {
    const answer = await app.call(app.anna, 'GET', `/uploads/plugin/${path}`)
    expect([path, answer.status]).toEqual([path, 404])
  }
})

test('rule: only an image of one’s own can be an icon', async () => {
  const app = await setup()
  const ctx = (user: TestUser) => ({ ...app.deps, user: { ...user, isSuperuser: false } })
  const image = (await app.upload(app.anna, SVG, 'a.svg')).body.id
  const document = (await app.upload(app.anna, PDF, 'a.pdf')).body.id
  expect((await requireOwnImage(ctx(app.anna), image)).contentType).toBe('image/svg+xml')
  const refusal = { kind: 'invalid', code: 'upload/not-an-image', extras: { errors: [{ pointer: '/icon' }] } }
  for (const [user, id] of [
    [app.anna, document],
    [app.bert, image],
    [app.anna, UUID],
  ] as const)
    await expect(requireOwnImage(ctx(user), id)).rejects.toMatchObject(refusal)
  expect(await openUpload(app.deps, image)).toMatchObject({ id: image, disposition: 'inline', size: SVG.byteLength })
  await expect(openUpload(app.deps, UUID)).rejects.toMatchObject({ code: 'upload/not-found' })
})

test('rule: a user who leaves takes rows, icons and files along', async () => {
  const app = await setup()
  const [mine, theirs] = [(await app.upload(app.anna, PNG, 'a.png')).body.id, (await app.upload(app.bert, PNG, 'b.png')).body.id]
  await iconOf(app, app.bert, mine)
  const files = await inTransaction(app.deps, async (ctx) => {
    await removeIconsOf(ctx, app.anna.id)
    return deleteUserUploads(ctx, app.anna.id)
  })
  await removeUploadFiles(app.deps, files)
  expect(await stored(app)).toEqual({ rows: [theirs], files: [theirs], temporary: [] })
  expect(await app.store.writer.selectFrom('broker').select('icon').executeTakeFirst()).toEqual({ icon: null })
})

test('rule: a start sweeps the files that no row knows', async () => {
  const app = await setup()
  const { id } = (await app.upload(app.anna, PNG, 'a.png')).body
  writeFileSync(join(app.deps.folders.uploads, UUID), 'x')
  await receiveFile(app.deps.folders, (async function* () {})())
  const left = readdirSync(app.deps.folders.temporary)
  await sweepLitter({ ...app.deps, left, startedAt: new Date(Date.now() + 1_000) })
  expect([left.length, (await stored(app)).files, (await stored(app)).temporary]).toEqual([1, [id], []])
})
