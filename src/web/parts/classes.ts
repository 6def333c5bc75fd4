/** A `class` attribute of some names; none where there are none. */
export function classes(...names: readonly (string | false | undefined)[]): { readonly class?: string } {
  const given = names.filter((name) => typeof name === 'string' && name !== '').join(' ')
  return given === '' ? {} : { class: given }
}
