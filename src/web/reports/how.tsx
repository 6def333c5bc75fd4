import type { Reader } from '../reader.ts'
import { METHODS, type Method } from './choices.ts'

const OWN = new Set(['currency', 'method', 'cursor', 'done', 'page'])

/** The currency of a report and, where it matters, how sales are matched with purchases. */
export const HowForm = ({ r, currency, method }: { r: Reader; currency: string; method?: Method }) => {
  const { reports: words, parts } = r.words
  return (
    <details class="pick">
      <summary>{method === undefined ? currency : `${currency}, ${method}`}</summary>
      <form method="get" action={r.to(r.path)} class="inline">
        {[...r.query]
          .filter(([name]) => !OWN.has(name))
          .map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
        <div class="field">
          <label for="how-currency">{words.currency}</label>
          <input id="how-currency" name="currency" value={currency} maxlength={3} size={4} autocomplete="off" />
        </div>
        {method !== undefined && <MethodChoice r={r} method={method} />}
        <button type="submit" class="button">
          {parts.show}
        </button>
      </form>
    </details>
  )
}

const MethodChoice = ({ r, method }: { r: Reader; method: Method }) => (
  <div class="field">
    <label for="how-method">{r.words.reports.method}</label>
    <select id="how-method" name="method">
      {METHODS.map((one) => (
        <option value={one} {...(one === method ? { selected: true } : {})}>
          {r.words.reports.methods[one]}
        </option>
      ))}
    </select>
  </div>
)
