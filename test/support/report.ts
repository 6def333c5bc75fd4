import type { Answer, TestApp, TestUser } from './app.ts'

/** Uploads bytes as a broker report. `query` starts with `&`. */
export function upload(
  { call }: TestApp,
  user: TestUser,
  brokerId: number,
  filename: string,
  bytes: string | Uint8Array<ArrayBuffer>,
  query = '',
): Promise<Answer> {
  const form = new FormData()
  form.set('file', new File([bytes], filename, { type: 'application/octet-stream' }))
  return call(user, 'POST', `/brokers/import/upload?broker_id=${brokerId}${query}`, form)
}
