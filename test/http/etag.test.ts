import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import { expectedRevision, notModified, revisionTag } from '#src/http/etag.ts'
import type { HttpContext, HttpEnv } from '#src/http/route.ts'

async function ask<T>(headers: Record<string, string>, question: (c: HttpContext) => T): Promise<T | undefined> {
  const answers: T[] = []
  const app = new Hono<HttpEnv>()
  app.get('*', (c) => {
    answers.push(question(c))
    return c.body(null)
  })
  await app.request('http://x/', { headers })
  return answers[0]
}

const revisionOf = (tag: string) => ask({ 'If-Match': tag }, expectedRevision)

test('If-Match with our tag names the revision, also weak and with blanks', async () => {
  expect(await revisionOf(revisionTag(7))).toEqual([7])
  expect(await revisionOf('W/"r7"')).toEqual([7])
  expect(await revisionOf('  "r12" ')).toEqual([12])
})

test('no If-Match and `*` expect nothing', async () => {
  expect(await ask({}, expectedRevision)).toBeUndefined()
  expect(await revisionOf('*')).toBeUndefined()
})

test('a tag that is not ours fits no revision', async () => {
  for (const tag of ['r7', '"7"', '7', '""', '"r7', '"r-7"', '"rx"', '"r7" x']) expect(await revisionOf(tag), tag).toEqual([])
})

test('a list of tags names every revision in it; tags of others are passed over', async () => {
  expect(await revisionOf('"r7", W/"r8-1abc-zstd" , "nope"')).toEqual([7, 8])
})

test('If-None-Match compares weakly, in lists, and `*` fits all', async () => {
  const fits = (header: string) => ask({ 'If-None-Match': header }, (c) => notModified(c, '"abc"'))
  for (const header of ['"abc"', 'W/"abc"', '"x", "abc"', '*']) expect(await fits(header), header).toBe(true)
  for (const header of ['abc', '"abcd"', '"x"', '']) expect(await fits(header), header).toBe(false)
  expect(await ask({}, (c) => notModified(c, '"abc"'))).toBe(false)
})
