import { isAddress, isInRanges, isPublicAddress } from '../shared/address.ts'
import { AppError, invalid } from '../shared/errors.ts'

/** Whether an address may be called: a public one, or one in the ranges that a superuser allows. */
export function mayCall(address: string, allowed: readonly string[]): boolean {
  return isPublicAddress(address) || isInRanges(address, allowed)
}

/** The address of a host that is none but by its brackets. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/**
 * The address that a user gave for a webhook, in its one form. Throws `webhook/url` (422), and `webhook/private-address` (403) for an address that may not be
 * called; a name is looked up when it is called.
 */
export function requireTarget(text: string, allowed: readonly string[]): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isGood = url && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === ''
  if (!isGood) throw invalid('webhook/url', '/url', 'Must be an http or https address without a user name.')
  if (isAddress(url.hostname) && !mayCall(bareHost(url), allowed))
    throw new AppError(
      'forbidden',
      'webhook/private-address',
      'Webhooks may not call private addresses, but for those that a superuser lists in the setting webhook_private_addresses.',
    )
  return url.href
}
