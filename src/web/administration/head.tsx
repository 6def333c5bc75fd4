import { AppError } from '../../shared/errors.ts'
import { PageHead, Tabs } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'

const SECTIONS = [
  ['system', '/administration'],
  ['users', '/administration/users'],
  ['settings', '/administration/settings'],
  ['backups', '/administration/backups'],
] as const
type Section = (typeof SECTIONS)[number][0]

/** The head of every page of the administration. */
export const AdminHead = ({ r, current, title, lead }: { r: Reader; current: Section; title?: string; lead?: string }) => {
  const { administration: words } = r.words
  const tabs = SECTIONS.map(([key, path]) => ({ key, text: words[key], href: r.to(path) }))
  const own = current === 'system' ? words.title : words[current]
  return (
    <PageHead r={r} title={title ?? own} {...(lead === undefined ? {} : { lead })}>
      <Tabs label={words.sections} items={tabs} current={current} />
    </PageHead>
  )
}

/** Throws `auth/superuser-only` for everybody else, before anything is read. */
export function requireAdministrator(r: Reader): void {
  if (!r.user?.isSuperuser) throw new AppError('forbidden', 'auth/superuser-only', r.words.administration.onlySuperusers)
}
