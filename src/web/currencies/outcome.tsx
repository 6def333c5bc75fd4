import { Verdict } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'

/** What was done, by the code in the address. */
export const Outcome = ({ r }: { r: Reader }) => {
  const texts: Readonly<Record<string, string>> = r.words.currencies.outcomes
  const code = r.query.get('done') ?? ''
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined
  return text === undefined ? null : <Verdict tone="ok" title={text} />
}
