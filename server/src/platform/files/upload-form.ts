import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, refuse } from '../errors.ts'

export interface UploadForm {
  fields: Record<string, string>
  /** `truncated` means that the file exceeded the size limit and the rest was dropped. */
  file: { name: string; content: Buffer; truncated: boolean } | null
}

/** The upload parser costs time, so only routes with uploads use it. */
export function registerUploads(app: FastifyInstance, routes: (app: FastifyInstance) => void): void {
  app.register(async (scope) => {
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: { files: 1, fields: 4, fileSize: 10 * 1024 * 1024 },
    })
    routes(scope)
  })
}

/** @throws Refusal 400 when the body is no form, 413 when it is too large. */
export async function readUploadForm(request: FastifyRequest): Promise<UploadForm> {
  // A client that has disconnected would keep the reader waiting forever.
  if (!request.isMultipart() || request.raw.destroyed) return refuse('common.unparsable')
  return readParts(request).catch((error: { statusCode?: number }) => {
    // Limit errors have a status; other errors mean an invalid or truncated body.
    throw error.statusCode ? error : new Refusal('common.unparsable')
  })
}

async function readParts(request: FastifyRequest): Promise<UploadForm> {
  const form: UploadForm = { fields: {}, file: null }
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') form.fields[part.fieldname] = part.value
      continue
    }
    const content = await part.toBuffer()
    if (part.fieldname === 'file' && content.length > 0)
      form.file = { name: part.filename ?? '', content, truncated: part.file.truncated }
  }
  return form
}
