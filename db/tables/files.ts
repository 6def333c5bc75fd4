import type { Generated } from 'kysely'

/** Uploads and reports have their bytes in the data folder. Written by the rooms `uploads` and `imports`. */
export type FileTables = {
  upload: UploadTable
  report: ReportTable
  report_choice: ReportChoiceTable
  received_report: ReceivedReportTable
  import_template: ImportTemplateTable
}

export type UploadTable = {
  id: string
  filename: string
  content_type: string
  size: number
  sha256: string
  description: string | null
  uploaded_by: number
  created_at: string
  updated_at: string
}

export type ReportTable = {
  id: string
  broker_id: number
  filename: string
  size: number
  sha256: string
  content_type: string
  status: 'uploaded' | 'parsed' | 'imported' | 'failed'
  compatible_plugins: Generated<string>
  plugin: string | null
  plugin_version: string | null
  uploaded_by: number | null
  uploaded_at: string
  parsed_at: string | null
  imported_at: string | null
  counts: string | null
  problem: string | null
  /** JSON: the files that it has inside. */
  parts: string | null
  period: string | null
  /** JSON: ids of the brokers that its import wrote to beside its own; null for none. */
  other_brokers: string | null
  /** Of the bytes of all files of one upload, in any order. */
  parts_hash: string | null
  /** JSON: what its import came to; null while it is not imported, and of older imports. */
  outcome: string | null
}

export type ReportChoiceTable = {
  report_id: string
  choices: string
  left_out: Generated<string>
  template: string | null
  near_template: string | null
}

export type ReceivedReportTable = {
  upload_id: string
  /** JSON: codes of the importers that know it, best first. */
  plugins: string
  /** JSON: why it cannot be read. */
  problem: string | null
  /** So many it has inside. */
  files: number
}

export type ImportTemplateTable = {
  id: Generated<number>
  user_id: number
  name: string
  name_key: string
  plugin: string
  fingerprint: string
  titles: string
  options: string
  created_at: string
  updated_at: string
}
