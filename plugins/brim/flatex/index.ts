/** flatex: bookings of the account and of the depot, which are two files. */
import type { BrokerPlugin } from '#plugins/brim/contract.ts'
import { layout, refuse, tableImporter } from '#plugins/kit/index.ts'
import { assetOf, change, HALF, income, keyOf, kindOf, moneyOf, move, trade } from './bookings.ts'
import { accountColumns, depotColumns } from './columns.ts'
import { joinOrders } from './orders.ts'

const format = { dates: 'dmy', numbers: { csv: 'comma', sheet: 'dot' }, zone: 'Europe/Berlin' } as const
const account = layout({
  ...format,
  name: 'Kontoumsätze',
  columns: accountColumns,
  kind: ({ iban, info }) => (iban === '' ? kindOf(info) : 'transfer'),
  rows: {
    transfer: move,
    'Ausführung ORDER Kauf|Ausführung ORDER Verkauf': () =>
      refuse('other-half-missing', `How many units this was is in the bookings of the depot. ${HALF}`),
    'Dividendenzahlung|Erträgnisausschüttung': income,
    Zinsabschluss: (line, book) => book.cash('INTEREST', moneyOf(line)),
    Verwahrentgelt: (line, book) => book.cash('FEE', { ...moneyOf(line), ...assetOf(line) }),
    'Quellensteuer|Vorabpauschale|Steuerkorrektur': (line, book) => book.cash('TAX', { ...moneyOf(line), ...assetOf(line) }),
  },
})

const depot = layout({
  ...format,
  name: 'Depotumsätze',
  columns: depotColumns,
  kind: ({ info }) => kindOf(info),
  rows: {
    'Ausführung ORDER Kauf': (line, book) => trade(line, book, 'BUY'),
    'Ausführung ORDER Verkauf': (line, book) => trade(line, book, 'SELL'),
    // What it had cost is known where it comes from.
    'WP-Eingang': (_, book) => book.inKind('TRANSFER'),
  },
  cases: {
    key: keyOf,
    book: change,
  },
})

const importer = tableImporter(
  {
    code: 'flatex',
    name: 'flatex',
    broker: 'flatex',
    website: 'https://www.flatex.de',
    version: '1',
    extensions: ['csv', 'xlsx'],
    languages: ['de'],
    description: 'Bookings of account and depot at flatex, as one set of files: orders, dividends, interest, fees and transfers.',
    docs: 'Konto > Kontoumsätze and Depot > Depotumsätze, each exported for the same days; upload both together, or in one ZIP.',
    colour: '#ff6b00',
    maturity: 'beta',
    together: true,
  },
  [account, depot],
)

export const flatex: BrokerPlugin = {
  ...importer,
  parseSet: (files, options, kit) => {
    const joined = joinOrders(files)
    const report = importer.parseSet?.(joined.files, options, kit) ?? { transactions: [], assets: [], issues: [], ignored: [] }
    return { ...report, ignored: [...report.ignored, ...joined.repeated] }
  },
}
