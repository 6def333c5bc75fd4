import type { Child } from 'hono/jsx'
import { day, instant, money, quantity, ratio, signOf } from '../figures.ts'
import type { Reader } from '../reader.ts'
import { classes } from './classes.ts'

const HIDDEN = '••••'
const TONES = { '-1': 'loss', 0: '', 1: 'gain' } as const

type AmountProps = {
  r: Reader
  /** A decimal text, or `null` where it is not known. */
  of: string | null
  /** Default: the report currency. */
  currency?: string | null
  /** With a sign and the colour of a gain or loss. */
  signed?: boolean
  /** With a sign, neutral: what was put in or taken out. */
  plus?: boolean
  /** Without decimals. */
  whole?: boolean
  /** So many decimals at most, as prices have. */
  digits?: number
  /** The text alone, for long tables: what it stands in has the tone (`toneOf`) and the style. */
  bare?: boolean
}

/** The colour of a gain or loss, where one is known and shown. */
export function toneOf(r: Pick<Reader, 'isPrivate'>, of: string | null): string {
  return of === null || r.isPrivate ? '' : TONES[signOf(of)]
}

/** An amount of money. In privacy mode it is not in the page at all. */
export function Amount({ r, of, currency, signed, plus, whole, digits, bare }: AmountProps) {
  if (of === null) return <Unknown r={r} />
  if (r.isPrivate) return <Hidden r={r} />
  const options: Intl.NumberFormatOptions = {
    ...((signed || plus) && { signDisplay: 'exceptZero' }),
    ...(whole && { maximumFractionDigits: 0 }),
    ...(digits !== undefined && { maximumFractionDigits: digits }),
  }
  const text = money(r, of, currency ?? r.currency, options)
  if (bare) return <>{text}</>
  return (
    <data {...classes('num', signed && toneOf(r, of))} value={of}>
      {text}
    </data>
  )
}

/** A price of one unit: it stays in privacy mode, since everybody may know it. */
export function Price({ r, of, currency, bare }: { r: Reader; of: string | null; currency: string | null; bare?: boolean }) {
  if (of === null || currency === null) return <Unknown r={r} />
  return <Plain text={money(r, of, currency, { maximumFractionDigits: 6 })} bare={bare} />
}

/** So many units. Hidden in privacy mode. */
export function Quantity({ r, of, bare }: { r: Reader; of: string | null; bare?: boolean }) {
  if (of === null) return <Unknown r={r} />
  return r.isPrivate ? <Hidden r={r} /> : <Plain text={quantity(r, of)} bare={bare} />
}

const Plain = ({ text, bare }: { text: string; bare: boolean | undefined }) => (bare ? text : <span class="num">{text}</span>)

const ALMOST_NOTHING = 0.00005

/** A return or change, with sign and colour. */
export function Change({ r, of, digits = 1 }: { r: Reader; of: number | null; digits?: number }) {
  if (of === null) return <Unknown r={r} />
  const tone = of > ALMOST_NOTHING ? 'gain' : of < -ALMOST_NOTHING ? 'loss' : 'quiet'
  const options = { signDisplay: 'exceptZero', minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  return <span class={`num ${tone}`}>{ratio(r, of, options)}</span>
}

export const Share = ({ r, of, bare }: { r: Reader; of: number | null; bare?: boolean }) =>
  of === null ? <Unknown r={r} /> : <Plain text={ratio(r, of)} bare={bare} />

export const Day = ({ r, of, short }: { r: Reader; of: string | null; short?: boolean }) =>
  of === null ? (
    <Unknown r={r} />
  ) : (
    <time class="num" datetime={of}>
      {short ? day(r, of, { day: 'numeric', month: 'short' }) : day(r, of)}
    </time>
  )

/** An instant (RFC 3339), in UTC. */
export const Instant = ({ r, of }: { r: Reader; of: string }) => (
  <time class="num" datetime={of}>
    {instant(r, of)}
  </time>
)

export const Unknown = ({ r }: { r: Reader }) => (
  <span class="num quiet">
    <span aria-hidden="true">–</span>
    <span class="sr">{r.words.common.notKnown}</span>
  </span>
)

const Hidden = ({ r }: { r: Reader }) => (
  <span class="num">
    <span aria-hidden="true">{HIDDEN}</span>
    <span class="sr">{r.words.common.hidden}</span>
  </span>
)

/** A figure that says how it was made: a link to a page, which opens beside the figure where scripts run. */
export const Explained = ({ href, children }: { href: string; children: Child }) => (
  <a class="explained" href={href} data-dialog="">
    {children}
  </a>
)

/** A share as a bar; the figure stands beside it. */
export const Bar = ({ share, tone = '' }: { share: number; tone?: string }) => (
  <svg {...classes('bar', tone)} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
    <rect class="track" width="100" height="4" />
    <rect class="fill" width={Math.max(1, Math.min(100, share * 100)).toFixed(1)} height="4" />
  </svg>
)

/** Shares of a whole side by side; a legend with figures stands below it. */
export function Stack({ shares }: { shares: readonly { readonly share: number; readonly tone: string }[] }) {
  const starts = shares.map((_, index) => shares.slice(0, index).reduce((sum, { share }) => sum + share * 100, 0))
  return (
    <svg class="stack" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      {shares.map(({ share, tone }, index) => (
        <rect class={tone} x={(starts[index] ?? 0).toFixed(2)} width={Math.max(0.4, share * 100 - 0.5).toFixed(2)} height="6" />
      ))}
    </svg>
  )
}
