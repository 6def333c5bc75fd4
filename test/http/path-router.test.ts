import { expect, test } from 'bun:test'
import { createPathRouter } from '#src/http/path-router.ts'

test('the same handlers and parameters for a path, however often it is matched', () => {
  const router = createPathRouter<string>()
  router.add('ALL', '/*', 'all')
  router.add('GET', '/brokers', 'list')
  router.add('GET', '/brokers/:id{[0-9]+}', 'one')
  router.add('POST', '/brokers', 'create')
  const found = (method: string, path: string) => {
    const [handlers, stash] = router.match(method, path)
    return handlers.map(([handler, parameters]) => [
      handler,
      Object.fromEntries(Object.entries(parameters).map(([name, at]) => [name, stash?.[at as number] ?? at])),
    ])
  }
  for (let time = 0; time < 2; time++) {
    expect(found('GET', '/brokers')).toEqual([
      ['all', {}],
      ['list', {}],
    ])
    expect(found('POST', '/brokers')).toEqual([
      ['all', {}],
      ['create', {}],
    ])
    for (const id of ['1', '2'])
      expect(found('GET', `/brokers/${id}`)).toEqual([
        ['all', {}],
        ['one', { id }],
      ])
    expect(found('GET', '/brokers/x')).toEqual([['all', {}]])
  }
  router.add('GET', '/brokers', 'later')
  expect(found('GET', '/brokers')).toEqual([
    ['all', {}],
    ['list', {}],
    ['later', {}],
  ])
})
