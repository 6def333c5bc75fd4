import { expect, test } from 'bun:test'
import { sendMessage } from '#src/cli/message.ts'

test('a message to a process that ends at that moment is lost, and harms nobody', async () => {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  const script = "process.on('message', () => process.disconnect()); process.send('there'); setTimeout(() => {}, 60_000)"
  const { promise: there, resolve: come } = Promise.withResolvers<void>()
  const child = Bun.spawn([process.execPath, '-e', script], {
    ipc: () => come(),
    onDisconnect: () => close(),
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  await there
  sendMessage(child, 'go')
  await closed
  expect(child.exitCode).toBeNull()
  expect(() => child.send('lost')).toThrow()
  sendMessage(child, 'lost')
  child.kill()
  await child.exited
  sendMessage(child, 'lost')
})

test('whatever else is wrong with a message is thrown', () => {
  const send = () => {
    throw new TypeError('cannot be sent')
  }
  expect(() => sendMessage({ send }, () => {})).toThrow('cannot be sent')
})
