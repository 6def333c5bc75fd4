import type { Child } from 'hono/jsx'
import { count } from '../figures.ts'
import type { Reader } from '../reader.ts'
import { classes } from './classes.ts'

export type Column = {
  readonly key: string
  readonly text: Child
  /** At the end of the line, as figures are. */
  readonly isEnd?: boolean
  readonly kind?: string
  /** Whether a press on the head sorts by it (`?sort=key`, `?sort=-key`). */
  readonly isSortable?: boolean
}

type TableProps = {
  r: Reader
  caption: string
  columns: readonly Column[]
  /** As in the query: a column's key, with `-` before it from the largest. */
  sort?: string
  kind?: string
  foot?: Child
  /** Too wide for a phone: its box scrolls, by keys too. */
  isWide?: boolean
  children: Child
}

/** A real table: with a caption for those who hear it, heads that sort by link, rows as `<tr>`. */
export const Table = ({ r, caption, columns, sort, kind, foot, isWide, children }: TableProps) => (
  <div class="scroll" {...(isWide ? { tabindex: 0, role: 'group', 'aria-label': caption } : {})}>
    <table {...classes('rows', kind)}>
      <caption class="sr">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head r={r} column={column} sort={sort} />
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  </div>
)

function Head({ r, column, sort }: { r: Reader; column: Column; sort: string | undefined }) {
  const { key, text, isEnd, isSortable, kind } = column
  const isDown = sort === `-${key}`
  const isUp = sort === key
  const order = isDown ? 'descending' : 'ascending'
  return (
    <th scope="col" {...classes(isEnd && 'end', kind)} {...(isDown || isUp ? { 'aria-sort': order } : {})}>
      {isSortable ? (
        <a href={r.here({ sort: isDown ? key : `-${key}`, cursor: null })}>
          {text}
          {(isDown || isUp) && <span aria-hidden="true">{isDown ? ' ↓' : ' ↑'}</span>}
        </a>
      ) : (
        text
      )}
    </th>
  )
}

/** Ticks every box called `name` of its form; it takes the script, and is not there without. On a phone, where no heads of columns are, it says so beside. */
export const TickAll = ({ name, text }: { name: string; text: string }) => (
  <label class="tick-all">
    <input type="checkbox" data-all={name} />
    <span class="sr">{text}</span>
  </label>
)

/** Links to the first and the next page of a long list. `next` is the cursor of the following page, if there is one. */
export const Pager = ({ r, next, total }: { r: Reader; next: string | null; total?: number }) => {
  const isFirst = !r.query.has('cursor')
  if (isFirst && next === null) return null
  return (
    <nav class="pager" aria-label={r.words.common.pages}>
      {!isFirst && <a href={r.here({ cursor: null })}>{r.words.common.back}</a>}
      {total !== undefined && <span class="quiet num">{count(r, total)}</span>}
      {next !== null && (
        <a rel="next" href={r.here({ cursor: next })}>
          {r.words.common.next}
        </a>
      )}
    </nav>
  )
}

/** The cursor of the following page, as the `Link` header of a list names it; `null` at the end. */
export function nextCursor(headers: Headers): string | null {
  const link = /<([^>]+)>;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1]
  return link === undefined ? null : new URL(link, 'http://localhost').searchParams.get('cursor')
}
