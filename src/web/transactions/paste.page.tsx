import { count } from '../figures.ts'
import type { FormView } from '../form.ts'
import { Price, Quantity } from '../parts/amounts.tsx'
import { Badge, Card, Crumbs, PageHead, Verdict } from '../parts/basics.tsx'
import { Area, Button, Form, Select } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'
import type { Page, Visit } from '../visit.ts'
import { brokerOptions } from './fields.tsx'
import { HiddenForm } from './hidden.tsx'
import { type PastedLine, pastedLines } from './paste.ts'
import { Moved } from './rows.tsx'
import { readWorld, type World, writable } from './world.ts'

/** Rows of a spreadsheet, pasted: first what would be stored and what is wrong, then the button that stores it. */
export const pastePage: Page = async (visit) => {
  const { reader: r, ask, fields } = visit
  const world = await readWorld(ask, r)
  const own = writable(world)
  if (own.length === 0) return { to: '/transactions/new' }
  const { transactions: words } = r.words
  const text = fields.value('text')
  const body = (
    <>
      <Crumbs r={r} items={[{ text: words.title, href: r.to('/transactions') }]} />
      <PageHead r={r} title={words.pasteTitle} lead={words.pasteLead} />
      {r.isPrivate && text !== '' ? (
        <HiddenForm r={r} />
      ) : (
        <>
          {text !== '' && <Preview visit={visit} world={world} text={text} />}
          <Card>
            <PasteForm r={r} fields={fields} world={world} text={text} />
          </Card>
        </>
      )}
    </>
  )
  return { title: words.pasteTitle, body, here: '/transactions' }
}

const PasteForm = ({ r, fields, world, text }: { r: Reader; fields: FormView; world: World; text: string }) => {
  const { transactions: words } = r.words
  return (
    <Form r={r}>
      <Select
        r={r}
        fields={fields}
        name="broker_id"
        label={words.broker}
        options={brokerOptions(world)}
        value={r.query.get('broker_id') ?? ''}
      />
      <Area r={r} fields={fields} name="text" label={words.rows} rows={8} help={words.pasteHelp} />
      <p>
        <Button kind={text === '' ? 'primary' : 'plain'} name="do" value="check">
          {words.checkRows}
        </Button>
      </p>
    </Form>
  )
}

/** The rows as they were read, with a dry run of all of them. */
async function Preview({ visit, world, text }: { visit: Visit; world: World; text: string }) {
  const { reader: r, ask, fields } = visit
  const { transactions: words } = r.words
  const brokerId = fields.value('broker_id')
  const lines = await pastedLines(visit, world, text, brokerId)
  const isRead = lines.length > 0 && lines.every(({ faults }) => faults.length === 0)
  const create = lines.map(({ item }) => item)
  const tried = isRead ? await ask.try('POST /transactions/batch', { body: { create, dry_run: true } }) : undefined
  const found = tried?.ok === false ? (tried.problem.errors ?? []) : []
  const faultsOf = (line: PastedLine, index: number) => [
    ...line.faults,
    ...found.filter(({ pointer }) => pointer.startsWith(`/create/${index}/`)).map(({ detail }) => detail),
  ]
  const rest = tried?.ok === false && !found.some(({ pointer }) => pointer.startsWith('/create/')) ? tried.problem.detail : ''
  const wrong = lines.filter((line, index) => faultsOf(line, index).length > 0).length
  return (
    <>
      {tried?.ok ? (
        <Save r={r} text={text} brokerId={brokerId} n={lines.length} />
      ) : (
        <Verdict tone="bad" title={lines.length === 0 ? words.noRows : words.rowsWrong(wrong, count(r, wrong))}>
          <p>{rest === '' ? words.mendRows : rest}</p>
        </Verdict>
      )}
      <Card title={words.rowsRead(lines.length, count(r, lines.length))} id="rows">
        <Rows r={r} world={world} lines={lines} faultsOf={faultsOf} />
      </Card>
    </>
  )
}

const Save = ({ r, text, brokerId, n }: { r: Reader; text: string; brokerId: string; n: number }) => {
  const { transactions: words } = r.words
  return (
    <Verdict tone="ok" title={words.nothingInTheWay}>
      <Form r={r}>
        <input type="hidden" name="text" value={text} />
        <input type="hidden" name="broker_id" value={brokerId} />
        <p>
          <Button kind="primary" name="do" value="save">
            {words.saveRows(n, count(r, n))}
          </Button>
        </p>
      </Form>
    </Verdict>
  )
}

type RowsGiven = {
  r: Reader
  world: World
  lines: readonly PastedLine[]
  faultsOf: (line: PastedLine, index: number) => readonly string[]
}

const Rows = ({ r, world, lines, faultsOf }: RowsGiven) => {
  const { transactions: words } = r.words
  return (
    <div class="scroll">
      <table class="rows ledger">
        <caption class="sr">{words.rows}</caption>
        <thead>
          <tr>
            {[words.row, words.day, words.kind, words.what, words.amount].map((text) => (
              <th scope="col" {...(text === words.amount ? { class: 'end' } : {})}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <PastedCells r={r} world={world} line={line} faults={faultsOf(line, index)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type CellsGiven = { r: Reader; world: World; line: PastedLine; faults: readonly string[] }

const PastedCells = ({ r, world, line, faults }: CellsGiven) => {
  const { item, row, assetName } = line
  const text = (name: string) => (typeof item[name] === 'string' ? item[name] : null)
  const [amount, currency, kind] = [text('amount'), text('currency'), world.typeName(text('type') ?? '')]
  const [units, price] = [text('quantity'), text('price')]
  return (
    <tr>
      <td class="tick">{row}</td>
      <td class="day">
        <span class="num">{text('date')}</span>
      </td>
      <td class="kind">
        <Badge>{kind}</Badge>
      </td>
      <th scope="row" class="what">
        {assetName || kind}
        <span class="sub">
          {units !== null && <Quantity r={r} of={units.replace('-', '')} />}
          {units !== null && price !== null && ' × '}
          {price !== null && isCode(currency) && <Price r={r} of={price} currency={currency} />}
        </span>
        {faults.map((fault) => (
          <span class="fault sub">{fault}</span>
        ))}
      </th>
      <td class="end value">
        {amount !== null && isCode(currency) ? (
          <Moved r={r} line={{ amount, currency, quantity: '0' }} />
        ) : (
          <span class="quiet">{r.words.transactions.computed}</span>
        )}
      </td>
    </tr>
  )
}

/** Other texts are no currencies, and `Intl` refuses them. */
const isCode = (text: string | null): text is string => /^[A-Za-z]{3}$/.test(text ?? '')
