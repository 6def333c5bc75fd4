/** Forms of web pages: one-time tokens and the cookies that go with them. */
import type { Reading } from './provider.ts'

/** A page as it came, and the headers with which its form is sent back. */
type FormPage = { readonly html: string; readonly headers: Readonly<Record<string, string>> }

/** Fetches the page of a form; the cookies that came with it go back with the form. */
export async function openForm(get: Reading['get'], url: string): Promise<FormPage> {
  const cookies: string[] = []
  const onHeaders = (headers: Headers) => {
    cookies.push(...headers.getSetCookie().map((one) => one.split(';')[0] ?? ''))
  }
  const html = (await get({ url, expect: 'html', onHeaders })) ?? ''
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Referer: url, Origin: new URL(url).origin }
  return { html, headers: cookies.length === 0 ? headers : { ...headers, Cookie: cookies.join('; ') } }
}

/** The fields that a form carries along: inputs of the type `hidden` by name. */
export function hiddenFields(html: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [tag] of html.matchAll(/<input\b[^>]*>/gi)) {
    const name = attributeOf(tag, 'name')
    if (name !== '' && attributeOf(tag, 'type') === 'hidden') fields[name] = attributeOf(tag, 'value')
  }
  return fields
}

function attributeOf(tag: string, attribute: string): string {
  const match = new RegExp(`\\s${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag)
  return (match?.[1] ?? match?.[2] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
