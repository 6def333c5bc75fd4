import { describe, expect, test } from 'bun:test'
import { createTestApp, PASSWORD } from '#test/support/app.ts'
import { createReader } from '#test/support/web.ts'

const PAGES = ['', '/users', '/users/new', '/users/1', '/users/1/delete', '/settings', '/backups', '/backups/holdfast-1']

async function world() {
  const app = await createTestApp()
  const [root, user] = [await app.createUser(), await app.createUser()]
  return { app, root, user, reader: createReader(app, root) }
}

describe('the administration', () => {
  test('is for superusers: others are shown no way to it, and are refused', async () => {
    const { app, user, reader } = await world()
    const other = createReader(app, user)
    for (const page of PAGES) expect([page, (await other.get(`/administration${page}`)).status]).toEqual([page, 403])
    expect((await other.get('/more')).text).not.toContain('Administration')
    const home = await reader.get('/administration')
    expect([home.status, home.h1, home.text.includes('Database answers')]).toEqual([200, 'Administration', true])
  })

  test('makes users, changes them, sets their password, disables and deletes them', async () => {
    const { app, root, reader } = await world()
    const values = { '/username': 'vera', '/email': 'vera@example.org', '/password': 'short' }
    const wrong = await reader.submit(await reader.get('/administration/users/new'), { values, press: 'Add the user' })
    expect([wrong.status, wrong.text.includes('at least 8 characters')]).toEqual([422, true])
    const made = await reader.submit(wrong, { values: { '/password': PASSWORD }, press: 'Add the user' })
    const path = made.headers.get('location') ?? ''
    const id = path.split('/').at(-1)
    const now = async () => (await app.call(root, 'GET', `/users/${id}`)).body
    expect(await now()).toMatchObject({ username: 'vera', is_active: true, is_superuser: false })
    await reader.submit(await reader.get(path), {
      values: { '/is_superuser': 'true', '/email': 'vera@example.net' },
      press: 'Save',
    })
    expect(await now()).toMatchObject({ is_active: true, is_superuser: true, email: 'vera@example.net' })
    const set = await reader.submit(await reader.get(path), {
      values: { '/password': 'nine-slow-otters-4' },
      press: 'Set a new password',
    })
    expect(set.headers.get('location')).toBe(`${path}?done=password`)
    await reader.submit(await reader.get(path), { values: { '/is_active': [], '/is_superuser': [] }, press: 'Save' })
    expect(await now()).toMatchObject({ is_active: false, is_superuser: false })
    expect((await reader.get('/administration/users?q=ver')).text).toContain('Disabled')
    await reader.submit(await reader.get(`${path}/delete`), { press: /for good/ })
    expect((await app.call(root, 'GET', `/users/${id}`)).status).toBe(404)
  })

  test('deletes nobody whose brokers others need before somebody inherits them', async () => {
    const { app, root, user, reader } = await world()
    const friend = await app.createUser()
    const { body: broker } = await app.call(user, 'POST', '/brokers', { name: 'Shared' })
    await app.call(user, 'POST', `/brokers/${broker.id}/access`, { user_id: friend.id, role: 'VIEWER' })
    const page = await reader.get(`/administration/users/${user.id}/delete`)
    const refused = await reader.submit(page, { press: /for good/ })
    expect([refused.status, refused.text.includes('Who owns their brokers then')]).toEqual([409, true])
    const gone = await reader.submit(refused, { values: { '/new_owners/0/user_id': String(friend.id) }, press: /for good/ })
    expect(gone.headers.get('location')).toBe('/administration/users')
    const { body } = await app.call(friend, 'GET', `/brokers/${broker.id}`)
    expect(body.role).toBe('OWNER')
    expect((await app.call(root, 'GET', `/users/${user.id}`)).status).toBe(404)
  })

  test('saves the settings that were changed and no others, and says beside each what is wrong', async () => {
    const { app, root, reader } = await world()
    const settings = async () => (await app.call(root, 'GET', '/settings')).body
    const stored = async () =>
      (await settings()).filter((one: { updated_at: unknown }) => one.updated_at !== null).map((one: { key: string }) => one.key)
    const before = await stored()
    const same = await reader.submit(await reader.get('/administration/settings'), { press: 'Save' })
    expect([same.headers.get('location'), await stored()]).toEqual(['/administration/settings?saved=0', before])
    const wrong = await reader.submit(await reader.get('/administration/settings'), {
      values: { '/session_ttl_hours': '0', '/upload_max_mb': 'many' },
      press: 'Save',
    })
    expect([wrong.status, wrong.html.includes('aria-invalid="true"'), await stored()]).toEqual([422, true, before])
    const values = { '/session_ttl_hours': '36.5', '/registration_enabled': [] as string[], '/fx_sync_times': '05:15\n17:45' }
    const saved = await reader.submit(await reader.get('/administration/settings'), { values, press: 'Save' })
    expect(saved.status).toBe(303)
    const value = async (key: string) => (await app.call(root, 'GET', `/settings/${key}`)).body.value
    expect([await value('session_ttl_hours'), await value('registration_enabled'), await value('fx_sync_times')]).toEqual([
      36.5,
      false,
      ['05:15', '17:45'],
    ])
    expect((await stored()).toSorted()).toEqual([...before, ...Object.keys(values).map((name) => name.slice(1))].toSorted())
    await reader.submit(await reader.get('/administration/settings'), { values: { '/session_ttl_hours': '' }, press: 'Save' })
    expect(await value('session_ttl_hours')).toBe(24)
  })

  test('makes a backup, checks it and deletes it', async () => {
    const { app, root, reader } = await world()
    const made = await reader.submit(await reader.get('/administration/backups'), { press: 'Make a backup now' })
    expect(made.status).toBe(303)
    const [backup] = (await app.call(root, 'GET', '/backup')).body
    const path = `/administration/backups/${backup.id}`
    expect((await reader.get('/administration/backups')).links.some(({ href }) => href === path)).toBe(true)
    const page = await reader.get(path)
    const checked = await reader.submit(page, { press: 'Check it' })
    expect(checked.headers.get('location')).toBe(`${path}?done=whole`)
    const refused = await reader.submit(page, { values: { '/password': 'wrong-wrong-1' }, press: 'Restore this backup' })
    expect(refused.status).toBe(422)
    const gone = await reader.submit(page, { press: 'Delete this backup' })
    expect([gone.headers.get('location'), (await app.call(root, 'GET', '/backup')).body]).toEqual([
      '/administration/backups?done=deleted',
      [],
    ])
    expect((await reader.get(path)).status).toBe(404)
  })
})
