declare module 'redoc/bundles/redoc.standalone.js' {
  const path: string
  export default path
}
declare module '@scalar/api-reference/browser/standalone.js' {
  const path: string
  export default path
}
declare module 'swagger-ui-dist/swagger-ui-bundle.js' {
  const path: string
  export default path
}
declare module 'swagger-ui-dist/swagger-ui.css' {
  const path: string
  export default path
}
