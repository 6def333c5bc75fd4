/** The seed of every property: what fails once fails again. `PROPERTY_SEED=5` sets another one, `PROPERTY_SEED=random` one a process. */
export const SEED = seedOf(process.env['PROPERTY_SEED'])

function seedOf(asked: string | undefined): number {
  if (asked === undefined || asked === '') return 20_260_630
  const seed = asked === 'random' ? Date.now() % 2 ** 31 : Number(asked)
  if (!Number.isInteger(seed)) throw new Error(`PROPERTY_SEED is ${asked}: give a whole number, or random`)
  process.stdout.write(`PROPERTY_SEED=${seed}\n`)
  return seed
}
