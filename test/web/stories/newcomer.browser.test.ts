import { describe, expect, test } from 'bun:test'
import { PASSWORD } from '#test/support/app.ts'
import { BROWSER } from '#test/support/browser.ts'
import { unexpected, useStories } from '#test/support/story.ts'

describe.skipIf(BROWSER === undefined)('a newcomer', () => {
  const begin = useStories()

  test('comes from an empty service to a portfolio of their own on a phone, asks a figure why, and takes a mistake back', async () => {
    const { enter } = await begin()
    const { tab, main, fill, press, follow, title, read, faults } = await enter(360)
    await tab.goto('/')
    await fill('Username', 'mira')
    await fill('E-mail address', 'mira@example.org')
    await fill('Password', PASSWORD)
    await press('Make the first account')
    await title('Overview')
    await follow('Add a broker')
    await title('Add a broker')
    await fill('Name', 'Harbour Bank')
    await press('Add the broker')
    await title('Harbour Bank')

    await follow('Add a transaction')
    await follow('Deposit')
    await main.getByRole('heading', { name: 'Deposit' }).waitFor()
    await fill('Date', '2026-01-05')
    await fill('Amount', '2000')
    await press('Save and add another')
    await main.getByText('Saved.').waitFor()
    await follow('Purchase')
    await main.getByRole('heading', { name: 'Purchase' }).waitFor()
    await fill('Asset', 'Lantern World')
    await fill('Date', '2026-01-08')
    await fill('Quantity', '12')
    await fill('Price of one', '52.10')
    await fill('Fees', '2.50')
    await press('Save')
    await main.getByText('Lantern World is new').waitFor()
    await fill('Symbol', 'LANT')
    await press('Save')
    await title('Purchase: Lantern World')

    await tab.getByRole('link', { name: 'Overview' }).last().click()
    await title('Overview')
    // 2,000 put in; 12 x 52.10 + 2.50 = 627.70 paid, so 1,372.30 of cash and 12 x 52.10 = 625.20 of the asset are left.
    expect(await read()).toContain('$1,997.50')
    await main.getByRole('link', { name: '$1,997.50' }).first().click()
    const why = tab.getByRole('dialog')
    await why.getByText('$1,372.30').first().waitFor()
    expect(await why.innerText()).toMatch(/12[\s\S]*52\.10[\s\S]*625\.20/)
    await tab.keyboard.press('Escape')

    await tab.getByRole('link', { name: 'Transactions' }).last().click()
    await title('Transactions')
    await follow(/Lantern World/)
    await title('Purchase: Lantern World')
    await follow('Delete')
    await press(/^Delete/)
    await press('Undo')
    await main.getByText(/there again/).waitFor()
    expect(unexpected(faults)).toEqual([])
  })
})
