/** Words that many pages use. A count comes with its figure written: `n` decides the form, `figure` stands in the text. */
export const common = {
  /** Between a word and what it is about. */
  colon: ': ',
  notKnown: 'Not known',
  hidden: 'Hidden',
  close: 'Close',
  save: 'Save',
  cancel: 'Cancel',
  delete: 'Delete',
  edit: 'Edit',
  back: 'Back',
  all: 'All',
  none: 'None',
  yes: 'Yes',
  no: 'No',
  next: 'Next',
  previous: 'Previous',
  pages: 'Parts of the list',
  whereYouAre: 'Where you are',
  optional: 'optional',
  asScript: 'This page as a script',
  asScriptHelp: 'The operations that this page asks, with a token of your own in place of TOKEN.',
  csv: 'Download as CSV',
  more: (figure: string) => `${figure} more`,
  transactions: (n: number, figure: string) => (n === 1 ? '1 transaction' : `${figure} transactions`),
  incomplete: 'Incomplete',
  today: 'Today',
}

export const form = {
  noNumber: 'Must be a number.',
  noWhole: 'Must be a whole number.',
  ambiguous: (text: string, first: string, second: string) =>
    `${text} can be read as ${first} or as ${second}. Write ${first} without separators of thousands, or with two decimal places.`,
  wrong: (n: number) => (n === 1 ? 'One thing is not right yet' : `${n} things are not right yet`),
  unsaved: 'What you typed is not saved. Leave all the same?',
  choose: 'Choose…',
}

export const problem = {
  notFound: 'There is nothing here',
  notFoundHelp: 'The address is wrong, or what was here has been removed, or it is not shared with you.',
  forbidden: 'Not allowed',
  tooMany: 'Too many requests',
  tooManyHelp: (seconds: string) => `Wait ${seconds} seconds, then try again.`,
  failed: 'Something went wrong',
  requestId: 'Request id',
  toOverview: 'To the overview',
  /** What problems are called by their HTTP status, where the interface’s own title is not in this language. */
  titles: {} as Readonly<Record<number, string>>,
}
