import { readNumber } from '../amount-input.ts'
import type { Given } from '../ask.ts'
import { count, money, quantity } from '../figures.ts'
import { type FormView, formOf, typed } from '../form.ts'
import type { AnswerOf } from '../operations.ts'
import { Amount, Day } from '../parts/amounts.tsx'
import { Badge, Card, Crumbs, PageHead } from '../parts/basics.tsx'
import { Faults } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Page, View, Visit } from '../visit.ts'
import { type ProviderNames, providerNames } from './chain.tsx'
import { ConvertForm } from './convert-form.tsx'
import { CurrencyList, codeIn } from './currency-field.tsx'
import { fieldsOf } from './find.page.tsx'

type Conversion = AnswerOf<'GET /fx/convert'>

/** An amount in another currency, and by which rates. */
export const convertPage: Page = async (visit) => {
  const { reader: r, ask } = visit
  if (r.isPrivate && r.query.has('amount')) return { to: r.here({ amount: null }).slice(r.to('').length) }
  if (!r.query.has('from')) return shown(visit, {})
  const read = r.isPrivate ? { value: '1' } : readNumber(r.query.get('amount') || '1', r.numbers)
  if (!('value' in read)) {
    const { form } = r.words
    const text = r.query.get('amount') ?? ''
    const detail = read.kind === 'ambiguous' ? form.ambiguous(text, ...read.readings) : form.noNumber
    return shown(visit, { fields: typed(formOf(r.query), { faults: [{ name: 'amount', detail }] }) })
  }
  const [from, to] = [codeIn(r.query.get('from')), codeIn(r.query.get('to'))]
  const query = { from, to, amount: read.value, date: r.query.get('date') }
  const tried = await ask.try('GET /fx/convert', { query })
  if (tried.ok) return shown(visit, { conversion: tried.body, given: { query } })
  return shown(visit, { fields: fieldsOf(r, tried) })
}

async function shown(
  { reader: r, ask }: Visit,
  { conversion, fields, given }: { conversion?: Conversion; fields?: FormView; given?: Given },
): Promise<View> {
  const [providers, currencies] = await Promise.all([
    ask('GET /fx/providers'),
    ask('GET /utilities/currencies', { query: { language: r.language } }),
  ])
  const { currencies: words } = r.words
  const body = (
    <>
      <Crumbs r={r} items={[{ text: words.title, href: r.to('/currencies') }]} />
      <PageHead r={r} title={words.converter} />
      {fields && <Faults r={r} fields={fields} />}
      {fields?.problem?.code === 'fx/no-rate' && (
        <p>
          <a class="button" href={r.to('/currencies/find', { from: r.query.get('from'), to: r.query.get('to') })}>
            {words.find}
          </a>
        </p>
      )}
      {conversion && <Result r={r} conversion={conversion} names={providerNames(r, providers)} />}
      <Card>
        <CurrencyList currencies={currencies} />
        <ConvertForm r={r} {...(fields ? { fields } : {})} />
      </Card>
      {given && <AsScript r={r} operations={[['GET /fx/convert', given]]} />}
    </>
  )
  return { title: words.converter, body, ...(fields && { status: 422 as const }) }
}

const Result = ({ r, conversion: one, names }: { r: Reader; conversion: Conversion; names: ProviderNames }) => {
  const { currencies: words } = r.words
  return (
    <Card kind="stacked">
      <p class="lbl">
        {r.isPrivate ? words.hiddenAmounts : money(r, one.source_amount, one.from)} <Day r={r} of={one.date} />
      </p>
      {!r.isPrivate && (
        <p class="big">
          <Amount r={r} of={one.amount} currency={one.to} />
        </p>
      )}
      <p>
        1 {one.from} = <span class="num">{quantity(r, one.rate)}</span> {one.to}
      </p>
      {one.stale_days > 0 && <p class="quiet small">{words.staleBy(one.stale_days, count(r, one.stale_days))}</p>}
      {!one.registered && one.steps.length > 0 && <p class="quiet small">{words.unregistered}</p>}
      <h2>{words.how}</h2>
      {one.steps.length === 0 ? <p class="quiet">{words.sameCurrency}</p> : <Steps r={r} conversion={one} names={names} />}
    </Card>
  )
}

const Steps = ({ r, conversion, names }: { r: Reader; conversion: Conversion; names: ProviderNames }) => {
  const { currencies: words } = r.words
  const columns = [
    { key: 'step', text: words.stepColumn },
    { key: 'rate', text: words.rateColumn },
    { key: 'source', text: words.sourceColumn },
    { key: 'date', text: words.dateColumn },
  ]
  return (
    <Table r={r} caption={words.stepsCaption} columns={columns}>
      {conversion.steps.map(({ from, to, rate, inverted, provider, rate_date }) => {
        const [base, quote] = inverted ? [to, from] : [from, to]
        return (
          <tr>
            <th scope="row">
              <a href={r.to(`/currencies/${base}-${quote}`)}>
                {from} → {to}
              </a>
            </th>
            <td>
              1 {base} = <span class="num">{quantity(r, rate)}</span> {quote}{' '}
              <Badge>{inverted ? words.inverted : words.asPublished}</Badge>
            </td>
            <td>{names(provider)}</td>
            <td>
              <Day r={r} of={rate_date} />
            </td>
          </tr>
        )
      })}
    </Table>
  )
}
