import type { FormView } from '../form.ts'
import { Card } from '../parts/basics.tsx'
import { Area, Button, Faults, Field, Form, Select } from '../parts/forms.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Report } from './report.ts'

/** Of a column that may stay unread although it looks as if it counted. */
export const IGNORED = 'ignore'

const KINDS = 'BUY SELL DIVIDEND INTEREST DEPOSIT WITHDRAWAL FEE TAX TRANSFER FX_CONVERSION SPLIT'

/** The columns of a table that nobody knows: what each is, guessed already, to be corrected. */
export function ColumnsForm({ r, report, fields }: { r: Reader; report: Report; fields: FormView }) {
  const { imports: words } = r.words
  const { columns, mapping } = report
  if (columns.length === 0) return null
  const meaningOf = new Map(Object.entries(mapping?.columns ?? {}).map(([field, title]) => [title, field]))
  const columnOf = words.mapColumns
  return (
    <Card title={words.mapTitle} id="columns">
      <Form r={r} to={`/imports/${report.id}/columns`}>
        <p class="help">{words.mapLead}</p>
        <Faults r={r} fields={fields} />
        <Table
          r={r}
          caption={words.mapTitle}
          columns={[
            { key: 'title', text: columnOf.title },
            { key: 'samples', text: columnOf.samples },
            { key: 'meaning', text: columnOf.meaning },
          ]}
        >
          {columns.map(({ title, samples, guess }, index) => (
            <tr>
              <th scope="row">
                {title}
                <input type="hidden" name={`/title/${index}`} value={title} />
              </th>
              <td>{r.isPrivate ? '' : samples.join(' · ')}</td>
              <td>
                <Meaning r={r} fields={fields} index={index} title={title} guess={meaningOf.get(title) ?? guess} />
              </td>
            </tr>
          ))}
        </Table>
        <Details r={r} report={report} fields={fields} />
        <div>
          <Button kind="primary">{words.mapApply}</Button>
        </div>
      </Form>
    </Card>
  )
}

type MeaningProps = { r: Reader; fields: FormView; index: number; title: string; guess: string | null }

function Meaning({ r, fields, index, title, guess }: MeaningProps) {
  const { imports: words } = r.words
  const name = `/meaning/${index}`
  const chosen = fields.value(name, guess ?? '')
  return (
    <select name={name} aria-label={words.mapMeaning(title)}>
      <option value="">{words.mapNothing}</option>
      <option value={IGNORED} {...(chosen === IGNORED ? { selected: true } : {})}>
        {words.mapIgnore}
      </option>
      {Object.entries(words.fields).map(([field, text]) => (
        <option value={field} {...(field === chosen ? { selected: true } : {})}>
          {text}
        </option>
      ))}
    </select>
  )
}

function Details({ r, report: { mapping }, fields }: { r: Reader; report: Report; fields: FormView }) {
  const { imports: words } = r.words
  const orders = Object.entries(words.mapOrders).map(([value, text]) => ({ value, text }))
  const decimals = Object.entries(words.mapDecimals).map(([value, text]) => ({ value, text }))
  const types = Object.entries(mapping?.types ?? {}).map(([word, kind]) => `${word} = ${kind}`)
  return (
    <>
      <div class="fields">
        <Select
          {...{ r, fields, name: '/date_format', label: words.mapOrder, value: mapping?.date_format ?? '' }}
          options={[{ value: '', text: words.mapAuto }, ...orders]}
        />
        <Select
          {...{ r, fields, name: '/decimal', label: words.mapDecimal, value: mapping?.decimal ?? '' }}
          options={[{ value: '', text: words.mapAuto }, ...decimals]}
        />
        <Field
          {...{ r, fields, name: '/currency', label: words.mapCurrency, value: mapping?.defaults['currency'] ?? '' }}
          maxlength={3}
          isOptional
        />
      </div>
      <Area
        {...{ r, fields, name: '/types', label: words.mapTypes, value: types.join('\n') }}
        help={`${words.mapTypesHelp} ${KINDS}`}
        rows={5}
        isOptional
      />
    </>
  )
}
