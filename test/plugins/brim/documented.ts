/** Tests of rows by what becomes of them, written as a table. */
import { expect, test } from 'bun:test'
import type { ImportOptions, ParsedReport } from '#plugins/brim/contract.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { accountedFor, checkResult, parseSample } from '#test/support/importers.ts'

type Rows = Readonly<Record<string, string>>

/** `rows`: a row, or the rows of one event parted by a line break, and what they become. */
export function documented(code: string, what: string, titles: string, rows: Rows, options: ImportOptions = {}): void {
  test(`${code}: ${what}`, async () => {
    const plugin = brokerPlugins.find((one) => one.code === code)
    if (plugin === undefined) throw new Error(`there is no importer ${code}`)
    const found: Record<string, string> = {}
    for (const lines of Object.keys(rows)) {
      const { file, confidence, result } = await parseSample(plugin, `${titles}\n${lines}\n`, { options })
      expect([titles, confidence >= 0.7]).toEqual([titles, true])
      expect([lines, accountedFor(file, result), checkResult(result)]).toEqual([lines, [], []])
      found[lines] = said(result)
    }
    expect(found).toEqual(rows)
  })
}

function said({ transactions, issues, ignored }: ParsedReport): string {
  const drafts = transactions.map(({ type, asset, quantity, amount, currency, fees, tags }) => {
    const [coins, money] = [quantity === undefined ? '' : ` ${quantity} ${asset}`, currency ? ` ${amount ?? ''} ${currency}` : '']
    return `${type}${coins}${money}${fees === undefined ? '' : ` fees ${fees}`}${tags === undefined ? '' : ` (${tags.join()})`}`
  })
  const errors = issues.flatMap(({ severity, code }) => (severity === 'error' ? `error ${code}` : []))
  const left = ignored.flatMap(({ reason }) => (/^(header|preamble)$/.test(reason) ? [] : `left out: ${reason}`))
  return [...drafts, ...errors, ...left].join('; ').replaceAll(/ +/g, ' ')
}
