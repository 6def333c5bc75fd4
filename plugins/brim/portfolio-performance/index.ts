/** Portfolio Performance: the client file (XML), and the CSV exports of accounts and depots. */
import type { AssetDraft, BrokerPlugin, ParsedReport, ReportFile, StatedPrice } from '#plugins/brim/contract.ts'
import { RowRefusal, tableImporter, XmlError } from '#plugins/kit/index.ts'
import { type Client, childOf, quotePlaces, readClient, scaled } from './document.ts'
import { ledger } from './ledger.ts'
import { table, view } from './table.ts'

const CLIENT = /^\s*(?:<\?xml[^>]*>\s*)?<client[\s>]/
const DAY = /^\d{4}-\d\d-\d\d$/

type Opened = ReportFile & { readonly client?: Client }

/** The file with its transactions as a list of records. Throws RowRefusal for a client file that cannot be read. */
function open(file: ReportFile): Opened {
  if (file.format !== 'xml') return file
  try {
    const client = readClient(file.text)
    return { ...file, records: [client.table], client }
  } catch (error) {
    throw error instanceof XmlError ? new RowRefusal('invalid-xml', error.message) : error
  }
}

function withPrices(report: ParsedReport, [file]: readonly Opened[]): ParsedReport {
  const client = file?.client
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

const inner = tableImporter(
  {
    code: 'portfolio-performance',
    name: 'Portfolio Performance',
    website: 'https://www.portfolio-performance.info',
    version: '3',
    extensions: ['xml', 'csv'],
    languages: ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'cs', 'da'],
    description:
      'All accounts and depots of a Portfolio Performance file with their prices, or the exported transactions of one of them.',
    docs: 'File > Save as > XML (without password), or File > Export > CSV > all transactions of an account or a depot.',
    colour: '#3f7fbf',
    prepare: open,
    finish: withPrices,
    options: [
      {
        name: 'currency',
        description:
          'The currency of a table that says none, or of a file from before Portfolio Performance knew several (2015).',
        type: 'currency',
        default: 'broker-currency',
      },
    ],
  },
  [ledger, table, view],
)

export const portfolioPerformance: BrokerPlugin = {
  ...inner,
  recognises: (head) =>
    head.format === 'xml' ? Number(CLIENT.test(head.text) && head.text.includes('<securities')) : inner.recognises(head),
}
