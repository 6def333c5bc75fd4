import { expect, test } from 'bun:test'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterrupt } from '#src/cli/interrupt.ts'
import { createBar } from '#src/cli/progress-bar.ts'
import { watched } from '#src/cli/shell.ts'

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname
const SHELL = new URL('../../src/cli/shell.ts', import.meta.url).pathname

/** Two of five pieces of work, with `print` of a shell after them. */
const WORK = `
import { createShell } from ${JSON.stringify(SHELL)}
const shell = createShell(process.env, { code: 0 })
await shell.watch('Prices', async ({ progress }) => progress(2, { total: 5, note: 'ACME' }))
shell.printLine(shell.isColoured ? 'coloured' : 'plain')`

const BAR = 'Prices [##########..............]  40%  2 of 5  ACME'

/** What a terminal shows of a process; `see` is called with all of it whenever something comes. */
async function onTerminal(
  env: Readonly<Record<string, string>>,
  words: readonly string[] = ['-e', WORK],
  see: (shown: string, child: { kill: (signal: 'SIGTERM') => void }) => void = () => {},
): Promise<string> {
  const decoder = new TextDecoder()
  let shown = ''
  const ended = Promise.withResolvers<void>()
  const child = Bun.spawn([process.execPath, ...words], {
    env: { TERM: 'xterm', ...env },
    terminal: {
      data: (_, data) => {
        shown += decoder.decode(data, { stream: true })
        see(shown, child)
      },
      exit: () => ended.resolve(),
    },
  })
  await child.exited
  await ended.promise
  return shown
}

async function inPipes(): Promise<readonly [string, string]> {
  const child = Bun.spawn([process.execPath, '-e', WORK], { env: { TERM: 'xterm' }, stdout: 'pipe', stderr: 'pipe' })
  return await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
}

test('a terminal shows how far long work is, and takes it away at the end; colours are for terminals that want them', async () => {
  expect(await onTerminal({})).toBe(`\r\u001b[K${BAR}\r\u001b[Kcoloured\r\n`)
  expect(await onTerminal({ NO_COLOR: '1' })).toBe(`\r\u001b[K${BAR}\r\u001b[Kplain\r\n`)
  expect(await onTerminal({ TERM: 'dumb' })).toBe('plain\r\n')
})

test('on a terminal the service writes its log for people, and says which address opens', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-terminal-')))
  try {
    const env = { DATA_DIR: join(folder, 'data'), PORT: '0', OFFLINE: 'true', BASE_PATH: '/money', HOST: '0.0.0.0' }
    const shown = await onTerminal(env, [MAIN], (shown, child) => {
      if (shown.includes('Ctrl-C ends it.')) child.kill('SIGTERM')
    })
    expect(shown).toMatch(/^\d\d:\d\d:\d\d info {2}listening address=http:\/\/localhost:\d+\/money\/api\/v1 /m)
    expect(shown).toMatch(
      new RegExp(`^Holdfast \\S+ is at http://localhost:\\d+/money/ - its data are in ${folder}/data\\.`, 'm'),
    )
    expect(shown).not.toContain('{"time"')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('pipes get neither', async () => {
  expect(await inPipes()).toEqual(['plain\n', ''])
})

test('the bar is drawn ten times a second at most, fits a line, and obeys nothing that a name holds', () => {
  const written: string[] = []
  let now = 0
  const bar = createBar(
    (text) => written.push(text),
    () => now,
  )
  for (let done = 0; done <= 1000; done++) {
    now += 1
    bar.show('Import', { done, total: 1000, note: `\u001b[31m${'x'.repeat(200)}` })
  }
  expect(written).toHaveLength(11)
  for (const text of written) {
    expect(text).toStartWith('\r\u001b[K')
    expect(Bun.stringWidth(text.slice(4))).toBeLessThanOrEqual(79)
    expect(text.slice(4)).not.toContain('\u001b')
  }
  bar.clear()
  bar.clear()
  expect(written.slice(11)).toEqual(['\r\u001b[K'])
})

test('what has no total counts, and the bar goes when the work fails', async () => {
  const written: string[] = []
  const bar = createBar((text) => written.push(text))
  const work = watched({ bar, interrupt: createInterrupt() }, 'Rows', async ({ progress }) => {
    progress(12)
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(written).toEqual(['\r\u001b[KRows: 12', '\r\u001b[K'])
})
