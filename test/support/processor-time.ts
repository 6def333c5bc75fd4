/** Milliseconds that this process has used processors: for bounds that must hold on a loaded machine too. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
