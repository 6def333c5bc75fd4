import { swaggerUI } from '@hono/swagger-ui'
import { Scalar } from '@scalar/hono-api-reference'
import type { HttpContext, HttpEnv } from '../http/route.ts'
import { NAME } from '../shared/version.ts'

export const STARTERS = {
  'redoc-start.js': `Redoc.init('openapi.json', { hideLogo: true, pathInMiddlePanel: true, requiredPropsFirst: true, sortTagsAlphabetically: false },
  document.getElementById('viewer'))
`,
} as const

/** Where a file of a viewer stands, relative to the page. */
type Address = (name: string) => Promise<string>
/** A page, and the source of its own scripts that its policy must name. */
type Page = { readonly html: string; readonly scripts: string }

const ASSETS = 'docs/assets'
const ICON = '<link rel="icon" href="data:,">'
const next = async () => {}

/** Everything from here and nothing from elsewhere; the viewers write styles into the page, show pictures that were tried out, and ReDoc searches in a worker. */
export function viewerPolicy(scripts: string): string {
  return [
    "default-src 'none'",
    `script-src 'self'${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The address of a file whose bytes have this version. */
export function assetUrl(version: string, name: string): string {
  return `${ASSETS}/${version}/${name}`
}

/** The pages by their path. They find the document beside them, whatever path the service has behind its proxy. */
export const VIEWERS = { docs: swaggerPage, redoc: redocPage, scalar: scalarPage } as const

/** Swagger UI: its starting script stands in the page, so the policy has its hash. */
async function swaggerPage(c: HttpContext, addressOf: Address): Promise<Page> {
  const [, , version = ''] = (await addressOf('swagger-ui-bundle.js')).split('/')
  const middleware = swaggerUI<HttpEnv>({
    url: 'openapi.json',
    baseUrl: ASSETS,
    version,
    title: titleOf('Swagger UI'),
    ...{
      deepLinking: true,
      docExpansion: 'none',
      filter: true,
      tryItOutEnabled: true,
      withCredentials: true,
      validatorUrl: 'none',
    },
  })
  const html = (await textOf(await middleware(c, next))).replace('</title>', `</title>${ICON}<style>body { margin: 0 }</style>`)
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? []
  const hash = new Bun.CryptoHasher('sha256').update(script).digest('base64')
  return { html, scripts: ` 'sha256-${hash}'` }
}

/** Scalar: its scripts carry a nonce of this answer alone. */
async function scalarPage(c: HttpContext, addressOf: Address): Promise<Page> {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')
  const middleware = Scalar<HttpEnv>({
    cdn: await addressOf('scalar.js'),
    nonce,
    url: 'openapi.json',
    pageTitle: titleOf('Scalar'),
    ...{ telemetry: false, withDefaultFonts: false, hideClientButton: true, showDeveloperTools: 'never' },
    ...{ agent: { disabled: true }, mcp: { disabled: true } },
  })
  const html = (await textOf(await middleware(c, next))).replace('</title>', `</title>${ICON}`)
  return { html, scripts: ` 'nonce-${nonce}'` }
}

async function redocPage(_: HttpContext, addressOf: Address): Promise<Page> {
  const urls = await Promise.all(['redoc.js', 'redoc-start.js'].map(addressOf))
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titleOf('ReDoc')}</title>
${ICON}
<style>body { margin: 0 }</style>
</head>
<body>
<div id="viewer"></div>
${urls.map((url) => `<script src="${url}"></script>`).join('\n')}
</body>
</html>
`
  return { html, scripts: '' }
}

function titleOf(viewer: string): string {
  return `${NAME} interface · ${viewer}`
}

async function textOf(answer: unknown): Promise<string> {
  return answer instanceof Response ? answer.text() : ''
}
