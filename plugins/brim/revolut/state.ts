/** Words that the current account and the old crypto statement share. */

/** What the current account says in German, French, Italian, Spanish, Dutch, Polish and Portuguese. */
const ENGLISH: ReadonlyMap<string, string> = new Map(
  Object.entries({
    COMPLETED: ['ABGESCHLOSSEN', 'TERMINÉ', 'COMPLETATO', 'COMPLETADO', 'VOLTOOID', 'ZAKOŃCZONO', 'CONCLUÍDA', 'CONCLUÍDO'],
    PENDING: ['EN_ATTENTE', 'IN_BEHANDELING', 'OCZEKUJE'],
    REVERTED: ['REVERTIDO', 'REVERTIDA'],
    CARD_PAYMENT: [
      'KARTENBEZAHLUNG',
      'PAIEMENT_PAR_CARTE',
      'PAGAMENTO_CON_CARTA',
      'PAGO_CON_TARJETA',
      'KAARTBETALING',
      'PŁATNOŚĆ_KARTĄ',
      'PAGAMENTO_COM_CARTÃO',
    ],
    TOPUP: ['EINZAHLUNG', 'AJOUT_DE_FONDS', 'RICARICA', 'RECARGAS', 'GELD_TOEVOEGEN', 'ZASILENIE', 'CARREGAMENTO'],
    EXCHANGE: ['CAMBIO', 'WISSELEN', 'CÂMBIO'],
    TRANSFER: ['TRANSFERENCIA', 'TRANSFERIR', 'OVERSCHRIJVING', 'TRANSFERÊNCIA'],
    ATM: ['CAJERO'],
    REV_PAYMENT: ['PAGAMENTO', 'REV_BETALING'],
  }).flatMap(([word, others]) => others.map((other) => [other, word] as const)),
)

/** The type or state of a row in English: `Card Payment` and `CARD_PAYMENT` are the same. */
export function typeOf(cell: string): string {
  const word = cell
    .normalize('NFC')
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_')
  return ENGLISH.get(word) ?? word
}

const UNFINISHED = /^(PENDING|REVERTED|DECLINED|FAILED|CANCELL?ED|CREATED|DELETED|EXPIRED|REJECTED)$/

/** Why a row has moved no money (pending, reverted, declined); `undefined` when it is complete or nobody can tell. */
export function unfinished(state: string): string | undefined {
  const word = typeOf(state)
  return UNFINISHED.test(word) ? `${word.toLowerCase()}: no money moved` : undefined
}

/** Whether the word tells that the row is complete. */
export function isFinished(state: string): boolean {
  const word = typeOf(state)
  return word === 'COMPLETED' || word === ''
}
