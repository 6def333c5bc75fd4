/** Movements of an account at Fineco. */
import { refuse } from '#plugins/kit/index.ts'

export type Movement = { readonly into: string | undefined; readonly out: string | undefined; readonly kind: string }

/** What money is booked as. Throws RowRefusal for the money of a security, which the dossier has. */
export function cashOf({ kind }: Movement): 'TAX' | 'FEE' | 'INTEREST' | 'MOVE' {
  if (/^(?:compravendita|rimborso) titoli|dividend|cedol/i.test(kind))
    refuse(
      'security-elsewhere',
      'This is the money of a security: import the movements of the dossier (Movimenti Dossier Titoli).',
    )
  if (/^(?:imposta|ritenut)/i.test(kind)) return 'TAX'
  if (/^(?:canone|commission)/i.test(kind)) return 'FEE'
  return /^(?:interessi|competenze di liquidazione)/i.test(kind) ? 'INTEREST' : 'MOVE'
}

/** Income and outgoings are sizes, whatever sign the file gives them. */
export function sideOf({ into, out }: Movement): string {
  const [plus, minus] = [into, out].map((side) => (side ?? '0').replace('-', ''))
  const isIn = /[1-9]/.test(plus ?? '')
  if (isIn === /[1-9]/.test(minus ?? '')) refuse('no-amount', 'The row needs either Entrate or Uscite.')
  return isIn ? `${plus}` : `-${minus}`
}
