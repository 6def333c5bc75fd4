import { demoBrokers } from '../demo/page.tsx'
import { count } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Amount } from '../parts/amounts.tsx'
import { Badge, Card, Empty, PageHead, Tabs } from '../parts/basics.tsx'
import { AsScript } from '../parts/script.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Page, Visit } from '../visit.ts'
import { BrokerIcon } from './head.tsx'

export type Broker = AnswerOf<'GET /brokers/{id}'>
type Allocation = AnswerOf<'GET /portfolio/allocation'>

/** Every broker of the reader, each with its value in the reader's currency. */
export const brokersPage: Page = async (visit) => {
  const { reader: r, ask } = visit
  const { brokers: words } = r.words
  const isArchive = r.query.get('archived') === 'true'
  const listed = { query: { archived: isArchive || null } }
  const brokers = await ask('GET /brokers', listed)
  const valued = { query: { by: 'broker', broker_ids: brokers.map(({ id }) => id) } }
  const values = brokers.length === 0 ? undefined : await ask('GET /portfolio/allocation', valued)
  const tabs = [
    { key: 'current', text: words.current, href: r.here({ archived: null }) },
    { key: 'archived', text: words.archived, href: r.here({ archived: true }) },
  ]
  const body = (
    <>
      <PageHead r={r} title={words.title} lead={words.lead}>
        <Tabs label={words.title} items={tabs} current={isArchive ? 'archived' : 'current'} />
        <a class="button primary" href={r.to('/brokers/new')}>
          {words.add}
        </a>
      </PageHead>
      <Card>
        {values ? <BrokerTable r={r} brokers={brokers} values={values} /> : <NoBroker {...visit} isArchive={isArchive} />}
      </Card>
      {demoBrokers(brokers).length > 0 && (
        <p>
          <a href={r.to('/demo')}>{r.words.demo.remove}</a>
        </p>
      )}
      <AsScript
        r={r}
        operations={[
          ['GET /brokers', listed],
          ['GET /portfolio/allocation', valued],
        ]}
      />
    </>
  )
  return { title: words.title, body }
}

const NoBroker = ({ reader: r, isArchive }: Visit & { isArchive: boolean }) => {
  const { brokers: words } = r.words
  if (isArchive) return <p class="quiet">{words.noneArchived}</p>
  return (
    <Empty title={words.none}>
      <p>{words.noneHelp}</p>
      <a class="button" href={r.to('/brokers/new')}>
        {words.add}
      </a>
    </Empty>
  )
}

const BrokerTable = ({ r, brokers, values }: { r: Reader; brokers: readonly Broker[]; values: Allocation }) => {
  const { brokers: words } = r.words
  const columns = [
    { key: 'name', text: words.name },
    { key: 'value', text: `${words.value}, ${values.currency}`, isEnd: true },
    { key: 'role', text: words.role, kind: 'wide' },
    { key: 'transactions', text: words.transactions, isEnd: true, kind: 'wide' },
  ]
  return (
    <Table r={r} caption={words.list} columns={columns}>
      {brokers.map((broker) => (
        <Row r={r} broker={broker} values={values} />
      ))}
    </Table>
  )
}

const Row = ({ r, broker, values }: { r: Reader; broker: Broker; values: Allocation }) => {
  const { brokers: words } = r.words
  const isPartial = values.warnings.some(
    ({ severity, affects }) => severity === 'error' && affects.brokers.some(({ id }) => id === broker.id),
  )
  const value = values.slices.find(({ key }) => key === String(broker.id))?.value
  return (
    <tr>
      <th scope="row">
        <span class="broker-name">
          <BrokerIcon broker={broker} />
          <span>
            <a href={r.to(`/brokers/${broker.id}`)}>{broker.name}</a>
            <span class="sub">
              {words.people(broker.member_count, count(r, broker.member_count))} <Flags r={r} broker={broker} few />
            </span>
          </span>
        </span>
      </th>
      <td class="end">
        <Amount r={r} of={value ?? (isPartial ? null : '0')} currency={values.currency} />
        {isPartial && <span class="sub">{words.incomplete}</span>}
      </td>
      <td class="wide">{words.roles[broker.role]}</td>
      <td class="end wide num">{count(r, broker.transaction_count)}</td>
    </tr>
  )
}

/** What holds for a broker; `few`: only what leaves it out of lists and totals. */
export const Flags = ({ r, broker, few = false }: { r: Reader; broker: Broker; few?: boolean }) => {
  const { brokers: words } = r.words
  const shown = [
    [!broker.included, words.notIncluded],
    [broker.archived, words.archived],
    [broker.allow_cash_overdraft && !few, words.overdraft],
    [broker.allow_asset_shorting && !few, words.shorting],
    [broker.cash === 'not-tracked', words.cashNot],
  ] as const
  return (
    <>
      {shown.map(
        ([isShown, text]) =>
          isShown && (
            <>
              <Badge>{text}</Badge>{' '}
            </>
          ),
      )}
    </>
  )
}
