import { afterwards } from './afterwards.ts'

/** Lets so much time pass on the clock that only measures (`performance.now`), until the end of the test; nobody waits. */
export function elapse(milliseconds: number): void {
  const now = performance.now.bind(performance)
  const before = performance.now
  performance.now = () => now() + milliseconds
  afterwards(() => {
    performance.now = before
  })
}
