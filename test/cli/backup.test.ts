import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupCommand } from '#src/cli/backup.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createTestShell } from '#test/support/shell.ts'

async function run(app: TestApp, ...words: string[]): Promise<string[]> {
  const { shell, lines } = createTestShell(app.deps)
  await backupCommand(shell).parseAsync(words, { from: 'user' })
  return lines
}

test('create, list, verify and prune, beside a service', async () => {
  const app = await createTestApp()
  await app.createUser()
  const [said] = await run(app, 'create')
  expect(said).toMatch(/^holdfast-\S+\.tar\.zst: 1 files, [\d.]+ MiB; restored on trial, all is well\.$/)
  const [name = ''] = readdirSync(join(app.folder, 'backups'))
  expect((await run(app, 'list'))[0]).toStartWith(`${name}\t`)
  expect(JSON.parse((await run(app, 'list', '--json')).join('\n'))[0]).toMatchObject({ filename: name, scheduled: false })
  for (const given of [name, name.replace('.tar.zst', ''), join(app.folder, 'backups', name)])
    expect((await run(app, 'verify', given))[0]).toStartWith('All is well: 1 files as of ')
  expect(await run(app, 'prune')).toEqual(['Nothing to delete.'])
})

test('verify of a damaged file says what is wrong', async () => {
  const app = await createTestApp()
  await run(app, 'create')
  const [name = ''] = readdirSync(join(app.folder, 'backups'))
  const bytes = readFileSync(join(app.folder, 'backups', name))
  bytes[bytes.byteLength >> 1] = (bytes[bytes.byteLength >> 1] ?? 0) ^ 4
  const path = join(app.folder, 'damaged.tar.zst')
  writeFileSync(path, bytes)
  await expect(run(app, 'verify', path)).rejects.toMatchObject({ code: 'backup/damaged' })
  await expect(run(app, 'verify', 'holdfast-20200101T000000000Z')).rejects.toMatchObject({ code: 'backup/not-found' })
})
