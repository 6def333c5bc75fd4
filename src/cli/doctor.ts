import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openReader } from '#db/connection.ts'
import { databaseFault } from '#db/errors.ts'
import { inSnapshot } from '#db/snapshot.ts'
import { type Env, loadConfig } from '../config.ts'
import { ConfigError } from '../config-error.ts'
import { folderNames } from '../folders.ts'
import { examine, type Finding } from '../system/doctor.ts'
import { EXIT } from './exit.ts'
import { DATABASE_FILE } from './open.ts'
import { print } from './terminal.ts'

/** Looks at the configuration and the data and prints what it finds; 0 when all is well, else 1. May run beside the server. */
export async function doctor(env: Env): Promise<number> {
  const findings = [examineConfig(env), ...(await examineData(env['DATA_DIR']))]
  for (const finding of findings) print(linesOf(finding))
  const isWell = findings.every((finding) => finding.faults.length === 0)
  print(
    isWell
      ? 'All is well.\n'
      : 'Something is wrong: see above. `holdfast doctor --repair` shows what it can put right; else restore a backup, or ask for help with these lines.\n',
  )
  return isWell ? EXIT.ok : EXIT.failed
}

function examineConfig(env: Env): Finding {
  const base = { name: 'configuration', detail: 'environment' }
  try {
    return { ...base, faults: [], warnings: loadConfig(env).warnings }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { ...base, faults: error.faults, warnings: [] }
  }
}

async function examineData(dataDir: string | undefined): Promise<Finding[]> {
  const folders = folderNames(loadConfig({ DATA_DIR: dataDir }).dataDir)
  const path = join(folders.root, DATABASE_FILE)
  const base = { name: 'database', detail: path, warnings: [] }
  if (!existsSync(path))
    return [
      {
        ...base,
        faults: [
          'there is no such file: DATA_DIR names another folder than that of the service, or nothing was started here yet',
        ],
      },
    ]
  try {
    const { reader, close } = openReader(path)
    try {
      return [{ ...base, faults: [] }, ...(await inSnapshot(reader, (db) => examine(db, folders)))]
    } finally {
      await close()
    }
  } catch (error) {
    if (!(error instanceof Error) || databaseFault(error) === undefined) throw error
    return [{ ...base, faults: [error.message] }]
  }
}

function linesOf({ name, detail, faults, warnings }: Finding): string {
  const mark = faults.length > 0 ? 'WRONG' : warnings.length > 0 ? 'look ' : 'ok   '
  return [`${mark} ${name}: ${detail}`, ...[...faults, ...warnings].map((line) => `      ${line}`), ''].join('\n')
}
