import type { Words } from '../index.ts'

export const demo: Words['demo'] = {
  title: 'Probeer het met verzonnen gegevens',
  lead: 'Bekijk elke pagina gevuld, voordat je iets van jezelf toevoegt.',
  what: 'Twee brokers, tien verzonnen beleggingen met hun koersen, en twee jaar transacties in twee valuta’s. Met één klik is alles weer weg.',
  make: 'Vullen met verzonnen gegevens',
  isThere:
    'De verzonnen gegevens staan erin. Als je ze verwijdert, gaan de twee brokers weg met alles wat je erin hebt gewijzigd, en ook hun beleggingen. Aan de rest verandert niets.',
  remove: 'Verzonnen gegevens verwijderen',
  notEmpty:
    'Je hebt al eigen brokers. Verzonnen gegevens zouden daarmee door elkaar lopen en zijn daarom alleen voor een lege portefeuille.',
  left: 'Een deel blijft staan, omdat andere transacties ernaar verwijzen.',
  homeBroker: 'Havenbank (demo)',
  abroadBroker: 'Getijdenbroker (demo)',
}
