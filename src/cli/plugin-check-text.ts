import { CHECKS } from '../imports/check/check.ts'
import type { CheckSummary, IssueKind } from '../imports/check/summary.ts'
import type { CheckOutcome, FolderCheck } from './plugin-check.ts'
import { type Cell, coloured, tableLines, visible } from './table.ts'

const MOST_ASSETS = 30
const MOST_CHARACTERS = 300
const COLUMNS = [
  { title: '', align: 'left', most: 10 },
  { title: '', align: 'left', most: 60 },
  { title: '', align: 'right' },
  { title: '', align: 'left' },
] as const

/** What was found, for people, and how many faults there are. */
export function outcomeLines(
  { importers, faults }: FolderCheck,
  isColoured: boolean,
): { readonly lines: string[]; readonly faults: number } {
  const own = importers.map(({ reports, faults }) => [...faults, ...reports.flatMap(reportFaults)])
  const all = [...own.flat(), ...faults]
  const fault = (text: string) =>
    coloured({ text: `FAULT ${visible(text).slice(0, MOST_CHARACTERS * 2)}`, tone: 'bad' }, isColoured)
  const files = importers.reduce((sum, { reports }) => sum + reports.length, 0)
  const counts = `${importers.length} ${importers.length === 1 ? 'importer' : 'importers'}, ${files} ${files === 1 ? 'report' : 'reports'}`
  const end =
    all.length === 0 ? { text: 'all is well.', tone: 'good' as const } : { text: `${all.length} faults.`, tone: 'bad' as const }
  const lines = [
    ...importers.flatMap((one, index) => [
      coloured({ text: titleOf(one), tone: 'strong' }, isColoured),
      ...one.reports.flatMap((report) => reportLines(report, isColoured)),
      ...(one.reports.length === 0 && own[index]?.length === 0
        ? ['  recognises none of the files beside it: put a report there']
        : []),
      ...(own[index] ?? []).map(fault),
      '',
    ]),
    ...faults.map(fault),
    `${counts}: ${coloured(end, isColoured)}`,
  ]
  return { lines, faults: all.length }
}

function titleOf({ file, importer }: CheckOutcome): string {
  if (importer === null) return file
  const { code, name, version, extensions, languages } = importer
  return visible(`${file}: ${code} ${version}, ${name} (${extensions.join(' ')}; ${languages.join(' ')})`)
}

function reportFaults({ filename, faults }: CheckSummary): string[] {
  return faults.map(({ check, detail }) => `${filename}: not ${CHECKS[check]}: ${detail}`)
}

function reportLines(report: CheckSummary, isColoured: boolean): string[] {
  const { filename, rows, refused, multiple, transactions, ignored, errors, warnings, cash, holdings } = report
  const speed = multiple === null ? '' : `, parsed in ${multiple} times the time of reading its cells`
  const title = `  ${visible(filename)}: ${rows} rows${speed}`
  if (refused !== null) return [title, `    refused as a whole: ${visible(refused)}`]
  const held = Object.entries(holdings)
  const table = tableLines(
    COLUMNS,
    [
      ...Object.entries(transactions).map(([type, count], at) => line(at === 0 ? 'booked' : '', type, String(count))),
      ...Object.entries(ignored).map(([reason, count], at) => line(at === 0 ? 'left out' : '', reason, String(count))),
      ...errors.map((kind, at) => issueLine(at === 0 ? 'refused' : '', kind)),
      ...warnings.map((kind, at) => issueLine(at === 0 ? 'notes' : '', kind)),
      ...Object.entries(cash).map(([currency, sum], at) => line(at === 0 ? 'cash' : '', currency, sum)),
      ...held.slice(0, MOST_ASSETS).map(([asset, sum], at) => line(at === 0 ? 'holdings' : '', asset, sum)),
      ...(held.length > MOST_ASSETS ? [line('', `and ${held.length - MOST_ASSETS} more`, '')] : []),
    ],
    isColoured,
  )
  return [title, ...table.slice(1).map((text) => `    ${text}`)]
}

function line(what: string, name: string, size: string, detail = ''): Cell[] {
  return [{ text: what, tone: 'quiet' }, { text: name }, { text: size }, { text: detail.slice(0, MOST_CHARACTERS) }]
}

function issueLine(what: string, { code, count, rows, detail }: IssueKind): Cell[] {
  const [first, ...more] = rows
  const where =
    first === undefined
      ? ''
      : more.length === 0
        ? `row ${first}: `
        : `rows ${rows.join(', ')}${count > rows.length ? ' ...' : ''}: `
  return line(what, code, String(count), `${where}${detail}`)
}
