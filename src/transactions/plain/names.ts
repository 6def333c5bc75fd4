/** Names that plain-text ledgers take, made of those that people gave. Pure. */
import { isCurrency } from '../../shared/currency.ts'

/** Names of brokers and assets, each given once: the same one gets the same name again, another one never. */
export type Names = {
  /** A part of the name of an account. */
  readonly broker: (id: number, name: string) => string
  /** A commodity, which is a part of the name of an account, too; never the code of a currency. */
  readonly commodity: (id: number, symbol: string) => string
}

const MAX_LENGTH = 20
const PLAIN_LETTERS = /[^A-Za-z0-9]+/g

/** Names without any given yet. Those of brokers and of commodities never stand in one place, and do not touch each other. */
export function createNames(): Names {
  const [brokers, commodities] = [createGiver(), createGiver()]
  return {
    broker: (id, name) => brokers(id, brokerName(name)),
    commodity: (id, symbol) => {
      const wanted = commodityName(symbol)
      return commodities(id, wanted, !isCurrency(wanted))
    },
  }
}

/** Gives each id the name that is wanted, or, when another has it, that with the id behind it. */
function createGiver(): (id: number, wanted: string, isFree?: boolean) => string {
  const known = new Map<number, string>()
  const taken = new Set<string>()
  return (id, wanted, isFree = true) => {
    const before = known.get(id)
    if (before !== undefined) return before
    const name = isFree && !taken.has(wanted.toLowerCase()) ? wanted : `${wanted}-${id}`
    known.set(id, name)
    taken.add(name.toLowerCase())
    return name
  }
}

function brokerName(name: string): string {
  const plain = plainOf(name)
  return plain === '' ? 'Broker' : `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`
}

/** A letter first, and two signs at least. */
function commodityName(symbol: string): string {
  const plain = plainOf(symbol).toUpperCase()
  return /^[A-Z][A-Z0-9-]*[A-Z0-9]$/.test(plain) ? plain : `X-${plain || 'ASSET'}`
}

function plainOf(text: string): string {
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').replace(PLAIN_LETTERS, '-')
  return letters.slice(0, MAX_LENGTH).replace(/^-+|-+$/g, '')
}
