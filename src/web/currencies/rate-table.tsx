import { count, quantity } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Day } from '../parts/amounts.tsx'
import { Badge } from '../parts/basics.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { ProviderNames } from './chain.tsx'

type Rates = AnswerOf<'GET /fx/rates'>
type TableProps = { r: Reader; pair: { base: string; quote: string }; rates: Rates; names: ProviderNames }

/** The newest rates; older ones open below them. */
const SHOWN = 20

/** The rates of a pair, newest first; those by hand can be removed by who may. */
export const RateTable = (props: TableProps) => {
  const { r, rates } = props
  const rest = rates.slice(SHOWN)
  return (
    <>
      <Some {...props} rates={rates.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details class="older">
          <summary>{r.words.common.more(count(r, rest.length))}</summary>
          <Some {...props} rates={rest} />
        </details>
      )}
    </>
  )
}

const Some = ({ r, pair, rates, names }: TableProps) => {
  const { currencies: words } = r.words
  const columns = [
    { key: 'date', text: words.day },
    { key: 'rate', text: words.rateFor(pair.base, pair.quote), isEnd: true },
    { key: 'source', text: words.sourceColumn },
  ]
  return (
    <Table r={r} caption={words.ratesCaption(`${pair.base}/${pair.quote}`)} columns={columns}>
      {rates.map((one) => (
        <tr>
          <th scope="row">
            <Day r={r} of={one.date} />
          </th>
          <td class="end num">{quantity(r, one.rate)}</td>
          <td>{one.provider === 'MANUAL' ? <ByHand r={r} one={one} name={names(one.provider)} /> : names(one.provider)}</td>
        </tr>
      ))}
    </Table>
  )
}

const ByHand = ({ r, one, name }: { r: Reader; one: Rates[number]; name: string }) => {
  const { currencies: words } = r.words
  const isMine = !one.shared || one.created_by === r.user?.id || r.user?.isSuperuser === true
  return (
    <form method="post" action={r.here({ done: null })} class="acts">
      {name} <Badge>{one.shared ? words.forAll : words.mine}</Badge>
      {isMine && (
        <button type="submit" class="button small" name="delete" value={one.date} aria-label={words.deleteRate(one.date)}>
          {words.removeShort}
        </button>
      )}
    </form>
  )
}
