import type { Command } from 'commander'
import type { Ctx } from '../context.ts'
import type { Candidate } from '../prices/suggest/candidate.ts'
import { type Suggestion, type Suggestions, suggestPriceSources } from '../prices/suggest/suggest.ts'
import { suggestionsToWire } from '../prices/suggest/suggest.wire.ts'
import { parseIds } from './arguments.ts'
import { chooseUser } from './choose.ts'
import { addExample } from './example.ts'
import type { Shell } from './shell.ts'
import { type Cell, tableLines, visible } from './table.ts'

type Words = { readonly asset?: number[]; readonly assign: boolean; readonly user?: string; readonly json: boolean }

/** `holdfast prices sources`: what `POST /assets/price-sources/suggest` finds, as a user of the service. */
export function addSources(prices: Command, { withDeps, printLine, watch, isColoured }: Shell): void {
  addExample(prices.command('sources'), 'prices sources --assign')
    .description('find price sources for what is held without one')
    .option('-a, --asset <id...>', 'only these assets', parseIds)
    .option('--assign', 'give assets the source that is certain, and fetch their prices', false)
    .option('--user <name>', 'whose holdings; not needed while there is one user')
    .option('--json', 'as JSON', false)
    .action(async ({ asset: assetIds, assign, user, json }: Words) => {
      const found = await withDeps(async (deps) => {
        const ctx: Ctx = { ...deps, user: await chooseUser(deps, user) }
        return await watch('Price sources', (job) => suggestPriceSources(ctx, { assetIds, assign }, job))
      })
      if (json) printLine(JSON.stringify(suggestionsToWire(found), null, 2))
      else for (const line of linesOf(found, isColoured)) printLine(line)
    })
}

const COLUMNS = [
  { title: 'Id', align: 'right' },
  { title: 'Asset', align: 'left', most: 30 },
  { title: 'State', align: 'left' },
  { title: 'Source', align: 'left', most: 40 },
  { title: 'Price', align: 'right' },
  { title: 'Why', align: 'left', most: 90 },
] as const

function linesOf({ assets, total, failed }: Suggestions, isColoured: boolean): string[] {
  if (assets.length === 0) return ['Everything held has a price source.']
  const rows = assets.map(rowOf)
  const count = (state: Suggestion['state']) => assets.filter((one) => one.state === state).length
  const left = total > assets.length ? ` ${total - assets.length} more were not looked up; run it again.` : ''
  return [
    ...tableLines(COLUMNS, rows, isColoured),
    `${count('assigned')} assigned, ${count('proposed')} proposed, ${count('none')} without any.${left}`,
    ...failed.map(({ provider, detail }) => visible(`${provider}: ${detail}`)),
  ]
}

function rowOf({ asset, state, candidates: [best] }: Suggestion): Cell[] {
  const tone = state === 'assigned' ? 'good' : state === 'none' ? 'bad' : null
  const cells = [String(asset.id), asset.name, state, ...(best === undefined ? ['', '', ''] : wordsOf(best))]
  return cells.map((text, index) => (index === 2 ? { text, tone } : { text }))
}

function wordsOf({ provider, identifier, price, currency, certainty, reason }: Candidate): string[] {
  return [`${provider} ${identifier}`, price === null ? '' : `${price} ${currency ?? ''}`.trim(), `${certainty}: ${reason}`]
}
