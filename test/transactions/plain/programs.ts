import { expect } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterwards } from '#test/support/afterwards.ts'
import { parsed } from './parsed.ts'

/** What accounts of assets come to. */
export const assetsOf = (text: string) => new Map([...parsed(text).balances].filter(([key]) => key.startsWith('Assets:')))

/** Of the program, or `undefined` where it is not installed. */
function run(program: string, text: string, ...options: string[]): { code: number; said: string } | undefined {
  if (Bun.which(program) === null) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-plain-'))
  afterwards(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'ledger')
  writeFileSync(path, text)
  const command = program === 'hledger' ? [program, '-f', `journal:${path}`, ...options] : [program, path]
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { env: { ...process.env, LANG: 'C.UTF-8' } })
  return { code: exitCode, said: `${stdout}${stderr}` }
}

/** Every balance as the real programs have it; says which of them are not here. */
export function expectAccepted(path: string, text: string): void {
  const balances = assetsOf(text)
  const isBeancount = path.endsWith('beancount')
  const asserted = [...balances].map(([key, amount]) => {
    const [account, unit] = key.split(' ')
    return `2990-01-01 balance ${account} ${amount} ${unit}`
  })
  const answer = isBeancount ? run('bean-check', `${text}\n${asserted.join('\n')}\n`) : run('hledger', text, 'check', '--strict')
  if (answer === undefined) process.stderr.write(`skipped: ${isBeancount ? 'bean-check' : 'hledger'} is not installed\n`)
  else expect(answer).toEqual({ code: 0, said: '' })
}
