import { day, quantity } from '../figures.ts'
import { Price } from '../parts/amounts.tsx'
import { Card, Outside } from '../parts/basics.tsx'
import { Button, Form } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'
import type { Site } from '../visit.ts'
import { type AssetView, sourceName } from './read.ts'

type Part = { r: Reader; site: Site; view: AssetView }
const GAPS = 5

/** What an asset is called and what it is. */
export const Facts = ({ r, view }: Part) => {
  const { catalogue: words } = r.words
  const { asset, typeNames, sectorNames, countryNames } = view
  const facts = [
    [words.symbol, asset.symbol],
    [words.type, typeNames.get(asset.type) ?? asset.type],
    [words.currency, asset.currency],
    ...asset.identifiers.map(({ kind, value }) => [kind, value] as const),
    [words.exchange, asset.exchange],
    [words.country, asset.country && (countryNames.get(asset.country) ?? asset.country)],
    [words.sector, asset.sector && (sectorNames.get(asset.sector) ?? asset.sector)],
    [words.priceQuantity, asset.price_quantity === '1' ? null : quantity(r, asset.price_quantity)],
  ] as const
  return (
    <Card title={words.facts} id="facts">
      <dl class="facts">
        {facts
          .filter(([, value]) => value !== null)
          .map(([text, value]) => (
            <>
              <dt>{text}</dt>
              <dd>{value}</dd>
            </>
          ))}
        {asset.website !== null && (
          <>
            <dt>{words.website}</dt>
            <dd>
              <Outside href={asset.website}>{asset.website}</Outside>
            </dd>
          </>
        )}
      </dl>
      {asset.description !== null && <p class="note">{asset.description}</p>}
    </Card>
  )
}

/** Where its prices come from, how that fares, and what is missing. */
export const Source = ({ r, view }: Part) => {
  const { catalogue: words } = r.words
  const { asset, gaps, mayWrite } = view
  const { price_source: source, last_price: last } = asset
  return (
    <Card title={words.source} id="source">
      <dl class="facts">
        <dt>{words.lastClose}</dt>
        <dd>
          {last === null ? (
            words.noneYet
          ) : (
            <>
              <Price r={r} of={last.close} currency={last.currency} />, {day(r, last.date)} ({sourceName(r, last.source)})
            </>
          )}
        </dd>
        <dt>{words.source}</dt>
        <dd>{source === null ? words.noSource : `${source.provider}: ${source.identifier}`}</dd>
        {gaps.length > 0 && (
          <>
            <dt>{words.gaps}</dt>
            <dd>
              {gaps
                .slice(-GAPS)
                .map(({ from, to }) => `${day(r, from)} – ${day(r, to)}`)
                .join(', ')}
            </dd>
          </>
        )}
      </dl>
      {mayWrite && (
        <div class="buttons">
          {source !== null && <Fetch r={r} id={asset.id} />}
          <a class="button small" href={r.to(`/assets/${asset.id}/closes`)}>
            {words.enterCloses}
          </a>
        </div>
      )}
    </Card>
  )
}

const Fetch = ({ r, id }: { r: Reader; id: number }) => (
  <Form r={r} to={`/assets/${id}`} kind="inline">
    <input type="hidden" name="do" value="refresh" />
    <Button kind="small">{r.words.catalogue.fetch}</Button>
  </Form>
)
