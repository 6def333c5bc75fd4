/** E*TRADE: the benefit history of a stock plan. */
import { type Book, day, layout, nth, number, optional, refuse, tableImporter, text } from '#plugins/kit/index.ts'

type Line = {
  readonly row: number
  readonly cells: readonly string[]
  readonly record: string
  readonly grant: string
  readonly period: string
  readonly vestDay: string | undefined
  readonly vested: string | undefined
  readonly released: string | undefined
  readonly gain: string | undefined
}

const restricted = layout({
  name: 'Restricted Stock',
  sheet: /restricted stock/i,
  dates: 'mdy',
  zone: 'America/New_York',
  numbers: 'dot',
  currency: 'USD',
  columns: {
    record: text('Record Type'),
    symbol: text('Symbol'),
    grant: text('Grant Number'),
    period: text('Vest Period'),
    vestDay: optional(day('Vest Date')),
    vested: number(nth('Vested Qty.', 2)),
    released: number('Released Qty'),
    gain: number('Taxable Gain'),
    ...optionalTexts(
      'Grant Date',
      'Settlement Type',
      'Granted Qty.',
      'Withheld Qty.',
      'Vested Qty.',
      'Date',
      'Event Type',
      'Qty. or Amount',
    ),
    ...optionalTexts(
      'Released Amount',
      'Sellable Qty.',
      'Blocked Qty.',
      'Total Taxes Paid',
      'Tax Description',
      'Effective Tax Rate',
    ),
    ...optionalTexts(
      'Withholding Amount',
      'Status',
      'Type',
      'Award Price',
      'Unvested Qty.',
      'Est. Market Value',
      'Deferred/Post-Release Qty.',
    ),
    // Titles that the workbook leaves empty in some exports.
    ...optionalTexts(...Array.from({ length: 40 }, (_, index) => `col${index + 1}`)),
  },
  kind: (line) => line.record,
  rows: { Grant: { skip: 'grant: nothing has come in yet' }, Event: { skip: 'event: the vest schedule has the same' } },
  cases: {
    key: vestOf,
    book: bookVest,
  },
})

/** Other plans are named, so that none of their rows is lost in silence. */
const purchases = layout({
  name: 'Other plans',
  sheet: /^(?!restricted stock)/i,
  dates: 'mdy',
  numbers: 'dot',
  columns: { record: text('Record Type'), symbol: text('Symbol') },
  when: ({ format }) => format === 'sheet',
  rows: {
    '*': () => refuse('unknown-plan', 'Only restricted stock is read from this workbook. Enter purchases and exercises by hand.'),
  },
})

/** A grant or a period that cannot be read would part a vesting from its taxes. */
function vestOf({ record, grant, period }: Line): string | undefined {
  if (!/^(vest schedule|tax withholding)$/i.test(record)) return undefined
  if (!/^[\w-]+$/.test(grant)) refuse('unknown-grant', `"${grant}" is no number of a grant.`)
  if (!/^\d+$/.test(period)) refuse('unknown-period', `"${period}" is no vest period.`)
  return `${grant} ${period}`
}

/** One vesting: a row of its shares, and rows of its taxes with what the shares were worth. */
function bookVest(lines: readonly [Line, ...Line[]], book: Book): void {
  const [vest, ...more] = lines.filter(({ record }) => /^vest/i.test(record))
  if (vest === undefined || more.length > 0)
    refuse('no-pair', 'Of each vesting there must be one row of its schedule, and those of its taxes.')
  const { released, vested } = vest
  const quantity = released ?? vested
  if (quantity === undefined || !/[1-9]/.test(quantity)) book.skip('not vested yet')
  else bookShares(lines, vest, quantity, book)
}

function bookShares(lines: readonly Line[], vest: Line, quantity: string, book: Book): void {
  const gain = lines.map((line) => line.gain).find((one) => one !== undefined)
  const isWhole = vest.vested === undefined || vest.vested === quantity
  const also = lines.filter((line) => line !== vest)
  const date = vest.vestDay ?? refuse('invalid-date', 'The vesting has no day.')
  const cost = gain !== undefined && isWhole ? gain : 'market'
  book.on(vest).inKind('TRANSFER', { date, quantity, cost, also, description: `Vesting ${vest.grant}` })
  const detail =
    'All released shares come in. Those that were sold or withheld for taxes are not in this workbook: enter them too.'
  book.on(vest).note('warning', 'taxes-not-included', detail)
}

function optionalTexts(...titles: string[]) {
  return Object.fromEntries(titles.map((title) => [title, optional(text(title))]))
}

export const etrade = tableImporter(
  {
    code: 'etrade',
    name: 'E*TRADE',
    broker: 'E*TRADE',
    website: 'https://us.etrade.com',
    version: '1',
    extensions: ['xlsx', 'csv'],
    languages: ['en'],
    description: 'The benefit history of a stock plan: restricted stock that vested, at what it was worth.',
    docs: 'At Work > My Account > Benefit History > Download > Download Expanded.',
    colour: '#6633cc',
  },
  [restricted, purchases],
)
