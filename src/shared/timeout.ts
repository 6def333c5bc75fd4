/** What `work` comes to, or what `late` gives or throws when that takes longer. The work goes on unheeded, its errors too. */
export async function withTimeout<T, L>(work: Promise<T>, milliseconds: number, late: () => L): Promise<T | L> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  try {
    return await Promise.race([work, promise.then(late)])
  } finally {
    clearTimeout(timer)
  }
}
