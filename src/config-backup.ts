import { z } from 'zod'

/** A bucket of an S3 service. `prefix` ends with a slash or is empty. */
export type BackupTarget = Readonly<{
  bucket: string
  prefix: string
  endpoint: string | null
  region: string | null
  accessKeyId: string
  secretAccessKey: string
  /** It is given up when it has not answered for so long. */
  timeoutSeconds: number
}>

/** How backups are made. Holds secrets. */
export type BackupConfig = Readonly<{ passphrase: string | null; target: BackupTarget | null }>

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:[A-Za-z0-9._-]+\/?)*))?$/

export const backupVariables = {
  passphrase: z.string().min(12, 'must have at least 12 characters').max(1000).optional(),
  target: z.string().regex(ADDRESS, 'must look like s3://bucket or s3://bucket/folder').optional(),
  endpoint: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  region: z.string().max(100).optional(),
  key: z.string().max(1000).optional(),
  seconds: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a whole number of seconds, 1 to 9999')
    .transform(Number)
    .optional(),
}

type Given = Readonly<{
  BACKUP_PASSPHRASE?: string | undefined
  BACKUP_TARGET?: string | undefined
  BACKUP_S3_ENDPOINT?: string | undefined
  BACKUP_S3_REGION?: string | undefined
  BACKUP_S3_ACCESS_KEY_ID?: string | undefined
  BACKUP_S3_SECRET_ACCESS_KEY?: string | undefined
  BACKUP_S3_TIMEOUT?: number | undefined
}>

/** In a minute a line of 1 Mbit/s takes a part of 7 MB. */
const TIMEOUT_SECONDS = 120

/** Puts what does not fit together into `faults`. */
export function backupConfig(e: Given, faults: string[]): BackupConfig {
  const passphrase = e.BACKUP_PASSPHRASE ?? null
  const [, bucket, folder = ''] = ADDRESS.exec(e.BACKUP_TARGET ?? '') ?? []
  if (bucket === undefined) return { passphrase, target: null }
  const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey } = e
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    faults.push('BACKUP_TARGET: needs BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY too')
    return { passphrase, target: null }
  }
  const prefix = folder === '' || folder.endsWith('/') ? folder : `${folder}/`
  const service = {
    endpoint: e.BACKUP_S3_ENDPOINT ?? null,
    region: e.BACKUP_S3_REGION ?? null,
    timeoutSeconds: e.BACKUP_S3_TIMEOUT ?? TIMEOUT_SECONDS,
  }
  return { passphrase, target: { bucket, prefix, ...service, accessKeyId, secretAccessKey } }
}
