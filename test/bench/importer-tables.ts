/** Long files for importers of tables: their own makers, or a fixture that is repeated with other days, so that no row is like the one before. */
import type { ParsedReport, ReportFile } from '#plugins/brim/contract.ts'

type Figures = () => number

/** Figures that are the same in each run. */
function figures(): Figures {
  let state = 20_240_229
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state
  }
}

function dayOf(index: number): string {
  return new Date(Date.UTC(2000, 0, 1) + index * 86_400_000).toISOString().slice(0, 10)
}

const cents = (value: number) => `${Math.trunc(value / 100)}.${String(value % 100).padStart(2, '0')}`
const comma = (text: string) => text.replace('.', ',')

function avanza(rows: number): string {
  const next = figures()
  const lines = [
    'Datum;Konto;Typ av transaktion;Värdepapper/beskrivning;Antal;Kurs;Belopp;Transaktionsvaluta;Courtage (SEK);Valutakurs;Instrumentvaluta;ISIN;Resultat',
  ]
  for (let i = 0; lines.length <= rows; i++) {
    const start = `${dayOf(Math.floor(i / 9))};Konto ${next() % 4}`
    const asset = next() % 300
    const [name, isin] = [`Bolag ${asset} AB`, `SE${String(asset).padStart(9, '0')}1`]
    const [quantity, price, fee] = [1 + (next() % 500), 1 + (next() % 90_000), 1 + (next() % 9_900)]
    const trade = (kind: string, sign: string, amount: number) =>
      `${start};${kind};${name};${sign}${quantity};${comma(cents(price))};${comma(cents(amount)).replace(/^(?=\d)/, sign === '' ? '-' : '')};SEK;${comma(cents(fee))};;SEK;${isin};`
    const kind = next() % 6
    const moved = comma(cents(100 + (next() % 900_000)))
    if (kind < 3) lines.push(trade('Köp', '', quantity * price + fee))
    else if (kind === 3)
      lines.push(
        trade('Sälj', '-', quantity * price + 10_000 - fee).replace(
          /;[^;]*;SEK/,
          `;${comma(cents(Math.max(quantity * price - fee, 1)))};SEK`,
        ),
      )
    else if (kind === 4)
      lines.push(`${start};Utdelning;${name};${quantity};${comma(cents(next() % 3_000))};${moved};SEK;;;SEK;${isin};`)
    else lines.push(`${start};Insättning;Insättning ${next() % 1000};;;${moved};SEK;;;;;`)
  }
  return `${lines.join('\n')}\n`
}

function binance(rows: number): string {
  const next = figures()
  const lines = ['User_ID,UTC_Time,Account,Operation,Coin,Change,Remark']
  const user = String(next())
  for (let i = 0; lines.length <= rows; i++) {
    const seconds = i * 977
    const time = new Date(Date.UTC(2018, 0, 1) + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
    const coin = `C${next() % 90}`
    const row = (operation: string, what: string, change: string) => `${user},${time},Spot,${operation},${what},${change},`
    const size = `0.${String(1 + (next() % 99_999_999)).padStart(8, '0')}`
    if (next() % 3 === 0) lines.push(row('Simple Earn Flexible Interest', coin, size))
    else
      lines.push(
        row('Buy', 'EUR', `-${cents(1 + (next() % 90_000))}`),
        row('Buy', coin, size),
        row('Fee', 'BNB', `-0.0${String(1 + (next() % 999_999)).padStart(7, '0')}`),
      )
  }
  return `${lines.join('\n')}\n`
}

const MAKERS: Readonly<Record<string, (rows: number) => string>> = { avanza, binance }

/** A CSV of about so many rows for an importer of tables, from `fixture` where there is no maker of its own. */
export function longTable(code: string, rows: number, fixture: ReportFile, known: ParsedReport): string {
  return MAKERS[code]?.(rows) ?? grown(fixture, known, rows)
}

/** The lines as the file has them: what a cell costs depends on its quotes. */
function grown({ text }: ReportFile, { ignored }: ParsedReport, rows: number): string {
  const header = Math.max(0, ...ignored.flatMap(({ row, reason }) => (reason === 'header' ? row : [])))
  const all = text.trimEnd().split('\n')
  const [lines, body] = [all.slice(0, header), all.slice(header)]
  for (let turn = 0; body.length > 0 && lines.length <= rows; turn++) for (const line of body) lines.push(otherRow(line, turn))
  return `${lines.join('\n')}\n`
}

/** The line with the days of its cells turned into another one that exists in each order of its parts, and a UUID into another: the same row again is left out. */
function otherRow(line: string, turn: number): string {
  const [year, small, other] = [2000 + (turn % 25), 1 + (Math.floor(turn / 25) % 12), 1 + (Math.floor(turn / 300) % 12)]
  const two = (value: number) => String(value).padStart(2, '0')
  return line
    .replace(/(^|["\t,;|])\d{4}([-/.])\d\d([-/.])\d\d/g, `$1${year}$2${two(small)}$3${two(other)}`)
    .replace(/(^|["\t,;|])\d\d([-/.])\d\d([-/.])\d{4}/g, `$1${two(small)}$2${two(other)}$3${year}`)
    .replace(/[0-9a-f]{8}(?=-[0-9a-f]{4}-[0-9a-f]{4}-)/gi, turn.toString(16).padStart(8, '0'))
}
