import type { AnswerOf } from '../operations.ts'
import { Card } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'

export type Lines = AnswerOf<'GET /brokers/import/files/{id}/lines'>

/** How a file begins, as it was sent; without its digits while amounts are hidden. */
export function FirstLines({ r, lines }: { r: Reader; lines: Lines | undefined }) {
  const { imports: words } = r.words
  const files = lines?.files.filter((file) => file.lines.length > 0) ?? []
  if (files.length === 0) return null
  return (
    <Card title={words.firstLines} id="first-lines">
      {r.isPrivate && <p class="help">{words.firstLinesHidden}</p>}
      {files.map(({ filename, lines, more }) => (
        <>
          {files.length > 1 && <h3>{filename}</h3>}
          <pre class="lines" {...{ tabindex: 0, role: 'group', 'aria-label': words.firstLinesOf(filename) }}>
            {lines.map((line) => (r.isPrivate ? line.replace(/\p{Nd}/gu, '•') : line)).join('\n')}
          </pre>
          {more && <p class="help">{words.firstLinesMore}</p>}
        </>
      ))}
    </Card>
  )
}
