import type { Subprocess } from 'bun'

/**
 * Sends a message to a process; nothing where it ends at that moment: between the end of its channel and the news of its end to send throws, which would be
 * the end of this process, too. Whoever has started it hears of its end and settles what was under way.
 */
export function sendMessage(child: Pick<Subprocess, 'send'>, message: unknown): void {
  try {
    child.send(message)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_IPC_CHANNEL_CLOSED')) throw error
  }
}
