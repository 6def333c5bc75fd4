/** Kinds of rows and titles that platforms and public converters document, each with figures of our own: what becomes of the row. */
import { documented } from './documented.ts'

const COINBASE =
  'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes'
documented('coinbase', 'dust that is sold, and what comes back of a price', COINBASE, {
  'a1,2025-03-01 10:00:00 UTC,Retail Simple Dust,SHIB,-1000,EUR,€0.00001,-€0.01,-€0.01,€0.00,': 'SELL -1000 SHIB 0.01 EUR',
  'a2,2025-03-02 10:00:00 UTC,Retail Simple Price Improvement,USDC,0.02,EUR,€0.90,€0.018,€0.018,€0.00,':
    'INTEREST 0.02 USDC 0 EUR',
  'a3,2025-03-03 10:00:00 UTC,Rewards Payout,BTC,0.00001,EUR,€80000,€0.80,€0.80,€0.00,': 'INTEREST 0.00001 BTC 0 EUR (reward)',
})

const CRYPTOCOM =
  'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash'
documented('cryptocom', 'kinds since 2022, and the cash wallet', CRYPTOCOM, {
  '2025-03-01 10:00:00,Buy BTC,BTC,0.002,,,EUR,100,108,trading.crypto_purchase.google_pay,':
    'DEPOSIT 100 EUR (card); BUY 0.002 BTC -100 EUR',
  '2025-03-02 10:00:00,CRO -> BTC,CRO,-500,BTC,0.001,EUR,50,54,trading.limit_order.crypto_wallet.exchange,':
    'SELL -500 CRO 50 EUR; BUY 0.001 BTC -50 EUR',
  '2025-03-03 10:00:00,CRO -> EUR,CRO,-500,EUR,50,EUR,50,54,trading.limit_order.cash_account.sell_commit,':
    'SELL -500 CRO 50 EUR',
  '2025-03-04 10:00:00,Order,CRO,-500,,,EUR,50,54,trading.limit_order.crypto_wallet.fund_unlock,':
    'left out: moved within Crypto.com',
  '2025-03-05 10:00:00,Stake Reward,CRO,2,,,EUR,0.2,0.22,finance.dpos.compound_interest.crypto_wallet,':
    'INTEREST 2 CRO EUR (staking)',
  '2025-03-06 10:00:00,Extra,CRO,3,,,EUR,0.3,0.32,finance.crypto_earn.loyalty_program_extra_interest_paid.crypto_wallet,':
    'INTEREST 3 CRO EUR (lending)',
  '2025-03-07 10:00:00,Adjustment,LUNA,4,,,EUR,0.4,0.43,admin_wallet_credited,': 'INTEREST 4 LUNA EUR (airdrop)',
  '2025-03-08 10:00:00,Council Node,CRO,-100,,,EUR,10,11,council_node_deposit_created,': 'left out: moved within Crypto.com',
  '2025-03-09 10:00:00,EUR Deposit,EUR,500,EUR,500,EUR,500,540,viban_deposit,': 'DEPOSIT 500 EUR',
  '2025-03-10 10:00:00,Top Up Card,EUR,50,EUR,50,EUR,50,54,viban_card_top_up,': 'WITHDRAWAL -50 EUR',
  '2025-03-11 10:00:00,EUR Withdrawal,EUR,-20,EUR,20,EUR,20,22,viban_withdrawal,': 'WITHDRAWAL -20 EUR',
  '2025-03-12 10:00:00,A Shop,EUR,-35.2,,,EUR,35.2,38,,': 'error card-wallet',
})

const KRAKEN =
  '"txid","refid","time","type","subtype","aclass","subclass","asset","wallet","amount","fee","balance","amountusd","feeusd","balanceusd","feecurrency"'
documented('kraken', 'kinds of ledgers since 2024', KRAKEN, {
  [`"L1","C1","2026-03-01 10:00:00","collateralconversion","","currency","fiat","EUR","spot / main",-0.5,0,10,-0.6,0,12,""
"L2","C1","2026-03-01 10:00:00","collateralconversion","","currency","stable_coin","EURC","spot / main",0.5,0,0.5,0.6,0,0.6,""
"L3","C1","2026-03-01 10:00:00","margin","","currency","stable_coin","EURC","spot / main",0,0.5,0,0,0.6,0,"EURC"`]:
    'FEE -0.5 EURC (margin); BUY 0.5 EURC -0.5 EUR',
  [`"L4","D1","2026-03-02 10:00:00","earn","delistingconversion","currency","crypto","NANO","earn / flexible",-30,0,0,-20,0,0,""
"L5","D1","2026-03-02 10:00:00","earn","delistingconversion","currency","stable_coin","USDC","spot / main",20,0,20,20,0,20,""`]:
    'EXCHANGE -30 NANO; EXCHANGE 20 USDC',
  '"L6","D2","2026-03-03 10:00:00","transfer","delistingconversion","currency","crypto","MATIC","spot / main",-40,0,0,-20,0,0,""':
    'TRANSFER -40 MATIC (correction)',
  '"L7","H1","2026-03-04 10:00:00","hybridearnwithdrawal","","currency","stable_coin","USDC","spot / main",-500,0,0,-500,0,0,""':
    'TRANSFER -500 USDC',
  '"L8","V1","2026-03-05 10:00:00","dividend","","currency","fiat","USD","spot / main",1.5,0,1.5,1.5,0,1.5,""':
    'INTEREST 1.5 USD (reward)',
  [`"L9","S1","2026-03-06 10:00:00","spend","dustsweeping","currency","crypto","XTZ","spot / main",-0.4,0,0,-0.3,0,0,""
"L10","S1","2026-03-06 10:00:00","receive","dustsweeping","currency","fiat","EUR","spot / main",0.25,0,1,0.3,0,1,""`]:
    'SELL -0.4 XTZ 0.25 EUR',
  '"L11","E1","2026-03-07 10:00:00","earn","reward","currency","crypto","ALGO","earn / bonded",0.2,0.05,10,0.1,0.02,5,"ALGO"':
    'INTEREST 0.2 ALGO (staking); FEE -0.05 ALGO',
  '"L12","W1","2026-03-08 10:00:00","withdrawal","","currency","crypto","ALGO","spot / main",-2,0.1,10,-1,0.1,5,"USDC"':
    'error unclear-fee',
})
documented(
  'kraken',
  'all columns that the trades have today',
  '"txid","ordertxid","pair","aclass","subclass","time","type","ordertype","price","cost","fee","vol","margin","misc","ledgers","posttxid","posstatuscode","cprice","ccost","cfee","cvol","cmargin","net","costusd","trades"',
  {
    '"T1","O1","ADA/EUR","forex","crypto","2026-03-20 01:00:00.0000","buy","market",0.25,10.0,0.03,40.0,0.0,"","L1,L2","","","","","","","","","10.9",""':
      'BUY 40 ADA -10.03 EUR fees 0.03',
  },
)

const BITVAVO =
  'Timezone,Date,Time,Type,Currency,Amount,Quote Currency,Quote Price,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address'
documented('bitvavo', 'all kinds that its interface documents', BITVAVO, {
  'UTC,2025-03-01,10:00:00,distribution,FLR,12,,,,,,,Completed,a1,': 'INTEREST 12 FLR (reward)',
  'UTC,2025-03-02,10:00:00,external_transferred_funds,EUR,100,,,,,,,Completed,a2,': 'DEPOSIT 100 EUR',
  'UTC,2025-03-03,10:00:00,internal_transfer,BTC,-0.1,,,,,,,Completed,a3,': 'TRANSFER -0.1 BTC',
  'UTC,2025-03-04,10:00:00,manually_assigned_bitvavo,ETH,0.2,,,,,,,Completed,a4,': 'TRANSFER 0.2 ETH (correction)',
})

const BITPANDA =
  'Transaction ID,Timestamp,Transaction Type,In/Out,Amount Fiat,Fiat,Amount Asset,Asset,Asset market price,Asset market price currency,Asset class,Product ID,Fee,Fee asset,Fee percent,Spread,Spread Currency,Tax Fiat'
documented('bitpanda', 'staking and rewards', BITPANDA, {
  [`B1,2025-03-01T10:00:00+01:00,transfer,outgoing,100.00,EUR,0.05000000,ETH,2000.00,EUR,Cryptocurrency,5,-,-,-,-,-,0.00
B2,2025-03-01T10:00:00+01:00,transfer(stake),incoming,100.00,EUR,0.05000000,ETH,2000.00,EUR,Cryptocurrency,5,-,-,-,-,-,0.00`]:
    'left out: moved within Bitpanda; left out: moved within Bitpanda',
  'B3,2025-03-02T10:00:00+01:00,reward,incoming,1.00,EUR,0.00050000,ETH,2000.00,EUR,Cryptocurrency,5,-,-,-,-,-,0.00':
    'INTEREST 0.0005 ETH EUR (reward)',
  'B4,2025-03-03T10:00:00+01:00,transfer,incoming,1.00,EUR,0.00050000,ETH,2000.00,EUR,Cryptocurrency,5,-,-,-,-,-,0.00':
    'error unclear-transfer',
})

documented(
  'mintos',
  'what a seller earns when a strategy is cashed out',
  'Date,Transaction ID:,Details,Turnover,Balance,Currency,Payment Type',
  {
    '2025-03-01 09:00:00,1,ISIN: LV0000000001 (Loan 1-01) - cash out share income to seller,0.25,10.25,EUR,Cash out share income to seller':
      'INTEREST 0.25 EUR',
  },
)

const NEXO =
  'Transaction,Type,Input Currency,Input Amount,Output Currency,Output Amount,USD Equivalent,Fee,Fee Currency,Details,Date / Time (UTC)'
documented('nexo', 'kinds since 2023', NEXO, {
  'N1,Dual Investment Exchange,USDT,-100.00000000,BTC,0.00200000,$100.00,-,-,approved / Dual Investment,2025-03-01 10:00:00':
    'SELL -100 USDT 100 USD; BUY 0.002 BTC -100 USD',
  'N2,Exchange Sell Fee,NEXO,-0.50000000,NEXO,0.50000000,$0.60,-,-,approved / Fee,2025-03-02 10:00:00': 'FEE -0.5 NEXO',
  'N3,Transfer To Advanced,USDT,-50.00000000,USDT,50.00000000,$50.00,-,-,approved / Transfer,2025-03-03 10:00:00':
    'TRANSFER -50 USDT',
  'N4,Transfer From Advanced Trading Bonus,USDT,5.00000000,USDT,5.00000000,$5.00,-,-,approved / Bonus,2025-03-04 10:00:00':
    'left out: moved within Nexo',
  'N5,Administrator,BTC,-0.00010000,BTC,0.00010000,$8.00,-,-,approved / Correction,2025-03-05 10:00:00':
    'TRANSFER -0.0001 BTC (correction)',
  'N6,Interest,xUSD,0.10000000,xUSD,0.10000000,$0.10,-,-,approved / Interest,2025-03-06 10:00:00': 'INTEREST 0.1 USD (lending)',
})
documented('nexo', 'files until 2022', 'Transaction,Type,Currency,Amount,Details,Outstanding Loan,Date / Time', {
  'N7,Interest,BTC,0.00000100,approved / BTC Interest Earned,$0.00,2021-03-06 10:00:00': 'INTEREST 0.000001 BTC (lending)',
})

documented('kucoin', 'deposits', 'UID,Account Type,Time(UTC+02:00),Remarks,Status,Fee,Amount,Coin,Transfer Network', {
  '7,mainAccount,2025-03-01 10:00:00,Deposit,SUCCESS,0,0.5,ETH,ERC20': 'TRANSFER 0.5 ETH',
  '7,mainAccount,2025-03-02 10:00:00,Deposit,FAILURE,0,0.5,ETH,ERC20': 'left out: status FAILURE',
})
documented(
  'kucoin',
  'withdrawals',
  'UID,Account Type,Time(UTC+02:00),Remarks,Status,Fee,Amount,Coin,Transfer Network,Withdrawal Address/Account',
  { '7,mainAccount,2025-03-01 10:00:00,Withdraw,SUCCESS,0.001,0.5,ETH,ERC20,0x01': 'TRANSFER -0.5 ETH' },
)
documented(
  'kucoin',
  'earnings',
  'UID,Account Type,Order ID,Time(UTC+02:00),Staked Coin,Product Type,Product Name,Earnings Coin,Earnings Type,Remarks,Amount,Amount（USDT）,Fee',
  { '7,mainAccount,o1,2025-03-01 10:00:00,USDT,Savings,USDT,USDT,Interest,Interest,0.02,0.02,0': 'INTEREST 0.02 USDT (lending)' },
)

const REVOLUT = {
  es: 'Tipo,Producto,Fecha de inicio,Fecha de finalización,Descripción,Importe,Comisión,Divisa,State,Saldo',
  fr: 'Type,Produit,Date de début,Date de fin,Description,Montant,Frais,Devise,État,Solde',
  it: 'Tipo,Prodotto,Data di inizio,Data di completamento,Descrizione,Importo,Costo,Valuta,State,Saldo',
  nl: 'Type,Product,Startdatum,Datum voltooid,Beschrijving,Bedrag,Kosten,Valuta,Status,Saldo',
  pl: 'Rodzaj,Produkt,Data rozpoczęcia,Data zrealizowania,Opis,Kwota,Opłata,Waluta,State,Saldo',
  de: 'Art,Produkt,Datum des Beginns,Datum des Abschlusses,Beschreibung,Betrag,Gebühr,Währung,Status,Kontostand',
}
documented('revolut', 'a current account in Spanish', REVOLUT.es, {
  'Recargas,Actual,2025-03-01 10:00:00,2025-03-01 10:00:01,Ana,50.00,0.00,EUR,COMPLETADO,50.00': 'DEPOSIT 50 EUR',
  'Pago con tarjeta,Actual,2025-03-02 10:00:00,2025-03-03 10:00:00,Pan,-5.00,0.00,EUR,COMPLETADO,45.00':
    'WITHDRAWAL -5 EUR (card)',
  [`Cambio,Actual,2025-03-04 10:00:00,2025-03-04 10:00:00,USD,-20.00,0.00,EUR,COMPLETADO,25.00
Cambio,Actual,2025-03-04 10:00:00,2025-03-04 10:00:00,USD,22.00,0.00,USD,COMPLETADO,22.00`]:
    'FX_CONVERSION -20 EUR; FX_CONVERSION 22 USD',
})
documented('revolut', 'a current account in French', REVOLUT.fr, {
  'Ajout de fonds,Actuel,2025-03-01 10:00:00,2025-03-01 10:00:01,Recharge,50.00,0.00,EUR,TERMINÉ,50.00': 'DEPOSIT 50 EUR',
  'Paiement par carte,Actuel,2025-03-02 10:00:00,2025-03-03 10:00:00,Pain,-5.00,0.50,EUR,TERMINÉ,44.50':
    'WITHDRAWAL -5 EUR (card); FEE -0.5 EUR (card)',
})
documented('revolut', 'a current account in Italian', REVOLUT.it, {
  'Ricarica,Attuale,2025-03-01 10:00:00,2025-03-01 10:00:01,Ricarica,50.00,0.00,EUR,COMPLETATO,50.00': 'DEPOSIT 50 EUR',
  'Pagamento con carta,Attuale,2025-03-02 10:00:00,2025-03-03 10:00:00,Pane,-5.00,0.00,EUR,COMPLETATO,45.00':
    'WITHDRAWAL -5 EUR (card)',
})
documented('revolut', 'a current account in Dutch', REVOLUT.nl, {
  'Geld toevoegen,Huidig,2025-03-01 10:00:00,2025-03-01 10:00:01,Opwaarderen,50.00,0.00,EUR,VOLTOOID,50.00': 'DEPOSIT 50 EUR',
  'Kaartbetaling,Huidig,2025-03-02 10:00:00,,Brood,-5.00,0.00,EUR,IN BEHANDELING,': 'left out: pending: no money moved',
  [`Overschrijving,Huidig,2025-03-04 10:00:00,2025-03-04 10:00:00,Sparen,-20.00,0.00,EUR,VOLTOOID,25.00
Overschrijving,Spaargeld,2025-03-04 10:00:00,2025-03-04 10:00:00,Sparen,20.00,0.00,EUR,VOLTOOID,20.00`]:
    'left out: moved between two products of the same account; left out: moved between two products of the same account',
})
documented('revolut', 'a current account in Polish', REVOLUT.pl, {
  'Zasilenie,Bieżące,2025-03-01 10:00:00,2025-03-01 10:00:01,Zasilenie,50.00,0.00,PLN,ZAKOŃCZONO,50.00': 'DEPOSIT 50 PLN',
  'Płatność kartą,Bieżące,2025-03-02 10:00:00,,Chleb,-5.00,0.00,PLN,OCZEKUJE,': 'left out: pending: no money moved',
})
documented('revolut', 'a current account in German', REVOLUT.de, {
  'Einzahlung,Aktuell,2025-03-01 10:00:00,2025-03-01 10:00:01,Aufladung,50.00,0.00,EUR,ABGESCHLOSSEN,50.00': 'DEPOSIT 50 EUR',
  'Kartenbezahlung,Aktuell,2025-03-02 10:00:00,2025-03-03 10:00:00,Brot,-5.00,0.00,EUR,ABGESCHLOSSEN,45.00':
    'WITHDRAWAL -5 EUR (card)',
})

const WISE =
  '"TransferWise ID",Date,"Date Time",Amount,Currency,Description,"Payment Reference","Running Balance","Exchange From","Exchange To","Exchange Rate","Payer Name","Payee Name","Payee Account Number",Merchant,"Card Last Four Digits","Card Holder Full Name",Attachment,Note,"Total fees","Exchange To Amount","Transaction Type","Transaction Details Type"'
documented('wise', 'the types of its statements', WISE, {
  'CARD_ORDER_CHECKOUT-1,01-03-2025,01-03-2025 10:00:00.000,-7.00,EUR,Card,,93.00,,,,,,,,,,,,0.00,,DEBIT,CARD_ORDER_CHECKOUT':
    'FEE -7 EUR',
  'BALANCE_ADJUSTMENT-2,02-03-2025,02-03-2025 10:00:00.000,1.00,EUR,Adjustment,,94.00,,,,,,,,,,,,0.00,,CREDIT,BALANCE_ADJUSTMENT':
    'TRANSFER 1 EUR (correction)',
  'BALANCE-3,03-03-2025,03-03-2025 10:00:00.000,-4.00,EUR,To your jar,,90.00,,,,,,,,,,,,0.00,,DEBIT,OUTGOING_CROSS_BALANCE':
    'TRANSFER -4 EUR',
  'ACQUIRING-4,04-03-2025,04-03-2025 10:00:00.000,9.00,EUR,Invoice 4,,99.00,,,,,,,,,,,,0.00,,CREDIT,ACQUIRING_PAYMENT':
    'DEPOSIT 9 EUR',
  'CARD-5,05-03-2025,05-03-2025 10:00:00.000,9.00,EUR,Fund,,99.00,,,,,,,,,,,,0.00,,CREDIT,INVESTMENT_TRADE_ORDER':
    'error unknown-type',
})

const TRACKED = '"Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Group","Comment","Date","LPN","Tx-ID"'
documented('cointracking', 'advanced types', TRACKED, {
  '"Dividends Income","0.5","KCS","","","","","KuCoin","","","2025-03-01 10:00:00","",""': 'INTEREST 0.5 KCS (reward)',
  '"LP Rewards","0.5","CAKE","","","","","Wallet","","","2025-03-02 10:00:00","",""': 'INTEREST 0.5 CAKE (reward)',
  '"Provide Liquidity","","","2","ETH","","","Wallet","","","2025-03-03 10:00:00","",""': 'TRANSFER -2 ETH',
  '"Remove Collateral","2","ETH","","","","","Wallet","","","2025-03-04 10:00:00","",""': 'TRANSFER 2 ETH',
  '"Expense (non taxable)","","","0.1","ETH","","","Wallet","","","2025-03-05 10:00:00","",""': 'TRANSFER -0.1 ETH',
  '"Margin Trade","1","BTC","50000","USD","","","Kraken","","","2025-03-06 10:00:00","",""':
    'left out: not closed yet: the profit or loss has a row of its own',
  '"Receive Loan","100","USDT","","","","","Wallet","","","2025-03-07 10:00:00","",""': 'error loan',
})
documented(
  'cointracking',
  'the list in German',
  '"Typ","Kauf","Cur.","Verkauf","Cur.","Gebühr","Cur.","Börse","Gruppe","Kommentar","Datum","Tx-ID"',
  {
    '"Belohnung / Bonus","0,5","KCS","","","","","KuCoin","","","01.03.2025 10:00:00",""': 'INTEREST 0.5 KCS (reward)',
    '"Dividenden Einnahme","0,5","KCS","","","","","KuCoin","","","02.03.2025 10:00:00",""': 'INTEREST 0.5 KCS (reward)',
    '"Sonstige Einnahme","12,00","EUR","","","","","KuCoin","","","03.03.2025 10:00:00",""': 'INTEREST 12 EUR (reward)',
    '"Airdrop (steuerfrei)","0,5","UNI","","","","","Wallet","","","04.03.2025 10:00:00",""': 'INTEREST 0.5 UNI (airdrop)',
    '"Derivate / Futures Gewinn","0,5","USDT","","","","","Kraken","","","05.03.2025 10:00:00",""': 'INTEREST 0.5 USDT (margin)',
    '"Margin Verlust","","","0,5","USDT","","","Kraken","","","06.03.2025 10:00:00",""': 'FEE -0.5 USDT',
    '"Settlement Gebühr","","","0,5","USDT","","","Kraken","","","07.03.2025 10:00:00",""': 'FEE -0.5 USDT',
    '"Schenkung","","","0,5","ETH","","","Wallet","","","08.03.2025 10:00:00",""': 'TRANSFER -0.5 ETH',
    '"Geschenk","0,5","ETH","","","","","Wallet","","","09.03.2025 10:00:00",""': 'TRANSFER 0.5 ETH',
    '"Collateral gesendet","","","0,5","ETH","","","Wallet","","","10.03.2025 10:00:00",""': 'TRANSFER -0.5 ETH',
    '"Swap (steuerfrei)","0,5","WETH","0,5","ETH","","","Wallet","","","11.03.2025 10:00:00",""':
      'EXCHANGE -0.5 ETH; EXCHANGE 0.5 WETH',
    '"Darlehen erhalten","100,5","USDT","","","","","Wallet","","","12.03.2025 10:00:00",""': 'error loan',
    '"Derivate / Futures Trade","1,5","BTC","50000,00","USD","","","Kraken","","","13.03.2025 10:00:00",""':
      'left out: not closed yet: the profit or loss has a row of its own',
  },
)
documented(
  'cointracking',
  'the list in Spanish',
  '"Tipo","Compra","Cur.","Venta","Cur.","Comisión","Cur.","Intercambio","Grupo","Comentario","Fecha","From Address","To Address","Tx Hash","Sell From Address","Sell To Address"',
  {
    '"Operación","0.01000000","BTC","500.00000000","EUR","","","Coinbase","","","01.03.2025 10:00:00","","","","",""':
      'BUY 0.01 BTC -500 EUR',
    '"Otras comisiones","","","0.00010000","BNB","","","Binance","","","02.03.2025 10:00:00","","","","",""': 'FEE -0.0001 BNB',
    '"Retirada","","","0.01000000","BTC","","","Coinbase","","","03.03.2025 10:00:00","","","","",""': 'TRANSFER -0.01 BTC',
    '"Recompensa / Bonificación","0.10000000","BNB","","","","","Binance","","","04.03.2025 10:00:00","","","","",""':
      'INTEREST 0.1 BNB (reward)',
  },
)
documented(
  'coinledger',
  'income, and liquidity of pools',
  'Timestamp (UTC),Type,Internal Id,Platform,Account Name,Platform Id,Blockchain Id,Record Type,Asset,Amount,Description',
  {
    '2024-01-06T10:00:00.000,Other Income,1,Harbour,Harbour,,,Credit,ETH,0.01,': 'INTEREST 0.01 ETH (reward)',
    '2024-01-06T10:00:00.000,Income,2,Harbour,Harbour,,,Credit,EUR,2.5,': 'INTEREST 2.5 EUR (reward)',
    [`2024-01-07T10:00:00.000,Add Liquidity,3,Harbour,Harbour,,,Debit,ETH,-0.1,
2024-01-07T10:00:00.000,Add Liquidity,3,Harbour,Harbour,,,Credit,POOL,5,`]: 'EXCHANGE -0.1 ETH; EXCHANGE 5 POOL',
    [`2024-01-08T10:00:00.000,Remove Liquidity,4,Harbour,Harbour,,,Debit,POOL,-5,
2024-01-08T10:00:00.000,Remove Liquidity,4,Harbour,Harbour,,,Credit,ETH,0.1,`]: 'EXCHANGE -5 POOL; EXCHANGE 0.1 ETH',
    [`2024-01-09T10:00:00.000,Composite Swap,5,Harbour,Harbour,,,Debit,ETH,-0.1,
2024-01-09T10:00:00.000,Composite Swap,5,Harbour,Harbour,,,Credit,BTC,0.005,`]: 'EXCHANGE -0.1 ETH; EXCHANGE 0.005 BTC',
    '2024-01-10T10:00:00.000,Add Liquidity,6,Harbour,Harbour,,,Debit,ETH,-0.1,': 'error unclear-swap',
  },
)
documented(
  'portfolio-performance',
  'a depot with commas and without notes, and an account whose purchase has no shares',
  'Date,Type,Value,Transaction Currency,Gross Amount,Currency Gross Amount,Exchange Rate,Fees,Taxes,Shares,ISIN,WKN,Ticker Symbol,Security Name',
  {
    '2026-05-04T10:15,Buy,261.00,EUR,,,,1.00,0.00,4,US0378331005,,WDG,Widgets': 'BUY 4 US0378331005 -261 EUR fees 1',
    '2026-05-11T14:40,Sell,-32.75,EUR,,,,0.00,0.00,0.5,US0378331005,,WDG,Widgets': 'SELL -0.5 US0378331005 32.75 EUR',
    '2026-05-12T00:00,Buy,"-2,130.60",CHF,,,,,,,US0378331005,,WDG,Widgets': 'error no-quantity',
  },
)
documented(
  'portfolio-performance',
  'an account as it is shown, which says no currency',
  'Datum;Typ;Betrag;Saldo;Wertpapier;Stück;pro Aktie;Gegenkonto;Notiz',
  {
    '2026-06-01 00:00:00;Einlage;310,25;330,00;;;;;': 'DEPOSIT 310.25 CHF',
    '2026-06-01 00:00:00;Kauf;-42,50;287,50;Widgets;0,5;85,00;Depot;': 'BUY 0.5 Widgets -42.5 CHF',
    '2026-06-02 00:00:00;Verkauf;21,25;308,75;Widgets;0,25;85,00;Depot;': 'SELL -0.25 Widgets 21.25 CHF',
    '2026-06-03 00:00:00;Dividende;1,50;310,25;Widgets;0,25;6,00;;': 'DIVIDEND 1.5 CHF',
    '2026-06-04 00:00:00;Umbuchung (Ausgang);-5,25;305,00;;;;Reserve;': 'TRANSFER -5.25 CHF',
    '2026-06-05 00:00:00;Gebühren;-0,75;304,25;;;;;': 'FEE -0.75 CHF',
    '2026-06-06 00:00:00;Rätsel;-0,75;303,50;;;;;': 'error unknown-type',
  },
  { currency: 'CHF' },
)
documented(
  'blockpit',
  'fees of margin trading',
  'Blockpit ID,Timestamp,Source Type,Source Name,Integration,Transaction Type,Outgoing Asset,Outgoing Amount,Incoming Asset,Incoming Amount,Fee Asset,Fee Amount,Transaction ID,Note,Merge ID',
  { '1,01.03.2025 10:00:00,Exchange,Kraken,Kraken,Margin_trading_fee,USDT,0.5,,,,,,,': 'FEE -0.5 USDT' },
)

documented(
  'parqet',
  'figures with decimal points',
  'datetime;date;time;price;shares;amount;tax;fee;realizedgains;type;broker;assettype;identifier;wkn;originalcurrency;currency;fxrate;holding;holdingname;holdingnickname;exchange;avgholdingperiod',
  {
    '2025-03-01T09:00:00.000Z;01.03.2025;10:00:00;12.5;4;50;0;1.5;;Buy;harbour;Security;DE0009999993;999999;;EUR;;;Northern Lights Fund;;;':
      'BUY 4 DE0009999993 -51.5 EUR fees 1.5',
    '2025-03-02T09:00:00.000Z;02.03.2025;10:00:00;1;100.25;100.25;0;0;;Deposit;harbour;Cash;cash_1;;;EUR;;;Harbour cash;;;':
      'DEPOSIT 100.25 EUR',
  },
)
documented(
  'relai',
  'files without the counterparty',
  'Date,Transaction Type,BTC Amount,BTC Price,Currency Pair,Fiat Amount (excl. fees),Fiat Currency,Fee,Fee Currency,Destination,Operation ID',
  {
    '2025-03-01T10:00:00.000Z,Buy,0.00100000,50000,BTC/EUR,50.00,EUR,0.50,EUR,,r1':
      'DEPOSIT 50.5 EUR; BUY 0.001 BTC -50.5 EUR fees 0.5',
  },
)

documented(
  'mintos',
  'a statement in Spanish',
  'Fecha,Identificación de la operación:,Detalles,Volumen de negocios,Saldo,Divisa,Tipo de pago',
  {
    '2025-03-01 09:00:00,1,Depósitos,100.00,100.00,EUR,Depósitos': 'DEPOSIT 100 EUR',
    '2025-03-02 09:00:00,2,ISIN: LV0000000001 (Préstamo 1-01) - Intereses recibidos,0.25,100.25,EUR,Intereses recibidos':
      'INTEREST 0.25 EUR',
    '2025-03-03 09:00:00,3,ISIN: LV0000000001 (Préstamo 1-01) - Retención de impuestos,-0.01,100.24,EUR,Retención de impuestos':
      'TAX -0.01 EUR',
    '2025-03-04 09:00:00,4,ISIN: LV0000000001 (Préstamo 1-01) - Inversión,-50.00,50.24,EUR,Inversión':
      'BUY 50 Mintos loans EUR -50 EUR',
    '2025-03-05 09:00:00,5,Préstamo 1-01 - principal recibido,10.00,60.24,EUR,': 'SELL -10 Mintos loans EUR 10 EUR',
    '2025-03-06 09:00:00,6,Pago de la cartera ETF saliente: 7,-20.00,40.24,EUR,Pago de la cartera ETF saliente':
      'TRANSFER -20 EUR',
    [`2025-03-07 09:00:00,8,Préstamo 1-01 - Operación del Mercado Secundario,-9.00,31.24,EUR,
2025-03-07 09:00:00,9,Préstamo 1-01 - descuento/prima por operación del mercado secundario 8.,0.50,31.74,EUR,`]:
      'BUY 9 Mintos loans EUR -8.5 EUR',
  },
)
documented('mintos', 'a statement in French', 'Date,ID de transaction :,Détails,Mouvement,Solde,Devise,Type de paiement', {
  '2025-03-01 09:00:00,1,Dépôt,100.00,100.00,EUR,"Dépôt par carte 7, après des frais de 1 EUR"': 'DEPOSIT 100 EUR',
  '2025-03-02 09:00:00,2,Intérêts,0.25,100.25,EUR,Intérêts perçus sur le rachat de prêt': 'INTEREST 0.25 EUR',
  '2025-03-03 09:00:00,3,Impôt,-0.01,100.24,EUR,Prélèvement à la source sur les obligations': 'TAX -0.01 EUR',
  '2025-03-04 09:00:00,4,Investissement,-50.00,50.24,EUR,Investissement': 'BUY 50 Mintos loans EUR -50 EUR',
})
documented('mintos', 'a statement in Czech', 'Date,ID transakce:,Detaily,Obrat,Balance,Měna,Typ platby', {
  '2025-03-01 09:00:00,1,Výběr,-30.00,70.00,EUR,Výběr': 'WITHDRAWAL -30 EUR',
  '2025-03-02 09:00:00,2,ISIN: LV0000000001 (Půjčka 1-01) - Obdržený úrok,0.25,70.25,EUR,Obdržený úrok': 'INTEREST 0.25 EUR',
  '2025-03-03 09:00:00,3,Půjčka 1-01 – obdržená jistina,10.00,80.25,EUR,Obdržená jistina': 'SELL -10 Mintos loans EUR 10 EUR',
  '2025-03-04 09:00:00,4,Poplatek,-1.00,79.25,EUR,Poplatek za neaktivitu': 'FEE -1 EUR',
})
documented('mintos', 'a statement in German', 'Datum,Transaktions-Nr.:,Details,Umsatz,Saldo,Währung', {
  '2025-03-01 09:00:00,1,Eingehende Zahlungen vom Bankkonto,100.00,100.00,EUR': 'DEPOSIT 100 EUR',
  '2025-03-02 09:00:00,2,Darlehen Nr. 1-01 Hauptbetrag,10.00,110.00,EUR': 'SELL -10 Mintos loans EUR 10 EUR',
  '2025-03-03 09:00:00,3,ISIN: LV0000000001 (Darlehen 1-01) - Erhaltene Zinsen,0.25,110.25,EUR': 'INTEREST 0.25 EUR',
  '2025-03-04 09:00:00,4,ISIN: LV0000000001 (Darlehen 1-01) - Steuereinbehalt,-0.01,110.24,EUR': 'TAX -0.01 EUR',
  '2025-03-05 09:00:00,5,Verzugszinseinnahmen aus Rückkauf,0.05,110.29,EUR': 'INTEREST 0.05 EUR',
})

documented(
  'bunq',
  'the statement of the app',
  'Date,Amount,Account,Counterparty,Name,Description',
  { '2025-03-01,"-4,50",NL00BUNQ0000000001,NL00TEST0000000002,Harbour,Bread': 'WITHDRAWAL -4.5 EUR' },
  { currency: 'EUR' },
)
documented(
  'bunq',
  'the statement in Dutch',
  'Datum;Bedrag;Rekening;Tegenrekening;Naam;Omschrijving',
  { '2025-03-01;4,50;NL00BUNQ0000000001;NL00TEST0000000002;Harbour;Brood': 'DEPOSIT 4.5 EUR' },
  { currency: 'EUR' },
)
