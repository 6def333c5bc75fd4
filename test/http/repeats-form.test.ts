import { expect, test } from 'bun:test'
import { createTestApp } from '#test/support/app.ts'

function form(boundary: string, text: string): { body: string; type: string } {
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${text}`
  return { body: `${part}\r\n--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}` }
}

test('201 again for the same file under the same key, whatever the boundary; 422 for another file of the same length', async () => {
  const app = await createTestApp()
  const user = await app.createUser()
  const send = ({ body, type }: { body: string; type: string }) =>
    app.call(user, 'POST', '/uploads', body, { 'Content-Type': type, 'Idempotency-Key': 'up-1' })
  const first = await send(form('first-boundary', 'a,b\n1,2\n'))
  const again = await send(form('second-bound', 'a,b\n1,2\n'))
  expect([first.status, again.status, again.text, again.headers.get('idempotent-replay')]).toEqual([201, 201, first.text, 'true'])
  const other = await send(form('third-bounds', 'a,b\n1,3\n'))
  expect([other.status, other.body.code]).toEqual([422, 'request/idempotency-key'])
  expect((await app.call(user, 'GET', '/uploads')).body).toHaveLength(1)
})
