import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openStore } from '#db/connection.ts'
import { makeBackup } from '#src/backup/service.ts'
import { stageChore, stagingFolder } from '#src/backup/stage.chore.ts'
import { queueMessage } from '#src/webhooks/queue.service.ts'
import { createHookApp } from '#test/support/hooks.ts'

const MESSAGE = { event: 'import.done', occurredAt: '2026-03-04T05:06:07.000Z', text: 'Five lines.', data: {} } as const

test('a restore brings the webhooks back, and nothing of what waited for them', async () => {
  const { deps, root, hook } = await createHookApp()
  await hook(root, 'https://hooks.example/', ['import.done'])
  expect(await queueMessage(deps, { to: root.id }, MESSAGE)).toBe(1)
  const controls = { progress: () => {}, signal: new AbortController().signal }
  const made = await makeBackup(deps, controls)
  const { folders, config, log } = deps
  const path = join(folders.backups, String(made?.filename))
  const staged = await stageChore.run(
    { folders, config, log },
    { path, reserveBytes: 0, at: Date.now(), folder: stagingFolder() },
    controls,
  )
  const store = openStore(join(folders.root, staged.folder, 'holdfast.db'))
  expect(await store.reader.selectFrom('webhook').select('url').execute()).toEqual([{ url: 'https://hooks.example/' }])
  expect(await store.reader.selectFrom('webhook_delivery').select('id').execute()).toEqual([])
  await store.close()
  expect(await deps.reader.selectFrom('webhook_delivery').select('id').execute()).toHaveLength(1)
})
