import { addressOf } from '../address.ts'
import type { Given } from '../ask.ts'
import type { Operation } from '../operations.ts'
import type { Reader } from '../reader.ts'

/** An operation with what a page gave it: the arguments of `ask`. */
export type Call = readonly [operation: Operation, given?: Given]

/** What a page requested from the interface, as lines that do the same in a shell. Bodies are for operations that are no secret: amounts do not belong there. */
export const AsScript = ({ r, operations }: { r: Reader; operations: readonly Call[] }) => {
  const lines = operations.map((one) => curlOf(r, one)).join('\n')
  return (
    <details class="script">
      <summary>{r.words.common.asScript}</summary>
      <p>{r.words.common.asScriptHelp}</p>
      <pre tabindex={0}>
        <code>{lines}</code>
      </pre>
      <button type="button" class="button small" data-copy={lines}>
        {r.words.parts.copy}
      </button>
    </details>
  )
}

function curlOf(r: Reader, [operation, given = {}]: Call): string {
  const [method = 'GET', pattern = '/'] = operation.split(' ')
  const address = `${r.origin}${r.to('/api/v1')}${addressOf(pattern, given)}`
  const how = method === 'GET' ? '' : ` -X ${method}`
  const body = given.body === undefined ? '' : ` --json ${quoted(JSON.stringify(given.body))}`
  return `curl -s -H 'Authorization: Bearer TOKEN'${how}${body} ${quoted(address)}`
}

/** A text as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
