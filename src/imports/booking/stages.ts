/** What an import spends its time on, in this order. */
type Stage = 'reading' | 'checking' | 'comparing' | 'writing' | 'committing'

/** `end` tells that a stage is over; `milliseconds` has what each took since the one before it. */
export type Stages = {
  readonly end: (stage: Stage) => void
  readonly milliseconds: Readonly<Partial<Record<Stage, number>>>
}

export function openStages(): Stages {
  const milliseconds: Partial<Record<Stage, number>> = {}
  let last = performance.now()
  const end = (stage: Stage) => {
    const now = performance.now()
    milliseconds[stage] = Math.round(now - last)
    last = now
  }
  return { end, milliseconds }
}
