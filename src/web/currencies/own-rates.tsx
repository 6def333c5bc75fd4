import type { FormView } from '../form.ts'
import { Card } from '../parts/basics.tsx'
import { Area, Button, Field, Form } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'
import type { Pair } from './pair.page.tsx'

/** Takes rates of a pair by hand: one, or many pasted. */
export const OwnRates = ({ r, pair, fields }: { r: Reader; pair: Pair; fields: FormView }) => {
  const { currencies: words } = r.words
  const given = { r, fields }
  const label = words.rateFor(pair.base, pair.quote)
  const isPasted = fields.value('lines') !== ''
  return (
    <Card title={words.enter} id="own">
      <Form {...given}>
        <p class="quiet small">{words.enterHelp}</p>
        <div class="fields">
          <Field {...given} name="/0/date" label={words.day} type="date" value={r.today} isRequired />
          <Field {...given} name="/0/rate" label={label} inputmode="decimal" help={words.rateHelp} isRequired />
        </div>
        <div>
          <Button kind="primary">{words.save}</Button>
        </div>
      </Form>
      <details {...(isPasted ? { open: true } : {})}>
        <summary>{words.paste}</summary>
        <Form r={r}>
          <Area {...given} name="lines" label={`${words.pasteLabel} (${label})`} help={words.pasteHelp} rows={6} />
          <div>
            <Button>{words.pasteSave}</Button>
          </div>
        </Form>
      </details>
    </Card>
  )
}
