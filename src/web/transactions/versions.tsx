import { Verdict } from '../parts/basics.tsx'
import { Table } from '../parts/tables.tsx'
import type { Visit } from '../visit.ts'
import type { Values } from './fields.tsx'
import type { Box } from './shapes.ts'
import type { Line } from './world.ts'

/** What the reader typed beside what somebody else has stored meanwhile. */
export const Versions = ({ visit, values }: { visit: Visit; line: Line; values: Values }) => {
  const { reader: r, fields } = visit
  const { transactions: words } = r.words
  const nameOf = (box: string) => (box === 'way' ? box : `/${box}`)
  const other = Object.entries(values).filter(([box, stored]) => fields.value(nameOf(box), stored) !== stored)
  return (
    <Verdict tone="warn" title={words.changedMeanwhile}>
      <p>{words.changedMeanwhileHelp}</p>
      {other.length > 0 && (
        <Table
          r={r}
          caption={words.bothVersions}
          columns={[
            { key: 'field', text: words.field },
            { key: 'yours', text: words.yours },
            { key: 'stored', text: words.storedNow },
          ]}
        >
          {other.map(([box, stored]) => (
            <tr>
              <th scope="row">{words.boxes[box as Box]}</th>
              <td>{fields.value(nameOf(box)) || '–'}</td>
              <td>{stored || '–'}</td>
            </tr>
          ))}
        </Table>
      )}
    </Verdict>
  )
}
