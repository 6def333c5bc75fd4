import type { settingSentences as en } from '../en/setting-sentences.ts'

/** What the settings of the service are for. */
export const settingSentences: typeof en = {
  sessionTtlHours: 'Hoe lang een sessie na het inloggen duurt; geldt vanaf de volgende keer inloggen.',
  sessionIdleMinutes: 'Na hoeveel tijd zonder verzoek een sessie eindigt; 0: pas na session_ttl_hours.',
  registrationEnabled: 'Of onbekenden zich mogen registreren. De eerste gebruiker mag dat altijd.',
  passwordLogin:
    'Of gebruikers met een wachtwoord mogen inloggen; alleen uit te zetten zolang single sign-on is ingesteld. Een beheerder mag het zolang geen andere daar kan inloggen.',
  uploadMaxMb: 'Het grootste bestand dat mag worden geüpload.',
  reportMaxMb: 'Het grootste brokerrapport dat mag worden geüpload.',
  storageQuotaMbPerUser: 'Alle bestanden en rapporten van één gebruiker samen.',
  costlyRequestsAtOnce:
    'Aan hoeveel rapporten, grafieken, imports, batches en dergelijke van één gebruiker elk proces tegelijk werkt; andere wachten.',
  costlyRequestsWaiting: 'Hoeveel daarvan mogen wachten; meer worden geweigerd (429).',
  requestsPerMinute:
    'Hoeveel verzoeken één gebruiker per minuut mag versturen terwijl ook anderen de server gebruiken; 0: geen limiet.',
  eventStreams: 'Hoeveel streams met gebeurtenissen één gebruiker open mag hebben.',
  defaultCurrency: 'De valuta van gebruikers die er geen hebben gekozen.',
  defaultLanguage: 'De taal van gebruikers die er geen hebben gekozen.',
  diskReserveMb:
    'Wat vrij blijft op de schijf van de gegevensmap, maar nooit meer dan een twintigste ervan: uploads en imports die dat nodig hebben, worden geweigerd.',
  fxSyncEnabled: 'Of wisselkoersen automatisch worden opgehaald.',
  fxSyncTimes: 'Wanneer wisselkoersen elke dag worden opgehaald, in scheduler_timezone, als HH:MM.',
  autoFxRoutes:
    'Of de valuta’s van gebruikers automatisch een route krijgen naar de valuta van hun rapporten, opgehaald vanaf de eerste dag waarop die nodig is; alleen bij fx_sync_enabled.',
  priceRefreshEnabled: 'Of koersen van beleggingen automatisch worden opgehaald.',
  priceRefreshMinutes: 'Hoe vaak koersen van beleggingen worden opgehaald.',
  priceFallbacks:
    'Of een andere bron wordt gevraagd voor een belegging waarvan de bron uitvalt, als een ISIN, of een symbool met overeenkomende slotkoersen, zegt dat het dezelfde is.',
  autoPriceSources:
    'Of een import koersbronnen zoekt voor beleggingen die er geen hebben: wat zeker is wordt toegewezen, de rest voorgesteld.',
  sharedData:
    'Wie beleggingen, koersen en gebeurtenissen mag wijzigen. stake: een bewerker (EDITOR) van elke broker die de belegging gebruikt; wie haar heeft toegevoegd, zolang niemand dat doet; anders beheerders, die als enige wijzigen wat is geverifieerd. everyone: elke gebruiker voegt toe, en wijzigt wat die heeft toegevoegd. superusers: niemand anders. Zelf ingevoerde koersen en routes van gewone gebruikers gelden alleen voor henzelf, met everyone voor iedereen.',
  schedulerTimezone: 'De tijdzone van planningen.',
  backupSchedule: 'Wanneer een back-up wordt gemaakt, als cron in scheduler_timezone; leeg: nooit.',
  backupKeep: 'Hoeveel van de nieuwste geplande back-ups blijven.',
  backupKeepDaily: 'Van zoveel dagen met een geplande back-up blijft ook de laatste van de dag.',
  backupKeepWeekly: 'Hetzelfde, van zoveel weken.',
  backupKeepMonthly: 'Hetzelfde, van zoveel maanden.',
  webhookPrivateAddresses: 'Privéadressen die webhooks van alle gebruikers mogen aanroepen, zoals 192.168.1.20/32.',
}
