import type { Reader } from '../reader.ts'

/** In place of a form whose fields would hold amounts, while they are hidden. */
export const HiddenForm = ({ r }: { r: Reader }) => (
  <section class="card">
    <p>{r.words.transactions.amountsHidden}</p>
    <form method="post" action={r.to('/privacy')}>
      <input type="hidden" name="next" value={r.here({}).slice(r.to('').length)} />
      <p>
        <button type="submit" class="button" name="amounts" value="show">
          {r.words.shell.showAmounts}
        </button>
      </p>
    </form>
  </section>
)
