import { PageHead, Tabs } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'

const SECTIONS = [
  ['you', '/profile'],
  ['security', '/profile/security'],
  ['factor', '/profile/second-factor'],
  ['tokens', '/profile/tokens'],
  ['data', '/profile/data'],
] as const
export type Section = (typeof SECTIONS)[number][0]

type HeadProps = { r: Reader; current: Section; lead?: string; title?: string }

/** The head of every page of the profile. */
export const ProfileHead = ({ r, current, lead, title }: HeadProps) => {
  const { profile: words } = r.words
  const tabs = SECTIONS.map(([key, path]) => ({ key, text: words[key], href: r.to(path) }))
  return (
    <PageHead r={r} title={title ?? (current === 'you' ? words.title : words[current])} {...(lead === undefined ? {} : { lead })}>
      <Tabs label={words.sections} items={tabs} current={current} />
    </PageHead>
  )
}
