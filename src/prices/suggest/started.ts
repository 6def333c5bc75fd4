/**
 * What became of price sources after an import. `started`: the job `jobId` looks `assets` assets up; `none`: every asset has a source, or was looked up
 * within a day; `off`: the setting says no; `offline`; `failed`: it could not be begun.
 */
export type Started = {
  readonly state: 'started' | 'none' | 'off' | 'offline' | 'failed'
  readonly jobId: string | null
  readonly assets: number
}
