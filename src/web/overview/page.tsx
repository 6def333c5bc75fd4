import { day } from '../figures.ts'
import { Amount } from '../parts/amounts.tsx'
import { Card, PageHead } from '../parts/basics.tsx'
import type { Page } from '../visit.ts'

export const overviewPage: Page = async ({ reader: r, ask }) => {
  const { totals, as_of } = await ask('GET /portfolio/holdings')
  const { overview: words } = r.words
  const body = (
    <>
      <PageHead r={r} title={words.title} />
      <Card>
        <p class="lbl">{words.totalValue(day(r, as_of))}</p>
        <p class="big">
          <Amount r={r} of={totals.total_value} />
        </p>
      </Card>
    </>
  )
  return { title: words.title, body }
}
