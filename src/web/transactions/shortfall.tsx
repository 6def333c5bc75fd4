import type { ProblemBody } from '../../http/problem.ts'
import type { Form, FormView } from '../form.ts'
import { typed } from '../form.ts'
import type { Reader } from '../reader.ts'
import type { Visit } from '../visit.ts'

const SHORT = 'transaction/short'
const OVERDRAFT = 'transaction/overdraft'

/** The form again with what the interface found wrong. The size of a shortfall is an amount: in privacy mode it is not in the page. */
export function refused(r: Reader, form: Form, problem: ProblemBody): FormView {
  if (!r.isPrivate || !isShortfall(problem)) return typed(form, { problem })
  const detail = problem.code === SHORT ? r.words.transactions.shortHidden : r.words.transactions.overdraftHidden
  return { ...typed(form, { faults: [{ name: '', detail }] }), problem }
}

function isShortfall({ code }: ProblemBody): boolean {
  return code === SHORT || code === OVERDRAFT
}

/** The ways out where a day would end below zero. */
export const ShortfallHelp = ({ visit }: { visit: Visit }) => {
  const { reader: r, fields, site } = visit
  const { transactions: words } = r.words
  const { problem } = fields
  if (!problem || !isShortfall(problem)) return null
  const { broker_id: broker, asset_id: asset, currency, date } = problem
  const listed = { broker_ids: String(broker), to: String(date), ...(asset ? { asset_ids: String(asset) } : {}) }
  const settings = [`/brokers/${broker}/settings`, `/brokers/${broker}/edit`, `/brokers/${broker}`].find(site.hasPage)
  return (
    <ul class="ways">
      <li>
        <a
          class="button small"
          href={r.to('/transactions', { ...listed, ...(currency ? { currencies: String(currency) } : {}) })}
        >
          {words.seeBefore}
        </a>
      </li>
      {settings && (
        <li>
          <a class="button small" href={r.to(settings)}>
            {problem.code === SHORT ? words.allowShort : words.allowOverdraft}
          </a>
        </li>
      )}
    </ul>
  )
}
