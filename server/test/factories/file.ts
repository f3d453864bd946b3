import { createHash, randomBytes } from 'node:crypto'
import type { ClientCalls, Envelope, StaffCalls } from '@ce/contract'
import { clientBase, staffBase } from '@ce/contract'
import type { PictureUse } from '@ce/contract/picture-uses'
import { sql } from 'kysely'
import { deps, mustStaff, sendRawRequest, staffCall, type TestAnswer } from '../world.ts'
import { makeBombPng, pngChunk } from './png.ts'

type Uploaded = ClientCalls['POST /file/v1/upload']['response']

/** A picture of one pixel; an ignored chunk makes each file different. */
export function makeOnePixelPng(padTo = 0): Buffer {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
    'base64',
  )
  const end = pixel.length - 12
  const tail = Buffer.alloc(Math.max(16, padTo - pixel.length - 12))
  randomBytes(16).copy(tail)
  return Buffer.concat([pixel.subarray(0, end), pngChunk('teSt', tail), pixel.subarray(end)])
}

/** The picture is large enough for an avatar; each file is different. */
export function makeAvatarPng(padTo = 0): Buffer {
  const picture = makeBombPng(200)
  const end = picture.length - 12
  const tail = Buffer.alloc(Math.max(16, padTo - picture.length - 12))
  randomBytes(16).copy(tail)
  return Buffer.concat([picture.subarray(0, end), pngChunk('teSt', tail), picture.subarray(end)])
}

export async function sendUploadForm(
  form: { purpose?: string; file?: Buffer; name?: string; extra?: Record<string, string> },
  token?: string,
): Promise<TestAnswer<Uploaded>> {
  const body = new FormData()
  for (const [name, value] of Object.entries(form.extra ?? {})) body.append(name, value)
  if (form.file) body.append('file', new Blob([new Uint8Array(form.file)]), form.name ?? 'picture.png')
  // The field is sent after the file, to test that clients may send them in any order.
  if (form.purpose !== undefined) body.append('purpose', form.purpose)
  const response = await sendRawRequest(`${clientBase}/file/v1/upload`, {
    method: 'POST',
    headers: token ? { authorization: token } : {},
    body,
  })
  const envelope: Envelope<Uploaded & { key?: string }> = await answerOf(response)
  const key = envelope.code === 1 ? undefined : envelope.data.key
  return { ...envelope, status: response.status, key }
}

/** @throws Error when the upload was refused. */
export async function uploadStudentFile(
  student: { token: string },
  purpose: 'AVATAR' | 'EVIDENCE' | 'CAPTURE' | 'REHEARSAL',
): Promise<Uploaded> {
  const answer = await sendUploadForm(
    { purpose, file: purpose === 'AVATAR' ? makeAvatarPng() : makeOnePixelPng() },
    student.token,
  )
  if (answer.code !== 1) throw new Error(`upload refused: ${answer.msg}`)
  return answer.data
}

async function answerOf<Data>(response: Response): Promise<Envelope<Data>> {
  return (await response.json()) as Envelope<Data>
}

/** Removes the expiry from private links, because it changes every minute and would make equal answers differ. */
export function withoutLinkExpiry<Data>(answer: Data): Data {
  return JSON.parse(JSON.stringify(answer).replace(/\?s=[^"]+/g, ''))
}

export function computeSha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

type Finished = StaffCalls['POST /file/v1/finish']['response']
type Received = StaffCalls['POST /file/v1/chunk']['response']
type StaffPurpose = StaffCalls['POST /file/v1/begin']['request']['purpose']

export async function sendChunk(
  form: { uploadId?: string; offset?: number | string; file?: Buffer },
  token?: string,
): Promise<TestAnswer<Received>> {
  const body = new FormData()
  if (form.uploadId !== undefined) body.append('uploadId', form.uploadId)
  if (form.offset !== undefined) body.append('offset', String(form.offset))
  if (form.file) body.append('file', new Blob([new Uint8Array(form.file)]), 'blob')
  const response = await sendRawRequest(`${staffBase}/file/v1/chunk`, {
    method: 'POST',
    headers: token ? { authorization: token } : {},
    body,
  })
  const envelope: Envelope<Received & { key?: string }> = await answerOf(response)
  const key = envelope.code === 1 ? undefined : envelope.data.key
  return { ...envelope, status: response.status, key }
}

/** @returns the id of the upload */
export async function uploadInChunks(file: StaffFile, token: string): Promise<string> {
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
  use?: PictureUse | undefined
}

export async function callStaffUpload(file: StaffFile, token: string): Promise<TestAnswer<Finished>> {
  const uploadId = await uploadInChunks(file, token)
  return staffCall('POST /file/v1/finish', { uploadId }, token)
}

/** @throws Error when the upload was refused. */
export async function uploadStaffFile(token: string, file: StaffFile): Promise<Finished> {
  const answer = await callStaffUpload(file, token)
  if (answer.code !== 1) throw new Error(`upload refused: ${answer.msg}`)
  return answer.data
}

export async function insertEarlierUploads(
  ownerId: string,
  purpose: 'EVIDENCE' | 'CAPTURE' | 'REHEARSAL',
  count: number,
) {
  const { db } = await deps()
  await sql`insert into file (owner_id, purpose, storage_key, name, mime, size, sha256)
    select ${ownerId}, ${purpose}, 'test/' || gen_random_uuid(), 'a.png', 'image/png', 1, ${randomBytes(32)}
    from generate_series(1, ${count}::int)`.execute(db)
}
