import { NAVIGATION } from './navigation.ts'
import { Icon, PageHead } from './parts/basics.tsx'
import type { Page } from './visit.ts'

/** Every page on one, for screens that have no room for a side bar. */
export const morePage: Page = async ({ reader: r, site }) => {
  const { shell } = r.words
  const items = NAVIGATION.flatMap(({ items }) => items).filter(
    ({ path, isForSuperusers }) => site.hasPage(path) && (!isForSuperusers || r.user?.isSuperuser),
  )
  const body = (
    <>
      <PageHead r={r} title={shell.more} />
      <ul class="card list">
        {items.map(({ path, icon, word }) => (
          <li>
            <a href={r.to(path)}>
              <Icon name={icon} />
              {String(shell[word])}
            </a>
          </li>
        ))}
        {site.hasPage('/profile') && (
          <li>
            <a href={r.to('/profile')}>
              <Icon name="people" />
              {shell.profile}
            </a>
          </li>
        )}
      </ul>
      <div class="card list">
        <form method="post" action={r.to('/privacy')}>
          <input type="hidden" name="next" value="/more" />
          <button type="submit" class="ghost" name="amounts" value={r.isPrivate ? 'show' : 'hide'}>
            <Icon name={r.isPrivate ? 'eyeOff' : 'eye'} />
            {r.isPrivate ? shell.showAmounts : shell.hideAmounts}
          </button>
        </form>
        <form method="post" action={r.to('/sign-out')}>
          <button type="submit" class="ghost">
            <Icon name="signOut" />
            {shell.signOut}
          </button>
        </form>
      </div>
    </>
  )
  return { title: shell.more, body, here: '/more' }
}
