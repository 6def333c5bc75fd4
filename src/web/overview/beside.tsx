import { Bars } from '../charts/bars.tsx'
import { explanation } from '../explanation.ts'
import { count, day, money } from '../figures.ts'
import { Amount, Explained } from '../parts/amounts.tsx'
import { Badge, Card } from '../parts/basics.tsx'
import { Table } from '../parts/tables.tsx'
import type { CardProps } from './figures.tsx'
import { MONTHS_OF_INCOME } from './load.ts'

const BROKERS_SHOWN = 8

/** The brokers with their value; where there are many, the first ones and the way to the others. */
export const BrokersCard = ({ r, site, found }: CardProps) => {
  const { overview: words, common } = r.words
  const values = new Map(found.parts.rows.map(({ key, end_value }) => [key, end_value]))
  const brokers = found.brokers.toSorted((a, b) => a.name.localeCompare(b.name, r.language, { numeric: true }))
  const more = brokers.length - BROKERS_SHOWN
  return (
    <Card
      title={words.brokers}
      id="brokers"
      {...(found.parts.complete ? {} : { aside: <Badge tone="warn">{common.incomplete}</Badge> })}
    >
      <ul class="brokers">
        {brokers.slice(0, BROKERS_SHOWN).map(({ id, name, member_count, transaction_count, included }) => (
          <li>
            <span class="avatar square" aria-hidden="true">
              {name.slice(0, 1)}
            </span>
            <div>
              {site.hasPage(`/brokers/${id}`) ? <a href={r.to(`/brokers/${id}`)}>{name}</a> : name}
              <span class="sub">
                {words.people(member_count, count(r, member_count))} ·{' '}
                {common.transactions(transaction_count, count(r, transaction_count))}
              </span>
            </div>
            {values.has(String(id)) ? (
              <Amount r={r} of={values.get(String(id)) ?? null} />
            ) : (
              !included && <Badge>{words.notCounted}</Badge>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p>
          <a class="more" href={r.to('/brokers')}>
            {common.more(count(r, more))}
          </a>
        </p>
      )}
    </Card>
  )
}

/** Dividends and interest of twelve months. */
export const IncomeCard = ({ r, site, found }: CardProps) => {
  const { overview: words } = r.words
  const { income, incomeFrom, scope, period } = found
  const byMonth = new Map(income.months.map((one) => [one.month, one.net]))
  const months = Array.from({ length: MONTHS_OF_INCOME }, (_, at) => monthAfter(incomeFrom, at))
  const long = (month: string) => day(r, month, { month: 'long', year: 'numeric' })
  const query = { ...scope.query, from: incomeFrom, to: period.to }
  const sum = (
    <Explained href={explanation(r, 'income', { figure: 'net', query })}>
      <Amount r={r} of={income.totals.net} />
    </Explained>
  )
  return (
    <Card title={words.incomeTitle} id="income" aside={sum}>
      {income.payments.length === 0 ? (
        <p class="quiet small">{words.noIncome}</p>
      ) : (
        <Bars
          r={r}
          label={words.incomeLabel}
          bars={months.map((month) => ({
            text: day(r, month, { month: 'narrow' }),
            title: `${long(month)}${r.words.common.colon}${money(r, byMonth.get(month) ?? '0', r.currency)}`,
            value: Number(byMonth.get(month) ?? 0),
          }))}
        >
          <Table
            r={r}
            caption={words.incomeLabel}
            columns={[
              { key: 'month', text: words.month },
              { key: 'net', text: words.net, isEnd: true },
            ]}
          >
            {income.months.map(({ month, net }) => (
              <tr>
                <th scope="row">{long(month)}</th>
                <td class="end">
                  <Amount r={r} of={net} />
                </td>
              </tr>
            ))}
          </Table>
        </Bars>
      )}
      {site.hasPage('/reports/income') && (
        <p>
          <a class="more" href={r.to('/reports/income', scope.carried)}>
            {words.incomeReport}
          </a>
        </p>
      )}
    </Card>
  )
}

function monthAfter(first: string, months: number): string {
  const [year = 0, month = 1] = first.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7)
}
