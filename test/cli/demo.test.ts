import { afterEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname
const undo: (() => void)[] = []

afterEach(() => {
  for (const one of undo.splice(0)) one()
})

/** A folder for temporary files of the program's own. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-test-demo-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a demo and reads what it prints until it is filled. */
async function startDemo(temporary: string, ...words: string[]) {
  const env = { TMPDIR: temporary, PORT: '0', SETUP_CODE: 'of-the-real-service', WORKERS: '3', BACKUP_PASSPHRASE: 'short' }
  const child = Bun.spawn([process.execPath, MAIN, 'demo', ...words], { env, stdout: 'pipe', stderr: 'inherit' })
  undo.push(() => child.kill('SIGKILL'))
  let said = ''
  for await (const chunk of child.stdout) {
    said += new TextDecoder().decode(chunk)
    if (/Ctrl-C.*\n/.test(said)) break
  }
  const of = (name: string) => new RegExp(`^ {2}${name} +(\\S+)$`, 'm').exec(said)?.[1] ?? ''
  const end = async () => {
    child.kill('SIGINT')
    return await child.exited
  }
  return { said, api: `${of('open')}api/v1`, username: of('username'), password: of('password'), end }
}

/** Signs in, and reads one answer. */
async function readAs({ api, username, password }: { api: string; username: string; password: string }, path: string) {
  const body = JSON.stringify({ username, password })
  const headers = { 'Content-Type': 'application/json' }
  const signedIn = await fetch(`${api}/auth/login`, { method: 'POST', headers, body })
  const Cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return await (await fetch(`${api}${path}`, { headers: { Cookie } })).json()
}

test('a demo is filled and complete, for who reads its sign-in, and leaves nothing when it ends', async () => {
  const temporary = newFolder()
  const demo = await startDemo(temporary)
  expect(readdirSync(temporary).length).toBe(1)
  expect(new URL(demo.api).hostname).toBe('127.0.0.1')
  const { holdings, complete, warnings } = await readAs(demo, '/portfolio/holdings')
  expect([holdings.length, complete, warnings]).toEqual([10, true, []])
  expect(await demo.end()).toBe(0)
  expect(readdirSync(temporary)).toEqual([])
})

test('with a folder of its own it goes on where it was', async () => {
  const [temporary, folder] = [newFolder(), join(newFolder(), 'try-it')]
  const first = await startDemo(temporary, '--data-dir', folder)
  expect(await first.end()).toBe(0)
  const second = await startDemo(temporary, '--data-dir', folder)
  expect(second.password).toBe(first.password)
  expect((await readAs(second, '/brokers')).length).toBe(2)
  expect(await second.end()).toBe(0)
  expect([existsSync(join(folder, 'holdfast.db')), readdirSync(temporary)]).toEqual([true, []])
})

test('a folder with anything else in it is left as it is', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'holdfast.db'), 'of somebody')
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, MAIN, 'demo', '--data-dir', folder], {
    env: { PORT: '0' },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  expect([exitCode, stderr.toString()]).toEqual([
    73,
    `holdfast: ${folder} is not empty and holds no demo. Give a folder that is empty, or none for a temporary one.\n`,
  ])
  expect(readdirSync(folder)).toEqual(['holdfast.db'])
})
