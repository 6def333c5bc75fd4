import type { Child } from 'hono/jsx'

export type Figure = readonly [name: string, value: Child, note?: Child]

/** Figures of the whole: the first is the one that the page is about. */
export const Headline = ({
  figures: [first, ...rest],
  children,
}: {
  figures: readonly [Figure, ...Figure[]]
  children?: Child
}) => (
  <section class="card headline">
    <div>
      <p class="lbl">{first[0]}</p>
      <p class="big">{first[1]}</p>
      {first[2] && <p class="quiet">{first[2]}</p>}
    </div>
    <dl class="stats">
      {rest.map(([name, value, note]) => (
        <div>
          <dt>{name}</dt>
          <dd>
            {value}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
    {children}
  </section>
)
