/** Portfolio Performance: the client file (XML), and the CSV exports of accounts and depots. */
import type { AssetDraft, BrokerPlugin, ParsedReport, ReportFile, StatedPrice } from '#plugins/brim/contract.ts'
import { RowRefusal, tableImporter, XmlError } from '#plugins/kit/index.ts'
import { type Client, childOf, quotePlaces, readClient, scaled } from './document.ts'
import { ledger } from './ledger.ts'
import { table } from './table.ts'

const CLIENT = /^\s*(?:<\?xml[^>]*>\s*)?<client[\s>]/
const DAY = /^\d{4}-\d\d-\d\d$/

const inner = tableImporter(
  {
    code: 'portfolio-performance',
    name: 'Portfolio Performance',
    broker: 'Portfolio Performance',
    website: 'https://www.portfolio-performance.info',
    version: '2',
    extensions: ['xml', 'csv'],
    languages: ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'cs', 'da'],
    description:
      'All accounts and depots of a Portfolio Performance file with their prices, or the exported transactions of one of them.',
    docs: 'File > Save as > XML (without password), or File > Export > CSV > all transactions of an account or a depot.',
    colour: '#3f7fbf',
    options: [
      {
        name: 'currency',
        description: 'The currency of a file that was made before Portfolio Performance knew several (2015).',
        type: 'currency',
        default: 'broker-currency',
      },
    ],
  },
  [ledger, table],
)

/** The file with its transactions as a list of records, or why there is none. */
function open(file: ReportFile): { readonly file: ReportFile; readonly client?: Client } | ParsedReport {
  if (file.format !== 'xml') return { file }
  try {
    const client = readClient(file.text)
    return { file: { ...file, records: [client.table] }, client }
  } catch (error) {
    if (!(error instanceof RowRefusal || error instanceof XmlError)) throw error
    const code = error instanceof RowRefusal ? error.code : 'invalid-xml'
    const issue = { row: null, severity: 'error', code, detail: error.message } as const
    return { transactions: [], assets: [], ignored: [], issues: [issue], rows: [] }
  }
}

function withPrices(report: ParsedReport, client: Client | undefined): ParsedReport {
  if (client === undefined) return report
  const refs = new Set(report.assets.map(({ ref }: AssetDraft) => ref))
  const prices = client.securities
    .filter(({ ref, currency }) => refs.has(ref) && currency !== '')
    .flatMap((security) => pricesOf(security, client.version))
  return prices.length === 0 ? report : { ...report, prices }
}

function pricesOf({ ref, element, currency }: Client['securities'][number], version: number): StatedPrice[] {
  return (childOf(element, 'prices')?.children ?? []).flatMap(({ attributes: { t = '', v = '' } }) =>
    DAY.test(t) && /^\d*[1-9]\d*$/.test(v) ? { asset: ref, date: t, close: scaled(v, quotePlaces(version)), currency } : [],
  )
}

export const portfolioPerformance: BrokerPlugin = {
  ...inner,
  recognises: (head) =>
    head.format === 'xml' ? Number(CLIENT.test(head.text) && head.text.includes('<securities')) : inner.recognises(head),
  parse(file, options, kit) {
    const opened = open(file)
    return 'file' in opened ? withPrices(inner.parse(opened.file, options, kit), opened.client) : opened
  },
  *parseInSteps(file, options, kit) {
    const opened = open(file)
    if (!('file' in opened)) return opened
    const report =
      inner.parseInSteps === undefined
        ? inner.parse(opened.file, options, kit)
        : yield* inner.parseInSteps(opened.file, options, kit)
    return withPrices(report, opened.client)
  },
}
