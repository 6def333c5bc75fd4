import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import { createInspector } from '#test/support/accessibility.ts'
import { BROWSER, type Look, screenOf, serveTo, sharedBrowser } from '#test/support/browser.ts'

const WIDE: Look = { width: 1280, height: 860, colorScheme: 'light', isPhone: false }
const PHONE: Look = { width: 360, height: 780, colorScheme: 'dark', isPhone: true }

const STYLE = `:root { color-scheme: light dark; color: light-dark(#222, #eee); background: light-dark(#fff, #111) }
  .faint { color: light-dark(#222, #444) } .small { display: block; width: 9px; height: 9px; padding: 0; overflow: hidden }
  .wide { width: 500px } .room { width: 200px; overflow-x: auto }`

/** A page without a fault, of which each other page differs in one thing. */
const WHOLE = `<h1>Title</h1><h2>Part</h2><h3>Piece</h3><h2>Part</h2><p>Words <a href="/">that lead on</a>.</p><ul><li>One</li></ul>
  <form><label for="name">Name</label><input id="name" /> <button type="submit">Save</button> <button type="submit">Do</button></form>
  <section aria-label="First"><p>Words</p></section><section aria-label="Second"><p class="wide"></p></section>
  <div class="room" tabindex="0"><p>Words_that_a_line_of_this_room_cannot_hold</p></div>`

const FAULTS: readonly (readonly [fault: string, now: string, then: string, wide: string[], phone: string[]])[] = [
  ['nothing', '', '', [], []],
  ['other words', 'Words<', 'Others<', [], []],
  ['a label for another field', 'for="name"', 'for="none"', ['label'], []],
  ['a label without words', 'Name', '', ['label'], []],
  ['a button without words', 'Save', '', ['button-name'], []],
  ['a link without words', 'that lead on', ' ', ['link-name'], []],
  ['a heading left out', 'h3', 'h4', ['heading-order'], []],
  ['what is no item in a list', '<li>One</li>', '<p>One</p>', ['list'], []],
  ['two parts of one name', 'Second', 'First', ['landmark-unique'], []],
  ['letters that are hard to read in the dark', '<p>', '<p class="faint">', [], ['color-contrast']],
  ['buttons that a finger misses', '<button', '<button class="small"', ['target-size'], ['target-size']],
  [
    'a region that only a mouse scrolls',
    'class="room" tabindex="0"',
    'class="room"',
    ['scrollable-region-focusable'],
    ['scrollable-region-focusable'],
  ],
  ['what is wider than a phone', '<p class="wide"></p>', '<p class="wide">Words</p>', [], ['wider']],
]

const htmlOf = (main: string) =>
  `<!doctype html><html lang="en"><head><title>Title</title><meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body><main>${main}</main></body></html>`

test.skipIf(BROWSER === undefined)(
  'each sort of fault is found on the one page that has it, after a page that is like it but for that',
  async () => {
    const app = new Hono()
    app.get('/:at', ({ req, html }) => {
      const [, now = '', then = ''] = FAULTS[Number(req.param('at'))] ?? []
      return html(htmlOf(now === '' ? WHOLE : WHOLE.replaceAll(now, then)))
    })
    const { tab } = await serveTo(await sharedBrowser(), { app }).openTab({ viewport: null })
    const [inspect, lookAs] = [await createInspector(tab), await screenOf(tab)]
    const inLook = async (look: Look) => {
      await lookAs(look)
      const { width, violations } = await inspect(`${look.width}`)
      return [...(width > look.width ? ['wider'] : []), ...violations.map((one) => one.split(':')[0])]
    }
    const found: unknown[] = []
    for (const [at, [fault, now, then]] of FAULTS.entries()) {
      await lookAs(WIDE)
      await tab.goto(`/${at}`)
      found.push([fault, now, then, await inLook(WIDE), await inLook(PHONE)])
    }
    expect(found).toEqual(FAULTS as unknown[])
  },
)
