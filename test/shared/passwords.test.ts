import { expect, test } from 'bun:test'
import { normalPassword, passwordFaults } from '#src/shared/passwords.ts'

const rules = async (password: string, names: string[] = []) => (await passwordFaults(password, names)).map((fault) => fault.rule)

test.each([
  '12345678',
  'password',
  'qwertyuiop',
  'iloveyou',
  'trustno1',
  'password123',
  '1qaz2wsx',
  'sunshine',
  'P@ssw0rd',
  'QWERTYUIOP',
])('%s is common', async (password) => expect(await rules(password)).toEqual(['common']))

test.each(['correct-horse-battery-9', 'k7#Qx!pz', 'four random words here', '字'.repeat(12)])('%s is not', async (password) =>
  expect(await rules(password)).toEqual([]),
)

test('a password that holds a name in any case is refused, empty names and those of one or two letters hold nothing', async () => {
  expect(await rules('horse-OLGA-horse', ['olga'])).toEqual(['contains-name'])
  expect(await rules('horse-Ｏlga-horse', ['Olga'])).toEqual(['contains-name'])
  expect(await rules('horse-battery', ['', 'olga'])).toEqual([])
  expect(await rules('quiet-harbour-lantern', ['b', 'qu'])).toEqual([])
  expect(await rules('quiet-bob-lantern', ['bob'])).toEqual(['contains-name'])
  expect(await rules('superman', ['superman'])).toEqual(['common', 'contains-name'])
})

test('one spelling for what looks the same', () => {
  expect(normalPassword('A\u030a')).toBe(normalPassword('\u00c5'))
})
