import { createHash, randomBytes } from 'node:crypto'
import type { ClientCalls, Envelope, StaffCalls } from '@ce/contract'
import { clientBase, staffBase } from '@ce/contract'
import type { PictureUse } from '@ce/contract/picture-uses'
import { sql } from 'kysely'
import { type Answer, ask, deps, mustStaff, staffCall } from '../world.ts'
import { bombPng, pngChunk } from './png.ts'

type Uploaded = ClientCalls['POST /file/v1/upload']['response']

/** A picture of one pixel, different from every other by a chunk of its own that viewers skip. */
export function onePixelPng(padTo = 0): Buffer {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
    'base64',
  )
  const end = pixel.length - 12
  const tail = Buffer.alloc(Math.max(16, padTo - pixel.length - 12))
  randomBytes(16).copy(tail)
  return Buffer.concat([pixel.subarray(0, end), pngChunk('teSt', tail), pixel.subarray(end)])
}

/** A picture of 200×200 pixels, large enough for an avatar, different from every other. */
export function avatarPng(padTo = 0): Buffer {
  const picture = bombPng(200)
  const end = picture.length - 12
  const tail = Buffer.alloc(Math.max(16, padTo - picture.length - 12))
  randomBytes(16).copy(tail)
  return Buffer.concat([picture.subarray(0, end), pngChunk('teSt', tail), picture.subarray(end)])
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
  purpose: 'AVATAR' | 'EVIDENCE' | 'CAPTURE' | 'REHEARSAL',
): Promise<Uploaded> {
  const answer = await upload(
    { purpose, file: purpose === 'AVATAR' ? avatarPng() : onePixelPng() },
    student.token,
  )
  if (answer.code !== 1) throw new Error(`upload refused: ${answer.msg}`)
  return answer.data
}

/** Every answer is an envelope: that is the contract. */
async function answerOf<Data>(response: Response): Promise<Envelope<Data>> {
  return (await response.json()) as Envelope<Data>
}

/** An answer whose private addresses say nothing of until when: they change with the minute, and an answer does not. */
export function lasting<Data>(answer: Data): Data {
  return JSON.parse(JSON.stringify(answer).replace(/\?s=[^"]+/g, ''))
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

type Finished = StaffCalls['POST /file/v1/finish']['response']
type Received = StaffCalls['POST /file/v1/chunk']['response']
type StaffPurpose = StaffCalls['POST /file/v1/begin']['request']['purpose']

/** POST /file/v1/chunk as the console does it; any form at all. */
export async function sendChunk(
  form: { uploadId?: string; offset?: number | string; file?: Buffer },
  token?: string,
): Promise<Answer<Received>> {
  const body = new FormData()
  if (form.uploadId !== undefined) body.append('uploadId', form.uploadId)
  if (form.offset !== undefined) body.append('offset', String(form.offset))
  if (form.file) body.append('file', new Blob([new Uint8Array(form.file)]), 'blob')
  const response = await ask(`${staffBase}/file/v1/chunk`, {
    method: 'POST',
    headers: token ? { authorization: token } : {},
    body,
  })
  const envelope: Envelope<Received & { key?: string }> = await answerOf(response)
  const key = envelope.code === 1 ? undefined : envelope.data.key
  return { ...envelope, status: response.status, key }
}

/** Begins an upload and sends every piece, each to the other of the two servers; its id. */
export async function sentUpload(file: StaffFile, token: string): Promise<string> {
  const { content, ...about } = file
  const begun = await mustStaff('POST /file/v1/begin', { ...about, size: content.length }, token)
  const { uploadId, chunkSize } = begun
  for (let offset = 0; offset < content.length; offset += chunkSize) {
    const piece = content.subarray(offset, offset + chunkSize)
    const answer = await sendChunk({ uploadId, offset, file: piece }, token)
    if (answer.code !== 1) throw new Error(`piece at ${offset} refused: ${answer.msg}`)
  }
  return uploadId
}

interface StaffFile {
  purpose: StaffPurpose
  name: string
  content: Buffer
  /** of a picture */
  use?: PictureUse | undefined
}

/** The whole way of a staff upload, with what `finish` answered. */
export async function staffUpload(file: StaffFile, token: string): Promise<Answer<Finished>> {
  const uploadId = await sentUpload(file, token)
  return staffCall('POST /file/v1/finish', { uploadId }, token)
}

/** A finished upload of a member of staff, as later calls name it. @throws Error when it was refused */
export async function staffFile(token: string, file: StaffFile): Promise<Finished> {
  const answer = await staffUpload(file, token)
  if (answer.code !== 1) throw new Error(`upload refused: ${answer.msg}`)
  return answer.data
}

/** As if the student had sent so many just now; nothing can be fetched of them. */
export async function sentBefore(
  ownerId: string,
  purpose: 'EVIDENCE' | 'CAPTURE' | 'REHEARSAL',
  count: number,
) {
  const { db } = await deps()
  await sql`insert into file (owner_id, purpose, storage_key, name, mime, size, sha256)
    select ${ownerId}, ${purpose}, 'test/' || gen_random_uuid(), 'a.png', 'image/png', 1, ${randomBytes(32)}
    from generate_series(1, ${count}::int)`.execute(db)
}
