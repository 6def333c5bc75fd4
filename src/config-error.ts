/** Faults of the environment, all at once; `serve` prints them and exits 78 (EX_CONFIG). */
export class ConfigError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}
