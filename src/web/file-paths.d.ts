declare module '*.css' {
  const path: string
  export default path
}

declare module '*.woff2' {
  const path: string
  export default path
}

declare module '*/app.js' {
  const path: string
  export default path
}
