import { beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname
const PROGRAM = new URL('../../src/cli/program.ts', import.meta.url).pathname
const COMMANDS = [
  'serve',
  'demo',
  'doctor',
  'healthcheck',
  'openapi',
  'version',
  'import',
  'broker',
  'broker create',
  'broker list',
  'token',
  'token create',
  'token list',
  'token revoke',
  'user',
  'user create',
  'user list',
  'user password',
  'user promote',
  'user reset-factor',
  'fx',
  'fx sync',
  'fx convert',
  'fx providers',
  'prices',
  'prices refresh',
  'prices import',
  'prices sources',
  'report',
  'report holdings',
  'report performance',
  'report breakdown',
  'report gains',
  'report income',
  'report cash-flows',
  'report costs',
  'report history',
  'report allocation',
  'templates',
  'templates list',
  'templates show',
  'templates save',
  'templates remove',
  'backup',
  'backup create',
  'backup list',
  'backup verify',
  'backup restore',
  'backup prune',
  'plugins',
  'plugins list',
  'plugins check',
  'help',
]
const UNKNOWN = ['help nothing', 'help user nothing', 'help serve nothing']

type Said = { readonly code: number; readonly out: string; readonly err: string }

/** Runs each of the lines that stand in the environment, and ends what it prints with its code and a zero byte. */
const EACH = `
import { writeSync } from 'node:fs'
import { run } from ${JSON.stringify(PROGRAM)}
for (const line of JSON.parse(process.env.LINES)) {
  const code = await run(line.split(' '), {})
  writeSync(1, code + '\\0')
  writeSync(2, '\\0')
}`

/** What it says goes to files: a pipe that nobody empties for a while takes no more, and the script above ends there. */
async function started(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Said> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-help-'))
  try {
    const [stdout, stderr] = [Bun.file(join(folder, 'out')), Bun.file(join(folder, 'err'))]
    const child = Bun.spawn([process.execPath, ...words], { stdout, stderr, env: { NO_COLOR: '1', ...env } })
    return { code: await child.exited, out: await stdout.text(), err: await stderr.text() }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What the program says to each line; all in one process, for starting one takes longer than what it does. */
const said = new Map<string, Said>()
const holdfast = (line: string) => said.get(line)

beforeAll(async () => {
  const lines = [...COMMANDS.flatMap((command) => [`help ${command}`, `${command} --help`]), 'help', '--help', ...UNKNOWN]
  const { out, err } = await started(['-e', EACH], { LINES: JSON.stringify(lines) })
  const [outs, errors] = [out.split('\0'), err.split('\0')]
  for (const [index, line] of lines.entries()) {
    const [, text = '', code] = /^([\s\S]*?)(\d+)$/.exec(outs[index] ?? '') ?? []
    said.set(line, { code: Number(code), out: text, err: errors[index] ?? '' })
  }
})

test.each(COMMANDS)('`help %s` is what the command says with `--help`', (command) => {
  const help = holdfast(`help ${command}`)
  expect([help?.code, help?.err]).toEqual([0, ''])
  expect(help?.out).toStartWith(`Usage: holdfast ${command} `)
  expect(holdfast(`${command} --help`)).toEqual({ code: 0, out: help?.out ?? '', err: '' })
})

/** Those that only hold others. */
const FAMILIES = COMMANDS.filter((command) => COMMANDS.some((other) => other.startsWith(`${command} `)))

test('the help of every command shows how it is called, in words that it knows', () => {
  for (const command of COMMANDS.filter((one) => one !== 'help' && !FAMILIES.includes(one))) {
    const examples =
      (holdfast(`help ${command}`)?.out ?? '')
        .split(/^Examples?:$/m)[1]
        ?.trim()
        .split('\n') ?? []
    expect([command, examples.length > 0]).toEqual([command, true])
    for (const example of examples) expect(example).toContain(`$ holdfast ${command}`)
  }
})

test('`help` alone and `--help` list all commands', () => {
  const help = holdfast('help')
  expect(holdfast('--help')).toEqual({ code: 0, out: help?.out ?? '', err: '' })
  for (const command of COMMANDS) if (!command.includes(' ')) expect(help?.out).toMatch(new RegExp(`^  ${command} `, 'm'))
})

test('`help` of no command is an error that names it', () => {
  for (const line of UNKNOWN) expect(holdfast(line)).toEqual({ code: 64, out: '', err: "error: unknown command 'nothing'\n" })
})

test('the program itself says the same, with the same code', async () => {
  for (const line of ['help user create', 'help user nothing'])
    expect([line, await started([MAIN, ...line.split(' ')])]).toEqual([line, holdfast(line) ?? { code: -1, out: '', err: '' }])
})
