import type { AnswerOf } from '../operations.ts'
import { Change } from '../parts/amounts.tsx'
import { Card } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'
import type { Report } from './returns.tsx'

type Props = { r: Reader; benchmark: Report['benchmark']; twr: number | null; assets: AnswerOf<'GET /assets'> }

/** The return beside that of an asset over the same days. */
export const BenchmarkCard = ({ r, benchmark, twr, assets }: Props) => {
  const { reports: words } = r.words
  return (
    <Card title={words.benchmark} id="benchmark" kind="compare">
      {benchmark && (
        <dl class="stats">
          <div>
            <dt>{words.yours}</dt>
            <dd>
              <Change r={r} of={twr} />
            </dd>
          </div>
          <div>
            <dt>{benchmark.symbol}</dt>
            <dd>
              <Change r={r} of={benchmark.twr} />
            </dd>
          </div>
          <div>
            <dt>{words.difference}</dt>
            <dd>
              <Change r={r} of={benchmark.difference} />
            </dd>
          </div>
        </dl>
      )}
      {benchmark && benchmark.twr === null && <p class="quiet small">{words.noBenchmarkPrice}</p>}
      <BenchmarkForm r={r} assets={assets} chosen={benchmark?.asset_id} />
    </Card>
  )
}

const BenchmarkForm = ({ r, assets, chosen }: { r: Reader; assets: Props['assets']; chosen: number | undefined }) => (
  <form method="get" action={r.to(r.path)} class="inline">
    {[...r.query]
      .filter(([name]) => !['benchmark', 'done'].includes(name))
      .map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    <div class="field">
      <label for="benchmark-asset">{r.words.reports.compareWith}</label>
      <select id="benchmark-asset" name="benchmark">
        <option value="">{r.words.common.none}</option>
        {assets.map(({ id, symbol, name }) => (
          <option value={String(id)} {...(id === chosen ? { selected: true } : {})}>
            {`${symbol} ${name}`.slice(0, 60)}
          </option>
        ))}
      </select>
    </div>
    <button type="submit" class="button">
      {r.words.reports.compare}
    </button>
  </form>
)
