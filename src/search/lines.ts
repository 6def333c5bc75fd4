import type { Ctx } from '../context.ts'
import { createYielder } from '../shared/event-loop.ts'
import { fold } from '../shared/fold.ts'
import { findAssetTexts, type ScannedLine, SEPARATOR, scanLines } from './lines.repository.ts'
import { best, EXACT, PART, PREFIX, type Rank, rankOf, WORD } from './rank.ts'
import type { Term, Terms } from './terms.ts'

type Found = { readonly id: number; readonly date: string; readonly rank: Rank }
export type FoundLines = { readonly found: readonly Found[]; readonly total: number; readonly isComplete: boolean }

const LINES_A_STEP = 1000
/** Beyond so many the newest are looked through. */
const MOST_LINES = 200_000
/** What `fold` changes beside letter case: `^` and the backtick are diacritics, too. */
const FOREIGN = /[^\0-\x5d_a-\x7f]/
const DIACRITIC = /\p{Diacritic}+/gu
const SPACE = /[^\S ]| {2}/

/**
 * The lines of brokers in which every word occurs: in description, external id, account, type, currency or tags, in the asset's symbol, name or
 * identifiers, as a day, or as amount, quantity or price. The best first, of equals the newest; `limit` of them. Gives other requests their turn.
 */
export async function searchLines(
  ctx: Pick<Ctx, 'reader'>,
  brokerIds: readonly number[],
  terms: Terms,
  limit: number,
): Promise<FoundLines> {
  const figures = terms.terms.some(({ amounts }) => amounts.length > 0)
  const most = Math.max(LINES_A_STEP, Math.floor(MOST_LINES / Math.max(1, brokerIds.length)))
  const yieldWhenDue = createYielder()
  const assets = new Map<number, string>()
  let [found, total, isComplete]: [Found[], number, boolean] = [[], 0, true]
  for (const brokerId of brokerIds) {
    let after: readonly [string, number] | undefined
    for (let seen = 0; ; ) {
      const lines = await scanLines(ctx.reader, brokerId, { after, limit: LINES_A_STEP, figures })
      await learnAssets(ctx, assets, lines)
      for (const line of lines) {
        const rank = rankLine(line, terms, assets)
        if (rank === undefined) continue
        total += 1
        found.push({ id: line.id, date: line.date, rank })
      }
      if (found.length > LINES_A_STEP) found = bestOf(found, limit)
      const last = lines.at(-1)
      seen += lines.length
      await yieldWhenDue()
      if (last === undefined || lines.length < LINES_A_STEP) break
      after = [last.date, last.id]
      if (seen < most) continue
      isComplete = false
      break
    }
  }
  return { found: bestOf(found, limit), total, isComplete }
}

async function learnAssets(ctx: Pick<Ctx, 'reader'>, assets: Map<number, string>, lines: readonly ScannedLine[]): Promise<void> {
  const ids = new Set(lines.flatMap(({ assetId }) => (assetId === null || assets.has(assetId) ? [] : assetId)))
  if (ids.size === 0) return
  for (const [id, text] of await findAssetTexts(ctx.reader, [...ids])) assets.set(id, text)
}

function bestOf(found: readonly Found[], limit: number): Found[] {
  return found.toSorted((a, b) => a.rank - b.rank || (a.date === b.date ? b.id - a.id : a.date < b.date ? 1 : -1)).slice(0, limit)
}

function rankLine(line: ScannedLine, { phrase, terms }: Terms, assets: ReadonlyMap<number, string>): Rank | undefined {
  const text = folded(line.text)
  const asset = line.assetId === null ? '' : (assets.get(line.assetId) ?? '')
  const [only, second] = terms
  if (only === undefined) return undefined
  if (second === undefined) return rankWord(line, only, text, asset)
  for (const term of terms) if (rankWord(line, term, text, asset) === undefined) return undefined
  return rankTexts(text, phrase) ?? PART
}

function rankWord(line: ScannedLine, term: Term, text: string, asset: string): Rank | undefined {
  const isText = text.includes(term.text)
  const isAsset = asset.includes(term.text)
  const ofFigures = term.amounts.length === 0 ? undefined : rankFigures(line.figures, term.amounts)
  const isDay = term.days.length > 0 && term.days.some((day) => line.date.startsWith(day))
  if (!isText && !isAsset && !isDay && ofFigures === undefined) return undefined
  const ofAsset = isAsset ? Math.max(rankOf(asset, term.text) ?? PART, WORD) : undefined
  return best([
    isText ? rankTexts(text, term.text) : undefined,
    ofAsset === WORD ? WORD : isAsset ? PART : undefined,
    isDay ? EXACT : undefined,
    ofFigures,
  ])
}

function rankTexts(text: string, phrase: string): Rank | undefined {
  return text.includes(phrase) ? best(text.split(SEPARATOR).map((part) => rankOf(part.trim(), phrase))) : undefined
}

function rankFigures(figures: string, amounts: readonly string[]): Rank | undefined {
  if (!amounts.some((amount) => figures.includes(amount))) return undefined
  return best(
    figures.split(' ').map((figure) => {
      const size = figure.startsWith('-') ? figure.slice(1) : figure
      if (amounts.includes(size)) return EXACT
      return amounts.some((amount) => size.startsWith(`${amount}.`)) ? PREFIX : undefined
    }),
  )
}

/** As `fold` does to each text, with a short way for the most. */
function folded(text: string): string {
  if (SPACE.test(text)) return text.split(SEPARATOR).map(fold).join(SEPARATOR)
  if (!FOREIGN.test(text)) return text.toLowerCase()
  return text.normalize('NFD').replace(DIACRITIC, '').toLowerCase()
}
