/** Whether a text can be a username. */
export function isUsername(text: string): boolean {
  return /^[A-Za-z0-9._-]{3,50}$/.test(text)
}
