import type { Reader } from '#db/connection.ts'
import type { Ctx } from '../context.ts'
import { readSetting } from '../settings/service.ts'
import { isActiveCurrency } from '../shared/currency.ts'
import { AppError, type Fault } from '../shared/errors.ts'
import { findLanguage, isRegion } from '../shared/language.ts'
import { COST_BASIS_METHODS, type Preferences, THEMES } from './preferences.ts'
import { type ChosenPreferences, findPreferences, type PreferencesChange, updatePreferences } from './repository.ts'

export type { ChosenPreferences, PreferencesChange }

/** What a user chose; `null` where the default holds. */
export async function chosenPreferences(reader: Reader, userId: number): Promise<ChosenPreferences | undefined> {
  return await findPreferences(reader, userId)
}

/** The preferences that hold for a user now; two indexed reads. */
export async function readPreferences(reader: Reader, userId: number): Promise<Preferences> {
  const chosen = await findPreferences(reader, userId)
  return {
    language: chosen?.language ?? (await readSetting(reader, 'default_language')),
    currency: chosen?.currency ?? (await readSetting(reader, 'default_currency')),
    theme: THEMES.find((theme) => theme === chosen?.theme) ?? 'auto',
    formatRegion: chosen?.formatRegion ?? null,
    hideAmounts: chosen?.hideAmounts ?? false,
    shortcuts: chosen?.shortcuts ?? true,
    costBasisMethod: COST_BASIS_METHODS.find((method) => method === chosen?.costBasisMethod) ?? 'FIFO',
  }
}

/** Changes what is given, `null` brings the default back. Throws `user/preferences-invalid` with every fault. */
export async function changePreferences(ctx: Ctx, change: PreferencesChange): Promise<Preferences> {
  const language = typeof change.language === 'string' ? findLanguage(change.language) : change.language
  const faults: Fault[] = []
  if (typeof change.language === 'string' && language === undefined)
    faults.push({ pointer: '/language', detail: 'Must be a BCP 47 language tag that has a name, such as en or de-AT.' })
  if (typeof change.currency === 'string' && !isActiveCurrency(change.currency))
    faults.push({ pointer: '/currency', detail: 'Must be an ISO 4217 currency in force, such as EUR.' })
  if (typeof change.formatRegion === 'string' && !isRegion(change.formatRegion))
    faults.push({ pointer: '/format_region', detail: 'Must be an ISO 3166 country code such as CH.' })
  if (faults.length > 0)
    throw new AppError('invalid', 'user/preferences-invalid', 'Nothing was changed: some values are not acceptable.', {
      errors: faults,
    })
  await updatePreferences(ctx.db, ctx.user.id, { ...change, ...(language === undefined ? {} : { language }) })
  return await readPreferences(ctx.reader, ctx.user.id)
}
