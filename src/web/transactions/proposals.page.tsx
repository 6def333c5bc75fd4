import { Refusal } from '../ask.ts'
import { day } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Day, Quantity } from '../parts/amounts.tsx'
import { Card, Crumbs, Empty, PageHead, Verdict } from '../parts/basics.tsx'
import { Button, Form } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import { nextCursor, Pager, Table, TickAll } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Page, Visit } from '../visit.ts'

export type Proposal = AnswerOf<'GET /transactions/proposals'>[number]
type Batch = AnswerOf<'POST /transactions/batch'>

const PAGE = 100

/** What a proposal is called in a form. */
export function nameOf({ broker, asset, date }: Proposal): string {
  return `${broker.id}-${asset.id}-${date}`
}

/** Which part of the list the page shows. */
export function queryOf(r: Reader) {
  return { cursor: r.query.get('cursor'), limit: PAGE }
}

/** Transactions that brokers have not booked, with a dry run of all of them, and one press that books the ticked. */
export const proposalsPage: Page = async (visit) => {
  const { reader: r, ask } = visit
  const { proposals: words, transactions } = r.words
  const query = queryOf(r)
  const listed = await ask.try('GET /transactions/proposals', { query })
  if (!listed.ok) throw new Refusal(listed.problem, listed.retryAfterSeconds)
  const { body: found, headers } = listed
  const create = found.map(({ transaction }) => transaction)
  const tried = found.length === 0 ? undefined : await ask.try('POST /transactions/batch', { body: { create, dry_run: true } })
  const body = (
    <>
      <Crumbs r={r} items={[{ text: transactions.title, href: r.to('/transactions') }]} />
      <PageHead r={r} title={words.title} lead={words.lead} />
      {r.query.has('undone') && <Verdict tone="ok" title={words.undone} />}
      {found.length === 0 ? (
        <div class="card">
          <Empty title={words.none}>{words.noneHelp}</Empty>
        </div>
      ) : (
        <Choice visit={visit} found={found} />
      )}
      <Pager r={r} next={nextCursor(headers)} />
      {tried?.ok === false && (
        <Verdict tone="bad" title={words.blocked}>
          <p>{r.say(tried.problem.detail)}</p>
        </Verdict>
      )}
      {tried?.ok && <Afterwards r={r} found={found} held={tried.body.standing} />}
      <AsScript r={r} operations={[['GET /transactions/proposals', { query }]]} />
    </>
  )
  return { title: words.title, body, here: '/transactions' }
}

type Given = { readonly visit: Visit; readonly found: readonly Proposal[] }

const Choice = ({ visit, found }: Given) => {
  const { reader: r, fields } = visit
  const { proposals: words } = r.words
  const columns = [
    { key: 'tick', text: <TickAll name="pick" text={words.tickAll} /> },
    ...[words.day, words.asset, words.ratio].map((text, place) => ({ key: String(place), text })),
    ...[words.held, words.change].map((text) => ({ key: text, text, isEnd: true })),
    { key: 'source', text: words.source },
  ]
  return (
    <Card>
      <Form r={r} fields={fields}>
        <Table r={r} caption={words.caption} columns={columns} isWide>
          {found.map((proposal) => (
            <Row visit={visit} proposal={proposal} />
          ))}
        </Table>
        <p class="ways">
          <Button kind="primary">{words.book}</Button>
        </p>
      </Form>
    </Card>
  )
}

/** What another user entered is not ticked beforehand. */
const Row = ({ visit: { reader: r, fields }, proposal }: { visit: Visit; proposal: Proposal }) => {
  const { proposals: words } = r.words
  const { reason, asset, broker, date, ratio, held, transaction, source, entered_by } = proposal
  const isEntered = source === 'MANUAL'
  const isOwn = entered_by !== null && entered_by === r.user?.id
  const isTicked = fields.isTicked('pick', nameOf(proposal), !isEntered || isOwn)
  return (
    <tr>
      <td class="tick">
        <input
          type="checkbox"
          name="pick"
          value={nameOf(proposal)}
          aria-label={words.tick(asset.name, broker.name, day(r, date))}
          {...(isTicked ? { checked: true } : {})}
        />
      </td>
      <td class="day">
        <Day r={r} of={date} />
      </td>
      <th scope="row" class="what">
        <a href={r.to(`/assets/${asset.id}`)}>{asset.name}</a>
        <span class="sub">{broker.name}</span>
        <span class="sub">{words.reasons[reason]}</span>
      </th>
      <td class="num">{ratio}</td>
      <td class="end">
        <Quantity r={r} of={held} />
      </td>
      <td class="end">
        <Quantity r={r} of={transaction.quantity} />
      </td>
      <td>{isEntered ? (isOwn ? words.byYou : words.byOther) : source}</td>
    </tr>
  )
}

type Outcome = { readonly r: Reader; readonly found: readonly Proposal[]; readonly held: Batch['standing'] }

/** The holdings that a dry run of all proposals ends with. */
const Afterwards = ({ r, found, held }: Outcome) => {
  const { proposals: words } = r.words
  const names = new Map(
    found.flatMap(({ broker, asset }) => [[`b${broker.id}`, broker.name] as const, [`a${asset.id}`, asset.name]]),
  )
  const columns = [
    { key: 'asset', text: words.asset },
    { key: 'broker', text: words.broker },
    { key: 'units', text: words.units, isEnd: true },
  ]
  return (
    <Card title={words.afterwards} id="afterwards">
      <Table r={r} caption={words.afterwards} columns={columns}>
        {held.flatMap(({ broker_id, holdings }) =>
          holdings.map(({ asset_id, quantity }) => (
            <tr>
              <th scope="row">{names.get(`a${asset_id}`)}</th>
              <td>{names.get(`b${broker_id}`)}</td>
              <td class="end">
                <Quantity r={r} of={quantity} />
              </td>
            </tr>
          )),
        )}
      </Table>
    </Card>
  )
}
