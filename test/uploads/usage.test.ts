import { expect, test } from 'bun:test'
import { UploadUsage } from '#src/uploads/schema.ts'
import { createTestApp } from '#test/support/app.ts'

const MIB = 1024 * 1024

test('the room for files counts the own files alone, against the settings', async () => {
  const app = await createTestApp()
  const [user, other] = [await app.createUser(), await app.createUser()]
  const usage = async () => (await app.call(user, 'GET', '/uploads/usage')).as(UploadUsage)
  expect(await usage()).toEqual({ used: 0, quota: 1024 * MIB, largest: 25 * MIB })
  const form = (text: string) => {
    const body = new FormData()
    body.append('file', new File([text], 'note.txt', { type: 'text/plain' }))
    return body
  }
  await app.call(user, 'POST', '/uploads', form('seven b'))
  await app.call(other, 'POST', '/uploads', form('somebody else’s'))
  await app.call(user, 'PATCH', '/settings', { storage_quota_mb_per_user: 3, upload_max_mb: 2 })
  expect(await usage()).toEqual({ used: 7, quota: 3 * MIB, largest: 2 * MIB })
  expect((await app.call(null, 'GET', '/uploads/usage')).status).toBe(401)
})
