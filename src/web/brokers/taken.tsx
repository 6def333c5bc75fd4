import type { Ask } from '../ask.ts'
import type { FormView } from '../form.ts'
import type { AnswerOf } from '../operations.ts'
import { Verdict } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'

type Broker = AnswerOf<'GET /brokers'>[number]

/** The broker in the archive that has the name that was just refused; none where it is no such. */
export async function archivedOfName(ask: Ask, fields: FormView): Promise<Broker | undefined> {
  if (fields.problem?.code !== 'broker/name-taken') return undefined
  const name = fields.value('/name').trim().toLowerCase()
  return (await ask('GET /brokers', { query: { archived: true } })).find((one) => one.name.trim().toLowerCase() === name)
}

/** Lists leave out what is archived: who has the name, and the way to it. */
export const NameInArchive = ({ r, broker }: { r: Reader; broker: Broker | undefined }) => {
  const { brokers: words } = r.words
  return (
    broker && (
      <Verdict tone="warn" title={words.nameInArchive(broker.name)}>
        <p>{words.nameInArchiveHelp}</p>
        <p>
          <a class="button" href={r.to(`/brokers/${broker.id}/settings`)}>
            {words.toArchived}
          </a>
        </p>
      </Verdict>
    )
  )
}
