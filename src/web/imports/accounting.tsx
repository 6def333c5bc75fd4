import { count } from '../figures.ts'
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
      <Shares rows={rows} />
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

function Shares({ rows }: { rows: NonNullable<Report['counts']> }) {
  const widths = PARTS.map(([part]) => (rows.total === 0 ? 0 : (rows[part] / rows.total) * 100))
  return (
    <svg class="stack" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      {PARTS.map(([, tone], index) => {
        const width = widths[index] ?? 0
        const start = widths.slice(0, index).reduce((sum, one) => sum + one, 0)
        return width > 0 && <rect class={tone} x={start.toFixed(2)} width={Math.max(0.5, width - 0.4).toFixed(2)} height="6" />
      })}
    </svg>
  )
}
