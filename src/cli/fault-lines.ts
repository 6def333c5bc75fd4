import type { AppError } from '../shared/errors.ts'

const ROW = /^\/rows\/(\d+)$/
/** Sentences that say where they are of. */
const PLACED = /^Line \d+(, column \w+)?: /

/** The faults of a refusal below its sentence, one a line; those of the whole that the sentence says already are left out. */
export function faultLines({ detail, extras }: Pick<AppError, 'detail' | 'extras'>): string[] {
  return (extras.errors ?? []).flatMap((fault) => {
    const [, row] = ROW.exec(fault.pointer) ?? []
    if (fault.detail === detail || (fault.pointer === '' && detail.includes(fault.detail))) return []
    const place = row === undefined ? fault.pointer : `row ${row}`
    return place === '' || PLACED.test(fault.detail) ? fault.detail : `${place}: ${fault.detail}`
  })
}
