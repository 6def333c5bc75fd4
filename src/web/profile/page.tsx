import { day } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Card } from '../parts/basics.tsx'
import { Button, Field, Form, Select, Tick } from '../parts/forms.tsx'
import { AsScript } from '../parts/script.tsx'
import { fieldsOf } from '../submit.ts'
import type { Page, Visit } from '../visit.ts'
import { ProfileHead } from './head.tsx'

type Own = AnswerOf<'GET /auth/me'>
type Choices = {
  readonly languages: AnswerOf<'GET /utilities/languages'>
  readonly countries: AnswerOf<'GET /utilities/countries'>
  readonly currencies: AnswerOf<'GET /utilities/currencies'>
}

/** How pages look for the reader, and who they are. */
export const profilePage: Page = async (visit) => {
  const { reader: r, ask } = visit
  const { profile: words } = r.words
  const query = { language: r.language }
  const [own, languages, countries, currencies] = await Promise.all([
    ask('GET /auth/me'),
    ask('GET /utilities/languages'),
    ask('GET /utilities/countries', { query }),
    ask('GET /utilities/currencies', { query }),
  ])
  const body = (
    <>
      <ProfileHead r={r} current="you" />
      {r.query.has('saved') && !visit.fields.wasSent && <p role="status">{words.saved}</p>}
      <div class="columns even">
        <Preferences {...visit} own={own} choices={{ languages, countries, currencies }} />
        <Account {...visit} own={own} />
      </div>
      <AsScript r={r} operations={[['GET /auth/me']]} />
    </>
  )
  return { title: words.title, body, here: '/profile' }
}

const Preferences = (visit: Visit & { own: Own; choices: Choices }) => {
  const { reader: r, own, choices } = visit
  const { profile: words } = r.words
  const fields = fieldsOf(visit, 'preferences')
  const { preferences } = own
  return (
    <Card title={words.preferences} id="preferences">
      <Form r={r} fields={fields} to="/profile">
        <input type="hidden" name="do" value="preferences" />
        <Formats {...visit} choices={choices} own={own} />
        <Select
          {...{ r, fields }}
          name="/cost_basis_method"
          label={words.method}
          help={words.methodHelp}
          options={methodsOf(visit, preferences.cost_basis_method)}
          value={preferences.cost_basis_method}
        />
        <Select
          {...{ r, fields }}
          name="/theme"
          label={words.theme}
          options={(['auto', 'light', 'dark'] as const).map((value) => ({ value, text: words.themes[value] }))}
          value={preferences.theme}
        />
        <Tick fields={fields} name="/hide_amounts" label={words.hide} isTicked={preferences.hide_amounts} />
        <Tick
          fields={fields}
          name="/shortcuts"
          label={words.shortcuts}
          help={words.shortcutsHelp}
          isTicked={preferences.shortcuts}
        />
        <p>
          <Button kind="primary">{words.save}</Button>
        </p>
      </Form>
    </Card>
  )
}

function methodsOf({ reader: r }: Visit, present: string) {
  const { methods } = r.words.reports
  const known = Object.entries(methods).map(([value, text]) => ({ value, text }))
  return known.some(({ value }) => value === present) ? known : [...known, { value: present, text: present }]
}

const Formats = (visit: Visit & { own: Own; choices: Choices }) => {
  const { reader: r, own, choices } = visit
  const { profile: words } = r.words
  const given = { r, fields: fieldsOf(visit, 'preferences') }
  const { language, format_region, currency } = own.preferences
  const named = choices.languages.map(({ code, native_name }) => ({ value: code, text: native_name }))
  const languages = named.some(({ value }) => value === language) ? named : [{ value: language, text: language }, ...named]
  const regions = choices.countries.map(({ code, name }) => ({ value: code, text: name }))
  const currencies = choices.currencies.map(({ code, name }) => ({ value: code, text: `${code} – ${name}` }))
  return (
    <>
      <Select {...given} name="/language" label={words.language} help={words.languageHelp} options={languages} value={language} />
      <Select
        {...given}
        name="/format_region"
        label={words.region}
        options={[{ value: '', text: words.regionOwn }, ...regions]}
        value={format_region ?? ''}
      />
      <Select {...given} name="/currency" label={words.currency} options={currencies} value={currency} />
    </>
  )
}

const Account = (visit: Visit & { own: Own }) => {
  const { reader: r, own } = visit
  const { profile: words } = r.words
  const fields = fieldsOf(visit, 'account')
  const given = { r, fields }
  return (
    <Card title={words.account} id="account">
      <Form r={r} fields={fields} to="/profile">
        <input type="hidden" name="do" value="account" />
        <Field
          {...given}
          name="/username"
          label={words.username}
          value={own.username}
          autocomplete="username"
          maxlength={50}
          isRequired
        />
        <Field
          {...given}
          name="/email"
          label={words.email}
          type="email"
          value={own.email}
          autocomplete="email"
          maxlength={254}
          isRequired
        />
        {own.has_password && (
          <Field
            {...given}
            name="/password"
            label={words.proof}
            type="password"
            help={words.proofEmail}
            autocomplete="current-password"
            isOptional
          />
        )}
        <p class="quiet small">
          {words.since} {day(r, own.created_at.slice(0, 10))}
        </p>
        <p>
          <Button kind="primary">{words.save}</Button>
        </p>
      </Form>
    </Card>
  )
}
