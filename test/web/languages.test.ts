import { afterAll, describe, expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { LANGUAGES } from '#src/web/words/index.ts'
import { takeOver } from '#test/support/afterwards.ts'
import { createTestApp } from '#test/support/app.ts'
import { numbersIn, type PageParts, partsOf, readFigure, rounded } from '#test/support/page-figures.ts'
import { crawl, createReader, type WebPage } from '#test/support/web.ts'
import { fillLedger } from '#test/support/web-world.ts'

/** Names that are the same in other languages. */
const NAMES = /Isle of Man|Unit of Account/
/** A sentence that can only be English. */
const ENGLISH = /\b(the|of|your|and|with|is|are|this|that|was|has|have|not|from|there)\b/i

/** What a review shows comes from operations with a body, which its page does not list. */
const OF_FORMS = /^\/imports\/[\da-f-]{36}/
type Figure = NonNullable<ReturnType<typeof readFigure>>

describe('pages in every language', async () => {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  afterAll(takeOver())
  const world = await fillLedger(app)
  const reader = createReader(app, world.owner)
  const read = (language: string) => app.call(world.owner, 'PATCH', '/auth/users/me/preferences', { language })
  await read('en')
  const { pages } = await crawl(reader)
  const inEnglish = new Map(pages.map((page) => [page.path, partsOf(page.html)]))
  const answers = new Map<string, Promise<Set<string>>>()
  const saidBy = (path: string) => {
    const known =
      answers.get(path) ?? app.call(world.owner, 'GET', path.replace('/api/v1', '')).then(({ body }) => numbersIn(body))
    answers.set(path, known)
    return known
  }
  const roundings = new Map<string, Set<string>>()

  /** Whether an answer of the page's operations has a number that is this one when it is rounded. */
  async function isSaid({ path }: WebPage, { calls }: PageParts, figure: Figure): Promise<boolean> {
    const { digits, decimals, isPercent } = figure
    const key = `${path} ${decimals} ${isPercent}`
    const known = roundings.get(key) ?? new Set<string>()
    if (known.size === 0)
      for (const call of calls.filter(({ method }) => method === 'GET'))
        for (const value of await saidBy(call.path)) known.add(rounded(value, decimals, isPercent ? 2 : 0))
    roundings.set(key, known)
    return known.has(digits)
  }

  /** The figures of a page that its operations do not answer, or that are written wrongly. */
  async function wrong(page: WebPage, parts: PageParts, tag: string): Promise<string[]> {
    const found: string[] = []
    for (const { text, value } of parts.figures) {
      const figure = readFigure(text, tag)
      if (figure === null) continue
      if (value !== null && rounded(value, figure.decimals) !== figure.digits) found.push(`${page.path}: ${text} for ${value}`)
      else if (!(await isSaid(page, parts, figure))) found.push(`${page.path}: ${text}`)
    }
    return found
  }

  for (const language of LANGUAGES)
    test(`say in ${language} the figures that the interface says`, async () => {
      await read(language)
      const faults: string[] = []
      const left = new Set<string>()
      for (const crawled of pages) {
        const { path } = crawled
        const page = language === 'en' ? crawled : await reader.get(path)
        expect([path, page.status, page.lang]).toEqual([path, 200, language])
        const parts = partsOf(page.html)
        if (parts.calls.length > 0 && !OF_FORMS.test(path)) faults.push(...(await wrong(page, parts, language)))
        const same = new Set(inEnglish.get(path)?.words)
        if (language !== 'en')
          for (const text of parts.words)
            if (same.has(text) && !NAMES.test(text) && text.split(' ').length > 2 && ENGLISH.test(text)) left.add(text)
      }
      expect(faults).toEqual([])
      expect([...left]).toEqual([])
    })
})
