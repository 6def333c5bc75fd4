import { count } from '../figures.ts'
import { Stack } from '../parts/amounts.tsx'
import type { Reader } from '../reader.ts'
import type { Report } from './report.ts'

const PARTS = [
  ['transactions', 'c1'],
  ['parts', 'c2'],
  ['ignored', 'c7'],
  ['issues', 'c5'],
] as const

/** What became of each row of a file: shares of a bar, and their numbers. */
export function Accounting({ r, rows, isLinked }: { r: Reader; rows: NonNullable<Report['counts']>; isLinked?: boolean }) {
  const { imports: words } = r.words
  return (
    <section class="card" aria-labelledby="rows-read">
      <h2 id="rows-read" class="accounted">
        {words.accounted(rows.total, count(r, rows.total))}
      </h2>
      <Stack shares={PARTS.flatMap(([part, tone]) => (rows[part] > 0 ? { share: rows[part] / rows.total, tone } : []))} />
      <ul class="legend inline">
        {PARTS.map(([part, tone]) => (
          <li>
            <i class={`dot ${tone}`} aria-hidden="true" />
            <span>
              <b class="num">{count(r, rows[part])}</b> {words.parts[part]}
              {isLinked && part === 'issues' && rows.issues > 0 && (
                <>
                  {' '}
                  <a href={r.here({ show: 'notes', from: null })}>{words.show}</a>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
