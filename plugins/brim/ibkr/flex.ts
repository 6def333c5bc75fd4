/** Flex Query XML to entries. */
import type { ParsedReport } from '#plugins/brim/contract.ts'
import { readXml, refuse, type XmlElement } from '#plugins/kit/index.ts'
import { type Entry, entryOf, saidIn } from './entry.ts'

/** Figures and master data about accounts, periods and prices: no records, so they are no rows either. */
const NO_RECORDS =
  /^(AccountInformation|CashReportCurrency|ChangeInNAV|ChangeInPositionValue|ConversionRate|EquitySummary\w*|FIFOPerformanceSummary\w*|MTMPerformanceSummary\w*|MTDYTDPerformanceSummary\w*|CommissionDetail|FxPosition|FxLot|NetStockPosition|PriorPeriodPosition|InterestAccrualsCurrency|CashReport|TotalReturn\w*|Statement|FdicInsuredDepositsByBank|CommissionCredit|RoutingCommission)$/

/**
 * The record elements of a Flex Query response in document order, numbered from 1: every element with attributes and without
 * elements inside it, below a section of a statement. Throws XmlError, and RowRefusal when it is another document.
 */
export function readFlex(text: string): Entry[] {
  const root = readXml(text.trimStart())
  if (root.name === 'FlexStatementResponse') refuse('flex-not-ready', serviceMessage(root))
  if (root.name !== 'FlexQueryResponse')
    refuse('not-a-flex-query', 'This is not the answer to a Flex Query of Interactive Brokers.')
  const entries: Entry[] = []
  const lists = root.children.filter(({ name }) => name === 'FlexStatements')
  const statements = lists.flatMap(({ children }) => children).filter(({ name }) => name === 'FlexStatement')
  for (const [index, { attributes, children }] of statements.entries())
    for (const section of children) addRecords(entries, section, attributes['accountId'] ?? '', index + 1)
  return entries
}

/** From the first day of all statements of a Flex Query to the last; `undefined` where they do not say them as `YYYYMMDD`. */
export function flexPeriod(text: string): ParsedReport['period'] {
  const tags = text.match(/<FlexStatement\s[^>]*>/g) ?? []
  const days = tags.flatMap((tag) => [...tag.matchAll(/\b(?:from|to)Date="(\d{4})-?(\d\d)-?(\d\d)"/g)])
  const sorted = days.map(([, year, month, day]) => `${year}-${month}-${day}`).sort()
  const [from, to] = [sorted[0], sorted.at(-1)]
  return from === undefined || to === undefined || sorted.length < 2 * tags.length ? undefined : { from, to }
}

/** Whether a text begins a Flex Query response. */
export function isFlexXml(head: string): boolean {
  return /<FlexQueryResponse[\s>]/.test(head)
}

function addRecords(entries: Entry[], element: XmlElement, account: string, statement: number): void {
  for (const child of element.children) addRecords(entries, child, account, statement)
  const names = Object.keys(element.attributes)
  if (element.children.length > 0 || names.length === 0 || NO_RECORDS.test(element.name)) return
  const values: Record<string, string> = {}
  for (const name of names) values[name.toLowerCase()] = saidIn(element.attributes[name])
  entries.push(entryOf(entries.length + 1, element.name, values['accountid'] || account, statement, values))
}

function serviceMessage(root: XmlElement): string {
  const said = root.children.find((child) => child.name === 'ErrorMessage')?.text.trim()
  return `The file holds an answer of the Flex web service without a statement${said ? `: ${said}` : ''}. Request the report again.`
}
