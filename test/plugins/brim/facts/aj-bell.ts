import type { BrokerFacts } from '../facts.ts'

export default {
  'own:aj-bell/portfolio.csv': { rows: 3, cash: {}, held: {}, kinds: {}, ignored: 2, refused: 'positions-report' },
  'own:aj-bell/cash-statement.csv': { rows: 3, cash: {}, held: {}, kinds: {}, ignored: 2, refused: 'other-report' },
  'aj-bell/positions.csv': { rows: 4, cash: {}, held: {}, kinds: {}, ignored: 3, refused: 'positions-report' },
} satisfies BrokerFacts
