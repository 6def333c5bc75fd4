import { count, day } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Amount, Price, Quantity } from '../parts/amounts.tsx'
import { Badge, Card, Empty, Outside } from '../parts/basics.tsx'
import { AsScript } from '../parts/script.tsx'
import { Table } from '../parts/tables.tsx'
import { Warnings } from '../parts/warnings.tsx'
import type { Reader } from '../reader.ts'
import type { Page, Site } from '../visit.ts'
import { BrokerHead } from './head.tsx'
import { type Broker, Flags } from './page.tsx'

type Summary = AnswerOf<'GET /brokers/{id}/summary'>
type Part = { r: Reader; site: Site; broker: Broker; summary: Summary }

/** More are shown by the page of holdings, where there is one. */
const MAX_HOLDINGS = 100

/** What one broker holds and what it is worth. */
export const brokerPage: Page = async ({ reader: r, ask, params, site }) => {
  const id = params['id'] ?? ''
  const [broker, summary] = await Promise.all([
    ask('GET /brokers/{id}', { params: { id } }),
    ask('GET /brokers/{id}/summary', { params: { id } }),
  ])
  const part = { r, site, broker, summary }
  const body = (
    <>
      <BrokerHead r={r} broker={broker} current="summary" />
      {broker.transaction_count === 0 ? <Nothing {...part} /> : <Whole {...part} />}
      <AsScript
        r={r}
        operations={[
          ['GET /brokers/{id}', { params: { id } }],
          ['GET /brokers/{id}/summary', { params: { id } }],
        ]}
      />
    </>
  )
  return { title: broker.name, body }
}

const Whole = (part: Part) => (
  <>
    <Value {...part} />
    <Warnings
      r={part.r}
      site={part.site}
      of={['GET /brokers/{id}/summary', { params: { id: part.broker.id } }]}
      warnings={part.broker.role === 'VIEWER' ? part.summary.warnings.map(unmended) : part.summary.warnings}
    />
    <div class="columns">
      <Holdings {...part} />
      <Cash {...part} />
    </div>
  </>
)

/** As a viewer sees it, who may not change the broker. */
const unmended = (warning: Summary['warnings'][number]) => ({ ...warning, remedy: null })

const About = ({ r, broker }: Pick<Part, 'r' | 'broker'>) => (
  <div class="quiet small broker-about">
    {broker.description && <p>{broker.description}</p>}
    {broker.website && (
      <p>
        <Outside href={broker.website}>{broker.website}</Outside>
      </p>
    )}
    <p class="flags">
      <Badge>{r.words.brokers.roles[broker.role]}</Badge> <Flags r={r} broker={broker} />
    </p>
  </div>
)

/** The ways on, each where its page is there and the reader may go it. */
const Ways = ({ r, site, broker }: Part) => {
  const { brokers: words } = r.words
  const mayWrite = broker.role !== 'VIEWER' && !broker.archived
  const ways = [
    [mayWrite, '/imports/new', words.importFile],
    [mayWrite, '/transactions/new', words.addTransaction],
    [broker.transaction_count > 0, '/transactions', words.seeTransactions],
    [true, '/imports', words.seeImports],
  ] as const
  return (
    <p class="ways">
      {ways.map(
        ([isShown, path, text]) =>
          isShown &&
          site.hasPage(path) && (
            <a class="button" href={r.to(path, { [path.endsWith('/new') ? 'broker_id' : 'broker_ids']: broker.id })}>
              {text}
            </a>
          ),
      )}
    </p>
  )
}

const Nothing = (part: Part) => {
  const { brokers: words } = part.r.words
  return (
    <Card>
      <Empty title={words.empty}>
        {part.broker.role !== 'VIEWER' && <p>{words.emptyHelp}</p>}
        <Ways {...part} />
      </Empty>
      <About {...part} />
    </Card>
  )
}

const Value = (part: Part) => {
  const { r, summary } = part
  const { totals, currency } = summary
  const { brokers: words } = r.words
  const figures = [
    [words.invested, totals.market_value, false],
    [words.cashHere, totals.cash, false],
    [words.costBasis, totals.cost_basis, false],
    [words.gain, totals.unrealised_gain, true],
  ] as const
  return (
    <Card>
      <p class="lbl">{words.totalValue(day(r, summary.as_of))}</p>
      <p class="big">
        <Amount r={r} of={totals.total_value} currency={currency} />
      </p>
      {!totals.complete && (
        <p>
          <Badge tone="warn">{words.incomplete}</Badge>
        </p>
      )}
      <dl class="stats">
        {figures.map(([text, amount, isGain]) => (
          <div>
            <dt>{text}</dt>
            <dd>
              <Amount r={r} of={amount} currency={currency} signed={isGain} />
            </dd>
          </div>
        ))}
      </dl>
      <About {...part} />
      <Ways {...part} />
    </Card>
  )
}

const Holdings = ({ r, site, broker, summary }: Part) => {
  const { brokers: words } = r.words
  const { holdings, currency } = summary
  const columns = [
    { key: 'asset', text: words.asset },
    { key: 'value', text: `${words.marketValue}, ${currency}`, isEnd: true },
    { key: 'quantity', text: words.quantity, isEnd: true, kind: 'wide' },
    { key: 'price', text: words.price, isEnd: true, kind: 'wide' },
    { key: 'gain', text: words.gain, isEnd: true, kind: 'wide' },
  ]
  return (
    <Card title={words.held} id="held">
      {holdings.length === 0 ? (
        <p class="quiet">{words.noHoldings}</p>
      ) : (
        <Table r={r} caption={words.held} columns={columns}>
          {holdings.slice(0, MAX_HOLDINGS).map((holding) => (
            <HoldingRow r={r} site={site} holding={holding} currency={currency} />
          ))}
        </Table>
      )}
      {holdings.length > MAX_HOLDINGS && site.hasPage('/holdings') && (
        <p>
          <a class="more" href={r.to('/holdings', { broker_ids: broker.id })}>
            {words.allHoldings(count(r, holdings.length))}
          </a>
        </p>
      )}
    </Card>
  )
}

type RowProps = { r: Reader; site: Site; holding: Summary['holdings'][number]; currency: string }

const HoldingRow = ({ r, site, holding, currency }: RowProps) => {
  const path = `/assets/${holding.asset_id}`
  return (
    <tr>
      <th scope="row">
        {site.hasPage(path) ? <a href={r.to(path)}>{holding.name}</a> : holding.name}
        <span class="sub">{holding.symbol}</span>
      </th>
      <td class="end">
        <Amount r={r} of={holding.market_value_base} currency={currency} />
        <span class="sub on-phone">
          <Amount r={r} of={holding.unrealised_gain} currency={currency} signed />
        </span>
      </td>
      <td class="end wide">
        <Quantity r={r} of={holding.quantity} />
      </td>
      <td class="end wide">
        <Price r={r} of={holding.price} currency={holding.currency} />
        {holding.price_date && <span class="sub">{day(r, holding.price_date)}</span>}
      </td>
      <td class="end wide">
        <Amount r={r} of={holding.unrealised_gain} currency={currency} signed />
      </td>
    </tr>
  )
}

const Cash = ({ r, broker, summary }: Part) => {
  const { brokers: words } = r.words
  const isTracked = broker.cash === 'tracked'
  return (
    <Card title={words.cashHere} id="cash">
      {summary.balances.length === 0 ? (
        <p class="quiet">{isTracked ? words.noCash : words.cashNotTracked}</p>
      ) : (
        <dl class="facts">
          {summary.balances.map(({ currency, amount }) => (
            <>
              <dt>{currency}</dt>
              <dd class="end">
                <Amount r={r} of={amount} currency={currency} />
              </dd>
            </>
          ))}
        </dl>
      )}
    </Card>
  )
}
