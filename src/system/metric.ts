import { Counter, Gauge, type Registry } from 'prom-client'

type Put = (labels: Readonly<Record<string, string>>, value: number) => void

/** A value that is read when Prometheus comes. */
export function gauge(registry: Registry, name: string, help: string, labelNames: string[], read: (set: Put) => unknown): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      this.reset()
      await read((labels, value) => this.set(labels, value))
    },
  })
}

/** A sum that is counted elsewhere. */
export function count(registry: Registry, name: string, help: string, read: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset()
      this.inc(read())
    },
  })
}
