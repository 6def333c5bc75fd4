/** An upgrade or a build puts another file where the executable was while it runs. */
import { afterAll, expect, test } from 'bun:test'
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BINARY, emptyFolder, removeFolders, requireBinary, startBinary } from '#test/support/binary.ts'

afterAll(removeFolders)

test('a service whose executable is replaced goes on to compute and to make backups', async () => {
  requireBinary()
  const folder = emptyFolder()
  const program = join(folder, 'holdfast')
  copyFileSync(BINARY, program)
  const service = await startBinary(folder, {}, { command: [program] })
  try {
    const mira = service.client()
    await mira('POST', '/auth/register', { username: 'mira', email: 'mira@example.org', password: 'quiet-harbour-lantern-42' })
    await mira('POST', '/auth/login', { username: 'mira', password: 'quiet-harbour-lantern-42' })
    const { id } = (await mira('POST', '/brokers', { name: 'Northwind', currency: 'EUR' })).body
    rmSync(program)
    writeFileSync(program, 'another build')
    expect((await mira('GET', `/brokers/${id}/summary`)).status).toBe(200)
    const made = await mira('POST', '/backup')
    expect([made.status, (await mira('GET', '/brokers')).status]).toEqual([201, 200])
    expect((await mira('GET', '/portfolio/holdings')).status).toBe(200)
    expect(service.lines.filter(({ level }) => level === 'error')).toEqual([])
  } finally {
    await service.stop()
  }
})
