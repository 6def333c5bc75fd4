/** Others, in a process of their own: `GET /brokers` again and again until the standard input ends, then what they have seen as JSON. */
const [address = '', ...cookies] = process.argv.slice(2)
const PAUSE_MILLISECONDS = 40

const took: number[] = []
const refused: number[] = []
const state = { isDone: false }

await Promise.all([...cookies.map((cookie, index) => ask(cookie, index)), untilStopped()])

took.sort((a, b) => a - b)
const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0
console.log(JSON.stringify({ count: took.length, p50: at(0.5), p99: at(0.99), longest: at(1), refused }))

async function ask(cookie: string, index: number): Promise<void> {
  await Bun.sleep((index * PAUSE_MILLISECONDS) / cookies.length)
  while (!state.isDone) {
    const began = performance.now()
    const answer = await fetch(`${address}/brokers`, { headers: { cookie } })
    await answer.arrayBuffer()
    took.push(performance.now() - began)
    if (answer.status !== 200) refused.push(answer.status)
    await Bun.sleep(PAUSE_MILLISECONDS)
  }
}

async function untilStopped(): Promise<void> {
  for await (const _ of Bun.stdin.stream());
  state.isDone = true
}

export {}
