import { add, type Decimal, decimal, formatDecimal, ZERO } from '#src/shared/decimal.ts'

/** What a plain-text ledger comes to, read without knowing how it was made: entries, balances by account and commodity, and what is wrong with it. */
export type Parsed = {
  readonly entries: number
  readonly balances: ReadonlyMap<string, string>
  readonly prices: number
  readonly faults: readonly string[]
}

const SCALE = 10n ** 12n
const ENTRY = /^\d{4}-\d\d-\d\d (?:\*|!|txn) /
const NUMBER = String.raw`(-?\d+(?:\.\d+)?)`
const UNIT = '("[^"]+"|[A-Z][A-Z0-9-]*)'
const DIRECTIVE =
  /^(?:option "[^"]*" "(?:[^"\\]|\\.)*"|\d{4}-\d\d-\d\d open [\w:-]+( "NONE")?|\d{4}-\d\d-\d\d commodity [A-Z0-9-]+|account [\w:-]+|commodity \S+(?: {2};.*)?|decimal-mark \.|;.*|)$/
const PRICE = new RegExp(String.raw`^(?:\d{4}-\d\d-\d\d price|P \d{4}-\d\d-\d\d) ${UNIT} ${NUMBER} [A-Z]{3}$`)
const FACT = /^ {2,6}(?:[a-z-]+: "(?:[^"\\]|\\.)*"|; [a-z].*)$/
const POSTING = new RegExp(
  String.raw`^ {2,4}([A-Z][\w-]*(?::[\w-]+)+)(?: {2}${NUMBER} ${UNIT}(?: \{${NUMBER} ([A-Z]{3}), \d{4}-\d\d-\d\d\})?(?: @@ ${NUMBER} ([A-Z]{3}))?)?$`,
)

export function parsed(text: string): Parsed {
  const balances = new Map<string, Decimal>()
  const faults: string[] = []
  const declared = new Set<string>()
  let [entries, prices, isOpen] = [0, 0, false]
  let weights = new Map<string, bigint>()
  let elided = 0
  const close = () => {
    const odd = [...weights].filter(([, weight]) => weight !== 0n)
    if (isOpen && (elided > 1 || (elided === 0 && odd.length > 0))) faults.push(`entry ${entries} is uneven: ${odd}`)
    weights = new Map()
    ;[isOpen, elided] = [false, 0]
  }
  for (const line of text.split('\n')) {
    if (!line.startsWith(' ')) close()
    const posting = POSTING.exec(line)
    if (ENTRY.test(line)) {
      entries++
      isOpen = true
    } else if (PRICE.test(line)) prices++
    else if (posting !== null && isOpen) {
      const [, account = '', number, unit = '', cost, costCurrency = '', total, totalCurrency = ''] = posting
      if (!declared.has(account)) faults.push(`${account} is not declared`)
      if (number === undefined) {
        elided++
        continue
      }
      const quantity = decimal(number)
      const key = `${account} ${unit.replaceAll('"', '')}`
      balances.set(key, add(balances.get(key) ?? ZERO, quantity))
      const put = (currency: string, weight: bigint) => weights.set(currency, (weights.get(currency) ?? 0n) + weight)
      if (cost !== undefined) put(costCurrency, quantity * decimal(cost))
      else if (total !== undefined) put(totalCurrency, decimal(total) * (quantity < ZERO ? -SCALE : SCALE))
      else put(unit, quantity * SCALE)
    } else if (!(isOpen && FACT.test(line)) && !DIRECTIVE.test(line) && !FACT.test(line)) faults.push(`not understood: ${line}`)
    const account = /(?:open|account) ([\w:-]+)/.exec(line)?.[1]
    if (account !== undefined) declared.add(account)
  }
  close()
  const open = [...balances].filter(([, amount]) => amount !== ZERO).map(([key, amount]) => [key, formatDecimal(amount)] as const)
  return { entries, prices, faults, balances: new Map(open) }
}
