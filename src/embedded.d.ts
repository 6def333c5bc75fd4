declare module '*.json.gz' {
  const path: string
  export default path
}

declare module '*.db' {
  const path: string
  export default path
}

declare module '*.svg' {
  const text: string
  export default text
}

/** The one limiter that is used; the package's index loads the clients of a dozen databases. */
declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  import { RateLimiterMemory } from 'rate-limiter-flexible'
  export default RateLimiterMemory
}
