/** Trade Republic: the broker's own export, and the tables of pytr. */
import { layout, optional, tableImporter, text, unused } from '#plugins/kit/index.ts'
import { pytr } from './pytr.ts'
import { statement } from './statement.ts'

/** What pytr makes its tables of: sentences of the app, in the language of the app. */
const timeline = layout({
  name: 'timeline of pytr',
  json: '',
  holds: 'other',
  instead:
    'It is what pytr has fetched, before it makes a table of it. Run `pytr export_transactions` and import its CSV file, or take the export of the broker: Profile > Transactions > Export.',
  dates: 'ymd',
  numbers: 'dot',
  columns: {
    id: text('id'),
    date: text('timestamp'),
    name: text('title'),
    ...unused('icon', 'badge'),
    subtitle: text('subtitle'),
    unit: optional(text('amount.currency')),
    amount: optional(text('amount.value')),
    ...unused('amount.fractionDigits', 'status', 'action.type', 'action.payload'),
    kind: text('eventType'),
    account: optional(text('cashAccountNumber')),
    ...unused('source', 'details.id'),
  },
})

export const tradeRepublic = tableImporter(
  {
    code: 'traderepublic',
    name: 'Trade Republic',
    website: 'https://traderepublic.com',
    version: '2',
    extensions: ['csv', 'json'],
    languages: ['en', 'de', 'nl', 'fr', 'es', 'it', 'pt', 'pl'],
    description: 'Transactions, card and cash of Trade Republic, also as pytr exports them.',
    docs: 'Profile > Settings > Account documents > Transaction export (CSV); or `pytr export_transactions`.',
    colour: '#111111',
  },
  [statement, pytr, timeline],
)
