import type { settingSentences as english } from '../en/setting-sentences.ts'

export const settingSentences: typeof english = {
  sessionTtlHours: 'Wie lange eine Sitzung nach der Anmeldung dauert; gilt ab der nächsten Anmeldung.',
  sessionIdleMinutes: 'Nach welcher Zeit ohne Anfrage eine Sitzung endet; 0: erst nach der Dauer einer Sitzung.',
  registrationEnabled: 'Ob Fremde sich registrieren dürfen. Der erste Benutzer darf es immer.',
  passwordLogin:
    'Ob Benutzer sich mit Passwort anmelden dürfen; aus nur, solange Single Sign-on eingerichtet ist. Ein Administrator darf es, solange sich kein anderer dort anmelden kann.',
  uploadMaxMb: 'Die größte Datei, die hochgeladen werden darf.',
  reportMaxMb: 'Der größte Broker-Auszug, der hochgeladen werden darf.',
  storageQuotaMbPerUser: 'Alle Dateien und Auszüge eines Benutzers zusammen.',
  costlyRequestsAtOnce:
    'Wie viele Berichte, Diagramme, Importe, Stapel und Ähnliches eines Benutzers jeder Prozess gleichzeitig bearbeitet; weitere warten.',
  costlyRequestsWaiting: 'Wie viele davon warten dürfen; weitere werden abgelehnt (429).',
  requestsPerMinute:
    'Wie viele Anfragen ein Benutzer pro Minute senden darf, während auch andere den Dienst nutzen; 0: unbegrenzt.',
  eventStreams: 'Wie viele Ereignisströme ein Benutzer offen haben darf.',
  defaultCurrency: 'Die Währung von Benutzern, die keine gewählt haben.',
  defaultLanguage: 'Die Sprache von Benutzern, die keine gewählt haben.',
  diskReserveMb:
    'Bleibt auf dem Datenträger des Datenordners frei, aber nie mehr als ein Zwanzigstel davon: Uploads und Importe, die den Platz bräuchten, werden abgelehnt.',
  fxSyncEnabled: 'Ob Wechselkurse automatisch abgerufen werden.',
  fxSyncTimes: 'Wann Wechselkurse jeden Tag abgerufen werden, in der Zeitzone der Zeitpläne, als HH:MM.',
  autoFxRoutes:
    'Ob Währungen der Benutzer automatisch eine Route zur Währung ihrer Berichte erhalten, abgerufen ab dem ersten Tag, der gebraucht wird; nur solange Wechselkurse abgerufen werden.',
  priceRefreshEnabled: 'Ob Kurse von Wertpapieren automatisch abgerufen werden.',
  priceRefreshMinutes: 'Wie oft Kurse von Wertpapieren abgerufen werden.',
  priceFallbacks:
    'Ob für ein Wertpapier, dessen Quelle ausfällt, eine andere abgefragt wird, wenn eine ISIN oder ein Symbol mit übereinstimmenden Schlusskursen zeigt, dass sie dasselbe führt.',
  autoPriceSources:
    'Ob ein Import Kursquellen für Wertpapiere ohne Quelle sucht: Was sicher ist, wird zugeordnet, der Rest vorgeschlagen.',
  sharedData:
    'Wer Wertpapiere, Kurse und Ereignisse ändern darf. stake: Bearbeiter bei allen Brokern, die das Wertpapier verwenden; wer es hinzugefügt hat, solange niemand es verwendet; sonst Administratoren, die allein Geprüftes ändern. everyone: Alle Benutzer fügen hinzu und ändern, was sie hinzugefügt haben. superusers: niemand sonst. Von Hand eingegebene Wechselkurse und Routen gewöhnlicher Benutzer gelten nur für sie selbst, mit everyone für alle.',
  schedulerTimezone: 'Die Zeitzone der Zeitpläne.',
  backupSchedule: 'Wann eine Sicherung erstellt wird, als cron in der Zeitzone der Zeitpläne; leer: nie.',
  backupKeep: 'Wie viele der neuesten geplanten Sicherungen bleiben.',
  backupKeepDaily: 'Von so vielen Tagen mit einer geplanten Sicherung bleibt auch die letzte.',
  backupKeepWeekly: 'Dasselbe für so viele Wochen.',
  backupKeepMonthly: 'Dasselbe für so viele Monate.',
  webhookPrivateAddresses: 'Private Adressen, die Webhooks aller Benutzer aufrufen dürfen, etwa 192.168.1.20/32.',
}
