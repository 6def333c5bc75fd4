import type { Tx } from '#db/connection.ts'
import { sightOf } from '#db/sight.ts'
import { inTransaction } from '#db/transaction.ts'
import { addCreator } from '../access/owners.service.ts'
import { allowanceOf, type Role, requireRank } from '../access/service.ts'
import { type Ctx, now } from '../context.ts'
import { deleteReportsOf, removeReportFiles } from '../imports/service.ts'
import { AppError, invalid } from '../shared/errors.ts'
import { type ExpectedRevision, requireRevision } from '../shared/revision.ts'
import { deleteLedger, requireHistoryAllows } from '../transactions/service.ts'
import { requireOwnImage } from '../uploads/service.ts'
import {
  type Broker,
  type BrokerFields,
  clearIcons,
  deleteBrokerRow,
  findBroker,
  insertBroker,
  isNameTaken,
  listBrokersOf,
  updateBroker,
} from './repository.ts'

export type { Broker }

/** Fields that a caller may set: absent = keep (or the default), null = clear. */
export type BrokerInput = { readonly [K in keyof BrokerFields]?: BrokerFields[K] | undefined }

const MAX_NAME = 100

const DEFAULTS: Omit<BrokerFields, 'name'> = {
  description: null,
  icon: null,
  website: null,
  currency: null,
  importPlugin: null,
  allowCashOverdraft: true,
  allowAssetShorting: false,
  cash: 'tracked',
  archived: false,
}

/** The caller's brokers, by name. */
export async function listBrokers(ctx: Ctx, archived: boolean): Promise<Broker[]> {
  return await listBrokersOf(ctx.reader, sightOf(ctx.user), archived)
}

/** The name, or the first of `name (2)`, `name (3)` ... that is free among the brokers that the caller made. */
export async function freeBrokerName(ctx: Ctx, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : ` (${number})`
    const wanted = `${name.slice(0, MAX_NAME - suffix.length)}${suffix}`
    if (!(await isNameTaken(ctx.reader, ctx.user.id, wanted, 0))) return wanted
  }
}

/** One broker. Needs VIEWER. */
export async function getBroker(ctx: Ctx, id: number): Promise<Broker> {
  return await requireBroker(ctx, id, 'VIEWER')
}

/** The broker and the caller's role in one statement; refused as by `requireRole`. */
async function requireBroker(ctx: Ctx, id: number, role: Role): Promise<Broker> {
  return requireRank(ctx, id, await findBroker(ctx.reader, id, sightOf(ctx.user)), role)
}

/** Makes a broker; the caller becomes OWNER. `broker/name-taken` when the caller has one of that name. */
export async function createBroker(ctx: Ctx, input: BrokerInput & { name: string }): Promise<Broker> {
  const fields = withInput({ ...DEFAULTS, name: input.name }, input)
  await requireUsable(ctx, fields, null)
  return inTransaction(ctx, async (ctx) => {
    await requireFreeName(ctx, ctx.user.id, fields.name, 0)
    const time = now(ctx)
    const id = await insertBroker(ctx.db, { ...fields, createdBy: ctx.user.id, createdAt: time })
    await addCreator(ctx, id)
    return await getBroker(ctx, id)
  })
}

/**
 * Changes a broker. Needs EDITOR. Turning an `allow_` flag off, or tracking cash again where it may not go below zero, checks the history again:
 * `transaction/overdraft` or `transaction/short` (409) with the first day that would not fit.
 */
export async function changeBroker(
  ctx: Ctx,
  input: { id: number; revision?: ExpectedRevision; change: BrokerInput },
): Promise<Broker> {
  return inTransaction(ctx, async (ctx) => {
    const before = await requireBroker(ctx, input.id, 'EDITOR')
    await requireUsable(ctx, input.change, before.icon)
    requireRevision(before, input.revision)
    const fields = withInput(before, input.change)
    if (fields.name !== before.name) await requireFreeName(ctx, before.createdBy, fields.name, before.id)
    const [allowed, allows] = [allowanceOf(before), allowanceOf(fields)]
    if (allowed.allowCashOverdraft > allows.allowCashOverdraft || allowed.allowAssetShorting > allows.allowAssetShorting) {
      await requireHistoryAllows(ctx, before.id, allows)
    }
    await updateBroker(ctx.db, before.id, fields, now(ctx))
    return await getBroker(ctx, before.id)
  })
}

/** The same change for several brokers, all or none, each as `changeBroker` does; a refusal names the broker (`/ids/1`) or the field (`/change/icon`). */
export async function changeBrokers(ctx: Ctx, ids: readonly number[], change: BrokerInput): Promise<Broker[]> {
  return await inTransaction(ctx, async (ctx) => {
    const changed: Broker[] = []
    for (const [index, id] of ids.entries()) {
      try {
        changed.push(await changeBroker(ctx, { id, change }))
      } catch (error) {
        throw error instanceof AppError ? refusalOf(error, index) : error
      }
    }
    return changed
  })
}

function refusalOf({ kind, code, detail, extras }: AppError, index: number): AppError {
  const errors = extras.errors?.map((one) => ({ ...one, pointer: `/change${one.pointer}` })) ?? [
    { pointer: `/ids/${index}`, detail },
  ]
  return new AppError(kind, code, detail, { ...extras, errors })
}

/** Removes a broker with its transactions and reports. Needs OWNER. */
export async function deleteBroker(ctx: Ctx, input: { id: number; revision?: ExpectedRevision }): Promise<void> {
  const reportIds = await inTransaction(ctx, async (ctx) => {
    requireRevision(await requireBroker(ctx, input.id, 'OWNER'), input.revision)
    return deleteBrokers(ctx, [input.id])
  })
  await removeReportFiles(ctx, reportIds)
}

function withInput(base: BrokerFields, input: BrokerInput): BrokerFields {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  return { ...base, ...given }
}

async function requireUsable(ctx: Ctx, input: BrokerInput, currentIcon: string | null): Promise<void> {
  if (input.icon != null && input.icon !== currentIcon) await requireOwnImage(ctx, input.icon)
  if (input.importPlugin != null && !ctx.plugins.brim.some((plugin) => plugin.code === input.importPlugin)) {
    throw invalid(
      'broker/plugin-unknown',
      '/import_plugin',
      'There is no such import plugin; GET /brokers/import/plugins lists them.',
    )
  }
}

async function requireFreeName(ctx: Ctx, createdBy: number | null, name: string, exceptId: number): Promise<void> {
  if (await isNameTaken(ctx.reader, createdBy, name, exceptId)) {
    throw new AppError('conflict', 'broker/name-taken', 'There is a broker of this name already. Choose another name.', {
      errors: [{ pointer: '/name', detail: 'This name is taken.' }],
    })
  }
}

/**
 * Removes brokers with everything that hangs on them, in pieces, in the transaction of the caller, who has checked whether it may be; answers the ids
 * of their reports, the files of which are to be removed afterwards (`removeReportFiles`). Assets that the reports made stay in the catalogue.
 */
export async function deleteBrokers({ db }: { readonly db: Tx }, ids: readonly number[]): Promise<string[]> {
  const reports: string[] = []
  for (const id of ids) {
    await deleteLedger(db, id)
    reports.push(...(await deleteReportsOf(db, id)))
    await deleteBrokerRow(db, id)
  }
  return reports
}

/** Takes the icons that a user uploaded off the brokers that show them. Inside the transaction that removes the user. */
export async function removeIconsOf({ db }: { readonly db: Tx }, userId: number): Promise<void> {
  await clearIcons(db, userId)
}
