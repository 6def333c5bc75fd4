import { expect, test } from 'bun:test'

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname

async function holdfast(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const child = Bun.spawn([process.execPath, MAIN, ...words], { stdout: 'pipe', stderr: 'pipe', env: { NO_COLOR: '1' } })
  const [code, out, err] = await Promise.all([child.exited, new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code, out, err }
}

const COMMANDS = [
  'serve',
  'doctor',
  'import',
  'user',
  'user create',
  'user list',
  'fx',
  'fx sync',
  'prices',
  'prices refresh',
  'report',
  'templates',
  'templates save',
  'plugins',
  'plugins list',
  'plugins check',
  'help',
]

test.each(COMMANDS)('`help %s` is what the command says with `--help`', async (command) => {
  const words = command.split(' ')
  const [help, said] = await Promise.all([holdfast('help', ...words), holdfast(...words, '--help')])
  expect([help.code, help.err]).toEqual([0, ''])
  expect(help.out).toStartWith(`Usage: holdfast ${command} `)
  expect(help.out).toBe(said.out)
})

test('`help` alone and `--help` list all commands', async () => {
  const [help, said] = await Promise.all([holdfast('help'), holdfast('--help')])
  expect([help.code, help.out]).toEqual([0, said.out])
  for (const command of COMMANDS) if (!command.includes(' ')) expect(help.out).toMatch(new RegExp(`^  ${command} `, 'm'))
})

test('`help` of no command is an error that names it', async () => {
  for (const words of [['nothing'], ['user', 'nothing'], ['serve', 'nothing']]) {
    const { code, out, err } = await holdfast('help', ...words)
    expect([words, code, out, err]).toEqual([words, 64, '', "error: unknown command 'nothing'\n"])
  }
})
