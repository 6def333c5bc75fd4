import type { settingSentences as english } from '../en/setting-sentences.ts'

export const settingSentences: typeof english = {
  sessionTtlHours: 'Quanto dura una sessione dopo l’accesso; vale dal prossimo accesso.',
  sessionIdleMinutes: 'Dopo quanto tempo senza richieste termina una sessione; 0: solo alla fine della sua durata.',
  registrationEnabled: 'Indica se possono registrarsi persone esterne. Il primo utente può sempre.',
  passwordLogin:
    'Indica se gli utenti possono accedere con password; si può disattivare solo se è configurato il single sign-on. Un amministratore può comunque, finché nessun altro amministratore può accedere da lì.',
  uploadMaxMb: 'Il file più grande che si può caricare.',
  reportMaxMb: 'L’estratto di broker più grande che si può caricare.',
  storageQuotaMbPerUser: 'Tutti i file e gli estratti di un utente insieme.',
  costlyRequestsAtOnce:
    'Quanti report, grafici, importazioni, operazioni in blocco e simili di un utente vengono elaborati insieme in ogni processo; gli altri aspettano.',
  costlyRequestsWaiting: 'Quante di queste possono aspettare; le altre vengono rifiutate (429).',
  requestsPerMinute: 'Quante richieste un utente può inviare al minuto mentre anche altri usano il servizio; 0: nessun limite.',
  eventStreams: 'Quanti flussi di eventi un utente può tenere aperti.',
  defaultCurrency: 'La valuta degli utenti che non ne hanno scelta una.',
  defaultLanguage: 'La lingua degli utenti che non ne hanno scelta una.',
  diskReserveMb:
    'Resta libera sul disco della cartella dei dati, ma mai più di un ventesimo di esso: caricamenti e importazioni che ne avrebbero bisogno vengono rifiutati.',
  fxSyncEnabled: 'Indica se i cambi vengono scaricati automaticamente.',
  fxSyncTimes: 'Quando scaricare i cambi ogni giorno, nel fuso orario della pianificazione, come HH:MM.',
  autoFxRoutes:
    'Indica se le valute degli utenti ricevono automaticamente un percorso verso la valuta dei loro report, scaricato dal primo giorno necessario; solo se i cambi vengono scaricati.',
  priceRefreshEnabled: 'Indica se i prezzi degli strumenti vengono scaricati automaticamente.',
  priceRefreshMinutes: 'Ogni quanto scaricare i prezzi degli strumenti.',
  priceFallbacks:
    'Indica se interrogare un’altra fonte per uno strumento la cui fonte non risponde, quando un ISIN, o un simbolo con chiusure coincidenti, mostra che ha lo stesso strumento.',
  autoPriceSources:
    'Indica se un’importazione cerca fonti dei prezzi per gli strumenti che non ne hanno: ciò che è certo viene assegnato, il resto proposto.',
  sharedData:
    'Chi può modificare strumenti, prezzi ed eventi. stake: chi è editor di ogni broker che usa lo strumento; chi l’ha aggiunto, finché nessuno lo usa; altrimenti gli amministratori, che sono i soli a modificare ciò che è verificato. everyone: ogni utente aggiunge, e modifica ciò che ha aggiunto. superusers: nessun altro. I cambi e i percorsi inseriti a mano dagli altri utenti valgono solo per loro; con everyone, per tutti.',
  schedulerTimezone: 'Il fuso orario della pianificazione.',
  backupSchedule: 'Quando creare un backup, come cron nel fuso orario della pianificazione; vuoto: mai.',
  backupKeep: 'Quanti dei backup pianificati più recenti conservare.',
  backupKeepDaily: 'Per altrettanti giorni con un backup pianificato si conserva anche l’ultimo.',
  backupKeepWeekly: 'Lo stesso, per altrettante settimane.',
  backupKeepMonthly: 'Lo stesso, per altrettanti mesi.',
  webhookPrivateAddresses: 'Indirizzi privati che i webhook di tutti gli utenti possono chiamare, per esempio 192.168.1.20/32.',
}
