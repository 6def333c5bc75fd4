import { Command } from 'commander'
import { type RefreshedAsset, refreshPrices } from '../prices/refresh.ts'
import { AppError } from '../shared/errors.ts'
import { parseDay, parseIds } from './arguments.ts'
import { addExample } from './example.ts'
import { addSources } from './price-sources.ts'
import { addPricesImport } from './prices-import.ts'
import type { AddCommand, Shell } from './shell.ts'

type RefreshOptions = { asset?: number[]; from?: string; to?: string; acceptJumps: boolean; json: boolean }

/** In the order of `holdfast help prices`. */
const COMMANDS: readonly AddCommand[] = [addRefresh, addPricesImport, addSources]

/** `holdfast prices ...`. Faults are AppErrors. */
export function pricesCommand(shell: Shell): Command {
  const prices = new Command('prices').description('prices of assets: fetch, import, sources')
  for (const add of COMMANDS) add(prices, shell)
  return prices
}

function addRefresh(prices: Command, { withDeps, printLine, watch }: Shell): void {
  addExample(prices.command('refresh'), 'prices refresh', 'prices refresh --asset 3 --from 2025-01-01')
    .description('fetch prices of all assets that have a source, or of some')
    .option('-a, --asset <id...>', 'only these assets', parseIds)
    .option('--from <day>', 'from this day (YYYY-MM-DD); default: a week before the newest stored price', parseDay)
    .option('--to <day>', 'up to this day; default: today', parseDay)
    .option('--accept-jumps', 'take prices far from their neighbours too', false)
    .option('--json', 'as JSON', false)
    .action(async ({ asset, from, to, acceptJumps, json }: RefreshOptions) => {
      const request = { assetIds: asset, from, to, acceptJumps }
      const assets = await withDeps((deps) =>
        watch('Prices', ({ progress }) => refreshPrices(deps, request, { progress: (done, total) => progress(done, { total }) })),
      )
      if (json) printLine(JSON.stringify(assets, null, 2))
      else for (const line of assets.flatMap(linesOf)) printLine(line)
      const failed = assets.filter((one) => one.state === 'failed').length
      if (failed > 0)
        throw new AppError(
          'bad-gateway',
          'price/refresh-incomplete',
          `${failed} of ${assets.length} assets failed; the rest is stored.`,
        )
    })
}

function linesOf({ assetId, provider, state, added, updated, refused, detail }: RefreshedAsset): string[] {
  const counts = detail ?? `${added} added\t${updated} updated`
  return [`${assetId}\t${provider ?? '-'}\t${state}\t${counts}`, ...refused.map((one) => `${assetId}\theld back\t${one.detail}`)]
}
