/** E*TRADE: the activity of a brokerage account, and the benefit history of a stock plan. */
import { type Book, day, type Line, layout, nth, number, optional, refuse, tableImporter, text } from '#plugins/kit/index.ts'
import { otherReport } from '../other-report.ts'
import { activity, format } from './activity.ts'

const plan = { record: text('Record Type'), symbol: text('Symbol') }
const columns = {
  ...plan,
  grant: text('Grant Number'),
  period: text('Vest Period'),
  vestDay: optional(day('Vest Date')),
  vested: number(nth('Vested Qty.', 2)),
  released: number('Released Qty'),
  gain: number('Taxable Gain'),
}

type Entry = Line<typeof columns>

const restricted = layout({
  name: 'Restricted Stock',
  when: ({ format }, { name }) => format !== 'sheet' || /restricted stock/i.test(name),
  ...format,
  columns,
  // The workbook leaves some titles empty in some exports.
  varying:
    /^(col\d+|date|event type|status|type|award price|(grant|settlement|tax) (date|type|description)|total taxes paid|effective tax rate|withholding amount|released amount|est\. market value|(granted|withheld|vested|sellable|blocked|unvested|deferred\/post-release) qty\.|qty\. or amount)$/,
  kind: (line) => line.record,
  rows: { Grant: { skip: 'grant: nothing has come in yet' }, Event: { skip: 'event: the vest schedule has the same' } },
  cases: { key: vestOf, book: bookVest },
})

/** Other plans are named, so that none of their rows is lost in silence. */
const purchases = layout({
  name: 'Other plans',
  ...format,
  columns: plan,
  when: ({ format }, { name }) => format === 'sheet' && !/^restricted stock/i.test(name),
  rows: {
    '*': () => refuse('unknown-plan', 'Only restricted stock is read from this workbook. Enter purchases and exercises by hand.'),
  },
})

const gains = otherReport(
  'Gains and losses',
  'Take the benefit history (At Work > My Account > Benefit History > Download Expanded) for what vested, and the activity (Accounts > Activity > Download) for what was sold.',
  ['Record Type', 'Symbol', 'Plan Type', 'Date Acquired', 'Date Sold', 'Total Proceeds'],
  {
    varying:
      /^(quantity|(acquisition|adjusted) cost.*|deferred loss|ordinary income .*|proceeds per share|(adjusted )?gain.*|order .*|date acquired .*|(grant|vest|purchase) .*)$/,
  },
)

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
  if (quantity === undefined || !/[1-9]/.test(quantity)) {
    book.skip('not vested yet')
    return
  }
  const gain = lines.map((line) => line.gain).find((one) => one !== undefined)
  const also = lines.filter((line) => line !== vest)
  const date = vest.vestDay ?? refuse('invalid-date', 'The vesting has no day.')
  const cost = gain !== undefined && (vested === undefined || vested === quantity) ? gain : 'market'
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
