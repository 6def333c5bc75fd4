import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '#src/cli/program.ts'

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname
const SENTENCE =
  /^Error: There is no installation in (.+): it has no holdfast\.db\. Set DATA_DIR to the data folder of the service/

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-visit-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test.each([
  'report',
  'user list',
  'broker create X',
  'user promote olga',
  'fx providers',
  'fx sync',
  'prices refresh',
  'templates list',
  'import x.csv --broker X --create-broker',
])('66 and the name of the folder for `%s` where nothing is installed; no folder is made', (line) =>
  inFolder(async (folder) => {
    const missing = join(folder, 'data')
    for (const dataDir of [missing, folder]) {
      const error = await run(line.split(' '), { DATA_DIR: dataDir }).catch((reason: unknown) => reason)
      expect(SENTENCE.exec(String(error))?.[1]).toBe(dataDir)
      expect(error).toMatchObject({ exitCode: 66 })
    }
    expect(readdirSync(folder)).toEqual([])
  }),
)

test('without DATA_DIR it is said where was looked, and that this folder is one where it is', () =>
  inFolder(async (folder) => {
    const says = async (cwd: string) => {
      const env = { HOME: folder }
      const child = Bun.spawn([process.execPath, MAIN, 'report'], { cwd, env, stdout: 'ignore', stderr: 'pipe' })
      return [await new Response(child.stderr).text(), await child.exited]
    }
    const [text, code] = await says(folder)
    expect(text).toContain('DATA_DIR is not set, so ./data was looked at.')
    expect(code).toBe(66)
    const inside = join(folder, 'inside')
    mkdirSync(inside)
    writeFileSync(join(inside, 'holdfast.db'), '')
    expect((await says(inside))[0]).toContain('There is one in this folder: set DATA_DIR=.\n')
    expect(existsSync(join(folder, 'data'))).toBe(false)
  }))

test('an installation whose database is gone has a sentence of its own', () =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'holdfast.reserve'), 'x')
    const error = await run(['report'], { DATA_DIR: folder }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ exitCode: 65, message: expect.stringContaining('holdfast.db is missing') })
  }))
