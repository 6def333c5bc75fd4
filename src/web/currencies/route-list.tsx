import { count } from '../figures.ts'
import type { AnswerOf } from '../operations.ts'
import { Badge, Card, Empty } from '../parts/basics.tsx'
import type { Reader } from '../reader.ts'
import { Chain, chainText, type ProviderNames } from './chain.tsx'

type Routes = AnswerOf<'GET /fx/providers/routes'>
type Route = Routes[number]

/** Every route that counts for the reader, in the order in which those of a pair are tried. */
export const RouteList = ({ r, routes, names }: { r: Reader; routes: Routes; names: ProviderNames }) => {
  const { currencies: words } = r.words
  return (
    <Card title={words.routes} id="routes">
      {routes.length === 0 ? (
        <Empty title={words.routesNone} />
      ) : (
        <>
          <p class="quiet small">{words.routesHelp}</p>
          <ul class="fx">
            {[...Map.groupBy(routes, ({ pair }) => pair).values()].flatMap((some) =>
              some.map((route, index) => <Line r={r} route={route} before={some.slice(0, index)} names={names} />),
            )}
          </ul>
        </>
      )}
    </Card>
  )
}

/** Whether the reader may move or remove a route. */
function mayChange(r: Reader, { shared, created_by }: Route): boolean {
  return r.user?.isSuperuser === true || !shared || created_by === r.user?.id
}

type LineProps = { r: Reader; route: Route; before: readonly Route[]; names: ProviderNames }

const Line = ({ r, route, before, names }: LineProps) => {
  const { currencies: words } = r.words
  const place = before.length + 1
  return (
    <li>
      <Chain steps={route.chain_steps} names={names} />
      <p class="small">
        <Badge tone={route.automatic ? 'plain' : 'accent'}>
          {route.automatic ? words.automatic : route.shared ? words.forAll : words.mine}
        </Badge>{' '}
        <span class="quiet">{words.place(count(r, place))}</span>
      </p>
      {mayChange(r, route) && (
        <Acts r={r} route={route} isMovable={before.some((one) => !one.automatic) && before.every((one) => mayChange(r, one))} />
      )}
    </li>
  )
}

const Acts = ({ r, route, isMovable }: { r: Reader; route: Route; isMovable: boolean }) => {
  const { currencies: words } = r.words
  const text = chainText(route.chain_steps)
  return (
    <form method="post" action={r.to('/currencies')} class="acts">
      <input type="hidden" name="id" value={String(route.id)} />
      {isMovable && !route.automatic && (
        <button type="submit" class="button small" name="do" value="first" aria-label={words.tryFirst(text)}>
          {words.tryFirstShort}
        </button>
      )}
      <button type="submit" class="button small" name="do" value="remove" aria-label={words.remove(text)}>
        {words.removeShort}
      </button>
    </form>
  )
}
