import type { Query } from '../ask.ts'
import { day, ratio } from '../figures.ts'
import type { Reader } from '../reader.ts'
import type { Report } from './returns.tsx'

type Props = { r: Reader; query: Query; benchmark: string | undefined; report: Report }
type Picture = { readonly name: string; readonly alt: string; readonly query: Query }

const WIDE = { width: 1100, height: 340 }
const NARROW = { width: 420, height: 320 }

/** The returns beside those of another asset, and the falls from a peak, as pictures of the interface: ratios only. */
export const Pictures = ({ r, query, benchmark, report }: Props) => {
  const { reports: words } = r.words
  const days = [day(r, report.from), day(r, report.to)] as const
  const change = report.twr === null ? words.unknownReturn : ratio(r, report.twr, { signDisplay: 'exceptZero' })
  const fall = report.max_drawdown === null ? words.unknownReturn : ratio(r, report.max_drawdown.ratio)
  const shown: Picture[] = [
    ...(benchmark === undefined
      ? []
      : [{ name: 'performance', alt: words.chartOfReturns(...days, change), query: { ...query, benchmark } }]),
    { name: 'drawdown', alt: words.chartOfFalls(...days, fall), query },
  ]
  return (
    <div class="pictures">
      {shown.map((one) => (
        <Picture r={r} picture={one} />
      ))}
    </div>
  )
}

const Picture = ({ r, picture: { name, alt, query } }: { r: Reader; picture: Picture }) => {
  const of = (size: typeof WIDE) =>
    r.to(`/api/v1/portfolio/charts/${name}.svg`, { ...query, ...size, theme: r.theme, language: r.language })
  return (
    <figure class="card picture">
      <picture>
        <source media="(max-width: 48rem)" srcset={of(NARROW)} />
        <img src={of(WIDE)} width={WIDE.width} height={WIDE.height} alt={alt} loading="lazy" />
      </picture>
    </figure>
  )
}
