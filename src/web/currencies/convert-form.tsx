import { type FormView, untouched } from '../form.ts'
import { Button, Field } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'
import { CurrencyField, codeIn } from './currency-field.tsx'

/** Asks for the page of a conversion. In privacy mode of one unit. */
export const ConvertForm = ({ r, fields = untouched }: { r: Reader; fields?: FormView }) => {
  const { currencies: words } = r.words
  const { query } = r
  const given = { r, fields }
  const typed = (name: string) => query.get(name) ?? ''
  return (
    <form method="get" action={r.to('/currencies/convert')}>
      {r.isPrivate ? (
        <p class="quiet small">{words.hiddenAmounts}</p>
      ) : (
        <Field {...given} name="amount" label={words.amount} value={typed('amount') || '1'} inputmode="decimal" />
      )}
      <div class="fields">
        <CurrencyField {...given} name="from" label={words.from} value={codeIn(query.get('from'))} />
        <CurrencyField {...given} name="to" label={words.to} value={codeIn(query.get('to')) || r.currency} />
      </div>
      <Field {...given} name="date" label={words.day} type="date" value={typed('date')} help={words.today} />
      <div>
        <Button>{words.convert}</Button>
      </div>
    </form>
  )
}
