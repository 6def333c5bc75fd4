/** By which the brokers of the demo are known, in the language of whoever made it. */
export const DEMO_NOTES = {
  en: 'Demo: everything here is invented, and removed with one press.',
  de: 'Demo: Alles hier ist erfunden und lässt sich mit einem Klick entfernen.',
  fr: 'Démo\u202f: tout ici est inventé et s’efface en un clic.',
  nl: 'Demo: alles hier is verzonnen en met één klik te verwijderen.',
  it: 'Demo: qui è tutto inventato e si elimina con un clic.',
  es: 'Demo: aquí todo es inventado y se quita con un clic.',
} as const

const ALL: ReadonlySet<string> = new Set(Object.values(DEMO_NOTES))

/** Whether a broker with this description is of the demo. */
export function isDemoNote(description: string | null): boolean {
  return description !== null && ALL.has(description)
}
