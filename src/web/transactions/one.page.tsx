import { day } from '../figures.ts'
import { Amount, Day, Price, Quantity } from '../parts/amounts.tsx'
import { Badge, Card, Crumbs, PageHead } from '../parts/basics.tsx'
import { AsScript } from '../parts/script.tsx'
import type { Reader } from '../reader.ts'
import type { Page, Visit } from '../visit.ts'
import { withLegs } from './again.ts'
import { LotsCard } from './lots.tsx'
import { LinesByMonth } from './rows.tsx'
import { type Line, readWorld, type World } from './world.ts'

/** Everything that is known of one line. */
export const transactionPage: Page = async (visit) => {
  const { reader: r, ask, params } = visit
  const query = { expand: ['asset', 'balance'] }
  const line = await ask('GET /transactions/{id}', { params, query })
  const [world, legs] = await Promise.all([readWorld(ask, r, [line.broker_id]), withLegs(ask, [line])])
  const { transactions: words } = r.words
  const title = `${world.typeName(line.type)}${line.asset ? `${r.words.common.colon}${line.asset.name}` : ''}`
  const body = (
    <>
      <Crumbs r={r} items={[{ text: words.title, href: r.to('/transactions') }]} />
      <PageHead r={r} title={title} lead={`${day(r, line.date)} · ${world.brokerName(line.broker_id)}`}>
        <Buttons {...visit} line={line} world={world} />
      </PageHead>
      {r.query.get('done') === 'added' && <p role="status">{words.done.added(1, '1')}</p>}
      {r.query.get('done') === 'changed' && <p role="status">{words.changed}</p>}
      <div class="columns">
        <div class="stacked">
          <Card title={words.figures} id="figures">
            <Figures r={r} line={line} />
          </Card>
          {legs.length > 1 && (
            <Card title={words.legs} id="legs">
              <LinesByMonth r={r} world={world} lines={legs} caption={words.legs} hasTicks={false} />
            </Card>
          )}
          <LotsCard {...visit} line={line} />
        </div>
        <Card title={words.origin} id="origin">
          <Origin {...visit} line={line} world={world} />
        </Card>
      </div>
      <AsScript r={r} operations={[['GET /transactions/{id}', { params, query }]]} />
    </>
  )
  return { title, body, here: '/transactions' }
}

const Buttons = ({ reader: r, site, line, world }: Visit & { line: Line; world: World }) => {
  const { common } = r.words
  if (!world.mayWrite(line.broker_id)) return null
  const to = (what: string) => r.to(`/transactions/${line.id}/${what}`)
  return (
    <>
      {site.hasPage('/transactions/1/edit') && (
        <a class="button" href={to('edit')}>
          {common.edit}
        </a>
      )}
      {site.hasPage('/transactions/1/delete') && (
        <a class="button danger" href={to('delete')}>
          {common.delete}
        </a>
      )}
    </>
  )
}

const isSome = (amount: string | null): amount is string => amount !== null && /[1-9]/.test(amount)

/** What it moved, as it is stored. */
const Figures = ({ r, line }: { r: Reader; line: Line }) => {
  const { transactions: words } = r.words
  const { currency } = line
  return (
    <dl class="facts">
      {isSome(line.quantity) && <Fact name={words.quantity} value={<Quantity r={r} of={line.quantity} />} />}
      {line.price !== null && (
        <Fact name={words.price} value={<Price r={r} of={line.price} currency={line.price_currency ?? currency} />} />
      )}
      {line.fx_rate !== null && (
        <Fact
          name={words.fxRate}
          value={
            <span class="num">
              {line.fx_rate} {currency}
              {' / '}
              {line.price_currency}
            </span>
          }
        />
      )}
      {isSome(line.fees) && <Fact name={words.fees} value={<Amount r={r} of={line.fees} currency={currency} />} />}
      {isSome(line.taxes) && <Fact name={words.taxes} value={<Amount r={r} of={line.taxes} currency={currency} />} />}
      {currency !== null && <Fact name={words.cashChange} value={<Amount r={r} of={line.amount} currency={currency} plus />} />}
      {line.balance_after !== null && (
        <Fact name={words.balanceAfter} value={<Amount r={r} of={line.balance_after} currency={currency} />} />
      )}
      {line.cost_basis !== null && (
        <Fact name={words.costBasis} value={<Amount r={r} of={line.cost_basis} currency={currency} />} />
      )}
      {line.ratio !== null && <Fact name={words.ratio} value={line.ratio} />}
      {line.cost_share !== null && <Fact name={words.costShare} value={<span class="num">{line.cost_share}</span>} />}
    </dl>
  )
}

/** Where it belongs and where it came from. */
const Origin = ({ reader: r, site, line, world }: Visit & { line: Line; world: World }) => {
  const { transactions: words } = r.words
  const linked = (path: string, text: string) => (site.hasPage(path) ? <a href={r.to(path)}>{text}</a> : text)
  const note = (name: string, text: string | null) => text !== null && <Fact name={name} value={text} />
  return (
    <dl class="facts">
      <Fact name={words.kind} value={<Badge>{world.typeName(line.type)}</Badge>} />
      {line.asset && (
        <Fact name={words.asset} value={linked(`/assets/${line.asset.id}`, `${line.asset.name} (${line.asset.symbol})`)} />
      )}
      <Fact name={words.broker} value={linked(`/brokers/${line.broker_id}`, world.brokerName(line.broker_id))} />
      {note(words.account, line.account)}
      {note(words.time, line.time)}
      {line.settled_on !== null && <Fact name={words.settledOn} value={<Day r={r} of={line.settled_on} />} />}
      {note(words.note, line.description)}
      {line.tags.length > 0 && <Fact name={words.tags} value={<Tags r={r} tags={line.tags} />} />}
      {line.report_id !== null && <Fact name={words.file} value={linked(`/imports/${line.report_id}`, words.theFile)} />}
      {note(words.externalId, line.external_id)}
      <Fact name={words.added} value={<Day r={r} of={line.created_at.slice(0, 10)} />} />
      {line.updated_at !== line.created_at && (
        <Fact name={words.lastChange} value={<Day r={r} of={line.updated_at.slice(0, 10)} />} />
      )}
    </dl>
  )
}

const Tags = ({ r, tags }: { r: Reader; tags: readonly string[] }) => (
  <>
    {tags.map((tag) => (
      <a class="tag" href={r.to('/transactions', { tags: tag })}>
        {tag}
      </a>
    ))}
  </>
)

const Fact = ({ name, value }: { name: string; value: unknown }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
)
