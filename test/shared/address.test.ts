import { expect, test } from 'bun:test'
import { isAddress, isPublicAddress } from '#src/shared/address.ts'

for (const address of `0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1
  172.31.255.255 192.0.0.8 192.0.2.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255
  :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:a9fe:a9fe 64:ff9b::10.0.0.1 64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1:: 2002:c0a8:101::
  3fff:1::1 fc00::1 fdff::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 [::1] 1:2:3 ::1::2 1.2.3 1.2.3.256 example.org g::1`.split(
  /\s+/,
))
  test(`${address} is not public`, () => expect(isPublicAddress(address)).toBe(false))

for (const address of `1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.1.1.1 128.0.0.1 169.253.1.1 172.15.255.255 172.32.0.0
  192.167.1.1 192.169.0.1 198.17.1.1 198.20.0.1 223.255.255.255 2606:4700::1111 2a00:1450:4001:81b::200e [2606:4700::1111] ::ffff:8.8.8.8 64:ff9b::8.8.8.8
  2002:808:808::1 2001:4860:4860::8888`.split(/\s+/))
  test(`${address} is public`, () => expect(isPublicAddress(address)).toBe(true))

test('an address differs from a name', () => {
  expect(['1.2.3.4', '::1', 'fe80::1'].map(isAddress)).toEqual([true, true, true])
  expect(['example.org', '1.example', '1.2.3.4.example'].map(isAddress)).toEqual([false, false, false])
})
