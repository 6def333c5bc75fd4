/** Des fichiers dont le courtier n’est pas encore connu. */
export const importsReceived = {
  autoBroker: 'Reconnaître d’après les fichiers',
  autoBrokerHelp: 'Des fichiers de plusieurs courtiers peuvent être choisis ensemble.',
  startTitle: 'Commencez par un relevé de votre courtier',
  waiting: 'De quel courtier sont ces fichiers\u202f?',
  waitingHelp: 'Vérifiez que chacun va au bon courtier. Les fichiers d’un même courtier sont lus ensemble.',
  waitingBroker: (file: string) => `Courtier de ${file}`,
  waitingUnknown: 'Aucun lecteur ne le connaît',
  waitingColumns:
    'Choisissez son courtier\u202f: vous pourrez ensuite dire ce que sont ses colonnes, ou choisir un autre lecteur.',
  waitingBecause: {
    importer: 'est lu pour ce courtier',
    reports: 'comme des relevés précédents',
    name: 'comme le dit son nom',
    only: 'votre seul courtier',
  },
  waitingSame: 'Il a déjà été envoyé.',
  waitingSameSee: 'Voir le premier',
  waitingLater: 'Décider plus tard',
  waitingNew: (name: string) => `Un nouveau courtier nommé ${name}`,
  waitingDelete: 'Supprimer ce fichier',
  waitingImport: (n: number) => (n === 1 ? 'Importer ce fichier' : 'Importer ces fichiers'),
  waitingReview: 'Vérifier avant d’importer',
  notTaken: (file: string, why: string) => `${file} n’a pas été accepté\u202f: ${why}`,
  newTitle: (n: number, figure: string) => (n === 1 ? '1 relevé est nouveau' : `${figure} relevés sont nouveaux`),
  newRunning: 'import en cours',
}
