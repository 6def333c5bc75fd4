import type { Words } from '../index.ts'

export const demo: Words['demo'] = {
  title: 'Prova con dati inventati',
  lead: 'Guarda ogni pagina già piena, prima di aggiungere qualcosa di tuo.',
  what: 'Due broker, dieci strumenti inventati con i loro prezzi e due anni di operazioni in due valute. Puoi rimuovere tutto con un clic.',
  make: 'Riempi con dati inventati',
  isThere:
    'I dati inventati sono presenti. Rimuovendoli si eliminano i loro due broker, con tutto ciò che vi hai modificato, e i loro strumenti. Nient’altro viene toccato.',
  remove: 'Rimuovi i dati inventati',
  notEmpty: 'Hai già dei broker tuoi. I dati inventati vi si mescolerebbero: sono solo per un portafoglio vuoto.',
  left: 'Qualcosa resta, perché altre operazioni vi fanno riferimento.',
  homeBroker: 'Banca del Porto (demo)',
  abroadBroker: 'Broker della Marea (demo)',
}
