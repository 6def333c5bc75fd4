import type { TestApp, TestUser } from '#test/support/app.ts'

export type PageForm = {
  readonly method: string
  readonly action: string
  readonly isMultipart: boolean
  /** What a browser would send of it without a press on a named button. */
  readonly fields: (readonly [name: string, value: string])[]
  readonly buttons: { readonly text: string; readonly name: string; readonly value: string; readonly action: string }[]
}

/** What a test must know of a page, read as a browser without scripts reads it. */
export type WebPage = {
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly html: string
  readonly title: string
  readonly lang: string
  readonly h1: string
  /** All words of the page, spaces as one. */
  readonly text: string
  readonly links: { readonly href: string; readonly text: string; readonly rel: string }[]
  readonly forms: PageForm[]
  readonly ids: Set<string>
  /** Addresses of scripts, styles and pictures. */
  readonly files: string[]
  /** How often each element stands in it. */
  readonly counts: Map<string, number>
  /** What no page may have: handlers, styles, scripts in the page, buttons that do nothing. */
  readonly faults: string[]
}

export type WebReader = {
  /** Sends as a browser would, follows nothing. */
  readonly get: (path: string, headers?: Record<string, string>) => Promise<WebPage>
  /** Posts a form with what stands in it; `values` are typed over it, and `press` is the text of a button (default: the first). */
  readonly submit: (
    page: WebPage,
    how: {
      form?: (form: PageForm) => boolean
      values?: Record<string, string | string[]>
      press?: string | RegExp
      /** Put into the form's field `file`, after all others. */
      files?: readonly File[]
      headers?: Record<string, string>
    },
  ) => Promise<WebPage>
  /** Follows a 303 to its page. */
  readonly follow: (page: WebPage) => Promise<WebPage>
  readonly cookies: Map<string, string>
}

const ORIGIN = 'http://localhost'

/** A browser without scripts, signed in as `user` where one is given. */
export function createReader({ app }: Pick<TestApp, 'app'>, user?: Pick<TestUser, 'token'>): WebReader {
  const cookies = new Map(user ? [['session', user.token]] : [])
  const send = async (method: string, path: string, init: { body?: BodyInit; headers?: Record<string, string> }) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { Accept: 'text/html,*/*;q=0.8', 'Accept-Language': 'en', ...(cookie && { Cookie: cookie }), ...init.headers }
    const answer = await app.request(`${ORIGIN}${path}`, { method, headers, ...(init.body !== undefined && { body: init.body }) })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    return readPage(path, answer)
  }
  const get: WebReader['get'] = (path, headers = {}) => send('GET', path, { headers })
  return {
    cookies,
    get,
    follow: (page) => get(inner(page.path, page.headers.get('location') ?? '')),
    submit: (page, { form = ({ method }) => method === 'post', values = {}, press, files, headers }) => {
      const found = page.forms.find(
        (one) => form(one) && (press === undefined || one.buttons.some(({ text }) => isPress(text, press))),
      )
      if (!found)
        throw new Error(`no such form on ${page.path}: ${JSON.stringify(page.forms.map((one) => [one.action, one.buttons]))}`)
      const button = found.buttons.find(({ text }) => press !== undefined && isPress(text, press)) ?? found.buttons[0]
      const fields = found.fields.filter(([name]) => !(name in values))
      const typed = Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
      const pressed = button?.name ? [[button.name, button.value] as const] : []
      const action = inner(page.path, button?.action || found.action || page.path)
      if (files) {
        const form = new FormData()
        for (const [name, value] of [...fields, ...typed, ...pressed]) form.append(name, value)
        for (const file of files) form.append('file', file)
        return send('POST', action, { body: form, headers: { Origin: ORIGIN, 'Sec-Fetch-Site': 'same-origin', ...headers } })
      }
      const body = new URLSearchParams([...fields, ...typed, ...pressed].map(([name, value]) => [name, value]))
      const type = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: ORIGIN, 'Sec-Fetch-Site': 'same-origin' }
      return send('POST', action, { body: body.toString(), headers: { ...type, ...headers } })
    },
  }
}

function isPress(text: string, press: string | RegExp): boolean {
  return typeof press === 'string' ? text === press : press.test(text)
}

/** The path of an address on a page, without its fragment. Throws Error for another site. */
export function inner(base: string, href: string): string {
  const url = new URL(href, `${ORIGIN}${base}`)
  if (url.origin !== ORIGIN) throw new Error(`${href} leads to another site`)
  return `${url.pathname}${url.search}`
}

/** `/assets/7?sort=name` and `/assets/8?sort=value` are one sort of page. */
const shapeOf = (path: string) => {
  const [where = '', query = ''] = path.split('?')
  const names = query.split('&').map((one) => one.split('=')[0])
  return `${where.replace(/(?<=\/)(\d+|[0-9a-f]{8}-[0-9a-f-]{27})(?=\/|$)/g, ':id')}?${[...new Set(names)].sort().join('&')}`
}

/** Every page that links lead to from `/`, one of a shape, and what does not answer. */
export async function crawl(reader: WebReader): Promise<{ pages: WebPage[]; bad: string[] }> {
  const [pages, bad, todo, shapes]: [WebPage[], string[], string[], Set<string>] = [[], [], ['/'], new Set(['/?'])]
  for (let path = todo.shift(); path !== undefined; path = todo.shift()) {
    const page = await reader.get(path)
    const isHtml = /html/.test(page.headers.get('content-type') ?? '')
    if (page.status !== 200) bad.push(`${path} ${page.status}`)
    if (page.status !== 200 || !isHtml || path.startsWith('/api/')) continue
    pages.push(page)
    for (const { href } of page.links.filter(({ href }) => !/^https?:/.test(href))) {
      const target = inner(path, href)
      const shape = shapeOf(target)
      if (shapes.has(shape)) continue
      shapes.add(shape)
      todo.push(target)
    }
  }
  return { pages, bad }
}

async function readPage(path: string, answer: Response): Promise<WebPage> {
  const page = { path, status: answer.status, headers: answer.headers, html: await answer.text() }
  let read: Gathered | undefined
  // Many tests look at nothing but the status or the text as it came.
  const whole = () => {
    read ??= gatherFrom(page)
    return read
  }
  for (const name of GATHERED) Object.defineProperty(page, name, { get: () => whole()[name], enumerable: true })
  return page as WebPage
}

const GATHERED = ['title', 'lang', 'h1', 'text', 'links', 'forms', 'files', 'faults', 'ids', 'counts'] as const
type Gathered = Pick<WebPage, (typeof GATHERED)[number]>

function gatherFrom({ headers, html }: Pick<WebPage, 'headers' | 'html'>): Gathered {
  const made: Draft = {
    ...{ title: '', lang: '', h1: '', text: '', links: [], forms: [], files: [], faults: [] },
    ...{ ids: new Set<string>(), counts: new Map<string, number>() },
  }
  if (!/html/.test(headers.get('content-type') ?? '')) return made
  gather(made, html)
  made.text = made.text.replace(/\s+/g, ' ').trim()
  return made
}

type Draft = { -readonly [key in keyof Gathered]: Gathered[key] }

/** Walks the elements of a page once. */
function gather(page: Draft, html: string): void {
  let form: PageForm | undefined
  let select: { name: string; value: string | undefined } | undefined
  let silent = 0
  let button: { text: string } | undefined
  let link: { text: string } | undefined
  const inHeading = { title: false, h1: false }
  const rewriter = new HTMLRewriter().on('*', {
    element(element) {
      const tag = element.tagName
      const of = (name: string) => element.getAttribute(name) ?? ''
      page.counts.set(tag, (page.counts.get(tag) ?? 0) + 1)
      if (element.hasAttribute('id')) page.ids.add(of('id'))
      for (const [name] of element.attributes)
        if (name === 'style' || name.startsWith('on')) page.faults.push(`${name} on ${tag}`)
      if (tag === 'html') page.lang = of('lang')
      if (tag === 'script' && !element.hasAttribute('src')) page.faults.push('inline script')
      if (['script', 'img', 'source'].includes(tag) && element.hasAttribute('src')) page.files.push(of('src'))
      if (tag === 'link') page.files.push(of('href'))
      if (tag === 'script' || tag === 'style') {
        silent += 1
        element.onEndTag(() => {
          silent -= 1
        })
      }
      if (tag === 'title' || tag === 'h1') {
        inHeading[tag] = true
        element.onEndTag(() => {
          inHeading[tag] = false
        })
      }
      if (tag === 'a' && element.hasAttribute('href')) {
        const made = { href: of('href'), text: '', rel: of('rel') }
        page.links.push(made)
        link = made
        element.onEndTag(() => {
          link = undefined
        })
      }
      if (tag === 'form') {
        form = {
          method: of('method').toLowerCase() || 'get',
          action: of('action'),
          isMultipart: of('enctype') === 'multipart/form-data',
          fields: [],
          buttons: [],
        }
        page.forms.push(form)
        element.onEndTag(() => {
          form = undefined
        })
      }
      if (tag === 'button') {
        const made = { text: of('aria-label'), name: of('name'), value: of('value'), action: of('formaction') }
        const hasOwn = [...element.attributes].some(
          ([name]) => name.startsWith('data-') || ['form', 'popovertarget'].includes(name),
        )
        if (!hasOwn && (!form || of('type') === 'button')) page.faults.push('dead button')
        if (form && of('type') !== 'button') form.buttons.push(made)
        button = made
        element.onEndTag(() => {
          button = undefined
        })
      }
      if (form && tag === 'select' && element.hasAttribute('name')) {
        const made: typeof select = { name: of('name'), value: undefined }
        const owner = form
        select = made
        element.onEndTag(() => {
          if (made.value !== undefined) owner.fields.push([made.name, made.value])
          select = undefined
        })
      }
      if (tag === 'option' && select && (select.value === undefined || element.hasAttribute('selected')))
        select.value = of('value')
      if (form && tag === 'input' && element.hasAttribute('name') && !element.hasAttribute('disabled')) {
        const type = of('type') || 'text'
        const isBox = type === 'checkbox' || type === 'radio'
        if (type !== 'file' && (!isBox || element.hasAttribute('checked')))
          form.fields.push([of('name'), decode(element.getAttribute('value') ?? (isBox ? 'on' : ''))])
      }
      if (form && tag === 'textarea') {
        const field: [string, string] = [of('name'), '']
        form.fields.push(field)
        area = field
        element.onEndTag(() => {
          area = undefined
        })
      }
    },
    text({ text }) {
      if (silent > 0) return
      const words = decode(text)
      page.text += `${words} `
      if (inHeading.title) page.title += words
      if (inHeading.h1) page.h1 += words
      if (button) button.text += words
      if (link) link.text += words
      if (area) area[1] += words
    },
  })
  let area: [string, string] | undefined
  rewriter.transform(html)
  for (const one of [...page.links, ...page.forms.flatMap(({ buttons }) => buttons)])
    Object.assign(one, { text: one.text.trim() })
  for (const one of page.links) Object.assign(one, { href: decode(one.href) })
  for (const one of page.forms) Object.assign(one, { action: decode(one.action) })
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }
const decode = (text: string) => text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name: string) => ENTITIES[name] ?? '')
