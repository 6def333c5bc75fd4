import type { Registry } from 'prom-client'
import { writerWaits } from '../activity.ts'
import type { Deps } from '../context.ts'
import { lastBackup } from './last-backup.ts'
import { count, gauge } from './metric.ts'

/** How much of some work runs now, and how much waits for its turn. */
export type Load = { readonly running: number; readonly waiting: number }
export type Loads = Readonly<Record<'requests' | 'jobs' | 'compute', () => Load>>

/** What waits in this process, for whom, and how old the last backup is. */
export function meterLoad(registry: Registry, deps: Pick<Deps, 'memory' | 'config' | 'folders' | 'clock'>, loads: Loads): void {
  for (const [state, help] of [
    ['running', 'Costly requests, jobs and tasks of compute processes that run now'],
    ['waiting', 'The same that wait for their turn'],
  ] as const)
    gauge(registry, `holdfast_${state}`, help, ['of'], (set) => {
      for (const [of, load] of Object.entries(loads)) set({ of }, load()[state])
    })
  meterWriter(registry, deps)
  gauge(registry, 'holdfast_workers', 'How many processes serve', [], (set) => set({}, deps.config.workers))
  const help = 'When the newest backup was made, in seconds since 1970; 0 when there is none'
  gauge(registry, 'holdfast_last_backup_timestamp_seconds', help, [], async (set) => {
    const last = await lastBackup(deps.folders, deps.clock())
    set({}, (last?.getTime() ?? 0) / 1_000)
  })
}

function meterWriter(registry: Registry, deps: Pick<Deps, 'memory'>): void {
  const waits = () => writerWaits(deps)
  gauge(registry, 'holdfast_writer_waiting', 'Transactions that wait for the writer now', [], (set) => set({}, waits().waiting))
  gauge(registry, 'holdfast_writer_wait_longest_seconds', 'The longest wait for the writer since the last reading', [], (set) => {
    set({}, waits().longest / 1_000)
    waits().longest = 0
  })
  count(registry, 'holdfast_transactions_total', 'Transactions that got the writer', () => waits().count)
  count(
    registry,
    'holdfast_writer_wait_seconds_total',
    'Time that transactions waited for the writer',
    () => waits().milliseconds / 1_000,
  )
}
