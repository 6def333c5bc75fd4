import { needing, recorded } from './recorded.ts'

/** Recorded reports of brokers, a folder each. */
const SAMPLES = recorded('samples/brim/')
const needed = needing('samples/brim/')

/** For tests that read recorded reports. */
export const { test: testSamples, describe: describeSamples } = needed

/** The paths of recorded reports below their folder that fit a pattern, sorted; none where the folder is not there. */
export function samplesLike(pattern: string): string[] {
  return needed.isThere ? [...new Bun.Glob(pattern).scanSync(SAMPLES.pathname)].sort() : []
}

/** The names of the recorded reports of one folder. */
export function samplesOf(folder: string, pattern = '*.csv'): string[] {
  return samplesLike(`${folder}/${pattern}`).map((path) => path.slice(folder.length + 1))
}

/** Where a recorded report is. */
export function sampleAt(path: string): URL {
  return new URL(path, SAMPLES)
}
