import { count, day, instant } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Card } from '../parts/basics.tsx'
import { Button, Faults, Form } from '../parts/forms.tsx'
import { Said } from '../parts/said.tsx'
import type { Reader } from '../reader.ts'
import { fieldsOf } from '../submit.ts'
import type { Visit } from '../visit.ts'
import type { AssetView } from './read.ts'

type Suspect = AssetView['suspects'][number]
type Part = { r: Reader; view: AssetView }
const SHOWN = 20

/** What may be done with a close that was held back: use it, reject it unless somebody has, or enter another. */
const Ways = ({ r, to, asset, of }: { r: Reader; to: string; asset: number; of: Suspect }) => {
  const { catalogue: words } = r.words
  return (
    <Form r={r} to={to} kind="inline">
      <input type="hidden" name="asset" value={String(asset)} />
      <input type="hidden" name="date" value={of.date} />
      <input type="hidden" name="close" value={of.close} />
      <input type="hidden" name="currency" value={of.currency} />
      <Button kind="small" name="do" value="take">
        {words.take}
      </Button>
      {of.rejected_at === null && (
        <Button kind="small" name="do" value="reject">
          {words.reject}
        </Button>
      )}
      <a class="button small" href={r.to(`/assets/${asset}/closes`, { date: of.date })}>
        {words.correct}
      </a>
    </Form>
  )
}

/** Closes of one asset that a source gave and that are held back until somebody has looked at them. */
export const Suspects = ({ r, view }: Part) => {
  const { catalogue: words } = r.words
  const { suspects, asset, mayWrite } = view
  if (suspects.length === 0) return null
  return (
    <Card title={words.suspects} id="suspects" kind="warnings">
      <ul>
        {suspects.slice(0, SHOWN).map((one) => (
          <li>
            <span class="num">{day(r, one.date)}</span>
            <p>
              <Said r={r} text={one.detail} hasFigures /> <span class="sub">{instant(r, one.noticed_at)}</span>
            </p>
            {mayWrite && <Ways r={r} to={`/assets/${asset.id}`} asset={asset.id} of={one} />}
          </li>
        ))}
      </ul>
      <p class="small quiet">{words.suspectsHelp}</p>
    </Card>
  )
}

/** What was rejected of them: it may be used all the same. */
export const Rejected = ({ r, view }: Part) => {
  const { catalogue: words } = r.words
  const { rejected, asset, mayWrite } = view
  if (rejected.length === 0) return null
  return (
    <details class="card" id="rejected">
      <summary>
        {words.rejectedTitle} ({count(r, rejected.length)})
      </summary>
      <ul class="lines">
        {rejected.slice(0, SHOWN).map((one) => (
          <li>
            <Said r={r} text={one.detail} hasFigures />
            {one.rejected_at !== null && <span class="sub">{words.rejectedAt(instant(r, one.rejected_at))}</span>}
            {mayWrite && <Ways r={r} to={`/assets/${asset.id}`} asset={asset.id} of={one} />}
          </li>
        ))}
      </ul>
    </details>
  )
}

type HeldProps = { visit: Visit; suspects: AnswerOf<'GET /assets/prices/suspects'>; mayWrite: ReadonlySet<number> }

/** The same of everything held, each with its asset; `mayWrite`: the assets that the reader may write. */
export const HeldSuspects = ({ visit, suspects, mayWrite }: HeldProps) => {
  const { reader: r } = visit
  const { catalogue: words } = r.words
  const faults = ['take', 'reject'].map((what) => fieldsOf(visit, what)).find(({ wasSent }) => wasSent)
  return (
    <Card title={words.suspects} id="suspects">
      {faults && <Faults r={r} fields={faults} />}
      {suspects.length === 0 ? (
        <p class="quiet">{words.noSuspects}</p>
      ) : (
        <ul class="lines">
          {suspects.map(({ asset, ...one }) => (
            <li>
              <a href={`${r.to(`/assets/${asset.id}`)}#suspects`}>{asset.name}</a>{' '}
              <span class="sub">
                <Said r={r} text={one.detail} hasFigures />
              </span>
              {mayWrite.has(asset.id) && <Ways r={r} to="/assets/prices" asset={asset.id} of={one} />}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** What a form before has done with a close. */
export const Settled = ({ r }: { r: Reader }) => {
  const { catalogue: words } = r.words
  return <p role="status">{r.query.get('done') === 'rejected' ? words.wasRejected : words.done}</p>
}
