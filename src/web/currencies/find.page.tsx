import type { Tried } from '../ask.ts'
import { count } from '../figures.ts'
import { type FormView, formOf, typed, untouched } from '../form.ts'
import type { AnswerOf } from '../operations.ts'
import { Badge, Card, Crumbs, Empty, PageHead, Verdict } from '../parts/basics.tsx'
import { Button, Faults, Form } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'
import { Chain, chainText, isSameChain, type ProviderNames, providerNames } from './chain.tsx'
import { CurrencyField, CurrencyList, codeIn } from './currency-field.tsx'

type Found = AnswerOf<'GET /fx/providers/routes/discover'>
type Routes = AnswerOf<'GET /fx/providers/routes'>
const MOST = 30

/** Every way from one currency to another, best first; each is added with a press. */
export const findRoutePage: Page = async ({ reader: r, ask, fields: sent }) => {
  const [from, to] = ['from', 'to'].map((name) => codeIn(r.query.get(name)))
  const isWanted = r.query.has('from') && r.query.has('to')
  const query = { from: from ?? '', to: to ?? '', limit: MOST }
  const [found, routes, providers, currencies] = await Promise.all([
    isWanted ? ask.try('GET /fx/providers/routes/discover', { query }) : undefined,
    ask('GET /fx/providers/routes'),
    ask('GET /fx/providers'),
    ask('GET /utilities/currencies', { query: { language: r.language } }),
  ])
  const { currencies: words } = r.words
  const body = (
    <>
      <Crumbs r={r} items={[{ text: words.title, href: r.to('/currencies') }]} />
      <PageHead r={r} title={words.findTitle} lead={words.findLead} />
      {sent.faults.map(({ detail }) => (
        <Verdict tone="bad" title={detail} />
      ))}
      <Card>
        <CurrencyList currencies={currencies} />
        <FindForm r={r} fields={fieldsOf(r, found)} from={query.from} to={query.to} />
      </Card>
      {found?.ok && (
        <Results r={r} from={query.from} to={query.to} found={found.body} routes={routes} names={providerNames(r, providers)} />
      )}
      {isWanted && <AsScript r={r} operations={[['GET /fx/providers/routes/discover', { query }]]} />}
    </>
  )
  return { title: words.findTitle, body }
}

/** The fields with what the interface found wrong about the query. */
export function fieldsOf(r: Reader, tried: Tried<'GET /fx/providers/routes/discover' | 'GET /fx/convert'> | undefined): FormView {
  if (tried === undefined || tried.ok) return untouched
  const errors = tried.problem.errors?.map(({ pointer, detail }) => ({ pointer: pointer.replace(/^\/query\//, ''), detail }))
  return typed(formOf(r.query), { problem: { ...tried.problem, ...(errors && { errors }) } })
}

const FindForm = ({ r, fields, from, to }: { r: Reader; fields: FormView; from: string; to: string }) => {
  const { currencies: words } = r.words
  return (
    <form method="get" action={r.to('/currencies/find')}>
      <Faults r={r} fields={fields} />
      <div class="fields">
        <CurrencyField r={r} fields={fields} name="from" label={words.from} value={from} />
        <CurrencyField r={r} fields={fields} name="to" label={words.to} value={to || r.currency} />
      </div>
      <div>
        <Button kind="primary">{words.findButton}</Button>
      </div>
    </form>
  )
}

type ResultsProps = { r: Reader; from: string; to: string; found: Found; routes: Routes; names: ProviderNames }

const Results = (props: ResultsProps) => {
  const { r, found, from, to } = props
  const { currencies: words } = r.words
  if (found.length === 0)
    return (
      <Card>
        <Empty title={words.noRoute(from, to)}>
          <p class="quiet">{words.noRouteHelp}</p>
          {from !== to && (
            <a class="button" href={r.to(`/currencies/${from}-${to}`)}>
              {words.byHand}
            </a>
          )}
        </Empty>
      </Card>
    )
  const title = found.length === MOST ? words.firstOnes(count(r, MOST)) : words.found(found.length, count(r, found.length))
  return (
    <Card title={title} id="found">
      <ol class="fx">
        {found.map((one) => (
          <Line {...props} one={one} />
        ))}
      </ol>
    </Card>
  )
}

const Line = ({ r, one, routes, names }: ResultsProps & { one: Found[number] }) => {
  const { currencies: words } = r.words
  const isAdded = routes.some(({ chain_steps }) => isSameChain(chain_steps, one.chain_steps))
  return (
    <li>
      <Chain steps={one.chain_steps} names={names} />
      <div class="acts">
        {isAdded ? (
          <Badge tone="ok">{words.added}</Badge>
        ) : (
          <Form r={r} to="/currencies/find">
            <input type="hidden" name="route" value={one.key} />
            <button type="submit" class="button small" aria-label={words.addName(chainText(one.chain_steps))}>
              {words.add}
            </button>
          </Form>
        )}
        {one.registered_legs > 0 && !isAdded && (
          <span class="quiet">{words.stored(one.registered_legs, count(r, one.registered_legs))}</span>
        )}
      </div>
    </li>
  )
}
