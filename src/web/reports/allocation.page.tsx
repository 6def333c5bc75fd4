import type { AnswerOf } from '../operations.ts'
import { Amount, Bar, Share, Stack } from '../parts/amounts.tsx'
import { Card, Tabs } from '../parts/basics.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Page, Site } from '../visit.ts'
import { choicesOf } from './choices.ts'
import { NothingYet, ReportFrame } from './frame.tsx'
import { Linked } from './rows.tsx'
import { type ReportSource, Why } from './why.tsx'

type Report = AnswerOf<'GET /portfolio/allocation'>
type Key = Report['by']
type Slice = Report['slices'][number]

const KEYS = ['asset', 'type', 'broker', 'currency', 'country', 'sector'] as const
const STANDARD: Key = 'type'
const TONES = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'] as const
/** As many slices as the table has. */
const SHOWN = 100

/** Where codes have names, by what the value is divided by. */
const NAMES = {
  type: 'GET /utilities/asset-types',
  country: 'GET /utilities/countries',
  currency: 'GET /utilities/currencies',
  sector: 'GET /utilities/sectors',
} as const
type NameOperation = (typeof NAMES)[keyof typeof NAMES]

export const allocationPage: Page = async (visit) => {
  const { reader, ask, site } = visit
  const choices = choicesOf(reader)
  const by = KEYS.find((one) => one === reader.query.get('by')) ?? STANDARD
  const scope = choices.scope.isWithoutCash ? { scope: 'assets' } : {}
  const given = { query: { ...choices.dayQuery, ...scope, by } }
  const language = { query: { language: reader.language } }
  const named: NameOperation | undefined = by === 'asset' || by === 'broker' ? undefined : NAMES[by]
  const [report, brokers, names] = await Promise.all([
    ask('GET /portfolio/allocation', given),
    ask('GET /brokers'),
    named ? ask(named, language) : [],
  ])
  const r = { ...reader, currency: report.currency }
  const { reports: words, shell } = r.words
  const items = KEYS.map((key) => ({
    key,
    text: words.divisions[key],
    href: r.here({ by: key === STANDARD ? null : key, done: null }),
  }))
  const body = (
    <ReportFrame
      {...{ visit, choices, brokers, report, title: shell.allocation, hasDay: true }}
      of={['GET /portfolio/allocation', given]}
      calls={[['GET /brokers'], ...(named ? [[named, language] as const] : [])]}
      controls={<Tabs label={words.dividedBy} items={items} current={by} />}
      lead={report.slices.length > 0 && <Whole r={r} report={report} labelOf={labels(r, by, names)} />}
    >
      {report.slices.length === 0 ? (
        <NothingYet r={r} site={site} title={words.noAllocation} text={words.noAllocationHelp} />
      ) : (
        <Slices of={{ r, report: 'allocation', query: given.query }} site={site} report={report} labelOf={labels(r, by, names)} />
      )}
    </ReportFrame>
  )
  return { title: shell.allocation, body }
}

type LabelOf = (slice: Slice) => string

/** Codes as names; names as they are. */
function labels(r: Reader, by: Key, names: readonly { readonly code: string; readonly name: string }[]): LabelOf {
  const { reports: words } = r.words
  const known = new Map(names.map(({ code, name }) => [code, name]))
  return ({ key, label }) => {
    if (key === 'unknown') return words.unknownPart
    if (key === 'cash') return words.cash
    if (key.startsWith('cash:')) return words.cashIn(key.slice('cash:'.length))
    return by === 'currency' && known.has(key) ? `${known.get(key)} (${key})` : (known.get(key) ?? label)
  }
}

const Whole = ({ r, report: { slices, total }, labelOf }: { r: Reader; report: Report; labelOf: LabelOf }) => {
  const first = slices.slice(0, TONES.length - 1).filter(({ weight }) => weight !== null && weight > 0)
  return (
    <Card>
      <p class="lbl">{r.words.reports.totalValue}</p>
      <p class="big">
        <Amount r={r} of={total} />
      </p>
      <Stack shares={first.map(({ weight }, index) => ({ share: weight ?? 0, tone: TONES[index] ?? 'c7' }))} />
      <ul class="keys-of-stack">
        {first.map((slice, index) => (
          <li>
            <span class={`dot ${TONES[index] ?? 'c7'}`} aria-hidden="true" />
            {labelOf(slice)}
          </li>
        ))}
      </ul>
    </Card>
  )
}

type SlicesProps = { of: ReportSource; site: Site; report: Report; labelOf: LabelOf }

const Slices = ({ of, site, report: { slices, by, total }, labelOf }: SlicesProps) => {
  const { r } = of
  const { reports: words } = r.words
  const columns = [
    { key: 'name', text: words.divisions[by] },
    { key: 'bar', text: <span class="sr">{words.compared}</span>, kind: 'wide' },
    { key: 'weight', text: words.weight, isEnd: true },
    { key: 'value', text: words.value, isEnd: true },
  ]
  const foot = (
    <tr>
      <th scope="row">{words.together}</th>
      <td class="wide" />
      <td />
      <td class="end">
        <Amount r={r} of={total} />
      </td>
    </tr>
  )
  const pathOf = (key: string) => (by === 'asset' ? `/assets/${key}` : by === 'broker' ? `/brokers/${key}` : '')
  return (
    <Card title={words.parts} id="slices">
      <Table r={r} caption={words.parts} columns={columns} foot={foot}>
        {slices.slice(0, SHOWN).map((slice) => (
          <tr>
            <th scope="row">
              {/^\d+$/.test(slice.key) ? (
                <Linked r={r} site={site} path={pathOf(slice.key)}>
                  {labelOf(slice)}
                </Linked>
              ) : (
                labelOf(slice)
              )}
            </th>
            <td class="wide">
              <Bar share={slice.weight ?? 0} />
            </td>
            <td class="end">
              <Share r={r} of={slice.weight} />
            </td>
            <td class="end">
              <Why of={of} figure="value" row={slice.key}>
                <Amount r={r} of={slice.value} />
              </Why>
            </td>
          </tr>
        ))}
      </Table>
      {slices.length > SHOWN && <p class="quiet small">{words.restInCsv}</p>}
    </Card>
  )
}
