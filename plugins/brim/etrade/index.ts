/** E*TRADE: the activity of a brokerage account, and the benefit history of a stock plan. */
import {
  type Book,
  day,
  type Line,
  layout,
  nth,
  number,
  optional,
  refuse,
  tableImporter,
  text,
  unused,
} from '#plugins/kit/index.ts'
import { activity } from './activity.ts'

const columns = {
  record: text('Record Type'),
  symbol: text('Symbol'),
  grant: text('Grant Number'),
  period: text('Vest Period'),
  vestDay: optional(day('Vest Date')),
  vested: number(nth('Vested Qty.', 2)),
  released: number('Released Qty'),
  gain: number('Taxable Gain'),
  ...unused('Grant Date', 'Settlement Type', 'Granted Qty.', 'Withheld Qty.', 'Vested Qty.', 'Date', 'Event Type'),
  ...unused('Qty. or Amount', 'Released Amount', 'Sellable Qty.', 'Blocked Qty.', 'Total Taxes Paid', 'Tax Description'),
  ...unused('Effective Tax Rate', 'Withholding Amount', 'Status', 'Type', 'Award Price', 'Unvested Qty.', 'Est. Market Value'),
  ...unused('Deferred/Post-Release Qty.'),
  // Titles that the workbook leaves empty in some exports.
  ...unused(...Array.from({ length: 40 }, (_, index) => `col${index + 1}`)),
}

type Entry = Line<typeof columns>

const restricted = layout({
  name: 'Restricted Stock',
  when: ({ format }, { name }) => format !== 'sheet' || /restricted stock/i.test(name),
  dates: 'mdy',
  zone: 'America/New_York',
  numbers: 'dot',
  currency: 'USD',
  columns,
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
  dates: 'mdy',
  numbers: 'dot',
  columns: { record: text('Record Type'), symbol: text('Symbol') },
  when: ({ format }, { name }) => format === 'sheet' && !/^restricted stock/i.test(name),
  rows: {
    '*': () => refuse('unknown-plan', 'Only restricted stock is read from this workbook. Enter purchases and exercises by hand.'),
  },
})

const gains = layout({
  name: 'Gains and losses',
  holds: 'other',
  instead:
    'Take the benefit history (At Work > My Account > Benefit History > Download Expanded) for what vested, and the activity (Accounts > Activity > Download) for what was sold.',
  dates: 'mdy',
  numbers: 'dot',
  columns: {
    record: text('Record Type'),
    symbol: text('Symbol'),
    plan: text('Plan Type'),
    acquired: text('Date Acquired'),
    sold: text('Date Sold'),
    proceeds: text('Total Proceeds'),
    ...unused('Quantity', 'Acquisition Cost', 'Acquisition Cost Per Share', 'Adjusted Cost Basis', 'Deferred Loss'),
    ...unused('Adjusted Cost Basis Per Share', 'Ordinary Income Recognized', 'Ordinary Income Recognized Per Share'),
    ...unused('Proceeds Per Share', 'Gain/Loss', 'Adjusted Gain/Loss', 'Adjusted Gain (Loss) Per Share', 'Order Type'),
    ...unused('Date Acquired (Wash Sale Toggle = On)', 'Gain/Loss (Wash Sale Toggle = On)', 'Grant Number', 'Vest Date'),
    ...unused('Order Number', 'Grant Date', 'Grant Date FMV', 'Vest Date FMV', 'Purchase Date', 'Purchase Price'),
  },
  rows: { '*': { skip: 'gain' } },
})

/** A grant or a period that cannot be read would part a vesting from its taxes. */
function vestOf({ record, grant, period }: Entry): string | undefined {
  if (!/^(vest schedule|tax withholding)$/i.test(record)) return undefined
  if (!/^[\w-]+$/.test(grant)) refuse('unknown-grant', `"${grant}" is no number of a grant.`)
  if (!/^\d+$/.test(period)) refuse('unknown-period', `"${period}" is no vest period.`)
  return `${grant} ${period}`
}

/** One vesting: a row of its shares, and rows of its taxes with what the shares were worth. */
function bookVest(lines: readonly [Entry, ...Entry[]], book: Book): void {
  const [vest, ...more] = lines.filter(({ record }) => /^vest/i.test(record))
  if (vest === undefined || more.length > 0)
    refuse('no-pair', 'Of each vesting there must be one row of its schedule, and those of its taxes.')
  const { released, vested } = vest
  const quantity = released ?? vested
  if (quantity === undefined || !/[1-9]/.test(quantity)) book.skip('not vested yet')
  else bookShares(lines, vest, quantity, book)
}

function bookShares(lines: readonly Entry[], vest: Entry, quantity: string, book: Book): void {
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

export const etrade = tableImporter(
  {
    code: 'etrade',
    name: 'E*TRADE',
    website: 'https://us.etrade.com',
    version: '2',
    extensions: ['xlsx', 'csv'],
    description:
      'The activity of a brokerage account, and the benefit history of a stock plan: restricted stock that vested, at what it was worth.',
    docs: 'Accounts > Activity > Download > CSV. Stock plans: At Work > My Account > Benefit History > Download > Download Expanded.',
    colour: '#6633cc',
  },
  [activity, restricted, purchases, gains],
)
