import type { importSentences as english } from '../en/import-sentences.ts'

export const importSentences: typeof english = {
  noPlugin:
    'Aucun lecteur ne reconnaît ce fichier. Vérifiez qu’il s’agit d’un relevé de transactions ; pour un tableau à vous, utilisez broker_generic_csv avec options.mapping.',
  unknownImporter: 'Aucun lecteur ne le connaît.',
  exportTable: 'Exportez les transactions en CSV ou Excel (XLSX).',
  alreadyImported: 'Ce relevé est déjà importé. Annulez d’abord l’import pour l’importer de nouveau.',
  notImported: 'Ce relevé n’est pas importé : il n’y a rien à annuler.',
  nothingImported: 'Rien n’a été importé. Divisez le relevé en périodes plus courtes, ou choisissez un autre lecteur.',
  assetMap: 'L’affectation des actifs ne correspond pas à ce relevé.',
  accountMap: 'L’affectation des comptes ne correspond pas à ce relevé.',
  mappingFault: 'La description des colonnes est erronée, ou cite des colonnes absentes des titres.',
  mappingMissing: 'Les colonnes de ce relevé n’ont pas été indiquées. Indiquez-les d’abord.',
  mappingOther: 'La description des colonnes choisie pour ce relevé ne correspond pas à son en-tête.',
  fileGone: 'Le fichier de ce relevé n’est plus là ; son entrée reste. Envoyez le fichier de nouveau.',
  reportGone: 'Le relevé a été supprimé entre-temps.',
  notYours:
    'Cet import a créé des transactions chez un courtier où vous ne pouvez pas les modifier. Demandez-le à une personne qui peut toutes les modifier.',
  otherRow: 'Appartient à un événement dont une autre ligne est illisible : rien n’en a été fait.',
  otherLeg: 'Une autre partie du même groupe ne peut pas être importée.',
  otherPart: 'Une autre partie du même événement ne peut pas être importée, donc rien ne l’est : voyez la note de cette ligne.',
  tooDeep: 'Elle dépend de trop d’autres qui ne peuvent pas être importées : indiquez sa quantité.',
  leftOut: 'Écartée : elle appartient à une ligne qui sort ce qui n’est pas là.',
  rowUnaccounted: 'Le lecteur n’a pas indiqué ce qu’est devenue cette ligne. Rien n’en a été fait : merci de le signaler.',
  statedUnreadable: 'Le lecteur indique un solde, une position ou une clôture illisible ; l’indication a été écartée.',
  moreThanOnce: 'Le fichier contient cette ligne plusieurs fois sous la référence {id} ; elle compte une fois.',
  idReused: 'Le fichier utilise la référence {id} pour plusieurs lignes ; elles sont importées sans elle.',
  gap: 'Aucun relevé importé ne couvre la période du {first} au {last} : ces jours se situent entre ce fichier et {file}. Exportez-les aussi.',
  cutOff:
    'Le fichier indique lui-même qu’il ne contient pas tout (du {first} au {last}). Exportez aussi le reste, en périodes plus courtes.',
  emptyNamed: 'Le fichier {file} est vide.',
  tooManyRows: 'Ensemble, les fichiers dépassent {n} MiB ; rien n’a été enregistré. Envoyez-les un par un.',
  tooManyTemplates: 'Vous pouvez avoir {n} modèles. Supprimez-en un d’abord.',
  yourTemplate: 'Votre modèle « {name} » a cet en-tête.',
  noPluginAdvised:
    'Aucun lecteur ne reconnaît ce fichier. Vérifiez qu’il s’agit d’un relevé de transactions ; pour un tableau à vous, utilisez broker_generic_csv avec options.mapping. {advice}',
  pluginsListed: 'La liste des relevés lisibles indique, pour chaque courtier, où trouver le sien.',
  shortLeftOut:
    'Laissé de côté : {what} Importez d’abord le relevé plus ancien, puis de nouveau celui-ci, ou faites enregistrer ce qui manque comme position d’ouverture.',
  unitsMissing: 'Ligne {row} : à la fin du {day}, il manque {units} unités de {asset}.',
  cashMissing: 'Ligne {row} : à la fin du {day}, il manque {amount} {currency}.',
  fileChanged:
    'La plupart des dates ou des nombres de ce fichier ne sont pas écrits comme {broker} les écrit, ce qui arrive quand un tableur l’enregistre. Exportez-le à nouveau et importez-le sans l’ouvrir.',
  fileChangedRow: 'Non importé : la plus grande partie du fichier est illisible.',
  otherImporter:
    '{chosen} devait lire ce fichier, qui ressemble à un fichier de {other} : ne choisissez aucun lecteur, ou « {code} ».',
  currencyAssumed:
    'Le relevé de {broker} ne dit pas sa devise : les montants sont pris en {currency}, la devise de ce courtier. Si c’en est une autre, donnez l’option « {option} » du lecteur {code} ; si l’import est déjà fait, annulez-le d’abord.',
}
