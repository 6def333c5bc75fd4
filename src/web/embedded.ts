import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { memoryKey } from '../memory.ts'
import script from './assets/app.js' with { type: 'file' }
import icon from './assets/icon.svg' with { type: 'file' }
import font from './assets/inter.woff2' with { type: 'file' }
import print from './assets/print.css' with { type: 'file' }
import account from './assets/styles/account.css' with { type: 'file' }
import base from './assets/styles/base.css' with { type: 'file' }
import brokers from './assets/styles/brokers.css' with { type: 'file' }
import charts from './assets/styles/charts.css' with { type: 'file' }
import currencies from './assets/styles/currencies.css' with { type: 'file' }
import dialogs from './assets/styles/dialogs.css' with { type: 'file' }
import figures from './assets/styles/figures.css' with { type: 'file' }
import forms from './assets/styles/forms.css' with { type: 'file' }
import holdings from './assets/styles/holdings.css' with { type: 'file' }
import importLines from './assets/styles/import-lines.css' with { type: 'file' }
import imports from './assets/styles/imports.css' with { type: 'file' }
import layout from './assets/styles/layout.css' with { type: 'file' }
import notices from './assets/styles/notices.css' with { type: 'file' }
import overview from './assets/styles/overview.css' with { type: 'file' }
import parts from './assets/styles/parts.css' with { type: 'file' }
import pick from './assets/styles/pick.css' with { type: 'file' }
import reports from './assets/styles/reports.css' with { type: 'file' }
import side from './assets/styles/side.css' with { type: 'file' }
import tables from './assets/styles/tables.css' with { type: 'file' }
import transactions from './assets/styles/transactions.css' with { type: 'file' }

/** The files of the pages, as paths, one or several after another; in the executable they are files inside it. */
const FILES = {
  'app.js': { paths: [script], type: 'text/javascript; charset=utf-8', isPackable: true },
  'icon.svg': { paths: [icon], type: 'image/svg+xml', isPackable: false },
  'inter.woff2': { paths: [font], type: 'font/woff2', isPackable: false },
  'print.css': { paths: [print], type: 'text/css; charset=utf-8', isPackable: true },
  'style.css': {
    paths: [
      base,
      side,
      layout,
      parts,
      notices,
      forms,
      tables,
      figures,
      dialogs,
      pick,
      reports,
      charts,
      overview,
      brokers,
      holdings,
      account,
      transactions,
      currencies,
      imports,
      importLines,
    ],
    type: 'text/css; charset=utf-8',
    isPackable: true,
  },
} as const
export type FileName = keyof typeof FILES

export type EmbeddedFile = {
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly packed?: Uint8Array<ArrayBuffer>
}

export type Embedded = {
  /** Changes with the bytes of any file: the name under which all of them never change. */
  readonly build: string
  readonly find: (name: string) => EmbeddedFile | undefined
}

const pack = promisify(gzip)
const BEST_LEVEL = 9

/** The files, read and packed with the first page. */
export const embeddedFiles = memoryKey('web/files', loadFiles)

async function loadFiles(): Promise<Embedded> {
  const files = new Map<string, EmbeddedFile>()
  for (const [name, { paths, type, isPackable }] of Object.entries(FILES)) {
    const bytes = new Uint8Array(Bun.concatArrayBuffers(await Promise.all(paths.map((path) => Bun.file(path).arrayBuffer()))))
    const packed = isPackable ? new Uint8Array(await pack(bytes, { level: BEST_LEVEL })) : undefined
    files.set(name, { type, bytes, ...(packed && { packed }) })
  }
  const build = Bun.hash(Buffer.concat([...files.values()].map(({ bytes }) => bytes))).toString(36)
  return { build, find: (name) => files.get(name) }
}
