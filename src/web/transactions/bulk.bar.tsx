import type { Child } from 'hono/jsx'
import { Icon } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'

/** Lines with boxes, and what can be done with those that are ticked: each leads to a page that says first what would change. */
export const BulkBar = ({ r, children }: { r: Reader; children: Child }) => {
  const { transactions: words } = r.words
  return (
    <form method="get" action={r.to('/transactions/bulk')}>
      <div class="bulk">
        <span class="quiet small">{words.withTicked}</span>
        <button type="submit" class="button small" name="do" value="tag">
          {words.tagThem}
        </button>
        <button type="submit" class="button small" name="do" value="move">
          {words.moveThem}
        </button>
        <button type="submit" class="button small" name="do" value="delete">
          <Icon name="trash" />
          {words.deleteThem}
        </button>
      </div>
      {children}
    </form>
  )
}
