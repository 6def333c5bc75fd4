/** The browser bundles of the three viewers, as paths; in the executable they are files inside it. */
import scalar from '@scalar/api-reference/browser/standalone.js' with { type: 'file' }
import redoc from 'redoc/bundles/redoc.standalone.js' with { type: 'file' }
import swaggerCss from 'swagger-ui-dist/swagger-ui.css' with { type: 'file' }
import swagger from 'swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' }

export const BUNDLES = {
  'swagger-ui-bundle.js': swagger,
  'swagger-ui.css': swaggerCss,
  'redoc.js': redoc,
  'scalar.js': scalar,
} as const
