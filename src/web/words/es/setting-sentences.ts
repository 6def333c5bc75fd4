import type { settingSentences as english } from '../en/setting-sentences.ts'

export const settingSentences: typeof english = {
  sessionTtlHours: 'Cuánto dura una sesión tras iniciarla; se aplica en el próximo inicio de sesión.',
  sessionIdleMinutes: 'Tras cuánto tiempo sin peticiones termina una sesión; 0: solo al cumplirse su duración.',
  registrationEnabled: 'Si pueden registrarse desconocidos. El primer usuario siempre puede.',
  passwordLogin:
    'Si los usuarios pueden iniciar sesión con contraseña; solo se puede desactivar si está configurado el inicio de sesión único. Un administrador puede mientras ningún otro pueda iniciar sesión allí.',
  uploadMaxMb: 'El mayor archivo que se puede subir.',
  reportMaxMb: 'El mayor extracto de bróker que se puede subir.',
  storageQuotaMbPerUser: 'Todos los archivos y extractos de un usuario en conjunto.',
  costlyRequestsAtOnce:
    'Cuántos informes, gráficos, importaciones, lotes de cambios y similares de un usuario se procesan a la vez en cada proceso; los demás esperan.',
  costlyRequestsWaiting: 'Cuántas de ellas pueden esperar; las demás se rechazan (429).',
  requestsPerMinute:
    'Cuántas peticiones puede enviar un usuario por minuto mientras otros también usan el servicio; 0: sin límite.',
  eventStreams: 'Cuántas conexiones de eventos en vivo puede tener abiertas un usuario.',
  defaultCurrency: 'La divisa de los usuarios que no han elegido ninguna.',
  defaultLanguage: 'El idioma de los usuarios que no han elegido ninguno.',
  diskReserveMb:
    'Queda libre en el disco de la carpeta de datos, pero nunca más de una vigésima parte de él: se rechazan las subidas e importaciones que lo necesitarían.',
  fxSyncEnabled: 'Si los tipos de cambio se descargan automáticamente.',
  fxSyncTimes: 'Cuándo se descargan los tipos de cambio cada día, en la zona horaria de las programaciones, como HH:MM.',
  autoFxRoutes:
    'Si las divisas de los usuarios reciben automáticamente una ruta a la divisa de sus informes, descargada desde el primer día necesario; solo mientras se descarguen tipos de cambio.',
  priceRefreshEnabled: 'Si los precios de los activos se descargan automáticamente.',
  priceRefreshMinutes: 'Cada cuánto se descargan los precios de los activos.',
  priceFallbacks:
    'Si se consulta otra fuente para un activo cuya fuente falla, cuando un ISIN, o un símbolo con cierres que coinciden, indica que tiene lo mismo.',
  autoPriceSources:
    'Si una importación busca fuentes de precios para los activos que no tienen: lo seguro se asigna y el resto se propone.',
  sharedData:
    'Quién puede modificar activos, precios y eventos. stake: los editores de todos los brókeres que usan el activo; quien lo añadió, mientras nadie lo use; si no, los administradores, los únicos que modifican lo verificado. everyone: cualquier usuario añade, y modifica lo que añadió. superusers: nadie más. Los tipos y rutas introducidos a mano por usuarios corrientes cuentan solo para ellos; con everyone, para todos.',
  schedulerTimezone: 'La zona horaria de las programaciones.',
  backupSchedule: 'Cuándo se hace una copia de seguridad, como cron en la zona horaria de las programaciones; vacío: nunca.',
  backupKeep: 'Cuántas de las copias de seguridad programadas más recientes se conservan.',
  backupKeepDaily: 'De este número de días con copia se conserva también la última programada.',
  backupKeepWeekly: 'Lo mismo, de este número de semanas.',
  backupKeepMonthly: 'Lo mismo, de este número de meses.',
  webhookPrivateAddresses:
    'Direcciones privadas a las que pueden llamar los webhooks de todos los usuarios, como 192.168.1.20/32.',
}
