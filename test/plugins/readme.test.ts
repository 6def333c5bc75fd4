import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrokerPlugin } from '#plugins/brim/contract.ts'
import * as kit from '#plugins/kit/index.ts'
import { accountedFor, cashOf, checkResult, holdingsOf, parseSample } from '#test/support/importers.ts'

const readme = await Bun.file(new URL('../../plugins/README.md', import.meta.url)).text()

async function example(): Promise<BrokerPlugin> {
  const code = /```ts\n([\s\S]*?)```/.exec(readme)?.[1]
  if (!code) throw new Error('the README has no example')
  const folder = mkdtempSync(join(tmpdir(), 'readme-'))
  const path = join(folder, 'acme.ts')
  await Bun.write(path, code)
  try {
    return (await import(path)).default(kit)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('the example of the README works as it stands', async () => {
  const plugin = await example()
  const report = [
    'Acme Bank;;;;;;;',
    'Tag;Booking;ISIN;Product;Units;Price;Total;Reference',
    '31.01.2024;Cash in;;;;;1.000,00;R1',
    '01.02.2024;Purchase;US0378331005;Widgets;3;33,50;-100,50;R2',
    '02.02.2024;Sale;US0378331005;Widgets;-1;40;40;R3',
    '02.02.2024;Balance;;;;;939,50;',
    '03.02.2024;Riddle;;;;;1;R4',
    '30.02.2024;Cash in;;;;;1;R5',
  ].join('\n')
  const { file, confidence, result } = await parseSample(plugin, `${report}\n`)
  expect(confidence).toBe(1)
  expect(accountedFor(file, result)).toEqual([])
  expect(checkResult(result)).toEqual([])
  expect(cashOf(result)).toEqual({ EUR: '939.5' })
  expect(holdingsOf(result)).toEqual({ US0378331005: '2' })
  expect(result.issues.map((issue) => [issue.row, issue.code])).toEqual([
    [7, 'unknown-type'],
    [8, 'invalid-date'],
  ])
  const foreign = await parseSample(plugin, 'a,b\n1,2\n')
  expect([foreign.confidence, foreign.result.issues[0]?.code]).toEqual([0, 'unknown-format'])
})

test('the README names only functions that the kit has', () => {
  const table = readme.slice(readme.indexOf('## The kit'), readme.indexOf('The host has opened'))
  const names = [...table.matchAll(/`(\w+)`/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => /^[a-z]+[A-Z]\w+$|^fold$|^squeeze$/.test(name))
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) expect(Object.keys(kit)).toContain(name)
})

test('the README has at most two and a half screens of text beside its examples', () => {
  const text = readme.replace(/```[a-z]*\n[\s\S]*?```/g, '')
  expect(text.split('\n').length).toBeLessThanOrEqual(92)
  expect(readme.trimEnd().split('\n## ').at(-1)).toStartWith('Why it is so')
})
