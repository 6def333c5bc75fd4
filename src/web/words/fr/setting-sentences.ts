import type { settingSentences as english } from '../en/setting-sentences.ts'

export const settingSentences: typeof english = {
  sessionTtlHours: 'Durée d’une session après la connexion ; valable à la prochaine connexion.',
  sessionIdleMinutes: 'Temps sans requête après lequel une session prend fin ; 0 : seulement après session_ttl_hours.',
  registrationEnabled: 'Autorise les inconnus à s’inscrire. Le premier utilisateur le peut toujours.',
  passwordLogin:
    'Autorise la connexion par mot de passe ; désactivable seulement si l’authentification unique est configurée. Un administrateur le peut tant qu’aucun autre ne peut s’y connecter.',
  uploadMaxMb: 'Le plus grand fichier qui puisse être envoyé.',
  reportMaxMb: 'Le plus grand relevé de courtier qui puisse être envoyé.',
  storageQuotaMbPerUser: 'Tous les fichiers et relevés d’un utilisateur ensemble.',
  costlyRequestsAtOnce:
    'Combien de rapports, graphiques, imports, lots de transactions et autres requêtes semblables d’un utilisateur sont traités à la fois dans chaque processus ; les suivants attendent.',
  costlyRequestsWaiting: 'Combien d’entre eux peuvent attendre ; au-delà, ils sont refusés (429).',
  requestsPerMinute:
    'Combien de requêtes un utilisateur peut envoyer par minute tant que d’autres utilisent aussi le service ; 0 : sans limite.',
  eventStreams: 'Combien de flux d’événements un utilisateur peut garder ouverts.',
  defaultCurrency: 'La devise des utilisateurs qui n’en ont pas choisi.',
  defaultLanguage: 'La langue des utilisateurs qui n’en ont pas choisi.',
  diskReserveMb:
    'Laissé libre sur le disque du dossier de données, mais jamais plus d’un vingtième de celui-ci : les envois et imports qui en auraient besoin sont refusés.',
  fxSyncEnabled: 'Récupère automatiquement les taux de change.',
  fxSyncTimes: 'Heures quotidiennes de récupération des taux de change, dans le fuseau scheduler_timezone, sous la forme HH:MM.',
  autoFxRoutes:
    'Donne automatiquement aux devises des utilisateurs un chemin vers la devise de leurs rapports, avec ses taux depuis le premier jour nécessaire ; seulement avec fx_sync_enabled.',
  priceRefreshEnabled: 'Récupère automatiquement les cours des actifs.',
  priceRefreshMinutes: 'Fréquence de récupération des cours des actifs.',
  priceFallbacks:
    'Interroge une autre source pour un actif dont la source échoue, lorsqu’un ISIN, ou un symbole aux clôtures concordantes, indique qu’il s’agit du même.',
  autoPriceSources:
    'À l’import, cherche des sources de cours pour les actifs qui n’en ont pas : ce qui est certain est attribué, le reste proposé.',
  sharedData:
    'Qui peut modifier les actifs, les cours et les événements. stake : un éditeur de tous les courtiers qui utilisent l’actif ; qui l’a ajouté, tant que personne ne l’utilise ; sinon les administrateurs, seuls à modifier ce qui est vérifié. everyone : chaque utilisateur ajoute, et modifie ce qu’il a ajouté. superusers : personne d’autre. Les taux et chemins saisis par des utilisateurs ordinaires ne valent que pour eux, et pour tous avec everyone.',
  schedulerTimezone: 'Le fuseau horaire des planifications.',
  backupSchedule: 'Quand une sauvegarde est créée, au format cron dans le fuseau scheduler_timezone ; vide : jamais.',
  backupKeep: 'Combien des dernières sauvegardes planifiées sont conservées.',
  backupKeepDaily: 'Pour autant de jours qui en ont une, la dernière sauvegarde planifiée est aussi conservée.',
  backupKeepWeekly: 'De même, pour autant de semaines.',
  backupKeepMonthly: 'De même, pour autant de mois.',
  webhookPrivateAddresses:
    'Adresses privées que les webhooks de tous les utilisateurs peuvent appeler, par exemple 192.168.1.20/32.',
}
