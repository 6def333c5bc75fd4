import type { BrokerFacts } from '../facts.ts'
import { figure } from '../recount.ts'
import { summed } from '../sums.ts'

/** As the file writes the currencies. */
const CODES: Readonly<Record<string, string>> = { CAN: 'CAD', US: 'USD' }

export default {
  // Two T of two countries stay two, and income belongs to what is described alike; the row with a conversion is refused.
  'own:disnat/historique.csv': {
    rows: 19,
    cash: { CAD: '938.31', USD: '170.3' },
    held: {
      'NORDIQUE ACTIONS CDN FNB': '12',
      'TELLURE MINES INC': '10',
      'TRAVERSIER TELECOM': '15',
      'LAUZON FORESTIERE': '40',
      TLM250919C00040000: '1',
    },
    kinds: { BUY: 4, DEPOSIT: 3, DIVIDEND: 2, FEE: 1, INTEREST: 1, SELL: 1, TAX: 3, TRANSFER: 1, WITHDRAWAL: 1 },
    ignored: 0,
    refused: { 13: 'unclear-event' },
    recount: (rows) =>
      summed(
        rows.filter((row) => row['Type de transaction'] !== 'CONVERSION DE DEVISE'),
        (row) => [[CODES[row['Devise du compte'] ?? ''] ?? '', figure(row["Montant de l'opération"] ?? '', 'comma')]],
      ),
  },
} satisfies BrokerFacts
