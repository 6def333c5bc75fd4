import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { TestApp } from '#test/support/app.ts'
import { BROWSER } from '#test/support/browser.ts'
import { fillBroker } from '#test/support/ledgers.ts'
import { rowOf, useStories } from '#test/support/story.ts'

/** Kelp & Tide: a pool, a sale with a purchase of the same day and one within 30 days, and sales on both sides of 6 April. */
async function fillUk(app: TestApp) {
  const user = await app.createUser({ username: 'harriet' })
  const gbp = { currency: 'GBP' }
  await fillBroker(app, user, {
    broker: { name: 'Thames Broker', ...gbp },
    asset: { symbol: 'KELP', name: 'Kelp & Tide plc', type: 'STOCK', ...gbp },
    lines: [
      { ...gbp, type: 'DEPOSIT', date: '2024-05-01', amount: '1000' },
      { ...gbp, type: 'BUY', date: '2024-05-10', quantity: '100', price: '4', fees: '10' },
      { ...gbp, type: 'BUY', date: '2024-11-20', quantity: '50', price: '5.2', fees: '10' },
      { ...gbp, type: 'SELL', date: '2025-03-03', quantity: '-30', price: '6', fees: '5' },
      { ...gbp, type: 'SELL', date: '2025-06-16', quantity: '-40', price: '6.5', fees: '8' },
      { ...gbp, type: 'BUY', date: '2025-06-16', quantity: '10', price: '6.4', fees: '2' },
      { ...gbp, type: 'BUY', date: '2025-07-01', quantity: '12', price: '6.1', fees: '0.8' },
      { ...gbp, type: 'SELL', date: '2026-04-05', quantity: '-51', price: '7' },
      { ...gbp, type: 'SELL', date: '2026-04-06', quantity: '-51', price: '7.1' },
    ],
  })
  return user
}

/** Ottensen Werke: two purchases, sales of three days around a turn of the year, taxes withheld from one and from a dividend. And a sale in USD. */
async function fillGermany(app: TestApp) {
  const user = await app.createUser({ username: 'otto' })
  const eur = { currency: 'EUR' }
  await fillBroker(app, user, {
    broker: { name: 'Elbe Bank', ...eur },
    asset: { symbol: 'OTTO', name: 'Ottensen Werke AG', type: 'STOCK', ...eur },
    lines: [
      { ...eur, type: 'DEPOSIT', date: '2024-02-01', amount: '2000' },
      { ...eur, type: 'BUY', date: '2024-02-05', quantity: '20', price: '30', fees: '5' },
      { ...eur, type: 'BUY', date: '2024-09-10', quantity: '10', price: '36', fees: '4' },
      { ...eur, type: 'SELL', date: '2025-05-20', quantity: '-25', price: '40', fees: '6', taxes: '41.2' },
      { ...eur, type: 'DIVIDEND', date: '2025-06-02', amount: '44.18', taxes: '15.82' },
      { ...eur, type: 'SELL', date: '2025-12-31', quantity: '-2', price: '41' },
      { ...eur, type: 'SELL', date: '2026-01-02', quantity: '-3', price: '42' },
    ],
  })
  // Nobody has a rate of this day, so its gain is not known.
  const usd = { currency: 'USD' }
  await fillBroker(app, user, {
    broker: { name: 'Hudson Broker', ...usd },
    asset: { symbol: 'HUDS', name: 'Hudson Rail', type: 'STOCK', ...usd },
    lines: [
      { ...usd, type: 'DEPOSIT', date: '2025-03-01', amount: '100' },
      { ...usd, type: 'BUY', date: '2025-03-03', quantity: '4', price: '20' },
      { ...usd, type: 'SELL', date: '2025-08-04', quantity: '-4', price: '22' },
    ],
  })
  return user
}

/** The words of the page on paper, and how many sheets of A4 it takes. */
async function printed(tab: Page): Promise<{ words: string; sheets: number }> {
  await tab.emulateMedia({ media: 'print' })
  const words = await tab.locator('body').innerText()
  const pdf = await tab.pdf({ format: 'A4' })
  await tab.emulateMedia({ media: 'screen' })
  return { words, sheets: pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0 }
}

describe.skipIf(BROWSER === undefined)('a tax payer', () => {
  const begin = useStories()

  test('in the United Kingdom finds the gains of a tax year by the share pool, and prints them', async () => {
    const { app, enter } = await begin()
    const { tab, main, follow, press, title, read, faults } = await enter(1280, await fillUk(app))
    await tab.goto('/')
    await tab
      .getByRole('link', { name: 'Profile' })
      .or(tab.getByRole('link', { name: 'harriet' }))
      .first()
      .click()
    await title('Profile')
    await main.getByLabel('Currency of reports').selectOption('GBP')
    await main.getByLabel('How sales are matched').selectOption({ label: 'UK share pool (Section 104)' })
    await press('Save')
    await main.getByText('Saved.').waitFor()
    await tab.getByRole('link', { name: 'Gains and tax' }).first().click()
    await title('Gains and tax')
    await follow('UK tax years')
    await follow('2025/26')
    await main.getByText('Apr 6, 2025 – Apr 5, 2026').waitFor()
    // The pool is 100 for 410 and 50 for 270, less 30 for 136: 120 for 544. Of the 40 sold for 252 on 16 June, 10 are those bought for 66 on
    // the same day, 12 those bought for 74 within 30 days, and 18 cost 81.60 of the pool, which is then 102 for 462.40. On 5 April 51 of
    // them cost 231.20 and bring 357. The sale of 6 April is of the next year.
    const sale = (bought: RegExp) => rowOf(main, bought)
    expect((await sale(/Same day/)).slice(2)).toEqual(['10', '£63.00 £66.00', '−£3.00 £0.00', '−£3.00'])
    expect((await sale(/within 30 days/)).slice(2)).toEqual(['12', '£75.60 £74.00', '+£1.60 £0.00', '+£1.60'])
    expect((await sale(/pool[\s\S]*Jun 16/)).slice(2)).toEqual(['18', '£113.40 £81.60', '+£31.80 £0.00', '+£31.80'])
    expect((await sale(/pool[\s\S]*Apr 5/)).slice(2)).toEqual(['51', '£357.00 £231.20', '+£125.80 £0.00', '+£125.80'])
    const kelp = ['KELP Kelp & Tide plc', '£609.00', '£452.80', '+£156.20', '£0.00', '+£156.20']
    expect(await sale(/^KELP Kelp & Tide plc\s*£/)).toEqual(kelp)
    expect(await read()).not.toContain('By year')
    const paper = await printed(tab)
    for (const said of ['Apr 6, 2025 – Apr 5, 2026', 'UK share pool (Section 104)', '+£156.20', 'From the pool'])
      expect(paper.words).toContain(said)
    expect([paper.sheets, paper.words.includes('Calendar years')]).toEqual([1, false])
    expect(faults).toEqual([])
  })

  test('in Germany finds the gains, the income and the taxes withheld of a calendar year, and prints them', async () => {
    const { app, enter } = await begin()
    const { tab, main, follow, title, faults } = await enter(1280, await fillGermany(app))
    await tab.goto('/')
    await tab.getByRole('link', { name: 'Gains and tax' }).first().click()
    await title('Gains and tax')
    await follow('2025')
    await main.getByText('Jan 1, 2025 – Dec 31, 2025').waitFor()
    // The oldest first: 20 for 605 and 5 of 10 for 364 are sold for 1,000 less 6 of fees and 41.20 of taxes; then 2 more, for 82. The 3 of
    // January are of the next year.
    expect((await rowOf(main, /Feb 5, 2024/)).slice(2)).toEqual(['20', '€762.24 €605.00', '+€157.24 €0.00', '+€157.24'])
    expect((await rowOf(main, /May 20[\s\S]*Sep 10, 2024/)).slice(2)).toEqual(['5', '€190.56 €182.00', '+€8.56 €0.00', '+€8.56'])
    expect((await rowOf(main, /Dec 31, 2025/)).slice(2)).toEqual(['2', '€82.00 €72.80', '+€9.20 €0.00', '+€9.20'])
    const otto = ['OTTO Ottensen Werke AG', '€1,034.80', '€859.80', '+€175.00', '€0.00', '+€175.00']
    expect(await rowOf(main, /^OTTO Ottensen Werke AG\s*€/)).toEqual(otto)
    const paper = await printed(tab)
    const head = ['Jan 1, 2025 – Dec 31, 2025', 'First in, first out (FIFO)', 'Incomplete', '+€175.00']
    for (const said of [...head, 'There is no exchange rate from USD to EUR']) expect(paper.words).toContain(said)
    expect(paper.sheets).toBeLessThanOrEqual(2)

    await follow('Income')
    await title('Income')
    await main.getByText('Jan 1, 2025 – Dec 31, 2025').waitFor()
    expect((await rowOf(main, /^OTTO/)).slice(1)).toEqual(['€60.00', '€15.82', '€44.18'])
    await tab.goBack()
    await follow('Costs')
    await title('Costs')
    // 41.20 of the sale and 15.82 of the dividend.
    expect((await rowOf(main, /^Elbe Bank/)).slice(1)).toEqual(['€6.00', '€57.02', '€63.02'])
    expect(faults).toEqual([])
  })
})
