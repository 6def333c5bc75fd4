import type { AnswerOf } from '../operations.ts'
import { Crumbs, PageHead, Tabs } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'

type Broker = AnswerOf<'GET /brokers/{id}'>

/** Its picture, or its first letter. */
export const BrokerIcon = ({ broker }: { broker: Broker }) =>
  broker.icon_url ? (
    <img class="broker-icon" src={broker.icon_url} alt="" width="32" height="32" />
  ) : (
    <span class="avatar square" aria-hidden="true">
      {broker.name.slice(0, 1).toUpperCase()}
    </span>
  )

type HeadProps = { r: Reader; broker: Broker; current: 'summary' | 'members' | 'settings'; title?: string }

/** The head of every page of one broker: the way here, its name and the other pages. */
export const BrokerHead = ({ r, broker, current, title }: HeadProps) => {
  const { brokers: words } = r.words
  const path = `/brokers/${broker.id}`
  const above = title === undefined ? [] : [{ text: broker.name, href: r.to(path) }]
  const tabs = [
    { key: 'summary', text: words.summary, href: r.to(path) },
    { key: 'members', text: words.members, href: r.to(`${path}/members`) },
    ...(broker.role === 'VIEWER' ? [] : [{ key: 'settings', text: words.settings, href: r.to(`${path}/settings`) }]),
  ]
  return (
    <>
      <Crumbs r={r} items={[{ text: words.title, href: r.to('/brokers') }, ...above]} />
      <PageHead r={r} title={title ?? broker.name}>
        <Tabs label={words.sections} items={tabs} current={current} />
      </PageHead>
    </>
  )
}
