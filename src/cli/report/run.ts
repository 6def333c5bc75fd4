import { rmSync } from 'node:fs'
import { listAssetLabels } from '../../assets/service.ts'
import { listBrokers } from '../../brokers/service.ts'
import type { Ctx, Deps } from '../../context.ts'
import { type ReportRequest, resolveQuery } from '../../portfolio/ledger/request.ts'
import { type ReportOrder, reportTask } from '../../portfolio/report.task.ts'
import { isIsin } from '../../shared/identifier.ts'
import type { Output } from '../../shared/output.ts'
import { chooseBroker, chooseUser } from '../choose.ts'
import { coloured, visible } from '../table.ts'
import { writeChart } from './chart.ts'
import { explainLines } from './explain-text.ts'
import { createWriter } from './figures.ts'
import type { Echo, Kind, Look } from './kind.ts'
import type { ReportOptions } from './options.ts'
import { warningLines } from './warnings-text.ts'

/** Whose report it is, and what is requested of it. */
type Subject = { readonly ctx: Ctx; readonly request: ReportRequest; readonly title: string }

/** A report as the lines to print: for people, or the JSON or CSV of the interface. With `chart` a picture is written first. Throws AppError. */
export async function runReport(deps: Deps, kind: Kind, options: ReportOptions, isColoured: boolean): Promise<string[]> {
  const subject = await subjectOf(deps, options)
  const text = await textOf(subject, kind.orderOf(options), options.csv === true)
  const chart = options.chart === undefined ? undefined : kind.chartOf?.(options)
  if (chart !== undefined) await writeChart(subject.ctx, { order: chart, request: subject.request }, options)
  if (options.csv) return [text.replace(/\n$/, '')]
  if (options.json) return [pretty(text)]
  const { echo, lines, assetIds, explained } = kind.read(text)
  return [
    ...headLines(subject, kind, echo, isColoured),
    ...lines(await lookOf(subject, isColoured, assetIds)),
    ...explainLines(explained(), isColoured),
    ...warningLines(echo.warnings, isColoured),
    ...(chart === undefined ? [] : ['', `The picture is in ${options.chart}`]),
  ]
}

export async function subjectOf(deps: Deps, options: ReportOptions): Promise<Subject> {
  const ctx: Ctx = { ...deps, user: await chooseUser(deps, options.user) }
  const brokers = options.broker && (await Promise.all(options.broker.map(async (name) => await chooseBroker(ctx, name))))
  const { currency, from, to, asOf, method, scope, owned } = options
  const query = { currency, from, to: to ?? asOf, method, scope, owned }
  const request = await resolveQuery(ctx, { ...query, brokerIds: brokers?.map(({ id }) => id) })
  return { ctx, request, title: brokers === undefined ? ctx.user.username : brokers.map(({ name }) => name).join(', ') }
}

/** The report as the interface answers it. */
export async function textOf({ ctx, request }: Subject, order: ReportOrder, isCsv = false): Promise<string> {
  return await readOutput(await reportTask.run(ctx, { order, request, isCsv }))
}

async function readOutput(output: Output): Promise<string> {
  if ('bytes' in output) return new TextDecoder().decode(output.bytes)
  try {
    return await Bun.file(output.path).text()
  } finally {
    rmSync(output.path, { force: true })
  }
}

function pretty(text: string): string {
  return JSON.stringify(JSON.parse(text), null, 2)
}

export async function lookOf(
  { ctx, request }: Subject,
  isColoured: boolean,
  assetIds: readonly (number | null)[] = [],
): Promise<Look> {
  const brokers = [...(await listBrokers(ctx, false)), ...(await listBrokers(ctx, true))]
  const names = new Map(brokers.map(({ id, name }) => [id, name]))
  const assets = await listAssetLabels(ctx, new Set(assetIds.filter((id) => id !== null)))
  return {
    writer: createWriter(request.currency),
    isColoured,
    brokerNameOf: (id) => names.get(id) ?? String(id),
    assetNameOf: (id, symbol) => (isIsin(symbol) ? assets.get(id)?.name || symbol : symbol),
  }
}

function headLines({ title }: Subject, { name }: Kind, echo: Echo, isColoured: boolean): string[] {
  const days = echo.as_of === undefined ? `${echo.from} to ${echo.to}` : `on ${echo.as_of}`
  const rest = [echo.scope === 'assets' ? 'holdings only' : '', echo.owned ? 'own share' : ''].filter((word) => word !== '')
  const text = `${visible(title)}: ${[`${name} ${days}`, echo.currency, echo.method, ...rest].join(', ')}`
  return [coloured({ text, tone: 'strong' }, isColoured), '']
}
