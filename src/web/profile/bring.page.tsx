import { bytes } from '../figures.ts'
import type { FormView } from '../form.ts'
import type { AnswerOf } from '../operations.ts'
import { Card, Crumbs } from '../parts/basics.tsx'
import { Button, FileField, Form } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import type { Reader } from '../reader.ts'
import type { Page } from '../visit.ts'
import { ProfileHead } from './head.tsx'

/** Takes the export of another service, to be looked at first. */
export const bringPage: Page = async ({ reader: r, ask, fields }) => {
  const { profile: words } = r.words
  const usage = await ask('GET /uploads/usage')
  const body = (
    <>
      <Crumbs r={r} items={[{ text: words.data, href: r.to('/profile/data') }]} />
      <ProfileHead r={r} current="data" title={words.bringTitle} />
      <Card>
        <p>{words.bringHelp}</p>
        <Choose r={r} fields={fields} usage={usage} />
      </Card>
      <AsScript r={r} operations={[['GET /uploads/usage']]} />
    </>
  )
  return { title: words.bringTitle, body, here: '/profile' }
}

type ChooseProps = { r: Reader; fields: FormView; usage: AnswerOf<'GET /uploads/usage'> }

const Choose = ({ r, fields, usage }: ChooseProps) => {
  const { profile: words } = r.words
  return (
    <Form r={r} fields={fields} isMultipart>
      <FileField
        r={r}
        fields={fields}
        name="/file"
        label={words.bringFile}
        help={words.bringFileHelp(bytes(r, usage.largest))}
        accept=".zip,application/zip"
      />
      <p>
        <Button kind="primary">{words.bringLook}</Button>
      </p>
    </Form>
  )
}
