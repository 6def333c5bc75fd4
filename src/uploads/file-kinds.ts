/** The file types that may be stored: the extensions and the declared types that do not contradict them. */
const KINDS = {
  'image/png': { extensions: ['png'], declared: ['image/x-png'] },
  'image/jpeg': { extensions: ['jpg', 'jpeg', 'jpe', 'jfif'], declared: ['image/jpg', 'image/pjpeg'] },
  'image/gif': { extensions: ['gif'], declared: [] },
  'image/webp': { extensions: ['webp'], declared: [] },
  'image/avif': { extensions: ['avif'], declared: [] },
  'image/svg+xml': { extensions: ['svg'], declared: ['image/svg', 'application/xml', 'text/xml'] },
  'application/pdf': { extensions: ['pdf'], declared: ['application/x-pdf'] },
  'text/csv': {
    extensions: ['csv'],
    declared: [
      'application/csv',
      'text/x-csv',
      'application/x-csv',
      'text/comma-separated-values',
      'application/vnd.ms-excel',
      'text/plain',
      'text/tab-separated-values',
    ],
  },
  'text/tab-separated-values': {
    extensions: ['tsv', 'tab'],
    declared: ['text/tsv', 'text/csv', 'text/plain', 'application/vnd.ms-excel'],
  },
  'text/plain': { extensions: ['txt', 'text'], declared: ['text/csv', 'text/tab-separated-values'] },
  'application/json': { extensions: ['json'], declared: ['text/json', 'application/x-json', 'text/plain'] },
  'application/xml': { extensions: ['xml'], declared: ['text/xml', 'text/plain'] },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    extensions: ['xlsx'],
    declared: ['application/vnd.ms-excel', 'application/zip', 'application/x-zip-compressed'],
  },
  'application/vnd.oasis.opendocument.spreadsheet': { extensions: ['ods'], declared: ['application/zip'] },
  'application/zip': { extensions: ['zip'], declared: ['application/x-zip-compressed', 'application/x-zip'] },
} as const satisfies Record<string, { extensions: readonly string[]; declared: readonly string[] }>

export type ContentType = keyof typeof KINDS

export const CONTENT_TYPES = Object.keys(KINDS) as readonly ContentType[]

const SAYS_NOTHING = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-download',
  'application/force-download',
  'application/unknown',
])

/** The type that an extension (lower case, no dot) stands for. */
export function typeOfExtension(extension: string): ContentType | undefined {
  return CONTENT_TYPES.find((type) => extensionsOf(type).includes(extension))
}

/** The first is the usual one. */
export function extensionsOf(type: ContentType): readonly [string, ...string[]] {
  return KINDS[type].extensions
}

export function isContentType(text: string): text is ContentType {
  return Object.hasOwn(KINDS, text)
}

/** Whether the client's declared type can stand beside what the bytes are; none and `application/octet-stream` always can. */
export function declarationFits(declared: string | null, type: ContentType): boolean {
  if (declared === null || declared === type || SAYS_NOTHING.has(declared)) return true
  if (type === 'application/xml' && declared.endsWith('+xml') && declared !== 'image/svg+xml') return true
  return (KINDS[type].declared as readonly string[]).includes(declared)
}

/** Inline in a browser; everything else is only ever saved. */
export function isShownInline(type: string): boolean {
  return isImage(type) || type === 'application/pdf'
}

export function isImage(type: string): boolean {
  return type.startsWith('image/') && isContentType(type)
}
