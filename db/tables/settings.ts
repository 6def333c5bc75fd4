/** Written by the room `settings`. */
export type SettingTables = {
  setting: SettingTable
}

export type SettingTable = { key: string; value: string; updated_at: string; updated_by: number | null }
