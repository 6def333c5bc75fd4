import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { verifyBackup } from '#src/backup/service.ts'
import { createTestApp } from '#test/support/app.ts'

test('201 with the archive, which is listed, downloaded, verified and deleted', async () => {
  const { call, createUser, folder } = await createTestApp()
  const root = await createUser()
  const made = await call(root, 'POST', '/backup')
  expect([made.status, made.body.files, made.body.missing]).toEqual([201, 1, []])
  const listed = await call(root, 'GET', '/backup?count=true')
  expect([listed.headers.get('x-total-count'), listed.body[0].id]).toEqual(['1', made.body.id])
  const content = await call(root, 'GET', `/backup/${made.body.id}/content`)
  expect([content.status, content.bytes.byteLength]).toEqual([200, made.body.size])
  const verified = await call(root, 'POST', `/backup/${made.body.id}/verify`)
  expect(verified.body).toMatchObject({ ok: true, files: 1, created_at: made.body.created_at })
  expect(readdirSync(join(folder, 'tmp'))).toEqual([])
  expect((await call(root, 'DELETE', `/backup/${made.body.id}`)).status).toBe(204)
  expect((await call(root, 'GET', `/backup/${made.body.id}/content`)).body.code).toBe('backup/not-found')
  expect(readdirSync(join(folder, 'backups'))).toEqual([])
})

test('404 for an archive that is deleted while its restore on trial begins', async () => {
  const { deps, folder } = await createTestApp()
  const controls = { signal: new AbortController().signal, progress: () => {} }
  const path = join(folder, 'backups', 'gone.tar.zst')
  await expect(verifyBackup(deps, path, controls)).rejects.toMatchObject({ kind: 'not-found', code: 'backup/not-found' })
})
