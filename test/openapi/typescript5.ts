/** Lets tools that need the interface of TypeScript 5 find it; TypeScript 7 has none. For `bun --preload`. */
import { plugin } from 'bun'
import typescript from 'typescript5'

plugin({
  name: 'typescript 5',
  setup(build) {
    build.module('typescript', () => ({ loader: 'object', exports: { ...typescript, default: typescript } }))
  },
})
