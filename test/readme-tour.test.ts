/** The commands of every README, one after the other as a newcomer types them, against what is printed below them. */
import { expect, test } from 'bun:test'
import { priceProviders } from '#plugins/assets/index.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { fxProviders } from '#plugins/fx/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { blocksOf, createShell, curlsOf, listPages, missingPieces, readPage, runBlock } from '#test/support/readmes.ts'

type Start = { readonly page: string; readonly until?: string }

const TOUR: Start = { page: 'README.md', until: '## What it does' }

/** Where the commands of a page begin: in an empty service, or after those of other pages. */
const STARTS: Readonly<Record<string, readonly Start[]>> = {
  'README.md': [],
  'src/access/README.md': [TOUR],
  'src/backup/README.md': [TOUR],
  'src/cli/README.md': [TOUR, { page: 'src/access/README.md' }],
  'src/fx/README.md': [TOUR],
  'src/http/README.md': [TOUR],
  'src/imports/README.md': [TOUR],
  'src/portfolio/README.md': [{ page: 'README.md', until: '**Create a broker**' }],
  'src/prices/README.md': [TOUR],
  'src/search/README.md': [TOUR],
  'src/tokens/README.md': [TOUR],
  'src/transactions/README.md': [TOUR],
  'src/webhooks/README.md': [TOUR],
}

async function openService() {
  const { deps } = await createTestApp()
  const clock = () => new Date('2026-11-21T12:00:00Z')
  const plugins = { ...deps.plugins, brim: brokerPlugins, fx: fxProviders, assets: priceProviders }
  const { app } = await createTestApp({ clock, deps: { plugins } })
  return (path: string, init: RequestInit) => app.request(path, init)
}

test('every page that calls the service says where it begins', () => {
  expect(listPages().filter((page) => curlsOf(readPage(page)).length > 0)).toEqual(Object.keys(STARTS))
})

test.each(Object.entries(STARTS))(
  'every answer that %s prints is what really comes, in its order, but for what is marked as left out',
  async (page, starts) => {
    const send = await openService()
    const shell = createShell()
    for (const start of starts)
      for (const { kind, text } of blocksOf(start.page, start.until)) if (kind === 'sh') await runBlock(send, shell, text)
    const blocks = blocksOf(page)
    const called = shell.calls
    for (const [index, { kind, text }] of blocks.entries()) {
      if (kind !== 'sh') continue
      const printed = await runBlock(send, shell, text)
      const next = blocks[index + 1]
      if (next === undefined || next.kind === 'sh' || !/^[{[]/.test(next.text)) continue
      expect(missingPieces(next.text, printed)).toEqual([])
    }
    expect(shell.calls - called).toBe(curlsOf(readPage(page)).length)
  },
)
