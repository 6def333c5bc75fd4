import { explanation } from '../explanation.ts'
import { count } from '../figures.ts'
import { Amount, Explained, Share, Stack } from '../parts/amounts.tsx'
import { Card, Tabs } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'
import type { CardProps } from './figures.tsx'
import { DIVISIONS, type Division, type Overview } from './load.ts'

type Slice = Overview['allocation']['slices'][number]
const SHOWN = 7
const toneOf = (index: number) => `c${Math.min(SHOWN, index + 1)}`

/** How the value is divided, by kind, currency or country. */
export const AllocationCard = ({ r, site, found }: CardProps) => {
  const { overview: words } = r.words
  const { by, allocation, daily } = found
  const { slices } = allocation
  if (slices.length === 0) return null
  const items = DIVISIONS.map((key) => ({ key, text: words.divisions[key], href: r.here({ by: key === 'type' ? null : key }) }))
  return (
    <Card title={words.allocation} id="allocation">
      <Tabs label={words.allocationBy} items={items} current={by} />
      <Stack shares={slices.map(({ weight }, index) => ({ share: Math.max(0, weight ?? 0), tone: toneOf(index) }))} />
      <ul class="legend">
        {slices.slice(0, SHOWN).map((slice, index) => (
          <li>
            <span class={`dot ${toneOf(index)}`} aria-hidden="true" />
            <span>{nameOf(r, by, slice)}</span>
            <Explained href={explanation(r, 'allocation', { figure: 'value', row: slice.key, query: { ...daily, by } })}>
              <Amount r={r} of={slice.value} />
            </Explained>
            <Share r={r} of={slice.weight} />
          </li>
        ))}
      </ul>
      {site.hasPage('/reports/allocation') && (
        <p>
          <a class="more" href={r.to('/reports/allocation', { ...found.scope.carried, by })}>
            {slices.length > SHOWN ? r.words.common.more(count(r, slices.length - SHOWN)) : words.allocationReport}
          </a>
        </p>
      )}
    </Card>
  )
}

/** What a slice is called: kinds and countries by the reader's words, all else as the interface has it. */
function nameOf(r: Reader, by: Division, { key, label }: Pick<Slice, 'key' | 'label'>): string {
  const kinds: Readonly<Record<string, readonly string[]>> = r.words.parts.kinds
  const known = kinds[key]?.[1]
  if (known !== undefined) return known
  if (by === 'country' && /^[A-Z]{2}$/.test(key)) return new Intl.DisplayNames(r.language, { type: 'region' }).of(key) ?? label
  return label
}
