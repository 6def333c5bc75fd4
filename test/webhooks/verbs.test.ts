import { expect, test } from 'bun:test'
import type { Ctx } from '#src/context.ts'
import { createWebhook, deleteWebhook, listWebhooks, MAX_WEBHOOKS } from '#src/webhooks/service.ts'
import { createTestApp } from '#test/support/app.ts'

const INPUT = { url: 'https://hooks.example/in', events: ['import.done'], secret: 'unseen-by-all', format: 'ntfy' } as const

async function scene() {
  const app = await createTestApp()
  const as = async (isSuperuser: boolean): Promise<Ctx> => {
    const { id, username } = await app.createUser({ isSuperuser })
    // The verbs look at these fields of a user alone.
    return { ...app.deps, user: { id, username, isSuperuser } } as unknown as Ctx
  }
  return { root: await as(true), ann: await as(false) }
}

test('a webhook is listed without its secret, for its user alone, who alone deletes it', async () => {
  const { root, ann } = await scene()
  const made = await createWebhook(ann, INPUT)
  expect(made).toMatchObject({ url: INPUT.url, events: ['import.done'], format: 'ntfy', isActive: true, secret: null })
  const { secret: _, ...shown } = made
  expect(await listWebhooks(ann)).toEqual([shown])
  expect(JSON.stringify(made)).not.toContain(INPUT.secret)
  expect(await listWebhooks(root)).toEqual([])
  expect(deleteWebhook(root, made.id)).rejects.toMatchObject({ code: 'webhook/not-found' })
  await deleteWebhook(ann, made.id)
  expect(await listWebhooks(ann)).toEqual([])
})

test('what is about the whole service is for superusers; addresses are http ones without a user name; there are at most twenty', async () => {
  const { root, ann } = await scene()
  expect(createWebhook(ann, { ...INPUT, events: ['backup.failed'] })).rejects.toMatchObject({ code: 'auth/superuser-only' })
  expect((await createWebhook(root, { ...INPUT, events: ['backup.failed'] })).events).toEqual(['backup.failed'])
  for (const url of ['ftp://a.example/', 'https://me:pw@a.example/', 'nowhere', 'file:///etc/passwd'])
    expect(createWebhook(ann, { ...INPUT, url })).rejects.toMatchObject({ code: 'webhook/url' })
  for (let n = 0; n < MAX_WEBHOOKS; n++) await createWebhook(ann, INPUT)
  expect(createWebhook(ann, INPUT)).rejects.toMatchObject({ code: 'webhook/too-many' })
})
