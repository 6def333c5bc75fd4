import type { Child } from 'hono/jsx'
import type { Ask } from './ask.ts'
import type { Form, FormView } from './form.ts'
import type { Reader } from './reader.ts'

/** One request for a page. */
export type Visit = {
  readonly url: URL
  /** Of the pattern: `id` of `/assets/:id`. */
  readonly params: Readonly<Record<string, string>>
  readonly reader: Reader
  readonly ask: Ask
  /** What stands in the fields of the page's forms: what was typed where a form came back, nothing else. */
  readonly fields: FormView
  readonly site: Site
}

/** What a page may know of the others. */
export type Site = {
  /** Whether there is a page at a path, without BASE_PATH and query. */
  readonly hasPage: (path: string) => boolean
}

/** What a page shows between the head and the foot of every page. */
export type View = {
  readonly title: string
  readonly body: Child
  /** The entry of the navigation that this page belongs to; absent: the longest whose path begins this one's. */
  readonly here?: string
  /** Read again after so many seconds where no script follows what happens. */
  readonly refreshSeconds?: number
  readonly status?: 200 | 201 | 403 | 404 | 409 | 412 | 422 | 429
}

/** An address of ours that the reader is led to. */
export type Lead = { readonly to: string }

/** Shows what is there; changes nothing. */
export type Page = (visit: Visit) => Promise<View | Lead | Response>

/** Does what a form asks for, and leads on; or shows the page again (`again`) with what was typed and what is wrong with it. */
export type Action = (visit: Posted) => Promise<View | Lead | Response | Again>
export type Posted = Visit & Answering & { readonly form: Form }
/** Takes a form with files. It reads the body itself, as it arrives: `readUpload`. */
export type Receiver = (visit: Received) => ReturnType<Action>
export type Received = Visit & Answering & { readonly request: Request }
type Answering = {
  /** Sets a cookie of the pages for so many seconds. */
  readonly setCookie: (name: string, value: string, seconds: number) => void
  /** Sets a header of the answer. */
  readonly setHeader: (name: string, value: string) => void
}
export type Again = { readonly again: FormView }

/** One address of the pages: what shows it and what takes its forms, each loaded with its first use. */
export type Entry = {
  readonly path: string
  readonly page?: () => Promise<Page>
  readonly action?: () => Promise<Action>
  /** In place of `action`, where files are sent. */
  readonly receiver?: () => Promise<Receiver>
  /** Needs no session. */
  readonly isPublic?: true
}
