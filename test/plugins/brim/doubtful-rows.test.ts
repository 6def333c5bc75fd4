/** Rows that do not tell what they are, or tell it against their kind: none is booked as a guess. Figures of our own. */
import { expect, test } from 'bun:test'
import { bunq } from '#plugins/brim/bunq/index.ts'
import { parseSample } from '#test/support/importers.ts'
import { documented } from './documented.ts'

const BINANCE = 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark'
documented('binance', 'the fee of a trade whose legs stand a second apart', BINANCE, {
  [`7,2025-03-01 10:00:00,Spot,Transaction Buy,BTC,1,
7,2025-03-01 10:00:01,Spot,Transaction Spend,EUR,-300,
7,2025-03-01 10:00:01,Spot,Transaction Fee,BTC,-0.001,`]: 'BUY 0.999 BTC -300 EUR',
})
documented('binance', 'legs of which nothing tells what belongs to what', BINANCE, {
  [`7,2025-03-01 10:00:00,Spot,Transaction Spend,USDT,-50,
7,2025-03-01 10:00:01,Spot,Transaction Buy,ETH,2,
7,2025-03-01 10:00:02,Spot,Transaction Spend,USDC,-77,`]: 'error unclear-swap; error unclear-swap; error unclear-swap',
  [`7,2025-03-01 11:00:00,Spot,Transaction Buy,BTC,2,
7,2025-03-01 11:00:00,Spot,Transaction Spend,EUR,-200,
7,2025-03-01 11:00:00,Spot,Transaction Sold,BTC,-1,
7,2025-03-01 11:00:00,Spot,Transaction Revenue,EUR,101,`]:
    'error several-events; error several-events; error several-events; error several-events',
})
documented('binance', 'fees alone, and earnings that stand in the spot wallet', BINANCE, {
  '7,2025-03-01 10:00:00,Spot,BNB Fee Deduction,BNB,-0.2,': 'FEE -0.2 BNB',
  '7,2025-03-01 11:00:00,Spot,BNB Fee Deduction,BNB,0.2,': 'ADJUSTMENT 0.2 BNB (correction)',
  '7,2025-03-01 12:00:00,USD-M Futures,Fee,USDT,-0.2,': 'FEE -0.2 USDT (margin)',
  '7,2025-03-01 13:00:00,Spot,Simple Earn Flexible - Rewards Income,USDT,7,': 'INTEREST 7 USDT (lending)',
})

documented(
  'scalable',
  'rows without a reference, a security or units',
  'date;time;status;reference;description;assetType;type;isin;shares;price;amount;fee;tax;currency',
  {
    [`2025-03-02;02:00:00;Executed;;Turbo;Security;Corporate action;DE000TUAG000;-26;0,001;-0,026;;;EUR
2025-03-01;02:00:00;Executed;;Other;Cash;Corporate action;IE0000000040;;;310,03;0,00;;EUR`]:
      'error unclear-event; error unclear-event',
    [`2025-03-02;02:00:00;Executed;W1;Turbo;Security;Corporate action;DE000TUAG000;-26;0,001;-0,026;;;EUR
2025-03-02;02:00:00;Executed;W1;Turbo;Cash;Corporate action;DE000TUAG000;;;0,03;0,02;;EUR`]:
      'error unclear-fee; error unclear-fee',
    '2025-03-01;02:00:00;Executed;WWUM-1;Other;Security;Security transfer;IE0000000040;;;0,00;;;EUR': 'error no-pair',
    '2025-03-01;02:00:00;Executed;X1;Bank;Cash;Withdrawal;;;;50,00;0,00;;EUR': 'error unexpected-sign',
  },
)
documented(
  'scalable',
  'money without a name',
  'Datum;Uhrzeit;Typ;Wertpapiername;ISIN;Wert;Stück;Buchungswährung;Gebühren;Steuern;Bruttobetrag;Notiz',
  {
    '10.01.2026;01:00:00;;;;504;;EUR;;;;WWUM 906': 'error no-pair',
    '10.01.2026;01:00:00;;Invented World;IE0000000040;504;;EUR;;;;WWUM 906': 'error no-pair',
    '03.01.2026;01:00:00;Entnahme;;;100;;EUR;;;;WWUM 908': 'error unexpected-sign',
  },
)

documented(
  'xtb',
  'several positions that are closed at one moment, and a share that is called Total',
  'ID;Type;Time;Comment;Symbol;Amount',
  {
    [`4;close trade;11/08/2025 09:14:43;Profit of position #1;INVT.DE;-12.40
3;close trade;11/08/2025 09:14:43;Profit of position #2;INVT.DE;8.00
2;Stock sale;11/08/2025 09:14:43;CLOSE BUY 10 @ 7.0000;INVT.DE;62.00
1;Stock sale;11/08/2025 09:14:43;CLOSE BUY 20 @ 7.0000;INVT.DE;152.40`]: 'SELL -30 INVT.DE 210 EUR',
    [`3;close trade;11/08/2025 09:14:43;Profit of position #1;INVT.US;-4.40
2;Stock sale;11/08/2025 09:14:43;CLOSE BUY 10 @ 7.0000;INVT.US;62.00
1;Stock sale;11/08/2025 09:14:43;CLOSE BUY 20 @ 7.0000;INVT.US;152.40`]:
      'error unclear-trade; error unclear-trade; error unclear-trade',
    '5;Stock purchase;01/05/2025 10:00:00;OPEN BUY 20 @ 7.6200;TOTAL;-152.40': 'BUY 20 TOTAL -152.4 EUR',
    '6;Stock purchase;01/05/2025 10:00:00;OPEN BUY 20 @ 7.6200;INVT.DE;': 'error no-quantity',
  },
  { currency: 'EUR' },
)

const SAXO =
  'Klant-id,Transactiedatum,Transactietype,Acties,Instrument,Instrumentsymbool,Instrument ISIN,Instrumentvaluta,Type,Rekening-ID,Boekingsbedrag,_Valuta,Aantal,Valuta,Omrekeningskoers,Totale kosten,Transactie-ID,Bk Record Id,Booking Id,Corporate action-Id, Positie-ID,Order-ID,Opmerking'
documented('saxo', 'rows without a rate, and units that go the other way', SAXO, {
  '1,2025-03-04,Transactie,Koop 20 @ 5.75 USD,Mining,INVM:xnys,US0000000109,USD,Stock,69900/1USD,-119.00,USD,-107.10,EUR,0,-3.60,,1,,,,,':
    'error no-rate',
  '1,2025-03-03,Transactie,Koop 20 @ 5.75 USD,Mining,INVM:xnys,US0000000109,USD,Stock,69900/1USD,-115.00,USD,-103.50,EUR,,0,,2,,,,,':
    'BUY 20 US0000000109 -115 USD',
  '1,2025-03-02,Transactie,Deponering -3000 @ 101.5 EUR,Bond,INVB:xams,NL0000000109,EUR,Bond,69900/1EUR,0,EUR,0,EUR,1,0,,3,,,,,':
    'error unknown-type',
  '1,2025-03-01,Geldoverboeking,Opname,,,,,,69900/1EUR,50.50,EUR,50.50,EUR,1,0,,4,,,,,': 'error unexpected-sign',
})

documented(
  'kucoin',
  'withdrawals with a sign',
  'UID,Account Type,Time(UTC+02:00),Remarks,Status,Fee,Amount,Coin,Transfer Network,Withdrawal Address/Account',
  { '7,mainAccount,2025-03-01 10:00:00,Withdraw,SUCCESS,0,-0.5,ETH,ERC20,0x01': 'error unexpected-sign' },
)
documented(
  'kucoin',
  'earnings that may be what was lent',
  'UID,Account Type,Order ID,Time(UTC+02:00),Staked Coin,Product Type,Product Name,Earnings Coin,Earnings Type,Remarks,Amount,Amount（USDT）,Fee',
  { '7,mainAccount,o1,2025-03-01 10:00:00,USDT,Savings,USDT,USDT,Principal Redemption,,100,100,0': 'error unclear-earning' },
)

documented(
  'bitvavo',
  'fees of transfers',
  'Timezone,Date,Time,Type,Currency,Amount,Quote Currency,Quote Price,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address',
  {
    'Europe/Amsterdam,2025-03-01,10:00:00,internal_transfer,BTC,-1,,,,,BTC,0.1,Completed,a1,': 'TRANSFER -0.9 BTC; FEE -0.1 BTC',
  },
)

documented(
  'bitpanda',
  'rewards with costs, and those that go out',
  '"Transaction ID",Timestamp,"Transaction Type",In/Out,"Amount Fiat",Fiat,"Amount Asset",Asset,"Asset market price","Asset market price currency","Asset class","Product ID",Fee,"Fee asset",Spread,"Spread Currency","Tax Fiat"',
  {
    'C1,2025-03-01T10:00:00+01:00,reward,incoming,1.00,EUR,0.0005,ETH,2000.00,EUR,Cryptocurrency,5,0.0001,ETH,-,-,0.00':
      'error unclear-fee',
    'C2,2025-03-02T10:00:00+01:00,reward,incoming,1.00,EUR,0.0005,ETH,2000.00,EUR,Cryptocurrency,5,-,-,-,-,0.20':
      'error unclear-tax',
    'C3,2025-03-03T10:00:00+01:00,reward,outgoing,1.00,EUR,0.0005,ETH,2000.00,EUR,Cryptocurrency,5,-,-,-,-,0.00':
      'error unclear-reward',
  },
)

documented(
  'kraken',
  'trades of shares',
  '"txid","ordertxid","pair","aclass","subclass","time","type","ordertype","price","cost","fee","vol","margin","misc","ledgers"',
  {
    '"T1","O1","INVT/USD","equity_pair","","2025-03-01 10:00:00","buy","limit",100,200,0.5,2,0,"","L1,L2"': 'error no-coin',
    '"T2","O1","BTC/USD","forex","","2025-03-01 10:00:00","buy","limit",100,200,0.5,2,0,"","L1,L2"':
      'BUY 2 BTC -200.5 USD fees 0.5',
  },
)

documented(
  'nexo',
  'a deduction that adds coins',
  'Transaction,Type,Input Currency,Input Amount,Output Currency,Output Amount,USD Equivalent,Fee,Fee Currency,Details,Date / Time (UTC)',
  {
    'N1,Administrative Deduction,BTC,0.1,BTC,0.1,$100.00,-,-,approved / x,2025-03-01 10:00:00': 'error unexpected-sign',
    'N2,Administrative Deduction,BTC,-0.1,BTC,0.1,$100.00,-,-,approved / x,2025-03-01 10:00:00': 'TRANSFER -0.1 BTC (correction)',
  },
)

documented(
  'nordnet',
  'units that move without a number, or against their kind',
  'Id,Bokföringsdag,Affärsdag,Likviddag,Depå,Transaktionstyp,Värdepapper,ISIN,Antal,Kurs,Ränta,Total Avgift,Valuta,Belopp,Valuta,Inköpsvärde,Valuta,Resultat,Valuta,Totalt antal,Saldo,Växlingskurs,Transaktionstext,Makuleringsdatum,Notanummer',
  {
    '3,2025-03-03,2025-03-03,2025-03-03,1,UTTAG VP,Northern Rail,SE0000000001,,,,,,,,,,,,,,,,,': 'error no-quantity',
    '2,2025-03-02,2025-03-02,2025-03-02,1,INLÄGG VP,Northern Rail,SE0000000001,-5,,,,,,,,,,,,,,,,': 'error unexpected-sign',
    '1,2025-03-01,2025-03-01,2025-03-01,1,INLÄGG VP,Northern Rail,SE0000000001,5,,,,,,,,,,,,,,,,': 'TRANSFER 5 SE0000000001',
  },
)

documented(
  'finpension',
  'a withdrawal that brings money',
  'Date;Category;"Asset Name";ISIN;"Number of Shares";"Asset Currency";"Currency Rate";"Asset Price in CHF";"Cash Flow";Balance',
  {
    '2025-03-01;Withdrawal;;;;;;;100.00;100.00': 'error unexpected-sign',
    '2025-03-01;Withdrawal;;;;;;;-100.00;0.00': 'WITHDRAWAL -100 CHF',
  },
)

documented(
  'cryptocom',
  'a deposit below zero',
  'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash',
  { '2025-03-09 10:00:00,EUR Deposit,EUR,-500,EUR,500,EUR,500,540,viban_deposit,': 'error unexpected-sign' },
)

documented(
  'coinbase',
  'dust that comes in',
  'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes',
  {
    'a1,2025-03-01 10:00:00 UTC,Retail Simple Dust,SHIB,1000,EUR,€0.00001,€0.01,€0.01,€0.00,': 'error unexpected-sign',
  },
)

documented(
  'parqet',
  'shares that go out below zero',
  'datetime;date;time;price;shares;amount;tax;fee;realizedgains;type;broker;assettype;identifier;wkn;originalcurrency;currency;fxrate;holding;holdingname;holdingnickname;exchange;avgholdingperiod',
  {
    '2025-03-01T09:00:00.000Z;01.03.2025;10:00:00;12.5;-4;50;0;0;;Withdrawal;harbour;Security;DE0009999993;999999;;EUR;;;Northern Lights Fund;;;':
      'error unexpected-sign',
    '2025-03-01T09:00:00.000Z;01.03.2025;10:00:00;12.5;4;50;0;0;;Withdrawal;harbour;Security;DE0009999993;999999;;EUR;;;Northern Lights Fund;;;':
      'TRANSFER -4 DE0009999993',
  },
)

documented('aj-bell', 'trades against their kind', 'Date,Transaction,Description,Quantity,Price,Amount (GBP),Reference', {
  '03/03/2025,Purchase,Harbour World ETF (LSE:HWE),-40,10.00,410.20,J1': 'error unexpected-sign',
  '02/03/2025,Sale,Harbour World ETF (LSE:HWE),10,13.00,-125.00,J2': 'error unexpected-sign',
  '01/03/2025,Purchase,Harbour World ETF (LSE:HWE),40,10.00,410.20,J3': 'BUY 40 Harbour World ETF -410.2 GBP fees 10.2',
})

documented('mintos', 'what is taken of interest', 'Datum,Transaktions-Nr.:,Details,Umsatz,Saldo,Währung', {
  '2025-03-02 09:00:00,1,Zinseinnahmen Steuerabzug,-0.50,99.50,EUR': 'error unknown-type',
  '2025-03-02 09:00:00,2,Zinseinnahmen aus Rückkauf,0.50,100.00,EUR': 'INTEREST 0.5 EUR',
})

documented('kraken', 'a fee of nothing', '"txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"', {
  '"L1","W1","2025-03-01 10:00:00","withdrawal","","currency","ZEUR",0,0.9,10': 'FEE -0.9 EUR',
})

documented(
  'nexo',
  'words that do not tell whether anything moved',
  'Transaction,Type,Input Currency,Input Amount,Output Currency,Output Amount,USD Equivalent,Fee,Fee Currency,Details,Date / Time (UTC)',
  {
    'N1,Interest,BTC,0.1,BTC,0.1,$100.00,-,-,rejected / x,2025-03-01 10:00:00': 'left out: status rejected',
    'N2,Interest,BTC,0.1,BTC,0.1,$100.00,-,-,BTC Interest Earned,2025-03-02 10:00:00': 'error unknown-status',
  },
)

documented(
  'bitvavo',
  'words that do not tell whether anything moved',
  'Timezone,Date,Time,Type,Currency,Amount,Quote Currency,Quote Price,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address',
  { 'Europe/Amsterdam,2025-03-01,10:00:00,deposit,BTC,1,,,,,,,Voltooid,a1,': 'error unknown-status' },
)

documented(
  'kucoin',
  'words that do not tell whether anything moved',
  'UID,Account Type,Time(UTC+02:00),Remarks,Status,Fee,Amount,Coin,Transfer Network',
  {
    '7,mainAccount,2025-03-01 10:00:00,Deposit,Arrived,0,0.5,ETH,ERC20': 'error unknown-status',
    '7,mainAccount,2025-03-02 10:00:00,Deposit,WALLET_PROCESSING,0,0.5,ETH,ERC20': 'left out: status WALLET_PROCESSING',
  },
)

documented(
  'bitpanda',
  'withdrawals below zero, and coins without their number',
  '"Transaction ID",Timestamp,"Transaction Type",In/Out,"Amount Fiat",Fiat,"Amount Asset",Asset,"Asset market price","Asset market price currency","Asset class","Product ID",Fee,"Fee asset",Spread,"Spread Currency","Tax Fiat"',
  {
    'D1,2025-03-01T10:00:00+01:00,withdrawal,outgoing,52.00,EUR,-0.02,ETH,2600.00,EUR,Cryptocurrency,5,-,-,-,-,0.00':
      'error unexpected-sign',
    'D2,2025-03-02T10:00:00+01:00,withdrawal,outgoing,52.00,EUR,-,ETH,2600.00,EUR,Cryptocurrency,5,-,-,-,-,0.00':
      'error no-quantity',
  },
)

documented(
  'scalable',
  'a payment whose units go out by a row that cannot be read',
  'date;time;status;reference;description;assetType;type;isin;shares;price;amount;fee;tax;currency',
  {
    [`2025-04-20;02:00:00;Executed;W3;Bonds;Security;Corporate action;;-12;99,50;-1.194,00;;;EUR
2025-04-20;02:00:00;Executed;W3;Bonds;Cash;Distribution;IE0000000040;;;1.194,00;0,00;0,00;EUR`]:
      'error unclear-event; error unclear-event',
    [`2025-04-20;02:00:00;Ausgeführt;W3;Bonds;Security;Corporate action;IE0000000040;-12;99,50;-1.194,00;;;EUR
2025-04-20;02:00:00;Executed;W3;Bonds;Cash;Distribution;IE0000000040;;;1.194,00;0,00;0,00;EUR`]:
      'error unknown-status; error event-incomplete',
  },
)

documented(
  'xtb',
  'the profit of a sale that does not say of what',
  'ID;Type;Time;Comment;Symbol;Amount',
  {
    [`2;close trade;11/08/2025 09:14:43;Profit of position #1;INVT.DE;-12.40
1;Stock sale;11/08/2025 09:14:43;CLOSE BUY 20 @ 7.0000;;152.40`]: 'error no-asset; error event-incomplete',
  },
  { currency: 'EUR' },
)

documented(
  'cryptocom',
  'a conversion with a row without its amount',
  'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash',
  {
    [`2025-03-01 10:00:00,Convert Dust,CRO,20,,,EUR,2,2.1,dust_conversion_credited,
2025-03-01 10:00:00,Convert Dust,ADA,,,,EUR,-0.8,-0.9,dust_conversion_debited,
2025-03-01 10:00:00,Convert Dust,DOT,-0.2,,,EUR,-1.2,-1.3,dust_conversion_debited,`]:
      'error no-quantity; error no-quantity; error no-quantity',
  },
)

documented(
  'cointracking',
  'figures with a sign',
  '"Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Group","Comment","Date"',
  {
    '"Withdrawal","","","-5.5","BTC","","","Kraken","","","01.02.2025 10:00:00"': 'error unexpected-sign',
    '"Deposit","-5.5","BTC","","","","","Kraken","","","02.02.2025 10:00:00"': 'error unexpected-sign',
  },
)

documented(
  'blockpit',
  'amounts with a sign',
  'Blockpit ID,Timestamp,Source Type,Source Name,Integration,Transaction Type,Outgoing Asset,Outgoing Amount,Incoming Asset,Incoming Amount,Fee Asset,Fee Amount,Transaction ID,Note,Merge ID',
  {
    '1,01.03.2025 10:00:00,Exchange,Kraken,Kraken,Withdrawal,DOT,-5,,,,,,,': 'error unexpected-sign',
    '2,02.03.2025 10:00:00,Exchange,Kraken,Kraken,Deposit,,,DOT,-5,,,,,': 'error unexpected-sign',
  },
)

documented(
  'parqet',
  'shares that come in below zero',
  'datetime;date;time;price;shares;amount;tax;fee;realizedgains;type;broker;assettype;identifier;wkn;originalcurrency;currency;fxrate;holding;holdingname;holdingnickname;exchange;avgholdingperiod',
  {
    '2025-03-01T09:00:00.000Z;01.03.2025;10:00:00;12.5;-4;50;0;0;;TransferIn;harbour;Security;DE0009999993;999999;;EUR;;;Northern Lights Fund;;;':
      'error unexpected-sign',
  },
)

documented(
  'nordnet',
  'a day of cancellation that is none',
  'Id,Bokföringsdag,Affärsdag,Likviddag,Depå,Transaktionstyp,Värdepapper,ISIN,Antal,Kurs,Ränta,Total Avgift,Valuta,Belopp,Valuta,Inköpsvärde,Valuta,Resultat,Valuta,Totalt antal,Saldo,Växlingskurs,Transaktionstext,Makuleringsdatum,Notanummer',
  {
    '2,2025-03-02,2025-03-02,2025-03-02,1,INSÄTTNING,,,,,,,,100,SEK,,,,,,,,,2025-03-03,': 'left out: cancelled',
    '1,2025-03-01,2025-03-01,2025-03-01,1,INSÄTTNING,,,,,,,,100,SEK,,,,,,,,,nej,': 'error invalid-date',
  },
)

documented(
  'swissquote',
  'a payment without its amount',
  'Date;Order #;Transaction;Symbol;Name;ISIN;Quantity;Unit price;Costs;Accrued Interest;Net Amount;Balance;Currency',
  { '01-06-2025 09:00:00;00000000;Debit;;;;1.0;100.00;2.00;0.00;;3400.00;CHF': 'error no-quantity' },
)

documented('mintos', 'a premium of a trade without an amount', 'Date,Transaction ID:,Details,Turnover,Balance,Currency', {
  [`2025-03-07 09:00:00,8,Loan 1-01 - secondary market transaction,0,31.24,EUR
2025-03-07 09:00:00,9,Loan 1-01 - discount/premium for secondary market transaction 8.,0.50,31.74,EUR`]:
    'error no-amount; error no-amount',
})

documented(
  'relai',
  'a sale without its amount',
  'Date,Transaction Type,BTC Amount,BTC Price,Currency Pair,Fiat Amount (excl. fees),Fiat Currency,Fee,Fee Currency,Destination,Operation ID,Counterparty',
  { '2025-03-01T10:00:00.000Z,Sell,0.001,50000,BTC/EUR,0,EUR,0,EUR,,r1,': 'error no-amount' },
)

documented('revolut', 'rows without their total', 'Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate', {
  '2025-03-01T09:00:00.100Z,QRRY,BUY - MARKET,2,USD 40,,USD,1.1': 'error unreadable-row',
  '2025-03-02T09:00:00.100Z,QRRY,DIVIDEND,,,,USD,1.1': 'error unreadable-row',
  '2025-03-03T09:00:00.100Z,QRRY,BUY - MARKET,2,USD -40,USD 80,USD,1.1': 'BUY 2 QRRY -80 USD',
})
documented(
  'revolut',
  'coins without what they cost',
  'Type,Product,Started Date,Completed Date,Description,Amount,Currency,Fiat amount,Fiat amount (inc. fees),Fee,Base currency,State,Balance',
  {
    'EXCHANGE,Current,2022-01-01 10:00:00,2022-01-01 10:00:00,Exchanged to DOT,30.0000,DOT,600.00,,9.15,EUR,COMPLETED,30':
      'error unreadable-row',
    'EXCHANGE,Current,2022-01-02 10:00:00,2022-01-02 10:00:00,Exchanged to DOT,,DOT,600.00,609.15,9.15,EUR,COMPLETED,30':
      'error unreadable-row',
  },
)

test('bunq: a table of the same words that names no account of a bank is not claimed', async () => {
  const titles = 'Date,Amount,Account,Counterparty,Name,Description'
  const found = (account: string) =>
    parseSample(bunq, `${titles}\n2025-03-01,"-4,50",${account},Shop,Harbour,Bread\n`, { options: { currency: 'EUR' } })
  expect((await found('Savings')).confidence).toBe(0)
  expect((await found('NL00BUNQ0000000001')).confidence).toBe(1)
})
