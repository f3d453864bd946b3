import { escapeHtml } from '@ce/contract/escape-html'
import { logWarning } from '../observability/log.ts'
import { readLeaves, type S3Client } from './s3-client.ts'
import { type NamedPart, type StoredPart, StoreUnavailableError } from './store.ts'

export async function beginParts(client: S3Client, key: string): Promise<string> {
  const { text } = await client.ask({ operation: 'begin', method: 'POST', key, query: { uploads: '' } })
  const uploadId = (await readLeaves(text)).find(({ name }) => name === 'UploadId')?.text
  if (!uploadId) throw new StoreUnavailableError('no UploadId')
  return uploadId
}

/** At most 10,000 parts, in pages of 1,000. */
const mostPages = 10

/** @returns null when the store does not know the upload, because it has ended */
export async function listParts(client: S3Client, key: string, uploadId: string): Promise<StoredPart[] | null> {
  const found: StoredPart[] = []
  let marker = ''
  for (let page = 0; page < mostPages; page += 1) {
    const query = { uploadId, ...(marker ? { 'part-number-marker': marker } : {}) }
    const { status, text } = await client.ask({ operation: 'parts', method: 'GET', key, query })
    if (status === 404) return null
    const leaves = await readLeaves(text)
    let part = { number: 0, size: 0, tag: '' }
    for (const { name, text: value } of leaves) {
      if (name === 'PartNumber') {
        part = { number: Number(value), size: 0, tag: '' }
        found.push(part)
      }
      if (name === 'Size') part.size = Number(value)
      if (name === 'ETag') part.tag = value
    }
    const next = leaves.find(({ name }) => name === 'NextPartNumberMarker')?.text ?? ''
    if (!leaves.some(({ name, text }) => name === 'IsTruncated' && text === 'true')) break
    if (Number(next) <= Number(marker)) throw new StoreUnavailableError('a list does not go on')
    marker = next
  }
  return found
}

export async function completeParts(
  client: S3Client,
  key: string,
  { uploadId, parts, size }: { uploadId: string; parts: readonly NamedPart[]; size: number },
): Promise<void> {
  const named = parts.map(
    ({ number, tag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${escapeHtml(tag)}</ETag></Part>`,
  )
  const body = Buffer.from(`<CompleteMultipartUpload>${named.join('')}</CompleteMultipartUpload>`)
  try {
    await client.ask({ operation: 'complete', method: 'POST', key, query: { uploadId }, body })
  } catch (error) {
    // The answer to a try that succeeded may have been lost; a new key has this size only then.
    const { headers } = await client.ask({ operation: 'head', method: 'HEAD', key })
    if (Number(headers['content-length']) !== size) throw error
  }
}

/** A store that does not know this request, or is away, removes the parts by its own rule. */
export async function abortParts(client: S3Client, key: string, uploadId: string): Promise<void> {
  try {
    await client.ask({ operation: 'abort', method: 'DELETE', key, query: { uploadId } })
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error
    logWarning(`files: parts of an upload stay in the store: ${error.message}`)
  }
}
