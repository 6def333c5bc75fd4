import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyChore } from '#src/backup/verify.chore.ts'
import { createChoreRunner } from '#src/cli/chore-process.ts'
import { loadConfig } from '#src/config.ts'
import { createLog } from '#src/log.ts'

const log = createLog({ level: 'silent', format: 'json', write: () => {} })

test('after a close no process of a chore is left, also where one does not listen to signals', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-chore-'))
  try {
    // Nobody writes into it: whoever reads it waits.
    const path = join(folder, 'archive')
    expect(Bun.spawnSync(['mkfifo', path]).success).toBe(true)
    const config = loadConfig({ DATA_DIR: folder, JWT_SECRET: 'a-secret-of-the-test-0123456789-abcdef' })
    const runner = createChoreRunner(config, log)
    const begun = Promise.withResolvers<void>()
    const controls = { signal: new AbortController().signal, progress: () => begun.resolve() }
    const input = { path, reserveBytes: 0, work: join(folder, 'work') }
    let ended: unknown
    const running = runner.run(verifyChore, input, controls).catch((error: unknown) => {
      ended = error
    })
    await begun.promise
    expect(ended).toBeUndefined()
    await runner.close()
    await Promise.resolve(running)
    expect(ended).toMatchObject({ code: 'backup/ended' })
    const left = await Bun.$`ps -eo pid,ppid,args`.text()
    expect(
      left.split('\n').filter((line) => Number(line.trim().split(/\s+/)[1]) === process.pid && / serve$/.test(line)),
    ).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 30_000)
