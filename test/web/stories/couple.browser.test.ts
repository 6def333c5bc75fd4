import { describe, expect, test } from 'bun:test'
import { BROWSER } from '#test/support/browser.ts'
import { fillBroker } from '#test/support/ledgers.ts'
import { unexpected, useStories } from '#test/support/story.ts'

type App = Parameters<typeof fillBroker>[0]

/** A broker that Mira will share (1,000 put in at last: 40 x 25 and 100 of cash) and one of Jonas alone (10 x 21 and 300 of cash). */
async function fillBoth(app: App) {
  const [mira, jonas, ida] = [
    await app.createUser({ username: 'mira' }),
    await app.createUser({ username: 'jonas' }),
    await app.createUser({ username: 'ida' }),
  ]
  const eur = { currency: 'EUR' }
  const first = (amount: string, quantity: string) => [
    { ...eur, type: 'DEPOSIT', date: '2026-02-01', amount },
    { ...eur, type: 'BUY', date: '2026-02-02', price: '20', quantity },
  ]
  await fillBroker(app, mira, {
    broker: { name: 'Our Nest', ...eur },
    asset: { symbol: 'NEST', name: 'Nest Fund', type: 'ETF', ...eur },
    lines: first('900', '40'),
    closes: [['2026-06-30', '25']],
  })
  await fillBroker(app, jonas, {
    broker: { name: 'Only Mine', ...eur },
    asset: { symbol: 'SOLO', name: 'Solo Works', type: 'STOCK', ...eur },
    lines: first('500', '10'),
    closes: [['2026-06-30', '21']],
  })
  return { mira, jonas, ida }
}

describe.skipIf(BROWSER === undefined)('a couple', () => {
  const begin = useStories()

  test('shares a broker by halves; each sees all of it, their own part or one broker; a guest sees and changes nothing', async () => {
    const { app, enter } = await begin()
    const { mira, jonas, ida } = await fillBoth(app)
    const hers = await enter(1280, mira)
    await hers.tab.goto('/')
    await hers.tab.getByRole('link', { name: 'Brokers' }).first().click()
    await hers.follow('Our Nest')
    await hers.follow('People')
    await hers.title('Who sees Our Nest')
    await hers.fill('Their username', 'jonas')
    await hers.main.getByLabel('What they may do').selectOption('EDITOR')
    await hers.fill(/^Share/, '50 %')
    await hers.press('Invite')
    await hers.main.getByRole('rowheader', { name: /jonas/ }).waitFor()
    const members = await hers.main.getByRole('table').innerText()
    expect(members.match(/50%/g)?.length).toBe(2)
    await hers.fill('Their username', 'ida')
    await hers.press('Invite')
    await hers.main.getByRole('rowheader', { name: /ida/ }).waitFor()

    const his = await enter(360, jonas)
    await his.tab.goto('/brokers')
    await his.follow('Our Nest')
    await his.follow('People')
    await his.press('Show in my totals')
    await his.main.getByText('It is in your totals.').waitFor()
    await his.tab.getByRole('link', { name: 'Overview' }).last().click()
    await his.title('Overview')
    const choose = async (from: string, to: string, value: string) => {
      await his.main.locator('summary').filter({ hasText: from }).first().click()
      await his.follow(to)
      await his.main.locator('summary').filter({ hasText: to }).first().waitFor()
      expect([to, await his.main.locator('.hero').innerText()]).toEqual([to, expect.stringContaining(value)])
    }
    // Ours: 40 x 25 + 100 and 10 x 21 + 300. His: half of the first, all of the second.
    expect(await his.main.locator('.hero').innerText()).toContain('€1,610.00')
    await choose('All brokers', 'My share', '€1,060.00')
    await choose('My share', 'Our Nest', '€1,100.00')
    await choose('Our Nest', 'Only Mine', '€510.00')

    const guest = await enter(1280, ida)
    await guest.tab.goto('/')
    await guest.main.getByRole('heading', { name: 'Shared with you' }).waitFor()
    await guest.follow('Our Nest')
    await guest.main.locator('.hero').waitFor()
    expect(await guest.main.locator('.hero').innerText()).toContain('€1,100.00')
    await guest.tab.goto('/brokers')
    await guest.follow('Our Nest')
    await guest.title('Our Nest')
    const ways = await guest.main.getByRole('link').allInnerTexts()
    expect(ways.filter((one) => /add|import a|settings|change|delete/i.test(one))).toEqual([])
    await guest.follow('See its transactions')
    await guest.title('Transactions')
    expect(await guest.main.getByRole('checkbox').count()).toBe(0)
    await guest.follow(/Nest Fund/)
    await guest.title('Purchase: Nest Fund')
    expect(await guest.main.getByRole('link', { name: /Edit|Delete/ }).count()).toBe(0)
    expect([hers, his, guest].flatMap(({ faults }) => unexpected(faults))).toEqual([])
  })
})
