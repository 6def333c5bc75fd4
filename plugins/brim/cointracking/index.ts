/** CoinTracking: the list of trades, whose columns of amounts are each followed by a `Cur.`. */
import {
  type Book,
  FIAT,
  isFiat,
  isZero,
  type Line,
  layout,
  moment,
  nth,
  number,
  optional,
  refuse,
  tableImporter,
  text,
  unused,
} from '#plugins/kit/index.ts'

const columns = {
  ...moment('Date', 'Datum', 'Fecha'),
  kind: text('Type', 'Typ', 'Tipo'),
  bought: number('Buy', 'Kauf', 'Compra'),
  boughtUnit: text(nth('Cur.', 1)),
  sold: number('Sell', 'Verkauf', 'Venta'),
  soldUnit: text(nth('Cur.', 2)),
  paid: number('Fee', 'Gebühr', 'Comisión'),
  paidUnit: text(nth('Cur.', 3)),
  account: text('Exchange', 'Börse', 'Intercambio'),
  folder: optional(text('Group', 'Gruppe', 'Grupo')),
  description: optional(text('Comment', 'Kommentar', 'Comentario')),
  id: optional(text('Tx-ID', 'Tx Hash')),
  trade: optional(text('Trade ID')),
  liquidity: optional(text('LPN', 'Liquidity pool')),
  ...unused('Add Date', 'From Address', 'To Address', 'Sell From Address', 'Sell To Address'),
}

type Entry = Line<typeof columns>
type Tag = 'staking' | 'lending' | 'airdrop' | 'reward' | 'margin' | 'cashback'

const trades = layout({
  name: 'Trades',
  dates: 'dmy',
  numbers: 'proven',
  money: FIAT,
  assetType: 'CRYPTO',
  columns,
  rows: {
    'Trade|Swap (non taxable)|Swap (steuerfrei)|Operación': trade,
    'Deposit|Einzahlung|Depósito|Gift/Tip|Gift / Tip|Geschenk/Trinkgeld|Geschenk|Receive (non taxable)|Remove Collateral|Receive Collateral|Collateral erhalten|Remove Liquidity|Receive LP Token':
      (line, book) => move(line, book, 'in'),
    'Withdrawal|Auszahlung|Retirada|Spend|Ausgabe|Gasto|Gift|Schenkung|Donation|Spende|Send (non taxable)|Other Expense|Sonstige Ausgabe|Expense (non taxable)|Ausgabe (steuerfrei)|Add Collateral|Send Collateral|Collateral gesendet|Provide Liquidity|Return LP Token':
      (line, book) => move(line, book, 'out'),
    'Staking|Masternode|Minting': (line, book) => earn(line, book, 'staking'),
    'Lending Income|Lending Einnahme|Interest Income|Zinsen|Ingresos por intereses': (line, book) => earn(line, book, 'lending'),
    'Airdrop|Airdrop (non taxable)|Airdrop (steuerfrei)|Hard Fork': (line, book) => earn(line, book, 'airdrop'),
    'Income|Einnahme|Ingresos|Reward / Bonus|Belohnung / Bonus|Recompensa / Bonificación|Mining|Mining (commercial)|Mining (kommerziell)|Dividends Income|Dividenden Einnahme|LP Rewards|Other Income|Sonstige Einnahme|Income (non taxable)|Einnahme (steuerfrei)':
      (line, book) => earn(line, book, 'reward'),
    'Derivatives / Futures Profit|Derivate / Futures Gewinn|Beneficio de Derivados / Futuros|Margin Profit|Margin Gewinn': (
      line,
      book,
    ) => earn(line, book, 'margin'),
    'Other Fee|Sonstige Gebühr|Otras comisiones|Borrowing Fee|Borrowing Gebühr|Settlement Fee|Settlement Gebühr|Margin Fee|Margin Gebühr|Derivatives / Futures Loss|Derivate / Futures Verlust|Pérdidas por Derivados / Futuros|Margin Loss|Margin Verlust':
      (line, book) => lose(line, book, 'FEE'),
    'Lost|Verlust|Stolen|Gestohlen|Stolen / Hacked / Fraud': (line, book) => lose(line, book, 'ADJUSTMENT'),
    'Margin Trade|Derivatives / Futures Trade|Derivate / Futures Trade': {
      skip: 'not closed yet: the profit or loss has a row of its own',
    },
    'Receive Loan|Darlehen erhalten|Repay Loan|Darlehen zurückgezahlt|Liquidation': () =>
      refuse('loan', 'Coins were borrowed or given back. Enter by hand what the loan cost.'),
  },
})

/** What was bought and sold is net of the fee, which stands beside it; one in a third currency is a row of its own. */
function noteFee({ paid, paidUnit }: Entry, book: Book, units: readonly string[]): void {
  if (!isZero(paid) && !units.includes(paidUnit))
    book.note(
      'info',
      'fee-not-booked',
      `The fee of ${paid} ${paidUnit} is for information: CoinTracking takes it off in a row of its own (Other Fee).`,
    )
}

function trade(line: Entry, book: Book): void {
  const { bought = '0', boughtUnit, sold = '0', soldUnit, paid, paidUnit } = line
  const isPart = !isZero(paid) && isFiat(paidUnit) && [boughtUnit, soldUnit].filter(isFiat).join() === paidUnit
  book.swap([{ asset: soldUnit, quantity: sold }], [{ asset: boughtUnit, quantity: bought }], isPart ? { fees: paid } : {})
  noteFee(line, book, [boughtUnit, soldUnit])
}

/** Figures have no sign. */
function sized(size: string): string {
  return size.startsWith('-') ? refuse('unexpected-sign', `${size}: the sign is wrong. Enter the row by hand.`) : size
}

function move(line: Entry, book: Book, way: 'in' | 'out'): void {
  const [unit, size = '0'] = way === 'in' ? [line.boughtUnit, line.bought] : [line.soldUnit, line.sold]
  const quantity = way === 'in' ? sized(size) : `-${sized(size)}`
  if (isFiat(unit)) book.cash(way === 'in' ? 'DEPOSIT' : 'WITHDRAWAL', { amount: quantity, unit })
  else book.inKind('TRANSFER', { asset: unit, quantity, cost: 'market' })
  noteFee(line, book, [unit])
}

function earn(line: Entry, book: Book, tag: Tag): void {
  const { bought, boughtUnit: unit } = line
  if (isFiat(unit)) book.cash('INTEREST', { amount: bought, unit, tags: [tag] })
  else book.inKind('INTEREST', { asset: unit, quantity: bought, cost: 'market', tags: [tag] })
  noteFee(line, book, [unit])
}

function lose({ sold = '0', soldUnit: unit }: Entry, book: Book, type: 'FEE' | 'ADJUSTMENT'): void {
  const quantity = `-${sized(sold)}`
  if (isFiat(unit)) book.cash('FEE', { amount: quantity, unit })
  else book.inKind(type, { asset: unit, quantity })
}

export const cointracking = tableImporter(
  {
    code: 'cointracking',
    name: 'CoinTracking',
    website: 'https://cointracking.info',
    version: '2',
    languages: ['en', 'de', 'es'],
    description: 'The list of trades, deposits and income of all wallets and exchanges at CoinTracking.',
    docs: 'Transactions (or Trade List) > Export > CSV (without values in other currencies).',
    colour: '#0b9ed9',
  },
  [trades],
)
