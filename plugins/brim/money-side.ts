/** Statements of bank accounts show the money of what a depot bought and sold, but not how many units of it. */
import { type Book, refuse } from '#plugins/kit/index.ts'
import type { OptionDescription } from './contract.ts'

/** What becomes of such rows. */
export const SECURITIES_OPTION: OptionDescription = {
  name: 'securities',
  description:
    'What becomes of money that was paid or received for securities, which the statement of the account does not count: "leave-out" where the trades come from elsewhere, with their money; "cash", a deposit or withdrawal, where the depot is a broker of its own here. Without it each is an error of its row.',
  type: 'choice',
  choices: ['leave-out', 'cash'],
}

/** Books the money of a purchase or sale as the option says. Throws RowRefusal where it says nothing. */
export function bookMoneySide(book: Book): void {
  const choice = book.options[SECURITIES_OPTION.name]
  if (choice === 'cash') book.cash('MOVE')
  else if (choice === 'leave-out') book.skip('money of a trade')
  else
    refuse(
      'no-quantity',
      'The account does not say how many units were bought or sold. Enter the trade by hand, or say with the option "securities" what becomes of all such rows.',
    )
}
