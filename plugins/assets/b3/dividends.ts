import { parseDay } from '#plugins/kit/date.ts'
import { requestText } from '#plugins/kit/http.ts'
import { listAt, readJson, textOf } from '#plugins/kit/json.ts'
import { figureOf } from '#plugins/kit/rate.ts'
import { add, decimal, formatDecimal } from '#src/shared/decimal.ts'
import { AppError } from '#src/shared/errors.ts'
import type { PriceChunk, PriceTools, ProviderDividend } from '../contract.ts'
import { NAME } from './file.ts'

const COMPANIES = 'https://sistemaswebb3-listados.b3.com.br/listedCompaniesProxy/CompanyCall/GetListedSupplementCompany'

/** Cash dividends and interest on equity (before tax) of a security that went ex on one of `days`, those with trade in order. What cannot be fetched is an issue: the closes are there. */
export async function dividendsOf(ticker: string, isin: string, days: readonly string[], tools: PriceTools): Promise<PriceChunk> {
  const wanted = { issuingCompany: ticker.slice(0, 4), language: 'pt-br' }
  const url = `${COMPANIES}/${Buffer.from(JSON.stringify(wanted)).toString('base64')}`
  try {
    const text = (await requestText(tools, { url, expect: 'json', noData: [404], timeoutSeconds: 10, retries: 0 })) ?? ''
    const company = text.trim() === '' ? undefined : listAt(readJson(text, NAME), [], NAME)[0]
    const all = company === undefined ? [] : listAt(company, ['cashDividends'], NAME)
    const own = all.filter((one) => textOf(one, 'assetIssued') === isin)
    return { prices: [], issues: [], dividends: sumsOf(own.flatMap((one) => readDividend(one, days) ?? [])) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { prices: [], issues: [{ code: 'no-dividends', detail: `${NAME} gave no dividends of ${ticker}: ${error.detail}` }] }
  }
}

function readDividend(one: Parameters<typeof textOf>[0], days: readonly string[]): ProviderDividend | undefined {
  const lastWith = parseDay(textOf(one, 'lastDatePrior'), 'dmy')
  const amount = figureOf(textOf(one, 'rate'), 'comma')
  const place = lastWith === undefined ? -1 : days.indexOf(lastWith)
  const date = place < 0 ? undefined : days[place + 1]
  return date === undefined || amount === undefined ? undefined : { date, amount, currency: 'BRL' }
}

/** Several payments of one ex day are one. */
function sumsOf(dividends: readonly ProviderDividend[]): ProviderDividend[] {
  const days = Map.groupBy(dividends, ({ date }) => date)
  return [...days].map(([date, same]) => {
    const amount = same.map((one) => decimal(one.amount)).reduce((sum, one) => add(sum, one))
    return { date, amount: formatDecimal(amount), currency: 'BRL' }
  })
}
