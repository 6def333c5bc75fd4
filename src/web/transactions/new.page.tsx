import { ActionBar, Card, Crumbs, Empty, PageHead } from '../parts/basics.tsx'
import { Form } from '../parts/forms.tsx'
import type { Page, View, Visit } from '../visit.ts'
import { LineFields, type Values } from './fields.tsx'
import type { Asset } from './find-asset.ts'
import { NewLotChoice } from './lot-choice.tsx'
import { PAIRS, PairFields } from './pairs.tsx'
import { ShortfallHelp } from './shortfall.tsx'
import { readWorld, type World, writable } from './world.ts'

const USUAL = ['BUY', 'SELL', 'DIVIDEND', 'INTEREST', 'DEPOSIT', 'WITHDRAWAL', 'FEE'] as const
const SUGGESTED = 200

/** A new transaction: its kind first, then the fields of that kind alone. */
export const newTransactionPage: Page = async (visit) => {
  const { reader: r, ask, site } = visit
  const [world, suggested] = await Promise.all([readWorld(ask, r), ask('GET /assets', { query: { limit: SUGGESTED } })])
  const { transactions: words } = r.words
  const wanted = r.query.get('type') ?? ''
  const type = world.rules.has(wanted) ? wanted : 'BUY'
  if (writable(world).length === 0) return withoutBroker(visit)
  const values = await given(visit, world, type)
  const body = (
    <>
      <Crumbs r={r} items={[{ text: words.title, href: r.to('/transactions') }]} />
      <PageHead r={r} title={words.newTitle}>
        {site.hasPage('/transactions/paste') && (
          <a class="button" href={r.to('/transactions/paste')}>
            {words.paste}
          </a>
        )}
      </PageHead>
      <Added {...visit} />
      <Types visit={visit} world={world} type={type} />
      <NewForm visit={visit} world={world} type={type} values={values} suggested={suggested} />
    </>
  )
  return { title: words.newTitle, body, here: '/transactions' }
}

function withoutBroker({ reader: r, site }: Visit): View {
  const { transactions: words } = r.words
  const body = (
    <>
      <PageHead r={r} title={words.newTitle} />
      <div class="card">
        <Empty title={words.noneWithoutBroker}>
          {site.hasPage('/brokers') && (
            <a class="button primary" href={r.to('/brokers')}>
              {words.toBrokers}
            </a>
          )}
        </Empty>
      </div>
    </>
  )
  return { title: words.newTitle, body, here: '/transactions' }
}

/** What the address fills in: the broker and the day of the line before, the asset that the reader came from. */
async function given({ ask, reader: r }: Visit, world: World, type: string): Promise<Values> {
  const own = writable(world)
  const broker = own.find(({ id }) => String(id) === r.query.get('broker_id')) ?? own[0]
  const id = Number(r.query.get('asset_id') ?? '')
  const asset = Number.isSafeInteger(id) && id > 0 ? await ask.try('GET /assets/{id}', { params: { id } }) : undefined
  return {
    date: r.query.get('date') ?? r.today,
    broker_id: String(broker?.id ?? ''),
    asset_id: asset?.ok ? asset.body.name : '',
    way: type === 'FEE' || type === 'TAX' ? 'out' : 'in',
  }
}

const Added = ({ reader: r }: Visit) => {
  const { transactions: words } = r.words
  const id = r.query.get('added') ?? ''
  if (!/^\d{1,15}$/.test(id)) return null
  return (
    <p role="status">
      {words.savedOne} <a href={r.to(`/transactions/${id}`)}>{words.seeIt}</a>
    </p>
  )
}

const Types = ({ visit, world, type }: { visit: Visit; world: World; type: string }) => {
  const { reader: r } = visit
  const { transactions: words } = r.words
  const link = (code: string) => (
    <a href={r.here({ type: code, added: null })} {...(code === type ? { 'aria-current': 'true' as const } : {})}>
      {world.typeName(code)}
    </a>
  )
  const others = [...world.rules.keys()].filter((code) => !USUAL.some((one) => one === code))
  return (
    <nav aria-label={words.kind} class="types">
      <div class="tabs">{USUAL.map(link)}</div>
      <details {...(others.includes(type) ? { open: true } : {})}>
        <summary>{words.moreKinds}</summary>
        <div class="tabs">{others.map(link)}</div>
      </details>
    </nav>
  )
}

type FormGiven = { visit: Visit; world: World; type: string; values: Values; suggested: readonly Asset[] }

const NewForm = (all: FormGiven) => {
  const { visit, world, type, values } = all
  const { reader: r, fields } = visit
  const { transactions: words } = r.words
  return (
    <Card title={world.typeName(type)} id="kind">
      <Form r={r} fields={fields} id="line">
        {type === 'SELL' && <DefaultButton />}
        <p class="quiet small">{words.about[type as keyof typeof words.about]}</p>
        <ShortfallHelp visit={visit} />
        {PAIRS.has(type) ? <PairFields {...all} /> : <LineFields {...all} isNew />}
        {type === 'SELL' && <NewLotChoice visit={visit} values={values} />}
        <Sum type={type} visit={visit} />
        <ActionBar>
          <p class="quiet small keys-hint">{words.keysHelp}</p>
          <button type="submit" class="button primary" name="do" value="save">
            {words.save}
          </button>
          <button type="submit" class="button" name="do" value="another" data-also="">
            {words.saveAndAdd}
          </button>
        </ActionBar>
      </Form>
    </Card>
  )
}

/** Enter presses the first button of a form: it saves, where another one comes before the visible ones. */
const DefaultButton = () => <button type="submit" name="do" value="save" hidden />

/** A place where the script shows what the figures come to, while they are typed; the interface computes what is stored. */
const Sum = ({ type, visit: { reader: r } }: { type: string; visit: Visit }) =>
  type === 'BUY' || type === 'SELL' ? (
    <p class="quiet sum" data-sum={type === 'BUY' ? '1' : '-1'} data-locale={r.numbers} aria-live="polite" hidden>
      {r.words.transactions.comesTo} <output class="num" />
    </p>
  ) : null
