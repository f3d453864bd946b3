import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, refuse } from '../errors.ts'

export interface UploadForm {
  fields: Record<string, string>
  /** `truncated`: it was longer than any upload may be, and the rest was dropped */
  file: { name: string; content: Buffer; truncated: boolean } | null
}

/** Routes that read a form. The reader follows every request of its routes: only those that need it pay for it. */
export function registerUploads(
  app: FastifyInstance,
  routes: (app: FastifyInstance) => void,
): void {
  app.register(async (scope) => {
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: { files: 1, fields: 4, fileSize: 10 * 1024 * 1024 },
    })
    routes(scope)
  })
}

/** Reads a form of one file and a few fields. @throws Refusal 400 when the body is no such form, 413 for too much of it */
export async function readUploadForm(request: FastifyRequest): Promise<UploadForm> {
  // gone while it waited for its turn: nothing would ever end the reading
  if (!request.isMultipart() || request.raw.destroyed) return refuse('common.unparsable')
  return readParts(request).catch((error: { statusCode?: number }) => {
    // a limit says its status; anything else is a body that is no form or ends in the middle
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
