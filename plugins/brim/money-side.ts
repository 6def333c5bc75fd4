/** Statements of bank accounts show the money of what a depot bought and sold, but not how many units of it, and its income after taxes. */
import { type Book, refuse, type Terms } from '#plugins/kit/index.ts'
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

/** Some banks write `UE` for `Ü`. */
const OF_SECURITIES =
  /wertpapier|\bwp\b|depot|sparplan|dividend|kupon|\bertr(?:a|ä|ae)g|zins|abschluss|steuer|zuschlag|geb(?:ü|ue)hr|entgelt|storno/i

/** Books what a German bank calls anything else as money that moved. Throws RowRefusal for what sounds like securities, income or costs. */
export function bookPlainMoney(book: Book, kind: string): void {
  if (OF_SECURITIES.test(kind)) refuse('unknown-type', `"${kind}" is no booking that this importer knows. Enter it by hand.`)
  book.cash('MOVE')
}

/** An ISIN, and after the word ISIN what the security is called. */
const SECURITY = /\b(?:ISIN\s+)?([A-Z]{2}[A-Z0-9]{9}\d)\b(?:(?<=\bISIN\s+\S+)\s+(.*))?/

/** Income of the security whose ISIN is in the text, as the account shows it. Throws RowRefusal for a text without one, and for income that was taken back. */
export function bookNetIncome(book: Book, text: string, amount: string | undefined, terms: Terms = {}): void {
  const [, isin, name] = SECURITY.exec(text) ?? []
  if (isin === undefined)
    refuse(
      'no-asset',
      'The account does not say whose income this is: enter it with its security, from the document of the bank.',
    )
  if (amount?.startsWith('-')) refuse('correction', 'Income that was taken back: enter by hand which it was.')
  book.cash('DIVIDEND', { asset: { isin, name }, ...terms })
  book.note('info', 'after-taxes', 'The account shows this after taxes; how much they were is in the document of the bank.')
}
