/** How exports call the fields of a transaction and its types in the languages that importers read: folded, without blanks. */
import type { TransactionType } from '#plugins/brim/contract.ts'
import { type Field, titleKey } from './columns.ts'
import { byName, kindNamed } from './kinds.ts'

/** In the order in which the words of a longer title are weighed. */
const TITLES: Readonly<Partial<Record<Field, string>>> = {
  settled_on:
    'settlementdate settledate valuedate settleddate valuta wertstellung valutadatum wertstellungstag datevaleur datedevaleur fechavalor datavaluta datavalor valutadag valuteringsdag likviddag',
  date: 'date day tradedate transactiondate bookingdate executiondate buchungstag buchungsdatum tag datum handelstag handelsdatum ausfuhrungsdatum ausfuhrungstag transaktionsdatum dateoperation datedoperation datedetransaction dateexecution fecha fechaoperacion fechadeoperacion data dataoperazione datatransazione dataoperacao transactiedatum boekdatum handelsdag affarsdag bokforingsdag bokforingsdatum handelsdato dato transaktionsdato kauppapaiva paivamaara paiva datatransakcji dataoperacji datumobchodu datumtransakce',
  time: 'time uhrzeit zeit heure hora ora tijd tid kello godzina cas',
  isin: 'isin isincode codeisin isinnr',
  fx_rate:
    'fxrate exchangerate conversionrate wechselkurs devisenkurs umrechnungskurs tauxdechange tipodecambio cambio tassodicambio taxadecambio wisselkoers valutakurs vaxlingskurs valuuttakurssi kurswalutowy',
  fee_currency: 'feecurrency feeasset feecoin feeunit commissioncurrency commissionasset gebuhrenwahrung',
  price_currency: 'pricecurrency quotecurrency kurswahrung instrumentcurrency instrumentvaluta',
  currency:
    'currency ccy cur currencycode wahrung waehrung whg devise moneda divisa valuta moeda munt valutakode transaktionsvaluta valuutta waluta mena',
  fees: 'fee fees commission commissions charge charges brokerage gebuhr gebuhren provision spesen kosten courtage frais comision comisiones commissioni commissione spese comissao comissoes corretagem transactiekosten avgift avgifter gebyr kurtasje kurtage palkkio kulut prowizja oplata oplaty poplatek poplatky',
  taxes:
    'tax taxes withholdingtax steuer steuern quellensteuer kapitalertragsteuer taxe impot impots impuesto impuestos retencion imposta imposte ritenuta imposto impostos belasting dividendbelasting skatt kallskatt kildeskatt skat vero podatek dan',
  price:
    'price unitprice shareprice priceperunit pricepershare kurs preis stuckpreis ausfuhrungskurs einzelpreis cours prix prixunitaire precio preciounitario cotizacion prezzo prezzounitario corso preco cotacao koers prijs pris kurssi hinta cena kurz',
  quantity:
    'quantity qty shares units numberofshares noofshares pieces stuck stuckzahl stucke anzahl menge anteile nominal nominale quantite nombre nombredetitres cantidad titulos acciones participaciones quantita pezzi quantidade qtd aantal antal antalaktier kappaletta kpl ilosc liczba mnozstvi pocet',
  amount:
    'netamount net amount total totalamount value betrag nettobetrag gesamtbetrag endbetrag summe gesamt umsatz montantnet montant montanttotal importeneto importe importetotal importonetto importo controvalore totale valorliquido valor valortotal nettobedrag bedrag totaalbedrag nettobelopp belopp belop summa wartosc kwota castka objem celkem',
  type: 'type kind transactiontype action operation activity booking transaction side art typ buchungsart buchungstyp transaktionsart transaktion transaktionstyp umsatzart vorgang vorgangsart geschaftsart typedoperation typeoperation nature sens tipo tipooperacion tipodeoperacion operacion tipooperazione operazione causale movimento tipooperacao movimentacao transactietype soort mutatiesoort typavtransaktion handelse transaksjonstype transaktionstype tapahtuma tapahtumatyyppi rodzaj rodzajtransakcji typtransakcji typtransakce',
  status: 'status state statut etat estado stato stan stav tila zustand',
  symbol: 'symbol ticker tickersymbol kurzel simbolo symbole symbool',
  pair: 'pair tradingpair tradepair currencypair coinpair market markt marche mercado mercato paire par coppia handelspaar',
  account:
    'account accountnumber accountno accountname accountid konto kontonummer depot depotnummer compte numerodecompte cuenta numerodecuenta conto rekening rekeningnummer kontonr',
  external_id:
    'transactionid txid tradeid operationid externalid reference referenz referenznummer referencenumber transactionnumber transaktionsnummer transaktionsid buchungsnummer referencia riferimento referentie',
  name: 'name security securityname instrument product productname asset assetname company wertpapier wertpapiername wertpapierbezeichnung bezeichnung titel produkt fonds valeur titre nom nombre producto titolo strumento prodotto nome ativo fondsnaam naam vardepapper verdipapir vaerdipapir arvopaperi papier nazwa walor cennypapir nazev',
  description:
    'description note notes memo comment comments details beschreibung verwendungszweck buchungstext notiz kommentar libelle descripcion concepto descrizione descricao omschrijving beskrivning beskrivelse selite opis popis',
}

const KINDS: Readonly<Partial<Record<TransactionType, string>>> = {
  BUY: 'kauf kaufen ankauf wertpapierkauf achat compra acquisto aankoop koop kop kjop kob osto kupno zakup nakup',
  SELL: 'verkauf verkaufen wertpapierverkauf vente venta venda vendita verkoop salj forsaljning salg myynti sprzedaz prodej',
  DIVIDEND:
    'dividende dividendes dividendo dividendos dividendi utdelning utbytte udbytte osinko dywidenda dividenda ausschuttung ertragsgutschrift dividenduitkering dividendenzahlung dividendengutschrift',
  INTEREST: 'zinsen zins zinsgutschrift interet interets interes intereses interessi juros rente ranta renter korko odsetki urok',
  DEPOSIT:
    'einzahlung einlage versement ingreso deposito versamento storting insattning innskudd indbetaling talletus wplata vklad',
  WITHDRAWAL:
    'auszahlung entnahme retrait retirada reintegro prelievo opname uttag uttak haevning udbetaling nosto wyplata vyber',
  FEE: 'gebuhr gebuhren spesen frais comision commissione comissao kosten avgift gebyr palkkio oplata poplatek',
  TAX: 'steuer steuern quellensteuer impot impuesto imposta ritenuta imposto belasting skatt kallskatt skat vero podatek dan',
}

const BY_KIND = byName(KINDS)
const WORDS = Object.entries(TITLES).map(([field, names]) => [field as Field, names.split(' ')] as const)
/** Of these a word alone says nothing: `Account type`, `Reference price`. */
const AS_A_WHOLE: ReadonlySet<Field> = new Set(['pair', 'account', 'external_id'])
/** Words of bookings that take others back or make something else of them, of those that cost what others bring, and of what was not booked at all. */
const TURNING = new RegExp(
  [
    'cancel|storn|revers|corre[ck]|korre|annul|geannuleer|reinvest|rueck|ruck|refund|rebate|adjust|anpass|return|chargeback',
    'erstatt|rembours|rimbors|reembols|devol|terugbet|aterbet|zwrot|discount|rabat|bonus|reward|expense|debit|soll|passiv',
    'fail|reject|declin|pending|expire|void|refus|abgelehnt|abgewiesen|fehlgeschl|ausstehend|verfall',
  ].join('|'),
)

/** The fields that a title may name, the likeliest first: as a whole, then by one of its words; without what stands in brackets and codes of currencies. */
export function fieldsNamed(title: string): Field[] {
  const bare = title.replace(/\([^)]*\)|\[[^\]]*\]/g, ' ').replace(/\b[A-Z]{3}\b\s*$/, ' ')
  const keys = [titleKey(title), titleKey(bare), titleKey(bare.replace(/[#.:*]/g, ' '))]
  const parts = bare.split(/[^\p{L}]+/u).map(titleKey)
  const whole = WORDS.flatMap(([field, names]) => {
    const places = keys.map((key) => names.indexOf(key)).filter((place) => place >= 0)
    return places.length === 0 ? [] : field
  })
  const inside = WORDS.flatMap(([field, names]) =>
    !AS_A_WHOLE.has(field) && parts.some((part) => part.length > 2 && names.includes(part)) ? field : [],
  )
  // The currency of a fee is not that of the row.
  const isOfFees = inside.includes('currency') && inside.includes('fees')
  return isOfFees ? ['fee_currency'] : [...new Set([...whole, ...inside])]
}

/** Our type for a name in one of the languages; `undefined` for what nobody knows. `isOurs`: the importer knows it without being taught. */
export function typeNamed(name: string): { readonly type: string; readonly isOurs: boolean } | undefined {
  const ours = kindNamed(name)
  if (ours !== undefined) return { type: ours.type, isOurs: true }
  const type = BY_KIND.get(titleKey(name))
  return type === undefined ? undefined : { type, isOurs: false }
}

/** The one type that a word of a longer name says, such as `Market buy` or `Kauf aus Sparplan`; `undefined` where none or several do, or a word turns the meaning. */
export function typeSaid(name: string): string | undefined {
  if (TURNING.test(titleKey(name))) return undefined
  const types = new Set(name.split(/[^\p{L}]+/u).flatMap((word) => typeNamed(word)?.type ?? []))
  const [only = '', ...more] = types
  return more.length === 0 && only in KINDS ? only : undefined
}
