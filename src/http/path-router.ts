import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

/**
 * A router that finds the handlers of a path without parameters once: to walk through the tree takes longer than all that happens before a
 * handler. It knows as many paths as there are routes.
 */
export function createPathRouter<T>(): Router<T> {
  const tree = new TrieRouter<T>()
  const plain = new Set<string>()
  const found = new Map<string, Result<T>>()
  return {
    name: 'PathRouter',
    add(method, path, handler) {
      if (!/[:*]/.test(path)) plain.add(path)
      found.clear()
      tree.add(method, path, handler)
    },
    match(method, path) {
      const known = method === 'GET' ? found.get(path) : undefined
      if (known !== undefined) return known
      const result = tree.match(method, path)
      if (method === 'GET' && plain.has(path)) found.set(path, result)
      return result
    },
  }
}
