import type { FormView } from '../form.ts'
import type { AnswerOf } from '../operations.ts'
import { Field } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'

/** Suggestions for every field of a currency on a page. */
export const CurrencyList = ({ currencies }: { currencies: AnswerOf<'GET /utilities/currencies'> }) => (
  <datalist id="currencies">
    {currencies
      .filter(({ minor_units }) => minor_units !== null)
      .map(({ code, name }) => (
        <option value={code}>{name}</option>
      ))}
  </datalist>
)

type FieldProps = { r: Reader; fields: FormView; name: string; label: string; value?: string }

/** A currency by its code, with suggestions from `CurrencyList`. */
export const CurrencyField = ({ r, fields, name, label, value = '' }: FieldProps) => (
  <Field r={r} fields={fields} name={name} label={label} value={value} list="currencies" maxlength={3} isRequired />
)

/** A currency code as somebody typed it. */
export function codeIn(text: string | null): string {
  return (text ?? '').trim().toUpperCase()
}
