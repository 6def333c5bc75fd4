import { readNumber } from '../amount-input.ts'
import type { Visit } from '../visit.ts'
import { currencyOf } from './body.ts'
import { type FoundAsset, findAsset } from './find-asset.ts'
import { type PastedRow, pastedDay, readPasted } from './paste-text.ts'
import { directionOf, signed } from './shapes.ts'
import { type World, writable } from './world.ts'

export type PastedLine = {
  readonly row: number
  /** An item of a batch. */
  readonly item: Readonly<Record<string, unknown>>
  readonly assetName: string
  readonly faults: readonly string[]
}

export const MOST_ROWS = 200
const NUMBERS = ['quantity', 'price', 'fees', 'taxes', 'amount'] as const

/** Every pasted row as an item of a batch, with what is wrong in it. `brokerId`: of rows that name none. Throws `Refusal`. */
export async function pastedLines(visit: Visit, world: World, text: string, brokerId: string): Promise<PastedLine[]> {
  const rows = readPasted(text).slice(0, MOST_ROWS)
  const texts = [...new Set(rows.flatMap(({ cells }) => cells.asset ?? []))]
  const assets = new Map<string, FoundAsset>()
  for (const one of texts) assets.set(one, await findAsset(visit.ask, one))
  return rows.map((row) => lineOfRow(visit, world, row, { assets, brokerId }))
}

type Known = { readonly assets: ReadonlyMap<string, FoundAsset>; readonly brokerId: string }

function lineOfRow({ reader: r }: Visit, world: World, { row, cells }: PastedRow, known: Known): PastedLine {
  const { transactions: words, form, common } = r.words
  const faults: string[] = []
  const type = typeOf(world, cells.type ?? '')
  const item: Record<string, unknown> = { type, date: pastedDay(cells.date ?? '') }
  const broker = cells.broker === undefined ? known.brokerId : brokerNamed(world, cells.broker)
  if (broker === undefined) faults.push(words.noSuchBroker(cells.broker ?? ''))
  item['broker_id'] = Number(broker ?? 0)
  for (const name of NUMBERS) {
    const text = cells[name]
    if (text === undefined) continue
    const read = readNumber(text, r.numbers)
    if (!('value' in read))
      faults.push(
        read.kind === 'ambiguous'
          ? form.ambiguous(text, ...read.readings)
          : `${words.boxes[name]}${common.colon}${form.noNumber}`,
      )
    else item[name] = name === 'quantity' || name === 'amount' ? sizeOf(world, type, name, read.value) : read.value
  }
  const asset = cells.asset === undefined ? undefined : known.assets.get(cells.asset)
  if (asset?.kind === 'one') item['asset_id'] = asset.asset.id
  else if (asset) faults.push(asset.kind === 'none' ? words.noSuchAsset(cells.asset ?? '') : words.whichInRow(cells.asset ?? ''))
  const assetCurrency = asset?.kind === 'one' ? asset.asset.currency : undefined
  if (type !== 'SPLIT') item['currency'] = cells.currency ?? assetCurrency ?? currencyOf(world, String(broker)) ?? r.currency
  if (cells.description !== undefined) item['description'] = cells.description
  if (cells.tags !== undefined) item['tags'] = cells.tags.split(/[,;]/).map((tag) => tag.trim())
  return { row, item, faults, assetName: asset?.kind === 'one' ? asset.asset.name : (cells.asset ?? '') }
}

/** What is pasted may have signs of its own; where the type allows one way only, that way holds. */
function sizeOf(world: World, type: string, what: 'quantity' | 'amount', value: string): string {
  return signed(value.replace(/^\+/, ''), directionOf(world.rules.get(type), what, 'in'))
}

function typeOf(world: World, text: string): string {
  const wanted = text.toLowerCase()
  const found = [...world.rules.values()].find(({ code, name }) => [code.toLowerCase(), name.toLowerCase()].includes(wanted))
  return found?.code ?? text.toUpperCase()
}

function brokerNamed(world: World, name: string): string | undefined {
  const found = writable(world).find((one) => one.name.toLowerCase() === name.toLowerCase())
  return found && String(found.id)
}
