import type { HttpContext } from '../http/route.ts'
import { type Embedded, embeddedFiles } from './embedded.ts'
import { NAVIGATION } from './navigation.ts'
import type { Reader } from './reader.ts'
import { Shell } from './shell.tsx'
import type { Site, View } from './visit.ts'

const POLICY = [
  "default-src 'none'",
  ...['script', 'style', 'img', 'font', 'connect', 'manifest'].map((kind) => `${kind}-src 'self'`),
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  // Only the page’s own script makes elements of text, in one place: `fragmentOf` in assets/app.js.
  "require-trusted-types-for 'script'",
  'trusted-types fragment',
].join('; ')

/** A view as a whole page, or as the part of one that a script wants. */
export async function answerView(
  c: HttpContext,
  site: Site,
  r: Reader,
  view: View & { readonly waiting: number },
): Promise<Response> {
  const embedded = await c.var.deps.memory.of(embeddedFiles)
  setPageHeaders(c)
  const content = r.isFragment ? <div>{view.body}</div> : frame({ r, view, site, embedded })
  return c.html(`${r.isFragment ? '' : '<!doctype html>'}${await content.toString()}`, view.status ?? 200)
}

function frame({ r, view, site, embedded }: { r: Reader; view: View & { waiting: number }; site: Site; embedded: Embedded }) {
  return (
    <Shell
      r={r}
      title={view.title}
      {...(view.refreshSeconds === undefined ? {} : { refreshSeconds: view.refreshSeconds })}
      here={view.here ?? nearestEntry(r.path)}
      hasPage={site.hasPage}
      waiting={view.waiting}
      file={(name) => r.to(`/-/${embedded.build}/${name}`)}
    >
      {view.body}
    </Shell>
  )
}

/** The headers of every page: nothing from elsewhere, no script in the page, stored nowhere. */
export function setPageHeaders(c: HttpContext): void {
  c.header('Content-Security-Policy', POLICY)
  c.header('Cache-Control', 'private, no-store')
}

/** `/imports` for `/imports/7`. */
function nearestEntry(path: string): string {
  const paths = NAVIGATION.flatMap(({ items }) => items.map((item) => item.path))
  return paths.filter((one) => path === one || path.startsWith(`${one}/`)).sort((a, b) => b.length - a.length)[0] ?? ''
}
