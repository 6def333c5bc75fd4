import type { Child } from 'hono/jsx'
import type { FileName } from './embedded.ts'
import { DOCK, NAVIGATION, type NavigationItem } from './navigation.ts'
import { Icon } from './parts/basics.tsx'
import { classes } from './parts/classes.ts'
import type { Reader } from './reader.ts'

export type Frame = {
  readonly r: Reader
  readonly title: string
  /** Without scripts the page is read again after so many seconds. */
  readonly refreshSeconds?: number
  /** The path of the navigation's entry that this page belongs to. */
  readonly here: string
  /** Whether there is a page at a path. */
  readonly hasPage: (path: string) => boolean
  /** Reports that were uploaded and not imported. */
  readonly waiting: number
  readonly file: (name: FileName) => string
  readonly children: Child
}

/** A whole page around its content. */
export const Shell = (frame: Frame) => {
  const { r, title, file, children } = frame
  return (
    <html lang={r.language} dir="ltr" data-theme={r.theme} data-keys={r.shortcuts && r.user ? 'on' : 'off'}>
      <head>
        <meta charset="utf-8" />
        <title>{`${title} – Holdfast`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={r.theme === 'auto' ? 'light dark' : r.theme} />
        <link rel="preload" href={file('inter.woff2')} as="font" type="font/woff2" crossorigin="anonymous" />
        <link rel="stylesheet" href={file('style.css')} />
        <link rel="stylesheet" href={file('print.css')} media="print" />
        <link rel="icon" href={file('icon.svg')} type="image/svg+xml" />
        <link rel="manifest" href={r.to('/manifest.webmanifest')} crossorigin="use-credentials" />
        {frame.refreshSeconds !== undefined && (
          <noscript>
            <meta http-equiv="refresh" content={String(frame.refreshSeconds)} />
          </noscript>
        )}
        <script src={file('app.js')} type="module" />
      </head>
      <body {...classes(!r.user && 'alone')} {...sessionOf(frame)}>
        <a class="skip" href="#content">
          {r.words.shell.skip}
        </a>
        {r.user ? <Side {...frame} /> : <Door r={r} />}
        <main id="content" tabindex={-1}>
          {children}
        </main>
        {r.user && <Dock {...frame} />}
        {r.user && r.shortcuts && <Keys r={r} />}
      </body>
    </html>
  )
}

/** The end of the session, for the script that warns before it. */
function sessionOf({ r }: Frame) {
  const ends = r.user?.sessionExpiresAt
  return ends
    ? { 'data-session-ends': ends, 'data-session-warning': r.words.shell.sessionEnds, 'data-session-stay': r.words.shell.stay }
    : {}
}

const Brand = ({ r }: { r: Reader }) => (
  <a class="brand" href={r.to('/')}>
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path d="M16 5v22M6 17c0 6 4 10 10 10s10-4 10-10M11 10h10M16 5a2.5 2.5 0 1 0 0-.01" />
    </svg>
    Holdfast
  </a>
)

/** What stands above a page that needs no session. */
const Door = ({ r }: { r: Reader }) => (
  <nav class="door" aria-label={r.words.shell.navigation}>
    <Brand r={r} />
  </nav>
)

const Side = (frame: Frame) => {
  const { r, hasPage } = frame
  const isShown = ({ path, isForSuperusers }: NavigationItem) =>
    hasPage(path) && (!isForSuperusers || r.user?.isSuperuser === true)
  return (
    <header class="side">
      <Brand r={r} />
      {hasPage('/search') && <Search r={r} />}
      <nav aria-label={r.words.shell.navigation}>
        {NAVIGATION.map(({ title, items }) => {
          const shown = items.filter(isShown)
          if (shown.length === 0) return null
          return (
            <>
              {title && <p class="nav-title">{String(r.words.shell[title])}</p>}
              <ul>
                {shown.map((item) => (
                  <li>
                    <Entry {...frame} item={item} />
                  </li>
                ))}
              </ul>
            </>
          )
        })}
      </nav>
      <Foot {...frame} />
    </header>
  )
}

const Search = ({ r }: { r: Reader }) => (
  <search>
    <form method="get" action={r.to('/search')} class="go-to">
      <Icon name="search" />
      <input type="search" name="q" aria-label={r.words.shell.search} placeholder={r.words.shell.search} data-search="" />
    </form>
  </search>
)

const Entry = ({ r, item, here, waiting }: Frame & { item: NavigationItem }) => (
  <a href={r.to(item.path)} data-go={item.word} {...(item.path === here ? { 'aria-current': 'page' as const } : {})}>
    <Icon name={item.icon} />
    {String(r.words.shell[item.word])}
    {item.path === '/imports' && waiting > 0 && (
      <span class="count">
        <span aria-hidden="true">{waiting}</span>
        <span class="sr">{r.words.shell.waiting(waiting, String(waiting))}</span>
      </span>
    )}
  </a>
)

const Foot = ({ r, hasPage }: Frame) => (
  <div class="side-foot">
    <form method="post" action={r.to('/privacy')}>
      <input type="hidden" name="next" value={r.here({}).slice(r.to('').length)} />
      <button type="submit" class="ghost" name="amounts" value={r.isPrivate ? 'show' : 'hide'}>
        <Icon name={r.isPrivate ? 'eyeOff' : 'eye'} />
        {r.isPrivate ? r.words.shell.showAmounts : r.words.shell.hideAmounts}
      </button>
    </form>
    {hasPage('/profile') ? (
      <a class="ghost" href={r.to('/profile')}>
        <Avatar name={r.user?.name ?? ''} />
        {r.user?.name}
      </a>
    ) : (
      <p class="ghost">
        <Avatar name={r.user?.name ?? ''} />
        {r.user?.name}
      </p>
    )}
    <form method="post" action={r.to('/sign-out')}>
      <button type="submit" class="ghost">
        <Icon name="signOut" />
        {r.words.shell.signOut}
      </button>
    </form>
  </div>
)

const Avatar = ({ name }: { name: string }) => (
  <span class="avatar" aria-hidden="true">
    {name.slice(0, 1).toUpperCase()}
  </span>
)

/** The main pages at the foot of a small screen; all others are on a page of their own. */
const Dock = (frame: Frame) => {
  const { r, hasPage } = frame
  const items = NAVIGATION.flatMap(({ items }) => items).filter(({ path }) => DOCK.some((one) => one === path) && hasPage(path))
  return (
    <nav class="dock" aria-label={r.words.shell.quickNavigation}>
      <ul>
        {items.map((item) => (
          <li>
            <Entry {...frame} item={item} />
          </li>
        ))}
        <li>
          <a href={r.to('/more')} {...(frame.here === '/more' ? { 'aria-current': 'page' as const } : {})}>
            <Icon name="more" />
            {r.words.shell.more}
          </a>
        </li>
      </ul>
    </nav>
  )
}

/** What keys do; the script opens it. */
const Keys = ({ r }: { r: Reader }) => (
  <dialog id="keys" aria-labelledby="keys-title">
    <header class="card-head">
      <h2 id="keys-title">{r.words.shell.keys}</h2>
      <form method="dialog">
        <button type="submit" class="button small" formmethod="dialog">
          {r.words.common.close}
        </button>
      </form>
    </header>
    <dl class="keys">
      {r.words.shell.keysHelp.map(([keys, does]) => (
        <div>
          <dt>
            {keys.split(' ').map((key) => (
              <kbd>{key}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </dialog>
)
