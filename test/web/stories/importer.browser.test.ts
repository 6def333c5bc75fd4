import { describe, expect, test } from 'bun:test'
import { BROWSER } from '#test/support/browser.ts'
import { unexpected, useStories } from '#test/support/story.ts'

const HEAD = 'date,type,symbol,name,asset_type,quantity,price,amount,currency,fees,taxes,external_id,description\n'
const JANUARY = `${HEAD}2026-01-05,DEPOSIT,,,,,,3000,EUR,,,N-1,Savings
2026-01-08,BUY,MOSS,Moss Garden ETF,ETF,40,52.10,,EUR,2.50,,N-2,
2026-01-12,BUY,REEF,Reef Steel,STOCK,25,31.4,,EUR,2.50,,N-3,
2026-01-30,Loan,,,,,,12.5,EUR,,,N-4,
`
const FEBRUARY = `${HEAD}2026-01-12,BUY,REEF,Reef Steel,STOCK,25,31.4,,EUR,2.50,,N-3,
2026-02-16,DIVIDEND,REEF,Reef Steel,STOCK,,,14.72,EUR,,5.28,N-5,Dividend for 2025
`
const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

describe.skipIf(BROWSER === undefined)('an importer', () => {
  const begin = useStories()

  test('looks a file over before it counts, brings the next one in without its repetition, and takes it back', async () => {
    const { app, enter } = await begin()
    const mira = await app.createUser({ username: 'mira' })
    const { tab, main, follow, press, title, read, faults } = await enter(1280, mira)
    const wordsWith = async (text: string | RegExp) => {
      await main.getByText(text).first().waitFor()
      return await read()
    }
    await tab.goto('/')
    await tab.getByRole('link', { name: 'Import' }).first().click()
    await title('Import')
    await main.getByLabel('Broker', { exact: true }).selectOption({ label: 'A new broker' })
    await main.getByLabel(/Name of the new broker/).fill('Harbour Bank')
    await main.getByLabel('Report files').setInputFiles(file('january.csv', JANUARY))
    await press('Upload and review')
    // 3,000 less 40 x 52.10 + 2.50 and 25 x 31.40 + 2.50 is 126.
    const review = await wordsWith('5 rows read, every one accounted for')
    for (const said of ['3 as a transaction', '1 without an entry', '1 not readable', '€126.00', '−€2,086.50', '−€787.50'])
      expect(review).toContain(said)
    await press('Import 3 transactions')
    expect(await wordsWith('3 transactions imported')).toContain('2 assets are new.')

    await follow('Import another report')
    await title('Import')
    await main.getByLabel('Broker', { exact: true }).selectOption({ label: 'Harbour Bank' })
    await main.getByLabel('Report files').setInputFiles(file('february.csv', FEBRUARY))
    await press('Upload and review')
    const second = await wordsWith('3 rows read, every one accounted for')
    expect(second).toContain('Already there 1')
    await press('Import 1 transaction')
    await wordsWith('1 transaction imported')
    await tab.getByRole('link', { name: 'Holdings' }).first().click()
    await title('Holdings')
    // Without closes the last trades count: 40 x 52.10 = 2,084 and 25 x 31.40 = 785; cash is 126 + 14.72.
    const held = await read()
    for (const said of ['€2,084.00', '€785.00', '€140.72', '€3,009.72']) expect(held).toContain(said)

    await tab.getByRole('link', { name: 'Import' }).first().click()
    await follow('february.csv')
    await follow('Undo this import')
    expect(await wordsWith('Undo the import?')).toContain('1 transaction')
    await press('Undo this import')
    await wordsWith('The import is undone')
    await tab.getByRole('link', { name: 'Holdings' }).first().click()
    await title('Holdings')
    expect(await read()).toContain('€126.00')
    expect(unexpected(faults)).toEqual([])
  })
})
