/** What the reports look like, for lists and near misses, in the languages that are known; recognition goes by where the blank titles stand. */
import type { LayoutFacts } from '#plugins/brim/contract.ts'

const DATE = ['Date', 'Datum', 'Data', 'Fecha', 'Dato']
const TIME = ['Time', 'Uhrzeit', 'Tijd', 'Heure', 'Hora', 'Ora', 'Tid']
const PRODUCT = ['Product', 'Produkt', 'Produit', 'Producto', 'Produto', 'Prodotto']
const ORDER = ['Order Id', 'Order ID', 'Order-ID', 'ID Ordre', 'ID Orden', 'ID da Ordem', 'ID Ordine']

const ACCOUNTS = ['EUR', 'CHF', 'GBP']
/** Titles that end with the currency of the account. */
const inEach = (codes: readonly string[], words: readonly string[]) =>
  codes.flatMap((code) => words.map((word) => `${word} ${code}`))

export const FORMATS: readonly LayoutFacts[] = [
  {
    name: 'Account statement',
    holds: 'transactions',
    titles: [
      ...[DATE, TIME, PRODUCT, ['ISIN', 'Code ISIN']],
      ['Value date', 'Valutadatum', 'Date de valeur', 'Date de', 'Fecha valor', 'Data Valor', 'Data Valore'],
      ['Description', 'Beschreibung', 'Omschrijving', 'Descripción', 'Descrição', 'Descrizione'],
      ['Change', 'Änderung', 'Mutatie', 'Mouvements', 'Variación', 'Mudança', 'Variazioni'],
      ['Balance', 'Saldo', 'Solde'],
      ...[ORDER, ['FX', 'T.']],
    ],
    required: 8,
  },
  {
    name: 'Transactions',
    holds: 'transactions',
    titles: [
      ...[DATE, TIME, PRODUCT, ['ISIN', 'Code ISIN']],
      ['Quantity', 'Number', 'Anzahl', 'Aantal', 'Quantité', 'Número', 'Quantidade', 'Quantità'],
      ['Price', 'Kurs', 'Koers', 'Cours', 'Precio', 'Preço', 'Preços', 'Quotazione'],
      [
        'Local value',
        'Wert in Lokalwährung',
        'Wert in Lokalwährun',
        'Lokale waarde',
        'Montant devise locale',
        'Valor local',
        'Valore locale',
      ],
      ['Total', 'Gesamt', 'Totaal', 'Montant négocié', 'Totale', ...inEach(ACCOUNTS, ['Total', 'Totale', 'Totaal', 'Gesamt'])],
      ...[ORDER, ['Reference exchange', 'Exchange', 'Referenzbörse', 'Beurs', 'Bolsa de', 'Borsa di riferimento']],
      ['Venue', 'Execution Venue', 'Ausführungsort', 'Uitvoeringsplaats', "Lieu d'exécution", 'Borsa'],
      ['Value', 'Wert', 'Waarde', 'Montant', 'Valor', 'Valore', ...inEach(ACCOUNTS, ['Value', 'Valore', 'Waarde', 'Wert'])],
      ['Exchange rate', 'Wechselkurs', 'Wisselkoers', 'Taux de change', 'Tipo de cambio', 'Taxa de Câmbio', 'Tasso di cambio'],
      [
        'Fee',
        'Transaction and/or third',
        'Transaktionskost',
        'Transactiekosten en/of',
        'Frais de courtage',
        'Costes de transacción',
      ],
      ['AutoFX Fee', 'Commissione AutoFX'],
    ],
    required: 8,
  },
  {
    name: 'Portfolio',
    holds: 'positions',
    titles: [
      ...[PRODUCT, ['Symbol/ISIN', 'Ticker/ISIN', 'Symbole/ISIN']],
      ['Amount', 'Quantity', 'Anzahl', 'Aantal', 'Quantité', 'Cantidad', 'Quantidade', 'Quantità'],
      ['Closing', 'Schlußkurs', 'Schlusskurs', 'Slotkoers', 'Clôture', 'Precio de cierre', 'Preço de fecho', 'Ultimo'],
      ['Local value', 'Wert in Lokalwährung', 'Lokale waarde', 'Montant en devise locale', 'Valor local', 'Valore locale'],
      inEach([...ACCOUNTS, 'DKK', 'SEK', 'NOK', 'PLN', 'CZK'], ['Value in', 'Wert in', 'Waarde in', 'Montant en', 'Valore in']),
    ],
    required: 4,
  },
]
