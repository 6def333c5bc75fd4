/** Why a new password is refused, as a sentence for the user. */
export type PasswordFault = { readonly rule: 'common' | 'contains-name'; readonly detail: string }

/** Shorter names, such as `j` of `j@example.org`, are in every other password. */
const SHORTEST_NAME = 3

let common: Promise<ReadonlySet<string>> | undefined

/**
 * What is wrong with a new password beside its length: among the 49,000 most common ones (list of zxcvbn-ts, MIT, without regard to
 * case), or holding one of the owner's names of three characters or more. No rules of composition (ASVS 5.0, 6.2.5).
 */
export async function passwordFaults(password: string, names: readonly string[]): Promise<PasswordFault[]> {
  const folded = normalPassword(password).toLowerCase()
  const faults: PasswordFault[] = []
  if ((await commonPasswords()).has(folded))
    faults.push({
      rule: 'common',
      detail: 'This password is among the most common ones. Choose another, such as four random words.',
    })
  if (names.some((name) => name.length >= SHORTEST_NAME && folded.includes(name.toLowerCase())))
    faults.push({ rule: 'contains-name', detail: 'The password must not contain the username or the e-mail address.' })
  return faults
}

/** One spelling for passwords that look the same (Unicode NFKC), so that every keyboard makes the same bytes. */
export function normalPassword(password: string): string {
  return password.normalize('NFKC')
}

function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return common
}
