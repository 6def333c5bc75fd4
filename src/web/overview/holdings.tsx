import { explanation } from '../explanation.ts'
import { count } from '../figures.ts'
import { Amount, Bar, Day, Explained, Price, Quantity, Share } from '../parts/amounts.tsx'
import { Card, Empty } from '../parts/basics.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { CardProps } from './figures.tsx'
import type { Overview } from './load.ts'

type Holding = Overview['holdings']['holdings'][number]
const SHOWN = 8

const KEYS: Readonly<Record<string, (one: Holding) => number | string>> = {
  name: ({ name, symbol }) => (name || symbol).toLowerCase(),
  weight: ({ weight }) => weight ?? Number.NEGATIVE_INFINITY,
  value: ({ market_value }) => Number(market_value ?? Number.NEGATIVE_INFINITY),
  gain: ({ total_gain }) => Number(total_gain ?? Number.NEGATIVE_INFINITY),
}

/** The largest holdings, or the first of another order: `?sort=name`, `?sort=-gain`. */
export const HoldingsCard = (props: CardProps) => {
  const { r, site, found } = props
  const { holdings } = found.holdings
  const { overview: words } = r.words
  const sort = KEYS[(r.query.get('sort') ?? '').replace('-', '')] ? (r.query.get('sort') ?? '') : '-value'
  const shown = sorted(holdings, sort).slice(0, SHOWN)
  const all = site.hasPage('/holdings') && (
    <a class="more" href={r.to('/holdings', found.scope.carried)}>
      {words.allHoldings(holdings.length, count(r, holdings.length))}
    </a>
  )
  const columns = [
    { key: 'name', text: words.holding, isSortable: true },
    { key: 'weight', text: words.shareOfTotal, isSortable: true, kind: 'wide' },
    { key: 'price', text: words.price, isEnd: true, kind: 'wide' },
    { key: 'value', text: words.value, isEnd: true, isSortable: true },
    { key: 'gain', text: words.totalGain, isEnd: true, isSortable: true, kind: 'wide' },
  ]
  const most = Math.max(...holdings.map(({ weight }) => weight ?? 0), 0.01)
  return (
    <Card title={words.holdings} id="holdings" aside={all}>
      {shown.length === 0 ? (
        <Empty title={words.nothingHeld} />
      ) : (
        <Table r={r} caption={words.holdings} columns={columns} sort={sort}>
          {shown.map((one) => (
            <Row {...props} one={one} most={most} />
          ))}
        </Table>
      )}
    </Card>
  )
}

function sorted(holdings: readonly Holding[], sort: string): Holding[] {
  const [sign, key] = sort.startsWith('-') ? [-1, sort.slice(1)] : [1, sort]
  const of = KEYS[key] ?? (() => 0)
  return [...holdings].sort((a, b) => sign * (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0))
}

const Row = ({ r, site, found, one, most }: CardProps & { one: Holding; most: number }) => {
  const explain = (figure: string) => explanation(r, 'holdings', { figure, row: one.asset_id, query: found.daily })
  return (
    <tr>
      <th scope="row">
        <Name r={r} one={one} href={site.hasPage(`/assets/${one.asset_id}`) ? r.to(`/assets/${one.asset_id}`) : undefined} />
      </th>
      <td class="wide">
        {one.weight !== null && <Bar share={one.weight / most} />}
        <Share r={r} of={one.weight} />
      </td>
      <td class="end wide">
        <Price r={r} of={one.price} currency={one.currency} />
        {one.price_date && (
          <span class="sub">
            <Day r={r} of={one.price_date} short />
            {one.price_source === 'trade' && ` ${r.words.overview.ofTrade}`}
          </span>
        )}
      </td>
      <td class="end">
        <Explained href={explain('market_value')}>
          <Amount r={r} of={one.market_value} />
        </Explained>
        <span class="sub on-phone">
          <Amount r={r} of={one.total_gain} signed />
        </span>
      </td>
      <td class="end wide">
        <Explained href={explain('total_gain')}>
          <Amount r={r} of={one.total_gain} signed />
        </Explained>
      </td>
    </tr>
  )
}

const Name = ({ r, one, href }: { r: Reader; one: Holding; href: string | undefined }) => {
  const kinds: Readonly<Record<string, readonly string[]>> = r.words.parts.kinds
  const name = (
    <>
      <b>{one.symbol}</b> {one.name}
    </>
  )
  return (
    <>
      {href ? <a href={href}>{name}</a> : name}
      <span class="sub">
        {kinds[one.type]?.[0] ?? one.type} · <Quantity r={r} of={one.quantity} />
        <span class="on-phone">
          {' × '}
          <Price r={r} of={one.price} currency={one.currency} />
        </span>
      </span>
    </>
  )
}
