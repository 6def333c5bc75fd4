/** Loaded before a program: as that ends, it writes which modules it has loaded to the file that `LOADED` names. */
import { writeFileSync } from 'node:fs'

const { LOADED } = process.env
process.on('exit', () => LOADED !== undefined && writeFileSync(LOADED, Object.keys(require.cache).join('\n')))
