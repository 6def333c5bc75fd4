import type { Child } from 'hono/jsx'
import { count, instant } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Badge, Card, Verdict } from '../parts/basics.tsx'
import { AsScript } from '../parts/script.tsx'
import { Table } from '../parts/tables.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'
import { AdminHead, requireAdministrator } from './head.tsx'

type Info = AnswerOf<'GET /system/info'>
type Checks = AnswerOf<'GET /system/health'>['checks']
const CHECKS = ['database', 'storage', 'writes', 'clock', 'backup'] as const

/** What runs here and whether it is well. */
export const systemPage: Page = async ({ reader: r, ask }) => {
  requireAdministrator(r)
  const { administration: words } = r.words
  const [info, health] = await Promise.all([ask('GET /system/info'), ask.try('GET /system/health')])
  const body = (
    <>
      <AdminHead r={r} current="system" />
      {!health.ok && <Verdict tone="bad" title={health.problem.detail} />}
      <div class="columns even">
        <Card title={words.about} id="about">
          <About r={r} info={info} />
        </Card>
        {health.ok && (
          <Card title={words.health} id="health">
            <HealthTable r={r} checks={health.body.checks} />
          </Card>
        )}
      </div>
      <AsScript r={r} operations={[['GET /system/info'], ['GET /system/health']]} />
    </>
  )
  return { title: words.title, body, here: '/administration' }
}

const About = ({ r, info }: { r: Reader; info: Info }) => {
  const { administration: words } = r.words
  const facts: readonly (readonly [string, Child])[] = [
    [words.version, info.version],
    ...(info.commit === null ? [] : [[words.commit, <code>{info.commit}</code>] as const]),
    [words.runtime, info.runtime],
    [words.started, instant(r, info.started_at)],
    [words.database, words.schema(info.database.engine, String(info.database.schema_version))],
    [words.importers, count(r, info.plugins.brim)],
    [words.rateSources, count(r, info.plugins.fx)],
    [words.priceSources, count(r, info.plugins.assets)],
  ]
  return (
    <>
      <dl class="facts">
        {facts.map(([text, value]) => (
          <>
            <dt>{text}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
      <p>
        <a class="more" href={info.docs_url}>
          {words.documentation}
        </a>
      </p>
    </>
  )
}

const HealthTable = ({ r, checks }: { r: Reader; checks: Checks }) => {
  const { administration: words } = r.words
  const columns = [
    { key: 'check', text: words.check },
    { key: 'state', text: words.checkState, isEnd: true },
  ]
  return (
    <Table r={r} caption={words.health} columns={columns}>
      {CHECKS.map((check) => (
        <tr>
          <th scope="row">{words.checks[check]}</th>
          <td class="end">
            <Badge tone={checks[check] === 'ok' ? 'ok' : 'warn'}>{words.states[checks[check]]}</Badge>
          </td>
        </tr>
      ))}
    </Table>
  )
}
