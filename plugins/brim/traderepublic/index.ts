/** Trade Republic: the broker's own export, and the tables of pytr. */
import { tableImporter } from '#plugins/kit/index.ts'
import { otherReport } from '../other-report.ts'
import { withCorrections } from './corrections.ts'
import { pytr } from './pytr.ts'
import { statement } from './statement.ts'

/** What pytr makes its tables of: sentences of the app, in the language of the app. */
const timeline = otherReport(
  'timeline of pytr',
  'It is what pytr has fetched, before it makes a table of it. Run `pytr export_transactions` and import its CSV file, or take the export of the broker: Profile > Transactions > Export.',
  ['id', 'timestamp', 'title', 'subtitle', 'eventType'],
  {
    json: '',
    optional: [
      'amount.currency',
      'amount.value',
      'amount.fractionDigits',
      'cashAccountNumber',
      'details.id',
      'icon',
      'badge',
      'status',
      'action.type',
      'action.payload',
      'source',
    ],
  },
)

export const tradeRepublic = tableImporter(
  {
    code: 'traderepublic',
    name: 'Trade Republic',
    website: 'https://traderepublic.com',
    version: '3',
    extensions: ['csv', 'json'],
    languages: ['en', 'de', 'nl', 'fr', 'es', 'it', 'pt', 'pl'],
    description: 'Transactions, card and cash of Trade Republic, also as pytr exports them.',
    docs: 'Profile > Settings > Account documents > Transaction export (CSV); or `pytr export_transactions`.',
    colour: '#111111',
    finish: withCorrections,
  },
  [statement, pytr, timeline],
)
