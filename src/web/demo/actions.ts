import { DEMO_ASSETS, DEMO_SUFFIX } from '../../demo/assets.ts'
import { makeDemo } from '../../demo/make.ts'
import type { Ask } from '../ask.ts'
import { Refusal } from '../ask.ts'
import { typed } from '../form.ts'
import type { Action } from '../visit.ts'
import { demoBrokers } from './page.tsx'

/** Fills an empty service with invented data, or removes all of it. */
export const changeDemo: Action = async ({ ask, form, reader: r }) => {
  if (form.get('do') === 'remove') {
    const left = await removeDemo(ask)
    return { to: left ? '/demo?done=left' : '/' }
  }
  if ((await ask('GET /brokers')).length > 0) return { to: '/demo' }
  try {
    await makeDemo(ask, { home: r.currency, today: r.today, names: r.words.demo, language: r.language })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await removeDemo(ask)
    return { again: typed(form, { problem: error.problem }) }
  }
  return { to: '/' }
}

/** Removes the brokers and assets of the demo; whether something had to stay because other transactions name it. */
async function removeDemo(ask: Ask): Promise<boolean> {
  let isLeft = false
  for (const { id } of demoBrokers(await ask('GET /brokers'))) {
    const tried = await ask.try('DELETE /brokers/{id}', { params: { id } })
    isLeft ||= !tried.ok
  }
  const found = await ask('GET /assets', { query: { q: DEMO_SUFFIX.slice(1), limit: 100 } })
  const ours = new Set(DEMO_ASSETS.map(({ symbol, name }) => `${symbol}${DEMO_SUFFIX} ${name}`))
  for (const { id } of found.filter(({ symbol, name }) => ours.has(`${symbol} ${name}`))) {
    const tried = await ask.try('DELETE /assets/{id}', { params: { id } })
    isLeft ||= !tried.ok
  }
  return isLeft
}
