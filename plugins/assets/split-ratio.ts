const MAX_OLD = 1000n

/**
 * A published factor of a split (new units for one old, as plain decimal text) as `new:old`. A rounded one is the fraction that it was rounded from where that
 * is plain (`0.142857` = 1:7, `1.3333` = 4:3), else what it says. `undefined` when there is no split in it (1, 0, no number).
 */
export function splitRatio(factor: string): string | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,12}))?$/.exec(factor)
  if (!match) return undefined
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  const unit = 10n ** BigInt(fraction.length)
  const scaled = BigInt(match[1] ?? '0') * unit + BigInt(fraction === '' ? '0' : fraction)
  if (scaled === 0n || scaled === unit) return undefined
  for (let old = 1n; old === 1n || (2n * old * old < unit && old <= MAX_OLD); old++) {
    const units = (2n * scaled * old + unit) / (2n * unit)
    const rounded = (2n * units * unit + old) / (2n * old)
    if (units > 0n && rounded === scaled) return `${units}:${old}`
  }
  return `${factor}:1`
}
