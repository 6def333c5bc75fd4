import { count } from '../figures.ts'
import { Badge, Card, Icon, Verdict } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'
import type { CardProps } from './figures.tsx'

/** What only the reader can go on with: files that were uploaded, assets without prices, splits that they may book. */
export const WaitingCard = ({ r, site, found }: CardProps) => {
  const { overview: words } = r.words
  const unpriced = found.holdings.holdings.filter(({ price_source }) => price_source !== 'close')
  const unbooked = found.performance.warnings.filter(
    ({ code, remedy }) => code === 'split-not-booked' && remedy?.method === 'POST',
  )
  if (found.files.length === 0 && unpriced.length === 0 && unbooked.length === 0) return null
  const nameOf = (id: number) => found.brokers.find((one) => one.id === id)?.name ?? ''
  return (
    <Card title={words.waiting} id="waiting">
      <ul class="waiting">
        {found.files.map(({ id, filename, broker_id }) => (
          <li>
            <Icon name="files" />
            <div>
              {site.hasPage(`/imports/${id}`) ? <a href={r.to(`/imports/${id}`)}>{filename}</a> : filename}
              <span class="sub">{words.uploadedTo(nameOf(broker_id))}</span>
            </div>
            <Badge tone="warn">{words.review}</Badge>
          </li>
        ))}
        {unpriced.length > 0 && (
          <li>
            <Icon name="alert" />
            <div>
              {site.hasPage('/assets/sources') ? (
                <a href={r.to('/assets/sources')}>{words.unpriced(unpriced.length, count(r, unpriced.length))}</a>
              ) : (
                words.unpriced(unpriced.length, count(r, unpriced.length))
              )}
              <span class="sub">
                {unpriced
                  .slice(0, 5)
                  .map(({ symbol }) => symbol)
                  .join(', ')}
              </span>
            </div>
            <Badge tone="warn">{words.assign}</Badge>
          </li>
        )}
        {unbooked.length > 0 && <Unbooked r={r} warnings={unbooked} />}
      </ul>
    </Card>
  )
}

/** Splits that the reader may book, with the page that does it. */
const Unbooked = ({ r, warnings }: { r: Reader; warnings: CardProps['found']['performance']['warnings'] }) => (
  <li>
    <Icon name="alert" />
    <div>
      <a href={r.to('/transactions/proposals')}>{r.words.overview.notBooked(warnings.length, count(r, warnings.length))}</a>
      <span class="sub">
        {warnings
          .slice(0, 5)
          .map(({ affects }) => affects.assets[0]?.name)
          .join(', ')}
      </span>
    </div>
    <Badge tone="warn">{r.words.overview.review}</Badge>
  </li>
)

/** A file with trades alone makes cash fall below zero: what helps. */
export const DebtCard = ({ r, site, found }: CardProps) => {
  const { overview: words } = r.words
  const { performance, scope } = found
  if (scope.isWithoutCash)
    return (
      <Verdict tone="ok" title={words.withoutCash}>
        <p>
          {words.withoutCashHelp} <a href={r.here({ scope: null })}>{words.withCash}</a>
        </p>
      </Verdict>
    )
  if (!performance.warnings.some(({ code }) => CODES.has(code))) return null
  return (
    <Verdict tone="warn" title={words.debt}>
      <p>{words.debtHelp}</p>
      <p class="actions">
        {site.hasPage('/imports') && (
          <a class="button small" href={r.to('/imports')}>
            {words.importStatement}
          </a>
        )}
        <a class="button small" href={r.here({ scope: 'assets', done: null })}>
          {words.showWithoutCash}
        </a>
      </p>
    </Verdict>
  )
}

const CODES: ReadonlySet<string> = new Set(['cash-without-deposits', 'return-base-not-positive'])
