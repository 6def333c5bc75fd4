import { type FormView, formOf, typed, untouched } from '../form.ts'
import { Card, Verdict } from '../parts/basics.tsx'
import { Button, Field, Form, Select } from '../parts/forms.tsx'
import { Said } from '../parts/said.tsx'
import type { Reader } from '../reader.ts'
import { Accounting } from './accounting.tsx'
import { FirstLines, type Lines } from './first-lines.tsx'
import { ColumnsForm } from './mapping.tsx'
import { Notes } from './notes.tsx'
import { optionsOf } from './options.ts'
import type { Broker, Preview, Problem, Report } from './report.ts'
import { ReportHead } from './review.tsx'

type FailedProps = {
  r: Reader
  found: { readonly report: Report; readonly broker: Broker }
  problem?: Problem
  /** Where it was read, and nothing came of it. */
  preview?: Preview
  fields: FormView
  names: ReadonlyMap<string, string>
  lines: Lines | undefined
}

/** A file of which nothing can be made yet: why, what was tried, and what can be done. */
export function FailedReport(props: FailedProps) {
  const { r, found, problem, preview, fields, names, lines } = props
  const { imports: words } = r.words
  const { broker } = found
  const report = withUnknown(found.report, problem)
  const why = report.columns.length > 0 ? words.unknownTable : (problem?.detail ?? report.problem?.detail ?? '')
  const options = optionsOf(problem)
  return (
    <>
      <ReportHead r={r} report={report} broker={broker} reader={names.get(report.plugin ?? '')} step={1} />
      <Verdict tone="bad" title={words.failedTitle}>
        <p>
          <Said r={r} text={why} />
        </p>
        <p>
          <a class="button small" href={r.to('/imports/formats')}>
            {words.formats}
          </a>
        </p>
      </Verdict>
      {preview && <Accounting r={r} rows={preview.rows} isLinked />}
      {preview && preview.issues.length > 0 && (
        <Card title={words.tabs.notes(String(preview.issues_total))} id="notes">
          <Notes r={r} preview={preview} />
        </Card>
      )}
      {options.length > 0 && <OptionsForm r={r} report={report} options={options} fields={fields} problem={problem} />}
      <FirstLines r={r} lines={lines} />
      <Nearest r={r} report={report} names={names} />
      <ColumnsForm r={r} report={report} fields={fields} />
      <OtherReader r={r} report={report} names={names} />
    </>
  )
}

/** A report with what the problem of reading it again says of the file: its columns and the formats that it is near to. */
function withUnknown(report: Report, problem: Problem | undefined): Report {
  if (problem?.code !== 'import/no-plugin') return report
  const { nearest, columns, mapping } = problem as Problem & Partial<Pick<Report, 'nearest' | 'columns' | 'mapping'>>
  return { ...report, nearest: nearest ?? report.nearest, columns: columns ?? report.columns, mapping: mapping ?? report.mapping }
}

function Nearest({ r, report, names }: { r: Reader; report: Report; names: ReadonlyMap<string, string> }) {
  const { imports: words } = r.words
  const { nearest, near_template: near } = report
  if (nearest.length === 0 && !near) return null
  return (
    <Card title={words.nearest} id="nearest">
      <p class="help">{near ? words.templateNear(near.name) : words.nearestLead}</p>
      <ul class="todo">
        {[
          ...(near ? [{ name: near.name, missing: near.missing, unknown: near.unknown }] : []),
          ...nearest.map(({ plugin, layout, ...one }) => ({ ...one, name: `${names.get(plugin) ?? plugin}: ${layout}` })),
        ].map(({ name, missing, unknown }) => (
          <li>
            <h3>{name}</h3>
            {missing.length > 0 && (
              <p class="help">
                {words.lacks}: {missing.join(', ')}
              </p>
            )}
            {unknown.length > 0 && (
              <p class="help">
                {words.extra}: {unknown.join(', ')}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

type OptionsProps = {
  r: Reader
  report: Report
  options: ReturnType<typeof optionsOf>
  fields: FormView
  problem: Problem | undefined
}

/** What an importer cannot do without. */
function OptionsForm({ r, report, options, fields, problem }: OptionsProps) {
  const { imports: words } = r.words
  const shown = fields.wasSent ? fields : problem ? typed(formOf(new URLSearchParams()), {}) : untouched
  return (
    <Card title={words.options} id="options">
      <Form r={r} to={`/imports/${report.id}`}>
        <p class="help">{words.optionsLead}</p>
        {options.map(({ name, description, type, choices, required, example }) => {
          const given = { r, fields: shown, name: `/options/${name}`, label: name, help: description }
          if (type === 'choice')
            return <Select {...given} options={choices.map((one) => ({ value: one, text: one }))} isOptional={!required} />
          const value = typeof example === 'string' && type === 'currency' ? example : ''
          return <Field {...given} value={value} type={type === 'day' ? 'date' : 'text'} isRequired={required} />
        })}
        <div>
          <Button kind="primary" name="do" value="save">
            {words.optionsApply}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

function OtherReader({ r, report, names }: { r: Reader; report: Report; names: ReadonlyMap<string, string> }) {
  const { imports: words } = r.words
  const all = [...names].map(([value, text]) => ({ value, text })).toSorted((a, b) => a.text.localeCompare(b.text))
  return (
    <Card title={words.chooseReader} id="other">
      <Form r={r} to={`/imports/${report.id}`} kind="inline">
        <Select
          r={r}
          fields={untouched}
          name="/plugin"
          label={words.reader}
          value={report.choices?.plugin ?? 'auto'}
          options={[{ value: 'auto', text: words.auto }, ...all]}
        />
        <Button name="do" value="save">
          {words.readAgain}
        </Button>
      </Form>
    </Card>
  )
}
