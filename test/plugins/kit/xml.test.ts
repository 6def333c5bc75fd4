import { expect, test } from 'bun:test'
import { findElements, readXml, XmlError } from '#plugins/kit/xml.ts'

test('elements are read in document order with attributes and text, every value a text', () => {
  const root = readXml('<?xml version="1.0" encoding="UTF-8"?>\n<a x="0010"><b>1e3</b><c/><b y="&amp;">t</b></a>')
  expect(root.name).toBe('a')
  expect(root.attributes).toEqual({ x: '0010' })
  expect(findElements(root, new Set(['b'])).map((element) => [element.text, element.attributes])).toEqual([
    ['1e3', {}],
    ['t', { y: '&' }],
  ])
  expect(findElements(root, new Set(['b', 'c'])).map((element) => element.name)).toEqual(['b', 'c', 'b'])
})

test('a document type is refused, entities are never expanded', () => {
  const bomb = '<!DOCTYPE a [<!ENTITY b "cc"><!ENTITY d "&b;&b;">]><a>&d;</a>'
  for (const text of [bomb, bomb.toLowerCase(), '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'])
    expect(() => readXml(text)).toThrow(XmlError)
})

test('what is not well-formed is refused with a sentence', () => {
  const deep = '<a>'.repeat(200_000)
  for (const text of ['', 'olga', '<a>', '<a></b>', '<a/><a/>', '<a>&x;</a>', '<a>\0</a>', '<a b="1', deep]) {
    expect(() => readXml(text)).toThrow(/^The file is not well-formed XML/)
  }
})

test('names that objects inherit are plain names here', () => {
  const root = readXml('<a __proto__="1" constructor="2"><__proto__/></a>')
  expect(Object.entries(root.attributes)).toContainEqual(['constructor', '2'])
  expect(findElements(root, new Set(['__proto__']))).toHaveLength(1)
})
