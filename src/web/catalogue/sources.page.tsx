import { count, day, ratio } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Price } from '../parts/amounts.tsx'
import { Badge, Card, Crumbs, Empty, PageHead, Verdict } from '../parts/basics.tsx'
import { Button, Faults, Form } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import { Table, TickAll } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'
import type { Asset } from './read.ts'

export type Proposal = AnswerOf<'GET /assets/price-sources/proposals'>[number]
type Candidate = Proposal['candidates'][number]
const MOST = 200

/** What names a candidate in a form. */
export const candidateKey = ({ provider, identifier }: Pick<Candidate, 'provider' | 'identifier'>) => `${provider} ${identifier}`

/** What is held without a source of prices, each with what was found for it: tick and assign all at once. */
export const sourcesPage: Page = async ({ reader: r, ask, fields }) => {
  const { catalogue: words } = r.words
  const given = { query: { unsourced: true, limit: MOST } }
  const [assets, proposals] = await Promise.all([
    ask('GET /assets', given),
    ask('GET /assets/price-sources/proposals', { query: { limit: MOST } }),
  ])
  const found = new Map(proposals.map((one) => [one.asset_id, one]))
  const waiting = assets.filter(({ id }) => found.has(id))
  const rest = assets.filter(({ id }) => !found.has(id))
  const body = (
    <>
      <Crumbs r={r} items={[{ text: words.title, href: r.to('/assets') }]} />
      <PageHead r={r} title={words.sourcesTitle} lead={words.sourcesLead} />
      {fields.problem?.code === 'asset/offline' ? <Offline r={r} /> : <Faults r={r} fields={fields} />}
      {r.query.has('done') && !fields.wasSent && <p role="status">{words.done}</p>}
      {assets.length === 0 && (
        <Card>
          <Empty title={words.allSourced} />
        </Card>
      )}
      {waiting.length > 0 && <Proposals r={r} assets={waiting} found={found} />}
      {rest.length > 0 && <Without r={r} assets={rest} />}
      <AsScript
        r={r}
        operations={[
          ['GET /assets', given],
          ['GET /assets/price-sources/proposals', { query: { limit: MOST } }],
        ]}
      />
    </>
  )
  return { title: words.sourcesTitle, body }
}

/** What to do where the service reaches out to nobody. */
export const Offline = ({ r }: { r: Reader }) => (
  <Verdict tone="warn" title={r.words.catalogue.offline}>
    <p>{r.words.catalogue.offlineHelp}</p>
    <p>
      <a class="button" href={`${r.to('/assets/prices')}#paste`}>
        {r.words.catalogue.paste}
      </a>
    </p>
  </Verdict>
)

type ProposalsProps = { r: Reader; assets: readonly Asset[]; found: ReadonlyMap<number, Proposal> }

const Proposals = ({ r, assets, found }: ProposalsProps) => {
  const { catalogue: words } = r.words
  const tickAll = <TickAll name="asset" text={words.tickAll} />
  const columns = [
    { key: 'tick', text: tickAll },
    { key: 'name', text: words.name },
    { key: 'source', text: words.proposed },
    { key: 'close', text: words.itsClose, isEnd: true, kind: 'w' },
    { key: 'no', text: <span class="sr">{words.decline}</span> },
  ]
  return (
    <Card title={words.proposals} id="proposals">
      <Form r={r} to="/assets/sources">
        <Table r={r} caption={words.proposals} columns={columns} kind="sources">
          {assets.map((asset) => {
            const proposal = found.get(asset.id)
            return proposal && <Row r={r} asset={asset} candidates={proposal.candidates} />
          })}
        </Table>
        <div class="action-bar">
          <p>{words.assignHelp}</p>
          <Button kind="primary" name="do" value="assign">
            {words.assign}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

const Row = ({ r, asset, candidates }: { r: Reader; asset: Asset; candidates: readonly Candidate[] }) => {
  const { catalogue: words } = r.words
  const best = candidates[0]
  if (!best) return null
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          name="asset"
          value={String(asset.id)}
          aria-label={words.tick(asset.name)}
          {...(best.certainty === 'certain' ? { checked: true } : {})}
        />
      </td>
      <th scope="row">
        <a href={r.to(`/assets/${asset.id}`)}>
          <b>{asset.symbol}</b> {asset.name}
        </a>
        <span class="sub">
          {asset.currency}
          {asset.isin !== null && ` · ${asset.isin}`}
        </span>
      </th>
      <td>
        <select name={`source-${asset.id}`} aria-label={words.sourceOf(asset.name)}>
          {candidates.map((one) => (
            <option value={candidateKey(one)}>
              {one.provider}: {one.identifier}
              {one.currency !== null && `, ${one.currency}`}
              {one.exchange !== null && `, ${one.exchange}`}
            </option>
          ))}
        </select>
        <span class="sub">
          <Badge tone={best.certainty === 'certain' ? 'ok' : 'warn'}>{words.certainties[best.certainty]}</Badge> {best.reason}
        </span>
      </td>
      <td class="end w">
        <Price r={r} of={best.price} currency={best.currency} />
        <span class="sub">
          {best.date !== null && day(r, best.date)}
          {best.difference !== null && ` · ${words.apart(ratio(r, Number(best.difference)))}`}
        </span>
      </td>
      <td class="end">
        <Button kind="small" name="decline" value={String(asset.id)}>
          {words.decline}
          <span class="sr"> {asset.name}</span>
        </Button>
      </td>
    </tr>
  )
}

/** For which nothing is proposed: look for it, name a source, or enter closes. */
const Without = ({ r, assets }: { r: Reader; assets: readonly Asset[] }) => {
  const { catalogue: words } = r.words
  return (
    <Card title={words.without(assets.length, count(r, assets.length))} id="without">
      <Form r={r} to="/assets/sources" kind="inline">
        <Button kind="primary" name="do" value="find">
          {words.findSources}
        </Button>
        <a class="button" href={`${r.to('/assets/prices')}#paste`}>
          {words.paste}
        </a>
      </Form>
      <ul class="lines">
        {assets.map((asset) => (
          <li>
            <a href={r.to(`/assets/${asset.id}/edit#source`)}>
              <b>{asset.symbol}</b> {asset.name}
              {asset.isin !== null && ` (${asset.isin})`}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
