import { createHash, randomBytes } from 'node:crypto'
import type { ClientCalls, Envelope } from '@ce/contract'
import { clientBase } from '@ce/contract'
import { type Answer, ask } from '../world.ts'

type Uploaded = ClientCalls['POST /file/v1/upload']['response']

/** A picture of one pixel, different from every other by bytes after its end. */
export function onePixelPng(padTo = 0): Buffer {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
    'base64',
  )
  const tail = randomBytes(16)
  return Buffer.concat([pixel, tail, Buffer.alloc(Math.max(0, padTo - pixel.length - tail.length))])
}

/** POST /file/v1/upload as a browser does it; any form at all. */
export async function upload(
  form: { purpose?: string; file?: Buffer; name?: string; extra?: Record<string, string> },
  token?: string,
): Promise<Answer<Uploaded>> {
  const body = new FormData()
  for (const [name, value] of Object.entries(form.extra ?? {})) body.append(name, value)
  if (form.file)
    body.append('file', new Blob([new Uint8Array(form.file)]), form.name ?? 'picture.png')
  // after the file: a client may send its fields in any order
  if (form.purpose !== undefined) body.append('purpose', form.purpose)
  const response = await ask(`${clientBase}/file/v1/upload`, {
    method: 'POST',
    headers: token ? { authorization: token } : {},
    body,
  })
  const envelope: Envelope<Uploaded & { key?: string }> = await answerOf(response)
  const key = envelope.code === 1 ? undefined : envelope.data.key
  return { ...envelope, status: response.status, key }
}

/** A file of a student's own, as later calls name it. @throws Error when it was refused */
export async function uploadedFile(
  student: { token: string },
  purpose: 'AVATAR' | 'EVIDENCE' | 'CAPTURE',
): Promise<Uploaded> {
  const answer = await upload({ purpose, file: onePixelPng() }, student.token)
  if (answer.code !== 1) throw new Error(`upload refused: ${answer.msg}`)
  return answer.data
}

/** Every answer is an envelope: that is the contract. */
async function answerOf<Data>(response: Response): Promise<Envelope<Data>> {
  return (await response.json()) as Envelope<Data>
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
