/** The seed of every property: what fails once fails again. `PROPERTY_SEED=5` sets another one, `PROPERTY_SEED=random` one a process. */
export const SEED = seedOf(process.env['PROPERTY_SEED'])

function seedOf(given: string | undefined): number {
  if (given === undefined || given === '') return 20_260_630
  const seed = given === 'random' ? Date.now() % 2 ** 31 : Number(given)
  if (!Number.isInteger(seed)) throw new Error(`PROPERTY_SEED is ${given}: give a whole number, or random`)
  process.stdout.write(`PROPERTY_SEED=${seed}\n`)
  return seed
}
