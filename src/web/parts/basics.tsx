import type { Child } from 'hono/jsx'
import { type IconName, iconPaths } from '../icons.ts'
import type { Reader } from '../reader.ts'
import { classes } from './classes.ts'

/** A picture beside words; with a `label` it stands for them. */
export const Icon = ({ name, label }: { name: IconName; label?: string }) =>
  label === undefined ? (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {iconPaths(name)}
    </svg>
  ) : (
    <svg class="icon" viewBox="0 0 24 24" role="img" aria-label={label}>
      {iconPaths(name)}
    </svg>
  )

export type BadgeTone = 'ok' | 'warn' | 'bad' | 'accent' | 'plain'
export const Badge = ({ tone = 'plain', children }: { tone?: BadgeTone; children: Child }) => (
  <span class={`badge ${tone}`}>{children}</span>
)

/** The head of a page: its one h1, and what one can do here. In a part of a page it is an h2. */
export const PageHead = ({ r, title, lead, children }: { r: Reader; title: Child; lead?: Child; children?: Child }) => (
  <div class="page-head">
    {r.isFragment ? <h2>{title}</h2> : <h1>{title}</h1>}
    {lead && <p class="lead">{lead}</p>}
    {children}
  </div>
)

/** A box with a heading. `id` names the heading. */
export const Card = (props: { title?: Child; id?: string; aside?: Child; kind?: string; children?: Child }) => (
  <section {...classes('card', props.kind)} {...(props.title && props.id ? { 'aria-labelledby': props.id } : {})}>
    {props.title && (
      <header class="card-head">
        <h2 {...(props.id ? { id: props.id } : {})}>{props.title}</h2>
        {props.aside}
      </header>
    )}
    {props.children}
  </section>
)

/** Links of which one is where the reader is. */
export const Tabs = ({ label, items, current }: { label: string; current: string; items: readonly TabItem[] }) => (
  <nav class="tabs" aria-label={label}>
    {items.map(({ key, text, href }) => (
      <a href={href} {...(key === current ? { 'aria-current': 'true' as const } : {})}>
        {text}
      </a>
    ))}
  </nav>
)
export type TabItem = { readonly key: string; readonly text: Child; readonly href: string }

/** The way here: links to the pages above. */
export const Crumbs = ({ r, items }: { r: Reader; items: readonly { readonly text: string; readonly href: string }[] }) => (
  <nav class="crumbs" aria-label={r.words.common.whereYouAre}>
    {items.map(({ text, href }) => (
      <>
        <a href={href}>{text}</a>
        <span aria-hidden="true">/</span>
      </>
    ))}
  </nav>
)

/** What stands where there is nothing yet: what to do about it. */
export const Empty = ({ title, children }: { title: string; children?: Child }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children}
  </div>
)

/** A notice with its tone: what stands in the way, or that nothing does. */
export const Verdict = ({ tone, title, children }: { tone: 'ok' | 'warn' | 'bad'; title: string; children?: Child }) => (
  <div class={`verdict ${tone}`} role={tone === 'ok' ? 'status' : 'alert'}>
    <Icon name={tone === 'ok' ? 'check' : 'alert'} />
    <div>
      <h2>{title}</h2>
      {children}
    </div>
  </div>
)

/** Where one is in a few steps. */
export const Steps = ({ items, current }: { items: readonly string[]; current: number }) => (
  <ol class="steps">
    {items.map((text, index) => (
      <li {...classes(index < current && 'done')} {...(index === current ? { 'aria-current': 'step' as const } : {})}>
        {index < current && <Icon name="check" />}
        {text}
      </li>
    ))}
  </ol>
)

/** A link to another site, as users wrote it: only http(s), else plain text. */
export const Outside = ({ href, children }: { href: string; children: Child }) =>
  /^https?:\/\//i.test(href) ? (
    <a href={href} rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  )

/** Buttons at the foot of a form that stay in sight. */
export const ActionBar = ({ children }: { children: Child }) => <div class="action-bar">{children}</div>
