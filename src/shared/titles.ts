/** How sentences name an asset: by its name, with the symbol where that is another word. Never by an id alone. */
export function assetTitle({ symbol, name }: { readonly symbol: string; readonly name: string }): string {
  if (name === '' || name === symbol) return symbol
  return symbol === '' ? name : `${name} (${symbol})`
}

/** How sentences name a broker. */
export function brokerTitle({ name }: { readonly name: string }): string {
  return `the broker "${name}"`
}

/** Some names, and how many more there are: `A, B, C and 17 more`. */
export function someOf(names: readonly string[], most = 3): string {
  const shown = names.slice(0, most)
  const rest = names.length - shown.length
  return rest === 0 ? shown.join(', ') : `${shown.join(', ')} and ${rest} more`
}
