import { clientCalls } from '@ce/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/calls.ts'
import type { Deps } from '../../platform/deps.ts'
import { refuse } from '../../platform/errors.ts'
import { sendContent } from '../../platform/files/send.ts'
import { readUploadForm } from '../../platform/files/upload-form.ts'
import { openLinkedFile, openPublicFile, uploadFile } from './service.ts'

const linkShape = z.object({ s: z.string(), e: z.string(), t: z.string() })
const idShape = z.object({ id: z.uuid() })

export default function fileRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, clientCalls.file.upload, ({ student, request }) =>
    uploadFile(deps, student, () => readUploadForm(request)),
  )
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:id',
    handler: async (request, reply) => {
      const link = linkShape.safeParse(request.query)
      const fileId = idOf(request)
      if (!link.success || !fileId) return refuse('file.linkInvalid')
      const file = await openLinkedFile(deps, { fileId, ...link.data })
      reply.header('cache-control', 'private, max-age=600')
      return sendContent(deps.files, file, request, reply)
    },
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/public/:id',
    handler: async (request, reply) => {
      const file = await openPublicFile(deps, idOf(request) ?? refuse('file.gone'))
      // an id's content never changes; an SVG opened by itself may draw and do nothing else
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      return sendContent(deps.files, file, request, reply)
    },
  })
}

function idOf(request: FastifyRequest): string | undefined {
  return idShape.safeParse(request.params).data?.id
}
