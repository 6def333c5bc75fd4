/** What the descriptions of an account statement mean, in every language that DEGIRO writes them in (often several in one file). */

import { remembered } from '#plugins/kit/index.ts'

/** In order: the first that fits decides. All texts are folded: lower case, without accents. */
const WORDS = {
  sweep: /cash sweep|flatex ?degiro bank|flatex \w+ bankaccount|^transferencia (desde|a) cuenta de efectivo/,
  fund: /money market fund|geldmarktfonds|fonds monetaires?|fondo (comune )?monetario|fondos? del? mercado monetario|fundos? (do|de) mercado monetario|penezni(ho|m)? fond|rynku pienieznego|pengemarkedsfond|penningmarknadsfond|rahamarkkinarahasto/,
  fx: /^fx (credit|debit|deposit|withdrawal)|valuta (creditering|debitering)|wahrungswechsel|operation de change|cambio (de )?(divisa|valuta)|(credito|debito|prelievo) fx|(credito|debito|levantamento) de divisa|konverze meny|valuta(veksling|vaxling|konvertering)|valuutan ?vaihto|wymiana walut|przewalutowanie/,
  'dividend-tax':
    /dividendbelasting|dividend(en)? ?tax|withholding tax|dividendensteuer|quellensteuer|imp[o]ts? sur (les? )?dividendes?|retencion (del?|sobre) (dividendo|impuesto)|impuestos? sobre (el )?dividendo|ritenuta su(l|i) dividend|imposta sui dividendi|imposto sobre (o )?dividendo|dan z dividend|podatek od dywidend|udbytteskat|utdelningsskatt|kupongskatt|kildeskatt|osinkovero|lahdevero/,
  'capital-return':
    /capital return|return of capital|kapitaals?uitkering|kapitalruckzahlung|remboursement d[eu] capital|vratka kapitalu|devolucion de(l)? capital|^rendimiento de(l)? capital$|rimborso d(i|el) capitale|reembolso de capital/,
  settlement: /cash settlement|verrekening (van )?aandelen|hotovostni vyporadani/,
  reservation: /\breserv(ation|ering|ierung|a)\b|prenotazione|rezervace|rezerwacja/,
  dividend:
    /^(dividend|dividende|dividendo|dividenda|dividendy|dywidenda|udbytte|utdelning|utbytte|osinko)s?( \(.*\)| payment| distribution)?$|fund distribution|fondsuitkering|ausschuttung|distribution (de )?(fonds|dividendes)|distribution capital gain|distribucion|distribuzione/,
  tax: /transactiebelasting|transaction tax|stamp duty|finan[cz]transa[ck]tion|transaktionss?teuer|taxe sur les transactions|impuesto (de|sobre) (las )?trans|imposta (sulle|di) (transazion|bollo)|imposto (do|de) selo|imposto sobre trans|beurstaks|tobin|\bftt\b|podatek|dan z (financ|trans)|\btax\b/,
  fee: /kosten|\bfees?\b|\bcosts?\b|gebuhr|handelsmodalitaten|\bfrais\b|\bcostes?\b|\bcost[oi]\b|\bcustos?\b|comision|commission|comiss(ao|oes)|poplat(ek|ky)|op[lł]ata|avgift|gebyr|omkostning|palkkio|kulut|courtesy|compensat|kompensation|promotion|promotie|promocion|promozione|neukundenaktion|welkomstactie|rabatt?|rebate|b\.t\.w/,
  interest:
    /interest|\brente\b|zinsen|\binteret|\binteres(es)?\b|interessi|\bjuros?\b|\burok|odsetki|\brenter\b|\branta\b|\bkorko\b|securities lending/,
  withdrawal:
    /withdrawal|terugstorting|terugboeking|auszahlung|retrait|retirada|prelievo|levantamento|\bvyber\b|wyp[lł]ata|udbetaling|uttag|\buttak\b|\bnosto\b/,
  deposit:
    /deposit|storting|einzahlung|\bdepot\b|versement|ingreso|\bdepos(ito|itos)\b|\bvklad\b|wp[lł]ata|indbetaling|insattning|innskudd|talletus/,
}

const LONGEST = 200

/** The meaning of a folded description that is no trade; `undefined` when it is not known. */
export const kindOf = remembered(firstOf(WORDS), LONGEST)

/** Which side a folded verb is on; `undefined` when it is not known. */
export const sideOf = firstOf({
  buy: /^(buy|koop|kauf|achat|compra|acquisto|nakup|kupno|zakup|køb|kop|kjøp|osto|vetel|cumparare)$/,
  sell: /^(sell|verkoop|verkauf|vente|venta|venda|vendita|prodej|sprzedaz|salg|salj|forsaljning|myynti|eladas|vanzare)$/,
})

/** What a prefix such as `AANDELENSPLIT:` says happened to a holding. */
const EVENTS = {
  split: /split|aandelensplit|aktienzusammenlegung|division d/,
  rename:
    /isin|productwijziging|product change|produktanderung|changement de produit|cambio de producto|cambio prodotto|zmena produktu|alteracao de produto|zmiana produktu/,
  'stock-dividend': /stock ?dividend|dividend in stock|aktiendividende|dividende en actions|dividendo en acciones|bonus/,
  'spin-off': /spin.?off|abspaltung|scission|escision|scorporo|afsplitsing/,
  rights: /rights|claim|bezugsrecht|droits|derechos|diritti|direitos|warrant/,
  delisting: /delisting|expir|verfall|afloop|liquidation|liquidatie/,
  merger: /merger|fusie|fusion|fusione|fusao|overname|ubernahme|takeover|acquisition/,
}

/** The kind of corporate action that a folded prefix announces; `undefined` when it is not known. */
export const eventOf = firstOf(EVENTS)

/** The first of the patterns that fits a folded text, by its name. */
function firstOf<K extends string>(words: Readonly<Record<K, RegExp>>): (folded: string) => K | undefined {
  const entries = Object.entries(words) as [K, RegExp][]
  return (folded) => entries.find(([, pattern]) => pattern.test(folded))?.[0]
}
