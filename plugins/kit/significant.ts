/** Titles of columns that change what a row means: whether it happened, what was taken from its amount, how many units moved. */
import { fold } from './text.ts'

const STATUS = 'status state statut etat estado stato stav stan tila zustand'
const COSTS =
  'fee fees commission commissions charge charges costs brokerage duty levy gebuhr gebuhren provision provisionen spesen kosten courtage frais comision comisiones commissione commissioni comissao comissoes costi costes gastos spese taxa taxas avgift avgifter gebyr poplatek poplatky oplata oplaty opłata opłaty prowizja kulut palkkio'
const TAXES =
  'tax taxes vat withholding withheld steuer steuern kest soli solz belasting taxe impot impots impuesto impuestos retencion retenciones imposta imposte ritenuta ritenute imposto impostos skatt skat vero podatek podatki dan mwst'
const AMOUNTS = 'gross net brutto netto brut bruto neto neta lordo lorda liquido'
const UNITS =
  'shares share units unit quantity qty pieces nominal nominale anteile anteil stuck stucke anzahl menge parts titres quantite acciones participaciones titulos cantidad azioni quote titoli quantita acoes cotas quantidade aandelen aantal andelar antal aktier aksjer akcie akcji ilosc mnozstvi pocet osakkeet maara'
const WORDS: ReadonlySet<string> = new Set([STATUS, COSTS, TAXES, AMOUNTS, UNITS].join(' ').split(' '))
const COMPOUND =
  /^(netto|brutto)|(steuer|steuern|zuschlag|gebuhr|gebuhren|provision|spesen|kosten|belasting|skatt|skat|avgift|gebyr|status|anteile|stuck)$/

/** Whether a row cannot be trusted while nobody reads the column of this title, in the languages of European and American exports. */
export function isSignificant(title: string): boolean {
  return wordsOf(title).some((word) => WORDS.has(word) || COMPOUND.test(word))
}

/** `orderStatus` and `Order status` have the same words. */
const wordsOf = (title: string) => fold(title.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).split(/[^\p{L}]+/u)

const STATES_OF_ROWS: ReadonlySet<string> = new Set(STATUS.split(' '))

/** Whether a column of this title says if a row took place. */
export function isStatus(title: string): boolean {
  return wordsOf(title).some((word) => STATES_OF_ROWS.has(word) || word.endsWith('status'))
}

const DONE =
  'executed booked settled completed complete done filled posted confirmed processed success successful succeeded final finished ausgefuhrt abgeschlossen gebucht verbucht erledigt erfolgreich abgerechnet execute effectue termine comptabilise ejecutado ejecutada completado completada liquidado eseguito eseguita completato completata contabilizzato uitgevoerd voltooid verwerkt geboekt executado concluido'
const UNDONE =
  'cancelled canceled rejected declined failed expired aborted denied storniert abgebrochen abgelehnt fehlgeschlagen abgelaufen annule rejete refuse cancelado cancelada rechazado rechazada annullato annullata rifiutato rifiutata geannuleerd geweigerd afgewezen rejeitado rejeitada'
const STATES: ReadonlyMap<string, 'done' | 'undone'> = new Map([
  ...DONE.split(' ').map((word) => [word, 'done'] as const),
  ...UNDONE.split(' ').map((word) => [word, 'undone'] as const),
])

/** Whether a row with this status took place; `undefined` when the word is not known. */
export function outcomeOf(status: string): 'done' | 'undone' | undefined {
  return STATES.get(fold(status))
}
