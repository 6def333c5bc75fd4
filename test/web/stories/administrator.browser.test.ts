import { describe, expect, test } from 'bun:test'
import { PASSWORD } from '#test/support/app.ts'
import { BROWSER } from '#test/support/browser.ts'
import { rowOf, unexpected, useStories } from '#test/support/story.ts'

describe.skipIf(BROWSER === undefined)('an administrator', () => {
  const begin = useStories()

  test('adds a user, closes registration, makes and checks a backup, and disables the user', async () => {
    const { app, enter } = await begin()
    const { tab, main, follow, press, fill, title, faults } = await enter(1280, await app.createUser({ username: 'mira' }))
    await tab.goto('/')
    await tab.getByRole('link', { name: 'Administration' }).first().click()
    await title('Administration')
    expect(await rowOf(main, 'Database answers')).toEqual(['Database answers', 'Fine'])
    expect(await rowOf(main, 'Last backup')).toEqual(['Last backup', 'None yet'])

    await follow('Users')
    await follow('Add a user')
    await fill('Username', 'jonas')
    await fill('E-mail address', 'jonas@example.org')
    await fill('Password', PASSWORD)
    await press('Add the user')
    await title('User jonas')

    const theirs = await enter(360)
    await theirs.tab.goto('/')
    expect(await theirs.main.getByRole('link', { name: 'Make an account' }).count()).toBe(1)
    await theirs.fill('Username or e-mail address', 'jonas')
    await theirs.fill('Password', PASSWORD)
    await theirs.press('Sign in')
    await theirs.title('Overview')
    expect(await theirs.tab.getByRole('link', { name: 'Administration' }).count()).toBe(0)

    await follow('Settings')
    await title('Settings')
    await main.getByLabel('Anybody may make an account').uncheck()
    await press('Save')
    await main.getByText('1 setting is saved.').waitFor()

    await follow('Backups')
    await title('Backups')
    await press('Make a backup now')
    await main.getByText('The backup is made.').waitFor()
    await main.getByRole('row').nth(1).getByRole('link').first().click()
    await press('Check it')
    await main.getByText('The backup is whole.').waitFor()
    await follow('Service')
    await title('Administration')
    expect(await rowOf(main, 'Last backup')).toEqual(['Last backup', 'Fine'])

    await follow('Users')
    await follow('jonas')
    await title('User jonas')
    await main.getByLabel('May sign in').uncheck()
    await press('Save')
    await main.getByText('Saved. It acts on their next request.').waitFor()
    await theirs.tab.goto('/')
    await theirs.title('Sign in')
    expect(await theirs.main.getByRole('link', { name: 'Make an account' }).count()).toBe(0)
    await theirs.fill('Username or e-mail address', 'jonas')
    await theirs.fill('Password', PASSWORD)
    await theirs.press('Sign in')
    await theirs.main
      .getByText(/disabled/)
      .first()
      .waitFor()
    const refused = theirs.faults.filter((one) => !/ status of 40[13] /.test(one))
    expect([...unexpected(faults), ...unexpected(refused)]).toEqual([])
  })
})
