import type { Words } from '../index.ts'
import { administration } from './administration.ts'
import { brokers } from './brokers.ts'
import { catalogue } from './catalogue.ts'
import { common, form, problem } from './common.ts'
import { currencies } from './currencies.ts'
import { demo } from './demo.ts'
import { directions } from './directions.ts'
import { explain } from './explain.ts'
import { files } from './files.ts'
import { formulas, terms } from './formulas.ts'
import { holdings } from './holdings.ts'
import { importSentences } from './import-sentences.ts'
import { imports } from './imports.ts'
import { jobs } from './jobs.ts'
import { ledgerRules } from './ledger-rules.ts'
import { lotChoice } from './lot-choice.ts'
import { overview } from './overview.ts'
import { parts } from './parts.ts'
import { profile } from './profile.ts'
import { proposals } from './proposals.ts'
import { rateSentences } from './rate-sentences.ts'
import { refusals } from './refusals.ts'
import { reports } from './reports.ts'
import { search } from './search.ts'
import { settingSentences } from './setting-sentences.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { transactions } from './transactions.ts'
import { warned } from './warned.ts'

export const nl: Words = {
  common,
  form,
  problem,
  reports,
  shell,
  signIn,
  demo,
  lotChoice,
  overview,
  directions,
  explain,
  formulas,
  terms,
  parts,
  brokers,
  files,
  holdings,
  administration,
  jobs,
  profile,
  search,
  transactions,
  proposals,
  currencies,
  imports,
  catalogue,
  sentences: { ...refusals, ...ledgerRules, ...settingSentences, ...importSentences, ...rateSentences, ...warned },
}
