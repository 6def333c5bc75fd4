import { count } from '../figures.ts'
import { untouched } from '../form.ts'
import { Quantity } from '../parts/amounts.tsx'
import { Card } from '../parts/basics.tsx'
import { Button, Field, Select } from '../parts/forms.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Preview, Trial } from './report.ts'

/** What else there is to choose: duplicates, stated positions, prices in the file, a template. */
export function Remarks({ r, preview, trial }: { r: Reader; preview: Preview; trial: Trial | undefined }) {
  return (
    <>
      <Duplicates r={r} preview={preview} trial={trial} />
      <Positions r={r} preview={preview} />
      <Prices r={r} preview={preview} />
      <Template r={r} preview={preview} />
    </>
  )
}

function Duplicates({ r, preview, trial }: { r: Reader; preview: Preview; trial: Trial | undefined }) {
  const { imports: words } = r.words
  const isImported = preview.report.choices?.duplicates === 'import'
  const n = trial?.duplicates ?? 0
  if (n === 0 && !isImported) return null
  return (
    <Card title={isImported ? words.duplicatesImport : words.duplicatesTitle(n, count(r, n))} id="duplicates">
      <div class="stacked">
        {!isImported && <p class="help">{words.duplicatesHelp}</p>}
        <div>
          <Button kind="small" name="do" value={isImported ? 'duplicates:skip' : 'duplicates:import'}>
            {isImported ? words.duplicatesSkip : words.duplicatesImport}
          </Button>
        </div>
      </div>
    </Card>
  )
}

const SHOWN = 20

function Positions({ r, preview }: { r: Reader; preview: Preview }) {
  const { imports: words } = r.words
  const { positions, positions_total: n, report } = preview
  if (n === 0) return null
  const isBooked = report.choices?.positions === 'book'
  const columns = words.positionColumns
  return (
    <Card title={words.positionsTitle(n, count(r, n))} id="positions">
      <div class="stacked">
        <p class="help">{words.positionsHelp}</p>
        <Table
          r={r}
          caption={words.positionsTitle(n, count(r, n))}
          columns={[
            { key: 'asset', text: columns.asset },
            { key: 'stated', text: columns.stated, isEnd: true },
            { key: 'computed', text: columns.computed, isEnd: true },
            { key: 'difference', text: columns.difference, isEnd: true },
          ]}
        >
          {positions.slice(0, SHOWN).map((one) => (
            <tr>
              <th scope="row">{one.name ?? one.symbol ?? one.isin ?? one.asset}</th>
              <td class="end">
                <Quantity r={r} of={one.stated} />
              </td>
              <td class="end">
                <Quantity r={r} of={one.computed} />
              </td>
              <td class="end">
                <Quantity r={r} of={one.difference} />
              </td>
            </tr>
          ))}
        </Table>
        {n > SHOWN && <p class="help">{words.shortMore(count(r, n - SHOWN))}</p>}
        <div>
          <Button kind="small" name="do" value={isBooked ? 'positions:compare' : 'positions:book'}>
            {isBooked ? words.positionsCompare : words.positionsBook}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function Prices({ r, preview }: { r: Reader; preview: Preview }) {
  const { imports: words } = r.words
  if (preview.prices_total === 0) return null
  const isOff = preview.report.choices?.prices === false
  return (
    <Card title={words.pricesTitle} id="prices">
      <div class="stacked">
        <p class="help">{words.pricesCarried(preview.prices_total, count(r, preview.prices_total))}</p>
        <div>
          <Button kind="small" name="do" value={isOff ? 'prices:on' : 'prices:off'}>
            {isOff ? words.pricesOn : words.pricesOff}
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** Columns that were mapped by hand can be stored for the next file; a template that is in use is named. */
function Template({ r, preview: { report, plugin } }: { r: Reader; preview: Preview }) {
  const { imports: words } = r.words
  if (report.template) return <p class="help">{words.templateUsed(report.template.name)}</p>
  if (report.choices?.options?.['mapping'] === undefined || plugin !== 'broker_generic_csv') return null
  return (
    <Card title={words.template} id="template">
      <div class="stacked">
        <Field r={r} fields={untouched} name="/name" label={words.templateName} help={words.templateHelp} maxlength={100} />
        <div>
          <Button kind="small" name="do" value="template">
            {words.templateSave}
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** Which importer reads the file, where several can. */
export function ReadBy({ r, preview, names }: { r: Reader; preview: Preview; names: ReadonlyMap<string, string> }) {
  const { imports: words } = r.words
  const { compatible_plugins: fitting } = preview.report
  if (fitting.length < 2) return null
  return (
    <Card title={words.readBy} id="read-by">
      <div class="stacked">
        <Select
          r={r}
          fields={untouched}
          name="/plugin"
          label={words.readAs}
          value={preview.plugin}
          options={fitting.map((code) => ({ value: code, text: names.get(code) ?? code }))}
        />
        <div>
          <Button kind="small" name="do" value="save">
            {words.readAgain}
          </Button>
        </div>
      </div>
    </Card>
  )
}
