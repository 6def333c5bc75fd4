/** How each viewer is started. They find the document beside their page, whatever path the service has behind its proxy. */
export type Viewer = {
  readonly title: string
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
}

export const STARTERS = {
  'swagger-start.js': `SwaggerUIBundle({
  url: 'openapi.json', dom_id: '#viewer', deepLinking: true, docExpansion: 'none', filter: true, tryItOutEnabled: true,
  withCredentials: true, validatorUrl: null,
})
`,
  'redoc-start.js': `Redoc.init('openapi.json', { hideLogo: true, pathInMiddlePanel: true, requiredPropsFirst: true, sortTagsAlphabetically: false },
  document.getElementById('viewer'))
`,
  'scalar-start.js': `Scalar.createApiReference('#viewer', {
  url: 'openapi.json', telemetry: false, withDefaultFonts: false, hideClientButton: true, showDeveloperTools: 'never',
  agent: { disabled: true }, mcp: { disabled: true }, metaData: { title: document.title },
})
`,
} as const

export const VIEWERS = {
  docs: { title: 'Swagger UI', styles: ['swagger-ui.css'], scripts: ['swagger-ui.js', 'swagger-start.js'] },
  redoc: { title: 'ReDoc', styles: [], scripts: ['redoc.js', 'redoc-start.js'] },
  scalar: { title: 'Scalar', styles: [], scripts: ['scalar.js', 'scalar-start.js'] },
} as const satisfies Record<string, Viewer>

/** Everything from here and nothing from elsewhere; the viewers write styles into the page, and ReDoc searches in a worker. */
export const VIEWER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The page of a viewer. `urlOf` gives the address of an asset relative to the page. */
export function pageOf(viewer: Viewer, name: string, urlOf: (asset: string) => string): string {
  const styles = viewer.styles.map((asset) => `<link rel="stylesheet" href="${urlOf(asset)}">`)
  const scripts = viewer.scripts.map((asset) => `<script src="${urlOf(asset)}"></script>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name} interface · ${viewer.title}</title>
<link rel="icon" href="data:,">
<style>body { margin: 0 }</style>
${styles.join('\n')}
</head>
<body>
<div id="viewer"></div>
${scripts.join('\n')}
</body>
</html>
`
}
