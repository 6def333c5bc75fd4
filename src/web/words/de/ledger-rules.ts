import type { ledgerRules as english } from '../en/ledger-rules.ts'

export const ledgerRules: typeof english = {
  missing: 'Eine Angabe fehlt: {rule}.',
  notPossible: 'Hier nicht möglich: {rule}.',
  leaveOut: 'Lassen Sie es weg: {rule}.',
  changesNothing: 'Es ändert nichts: {rule}.',
  buy: 'Ein Kauf (BUY) hat ein Wertpapier, Stück > 0 und Betrag ≤ 0',
  sell: 'Ein Verkauf (SELL) hat ein Wertpapier und Stück < 0',
  dividend:
    'Eine Dividende (DIVIDEND) hat ein Wertpapier und entweder einen Betrag ungleich 0 und Stück 0, oder (in Stücken gezahlt) Stück > 0 und Betrag 0, oder (im Fonds einbehalten) einen Einstandswert, Stück 0 und Betrag 0',
  interest:
    'Zinsen (INTEREST) haben entweder einen Betrag ungleich 0, oder (in Stücken gezahlt) ein Wertpapier, Stück > 0 und Betrag 0, oder (im Fonds einbehalten) ein Wertpapier, einen Einstandswert, Stück 0 und Betrag 0',
  returnOfCapital: 'Eine Kapitalrückzahlung (RETURN_OF_CAPITAL) hat ein Wertpapier, Stück 0 und einen Betrag ungleich 0',
  deposit: 'Eine Einzahlung (DEPOSIT) hat kein Wertpapier, Stück 0 und Betrag > 0',
  withdrawal: 'Eine Auszahlung (WITHDRAWAL) hat kein Wertpapier, Stück 0 und Betrag < 0',
  fee: 'Eine Gebühr (FEE) hat entweder einen Betrag ungleich 0, oder (in Stücken gezahlt) ein Wertpapier, Stück < 0 und Betrag 0',
  tax: 'Eine Steuer (TAX) hat entweder einen Betrag ungleich 0, oder (in Stücken gezahlt) ein Wertpapier, Stück < 0 und Betrag 0',
  transfer: 'Ein Übertrag (TRANSFER) bewegt entweder ein Wertpapier (Stück ungleich 0) oder Guthaben (Betrag ungleich 0)',
  fxConversion: 'Eine Seite eines Währungstauschs (FX_CONVERSION) hat kein Wertpapier, Stück 0 und einen Betrag ungleich 0',
  split: 'Ein Split (SPLIT) hat ein Wertpapier, Stück ungleich 0 oder ein Verhältnis, und Betrag 0',
  exchange: 'Eine Seite eines Umtauschs (EXCHANGE) hat ein Wertpapier, Stück ungleich 0 und Betrag 0',
  adjustment:
    'Eine Anpassung (ADJUSTMENT) hat ein Wertpapier, Stück ungleich 0 (oder einen Einstandswert ungleich 0, der den Bestand ändert) und Betrag 0',
}
