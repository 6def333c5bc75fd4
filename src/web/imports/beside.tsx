import { count, day } from '../figures.ts'
import { untouched } from '../form.ts'
import { Amount, Quantity } from '../parts/amounts.tsx'
import { Badge, type BadgeTone, Card } from '../parts/basics.tsx'
import { Button, Select } from '../parts/forms.tsx'
import type { Reader } from '../reader.ts'
import type { Broker, Preview } from './report.ts'

/** Cash at the broker after the import. */
export function CashAfterwards({ r, preview }: { r: Reader; preview: Preview }) {
  const { imports: words } = r.words
  return (
    <Card title={words.cash} id="cash">
      {preview.balances.length === 0 && <p class="help">{words.cashNone}</p>}
      <ul class="legend pairs">
        {preview.balances.map(({ currency, amount }) => (
          <li>
            <span>{currency}</span>
            <Amount r={r} of={amount} currency={currency} />
          </li>
        ))}
      </ul>
      {preview.balances.length > 0 && <p class="help">{words.cashHelp}</p>}
    </Card>
  )
}

/** What the file says of its balances, beside what its rows come to. */
export function Stated({ r, preview }: { r: Reader; preview: Preview }) {
  const { imports: words } = r.words
  if (preview.stated_total === 0) return null
  return (
    <Card title={words.stated} id="stated">
      <p class="help">{words.statedHelp}</p>
      <ul class="stated">
        {preview.stated.slice(0, SHOWN).map(({ account, unit, rows, agree, first_difference: first }) => (
          <li>
            <span>
              {[account, unit].filter(Boolean).join(' · ')}{' '}
              <Badge tone={first ? 'warn' : 'ok'}>{words.statedAgree(count(r, agree), count(r, rows))}</Badge>
            </span>
            {first && (
              <span class="sub">
                {words.statedFirst(day(r, first.date))} ({`${words.shortRow} ${first.row}`}): {words.statedSays}{' '}
                <Quantity r={r} of={first.stated} />, {words.statedComes} <Quantity r={r} of={first.computed} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {preview.stated_total > SHOWN && <p class="help">{words.shortMore(count(r, preview.stated_total - SHOWN))}</p>}
    </Card>
  )
}
const SHOWN = 12

type Asset = Preview['assets'][number]
const MATCH_TONES: Readonly<Record<Asset['match'], BadgeTone>> = { exact: 'ok', high: 'ok', low: 'warn', none: 'plain' }
const ASSETS_SHOWN = 10

/** Which asset each one of the file is. The interface lists all that there are; here are some of them at a time. */
export function AssetMap({ r, preview }: { r: Reader; preview: Preview }) {
  const { imports: words } = r.words
  const from = Number(r.query.get('assets') ?? 0) || 0
  const shown = preview.assets.slice(from, from + ASSETS_SHOWN)
  if (preview.assets_total === 0) return null
  const rest = preview.assets_total - from - shown.length
  return (
    <Card title={words.assets} id="assets" aside={<span class="quiet small num">{count(r, preview.assets_total)}</span>}>
      <ul class="asset-map">
        {shown.map((asset) => (
          <AssetChoice r={r} asset={asset} report={preview.report} />
        ))}
      </ul>
      <p class="foot">
        {rest > 0 && <a href={r.here({ assets: from + ASSETS_SHOWN })}>{words.moreAssets(count(r, rest))}</a>}
        {from > 0 && <a href={r.here({ assets: null })}>{r.words.common.back}</a>}
      </p>
      <Button kind="small" name="do" value="save">
        {words.apply}
      </Button>
    </Card>
  )
}

function AssetChoice({ r, asset, report }: { r: Reader; asset: Asset; report: Preview['report'] }) {
  const { imports: words } = r.words
  const { ref, name, isin, symbol, match, asset_id: taken } = asset
  const chosen = report.choices?.asset_map?.[ref]
  const field = `/asset_map/${ref}`
  const known = new Map(asset.candidates.map((one) => [String(one.asset_id), `${one.symbol} · ${one.name}`]))
  const value = chosen === undefined ? '' : String(chosen)
  if (value !== '' && /^\d+$/.test(value) && !known.has(value)) known.set(value, words.chosenByYou)
  const found = taken === null ? words.newAsset : (known.get(String(taken)) ?? words.asFound)
  return (
    <li>
      <span class="name">{name ?? symbol ?? ref}</span>
      <span class="sub">{[isin, symbol].filter((one) => one && one !== name).join(' · ')}</span>
      <div class="to">
        <select name={field} aria-label={words.assetsHelp(name ?? ref)}>
          <option value="">{found}</option>
          {[...known]
            .filter(([id]) => id !== String(taken))
            .map(([id, text]) => (
              <option value={id} {...(id === value ? { selected: true } : {})}>
                {text}
              </option>
            ))}
          {taken !== null && (
            <option value="create" {...(value === 'create' ? { selected: true } : {})}>
              {words.newAsset}
            </option>
          )}
          <option value="skip" {...(value === 'skip' ? { selected: true } : {})}>
            {words.skipAsset}
          </option>
        </select>
        {value === '' ? (
          <Badge tone={MATCH_TONES[match]}>{words.match[match]}</Badge>
        ) : (
          <Badge tone="accent">{words.chosenByYou}</Badge>
        )}
      </div>
      <a class="more" href={r.to(`/imports/${report.id}/asset`, { ref, name: name ?? symbol })}>
        {words.otherAsset}
        <span class="sr"> {name ?? ref}</span>
      </a>
    </li>
  )
}

/** Where each account of the file goes, where it names several. */
export function Accounts({
  r,
  preview,
  brokers,
}: {
  r: Reader
  preview: Preview
  brokers: readonly Pick<Broker, 'id' | 'name'>[]
}) {
  const { imports: words } = r.words
  const named = preview.accounts.filter(({ account }) => account !== null)
  if (named.length < 2 && !preview.report.choices?.account_map) return null
  const options = brokers.map(({ id, name }) => ({ value: String(id), text: name }))
  return (
    <Card title={words.accounts} id="accounts">
      <div class="stacked">
        <p class="help">{words.accountsHelp}</p>
        {named.map(({ account, broker_id: to, transactions }) => (
          <Select
            r={r}
            fields={untouched}
            name={`/account_map/${account}`}
            label={`${account} (${r.words.common.transactions(transactions, count(r, transactions))})`}
            value={String(to)}
            options={options}
          />
        ))}
        <div>
          <Button kind="small" name="do" value="save">
            {words.apply}
          </Button>
        </div>
      </div>
    </Card>
  )
}
