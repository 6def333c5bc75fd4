/** Written by the room `backup`. */
export type BackupTables = {
  backup_run: BackupRunTable
}

/** A making of a backup. `slot`: the instant of the schedule, else an id; `archive`: the name of the file that was made. */
export type BackupRunTable = {
  slot: string
  started_at: string
  finished_at: string | null
  archive: string | null
  /** What went wrong, also with the copy off the machine. */
  fault: string | null
}
