/** A process that is ended while it works on a backup removes nothing any more: the service does. */
import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { restoreBackup } from '#src/backup/service.ts'
import type { RunChore } from '#src/chore.ts'
import { AppError } from '#src/shared/errors.ts'
import { createTestApp } from '#test/support/app.ts'

const ended = () => new AppError('unavailable', 'test/ended', 'The process was ended.')

async function createWatched(env: Record<string, string>, runChore: (root: string, input: never) => Promise<unknown>) {
  let root = ''
  const run: RunChore = async (_, input) => (await runChore(root, input as never)) as never // what the test answers
  const changeOver = () => Promise.reject(ended())
  const app = await createTestApp({ env, deps: { runChore: run, changeOver } })
  root = app.deps.folders.root
  const user = await app.createUser()
  const left = () =>
    ['tmp', 'backups', 'restoring'].flatMap((name) => (existsSync(join(root, name)) ? readdirSync(join(root, name)) : []))
  return { app, user, left }
}

test('of a backup nothing is left in the temporary folder, and no half archive', async () => {
  const { app, user, left } = await createWatched(
    { BACKUP_PASSPHRASE: 'makes it large' },
    (root, input: { work: string; at: string }) => {
      mkdirSync(join(input.work, 'data'), { recursive: true })
      writeFileSync(join(input.work, 'data/holdfast.db'), 'half')
      writeFileSync(join(root, 'backups', `holdfast-${input.at.replaceAll(/[-:.]/g, '')}.tar.zst.age.part`), 'half')
      return Promise.reject(ended())
    },
  )
  expect((await app.call(user, 'POST', '/backup')).body.code).toBe('test/ended')
  expect(left()).toEqual([])
})

test('of a restore on trial nothing is left', async () => {
  const { app, user, left } = await createWatched({}, (_, input: { work: string }) => {
    mkdirSync(join(input.work, 'trial/uploads'), { recursive: true })
    return Promise.reject(ended())
  })
  const name = 'holdfast-20260630T081500123Z'
  writeFileSync(join(app.deps.folders.backups, `${name}.tar.zst`), 'an archive')
  expect((await app.call(user, 'POST', `/backup/${name}/verify`)).body.code).toBe('test/ended')
  expect(left()).toEqual([`${name}.tar.zst`])
})

test('of a restore nothing is left, neither when its process ends nor when the data cannot be exchanged', async () => {
  for (const isStaged of [false, true]) {
    const { app, left } = await createWatched({}, (root, input: { folder: string }) => {
      mkdirSync(join(root, input.folder), { recursive: true })
      writeFileSync(join(root, input.folder, 'holdfast.db'), 'a database')
      const staged = { folder: input.folder, madeAt: '2026-06-30T08:15:00.123Z', version: '0', schemaVersion: 1, files: 1 }
      return isStaged ? Promise.resolve(staged) : Promise.reject(ended())
    })
    const job = { signal: new AbortController().signal, progress: () => {} }
    const source = { path: '/a', filename: 'holdfast-20260630T081500123Z.tar.zst' }
    await expect(restoreBackup(app.deps, source, job)).rejects.toMatchObject({ code: 'test/ended' })
    expect(left()).toEqual([])
  }
})
